//! Large pages: at any scroll position, the document contains only a small part of the page.

use crate::chromium::{Chromium, Test};
use crate::report::{Report, large_page};
use crate::tab::{LIGHT, Tab};

pub(crate) const TESTS: &[Test] = &[
    ("a page of a megabyte keeps the document small", the_document_stays_small),
    ("lists taller than the limit of browsers can be scrolled to the end", taller_than_allowed),
    ("long lines are divided into rows that fit", long_lines_fit),
    ("the panes of a narrow window are stacked", narrow),
];

/// The maximum number of rows in the document: those of a pane with the window's height, the rows around them, and the pinned row.
const ROW_LIMIT: f64 = 800.0 / 20.0 + 2.0 * 8.0 + 2.0;
const ELEMENT_LIMIT: f64 = 4000.0;

fn the_document_stays_small(chromium: &mut Chromium) {
    let page = large_page();
    let report = Report::of(&page);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let nodes = tab.text("document.querySelector('#node-count dd').textContent").replace(',', "");
    assert!(nodes.split(' ').next().unwrap().parse::<u32>().unwrap() > 50_000, "{nodes}");
    for pane in ["#source", "#tree", "#errors"] {
        let height = tab.number(&format!("document.querySelector('{pane}').scrollHeight"));
        assert!(height > 100_000.0, "{pane}: {height}");
        for part in 0..=10 {
            let top = height * f64::from(part) / 10.0;
            tab.evaluate(&format!("document.querySelector('{pane}').scrollTop = {top}"));
            // There are rows at both ends of the visible area.
            tab.wait(&format!(
                "(() => {{ const {{ left, top, height }} = document.querySelector('{pane}').getBoundingClientRect(); \
                 return [2, height - 2].every((y) => \
                 document.elementFromPoint(left + 30, top + y).closest('.line, .node, .row')) }})()"
            ));
            let rows = tab.number(&format!("document.querySelectorAll('{pane} .spacer > *').length"));
            assert!(rows > 3.0 && rows < ROW_LIMIT, "{pane} at {top}: {rows} rows");
            let elements = tab.number("document.querySelectorAll('*').length");
            assert!(elements < ELEMENT_LIMIT, "{pane} at {top}: {elements} elements");
        }
    }
    let last = "[...document.querySelectorAll('#source .line')].at(-1).textContent";
    assert!(tab.text(last).contains("</nobody>"));
    // Jump from the start to the end.
    tab.evaluate("document.querySelector('#source').scrollTop = 0");
    tab.press("p");
    tab.wait("document.querySelector('#source').scrollTop > 100000 && document.querySelector('.code > .current')");
    assert!(tab.number("document.querySelector('#tree').scrollTop") > 100_000.0);
    tab.click("document.querySelector('#collapse')");
    tab.wait("document.querySelectorAll('.node').length === 2");
    tab.press("/");
    tab.type_text("The last one");
    tab.wait("document.querySelector('#hits').textContent === '1 of 1'");
    assert_eq!(tab.text("document.querySelector('.node.active .label').textContent"), "“The last one”");
}

fn taller_than_allowed(chromium: &mut Chromium) {
    // 450,000 lines of 20 pixels, and 400,000 nodes of 22.
    let page = format!("<!DOCTYPE html>{}{}\n</nobody>", "\n".repeat(450_000), "<b>x</b>".repeat(200_000));
    let report = Report::of(&page);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    for pane in ["#source", "#tree"] {
        assert!(tab.number(&format!("document.querySelector('{pane}').scrollHeight")) <= 8_000_000.0);
        tab.evaluate(&format!("document.querySelector('{pane}').scrollTop = 1e9"));
        tab.next_frame();
    }
    let last = "(() => { const rows = [...document.querySelectorAll('SELECTOR')]; \
                const last = rows.sort((a, b) => b.getBoundingClientRect().top - a.getBoundingClientRect().top)[0]; \
                const pane = last.closest('.scroller').getBoundingClientRect(); \
                return last.getBoundingClientRect().bottom <= pane.bottom + 1 && last.textContent })()";
    let last_line = tab.text(&last.replace("SELECTOR", "#source .line"));
    assert_eq!(last_line, "450002</nobody>");
    assert!(tab.text(&last.replace("SELECTOR", "#tree .node")).ends_with("“x”"));
    // Positions in between can be reached, too.
    tab.press("/");
    tab.type_text("</nobody");
    tab.wait("document.querySelector('.current-hit')");
    tab.click("document.querySelector('#tree')");
    tab.press("Home");
    tab.wait("document.querySelector('#source').scrollTop === 0");
    tab.press("n");
    tab.wait("document.querySelector('.code > .current')");
    let is_seen = "(() => { const piece = document.querySelector('.code > .current').getBoundingClientRect(), \
                   pane = document.querySelector('#source').getBoundingClientRect(); \
                   return piece.top >= pane.top && piece.bottom <= pane.bottom })()";
    assert_eq!(tab.evaluate(is_seen), true);
}

fn long_lines_fit(chromium: &mut Chromium) {
    let words = "word <b>bold</b> ".repeat(500);
    let report = Report::of(&format!(
        "<!DOCTYPE html>\n{}\n{words}\n{}\n\tend",
        "x".repeat(5000),
        "日本é\u{301}👍\u{1}".repeat(500)
    ));
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let height = tab.number("document.querySelector('#source').scrollHeight");
    let mut seen = String::new();
    let mut top = 0.0;
    while top < height {
        tab.evaluate(&format!("document.querySelector('#source').scrollTop = {top}"));
        tab.next_frame();
        let widest =
            "Math.max(...[...document.querySelectorAll('.code')].map((code) => code.scrollWidth - code.clientWidth))";
        assert!(tab.number(widest) <= 0.0, "a row at {top} does not fit");
        seen += &tab.text("[...document.querySelectorAll('.number')].map((number) => number.textContent).join(' ')");
        top += 200.0;
    }
    // Each line has one number, at its start.
    assert!(["1 ", "2 ", "3 ", "4 ", "5"].iter().all(|number| seen.contains(number)), "{seen}");
    assert!(!seen.contains('6'), "{seen}");
}

fn narrow(chromium: &mut Chromium) {
    let report = Report::of(&"<p>Some <b>text</b> that goes on for a while</i>\n".repeat(50));
    let look = crate::tab::Look { width: 420, ..LIGHT };
    let mut tab = Tab::open(chromium, &report.file(), look);
    let places = tab.evaluate(
        "['source', 'tree', 'error'].map((name) => document.querySelector(`#${name}-pane`).getBoundingClientRect()).map(({ left, top, right }) => [left, top, right])",
    );
    let place = |pane: usize, side: usize| places[pane][side].as_f64().unwrap();
    assert!(place(0, 1) < place(1, 1) && place(1, 1) < place(2, 1), "{places}");
    for pane in 0..3 {
        assert!(place(pane, 0) >= 0.0 && place(pane, 2) <= 420.0, "{places}");
    }
    assert!(tab.number("document.documentElement.scrollWidth") <= 420.0);
}
