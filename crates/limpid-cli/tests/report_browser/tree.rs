//! The tree: expanding and collapsing, the keyboard, accessibility, and the search.

use crate::chromium::{Chromium, Test};
use crate::linked::{node, source_with};
use crate::report::{Report, page};
use crate::tab::{LIGHT, Tab};

pub(crate) const TESTS: &[Test] = &[
    ("nodes can be expanded and collapsed with the pointer", by_the_pointer),
    ("nodes can be expanded and collapsed with the keyboard", by_the_keyboard),
    ("the keyboard moves in the tree", keyboard_moves_in_the_tree),
    ("the tree has the roles and states for assistive technology", roles),
    ("implied nodes are marked", implied),
    ("nearly empty pages have reports", nearly_empty),
    ("white space can be shown", white_space),
    ("the search finds text in the source", search_in_the_source),
    ("the search finds text that is only in the tree", search_in_the_tree),
];

const PAGE: &str = "<!DOCTYPE html><ul><li>One<li>Two <b>three</b></ul><p>Four";

const LABELS: &str = "[...document.querySelectorAll('.node')].sort((a, b) => a.offsetTop - b.offsetTop)\
                      .map((row) => row.querySelector('.label').textContent).join(' ')";
const ACTIVE: &str = "document.querySelector('.node.active .label').textContent";

fn by_the_pointer(chromium: &mut Chromium) {
    let report = Report::of(PAGE);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let all = "<!DOCTYPE html> <html> <head> <body> <ul> <li> “One” <li> “Two ” <b> “three” <p> “Four”";
    assert_eq!(tab.text(LABELS), all);
    let sign = format!("{}.querySelector('.sign')", node("<ul>"));
    tab.click(&sign);
    tab.wait(&format!("{}.getAttribute('aria-expanded') === 'false'", node("<ul>")));
    assert_eq!(tab.text(LABELS), "<!DOCTYPE html> <html> <head> <body> <ul> <p> “Four”");
    tab.click(&sign);
    tab.wait(&format!("{}.getAttribute('aria-expanded') === 'true'", node("<ul>")));
    assert_eq!(tab.text(LABELS), all);
    tab.click("document.querySelector('#collapse')");
    tab.wait(&format!("{LABELS} === '<!DOCTYPE html> <html>'"));
    tab.click("document.querySelector('#expand')");
    tab.wait(&format!("{LABELS} === '{all}'"));
}

/// Presses Tab until the element with this id has the focus.
fn tab_to(tab: &mut Tab<'_>, id: &str) {
    for _ in 0..40 {
        if tab.text("document.activeElement.id") == id {
            return;
        }
        tab.press("Tab");
    }
    panic!("Tab never gets to {id}");
}

fn by_the_keyboard(chromium: &mut Chromium) {
    let report = Report::of(PAGE);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab_to(&mut tab, "tree");
    assert_eq!(tab.text(ACTIVE), "<!DOCTYPE html>");
    tab.press("ArrowDown");
    assert_eq!(tab.text(ACTIVE), "<html>");
    // Right moves into an expanded node; Left moves out, then collapses.
    tab.press("ArrowRight");
    assert_eq!(tab.text(ACTIVE), "<head>");
    tab.press("ArrowLeft");
    assert_eq!(tab.text(ACTIVE), "<html>");
    tab.press("ArrowLeft");
    assert_eq!(tab.text(LABELS), "<!DOCTYPE html> <html>");
    tab.press("ArrowRight");
    assert_eq!(tab.text(ACTIVE), "<html>");
    assert!(tab.text(LABELS).ends_with("<p> “Four”"));
    tab.click("document.querySelector('#collapse')");
    tab_to(&mut tab, "tree");
    tab.press("Home");
    tab.press("*");
    assert_eq!(tab.text(LABELS), "<!DOCTYPE html> <html> <head> <body>");
}

fn keyboard_moves_in_the_tree(chromium: &mut Chromium) {
    let report = Report::of(&format!("<!DOCTYPE html>{}<h2>End</h2>", "<p>text\n</p>\n".repeat(400)));
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab_to(&mut tab, "tree");
    tab.press("End");
    assert_eq!(tab.text(ACTIVE), "“End”");
    // The focused node is highlighted and visible in both panes.
    assert_eq!(tab.text(&source_with("lit-tag")), "End");
    tab.wait("document.querySelector('#source').scrollTop > 3000");
    tab.press("ArrowUp");
    assert_eq!(tab.text(ACTIVE), "<h2>");
    tab.press("Home");
    assert_eq!(tab.text(ACTIVE), "<!DOCTYPE html>");
    tab.wait("document.querySelector('#source').scrollTop < 100");
    tab.press("PageDown");
    assert!(tab.number("document.querySelector('.node.active').node") > 5.0);
    tab.press("End");
    tab.evaluate("document.querySelector('#source').scrollTop = 0");
    tab.press("Enter");
    tab.wait("document.querySelector('#source').scrollTop > 3000");
    assert!(tab.text("document.querySelector('#announcer').textContent").starts_with("html › body › h2 › #text"));
    // The row with the keyboard focus is kept when the tree is scrolled.
    tab.evaluate("document.querySelector('#tree').scrollTop = 0");
    tab.wait("document.querySelector('.node .label').textContent");
    tab.wait("document.getElementById(document.querySelector('#tree').getAttribute('aria-activedescendant'))");
}

fn roles(chromium: &mut Chromium) {
    let report = Report::of(PAGE);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let attributes = |label: &str| {
        format!(
            "['role', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-selected']\
             .map((name) => {}.getAttribute(name)).join()",
            node(label)
        )
    };
    assert_eq!(tab.text(&attributes("<html>")), "treeitem,1,2,2,true,false");
    assert_eq!(tab.text(&attributes("<p>")), "treeitem,3,2,2,true,false");
    assert_eq!(tab.text(&attributes("“Four”")), "treeitem,4,1,1,,false");
    tab.click(&node("“Four”"));
    assert_eq!(tab.text(&attributes("“Four”")), "treeitem,4,1,1,,true");
    let between = "[...document.querySelectorAll('[role=treeitem]')].every((item) => \
                   item.parentElement.getAttribute('role') === 'presentation' && \
                   item.parentElement.parentElement.getAttribute('role') === 'tree')";
    assert_eq!(tab.evaluate(between), true);
}

fn implied(chromium: &mut Chromium) {
    let report = Report::of(&page("tour.html"));
    let mut tab = Tab::open(chromium, &report.file(), crate::tab::Look { height: 3000, ..LIGHT });
    let implied = "[...document.querySelectorAll('.implied-note')]\
                   .map((note) => note.textContent + note.parentElement.querySelector('.name').textContent).join()";
    let found = tab.text(implied);
    assert!(
        found.contains("impliedtbody") && !found.contains("impliedtr") && !found.contains("impliedhead"),
        "{found}"
    );
    let count = tab.text("document.querySelector('#node-count dd span').textContent");
    assert_eq!(count, format!("({} implied)", found.split(',').count()));
}

fn nearly_empty(chromium: &mut Chromium) {
    for (page, options, nodes) in
        [("", &[][..], 3), ("", &["--fragment", "p"], 0), ("\n", &[], 3), ("x", &["--fragment", "title"], 1)]
    {
        let report = Report::named(page, "page.html", options);
        let mut tab = Tab::open(chromium, &report.file(), LIGHT);
        assert_eq!(tab.number("document.querySelectorAll('.node').length") as usize, nodes, "{page:?} {options:?}");
        assert!(tab.number("document.querySelectorAll('.line').length") >= 1.0);
        tab.click("document.querySelector('#tree')");
        for key in ["Home", "ArrowRight", "ArrowDown", "End", "Enter", "*", "ArrowLeft", "ArrowLeft", "n", "p"] {
            tab.press(key);
        }
        tab.click("document.querySelector('#source')");
        tab.press("/");
        tab.type_text("x");
        tab.wait("document.querySelector('#hits').textContent");
        tab.click("document.querySelector('#collapse')");
        tab.click("document.querySelector('#expand')");
        assert_eq!(tab.events("Runtime.exceptionThrown"), Vec::<serde_json::Value>::new(), "{page:?} {options:?}");
    }
}

fn white_space(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><ul>\n  <li>One\n</ul>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    assert!(!tab.text(LABELS).contains('␣'));
    tab.click("document.querySelector('#white-space')");
    tab.wait(&format!("{LABELS}.includes('<ul> ↵␣␣ <li> “One↵”')"));
    tab.click("document.querySelector('#white-space')");
    tab.wait(&format!("!{LABELS}.includes('␣')"));
}

fn search_in_the_source(chromium: &mut Chromium) {
    let report = Report::of(&format!("<!DOCTYPE html><p>İ(x)<p>(X)\u{202e}{}<p>(x)", "\nline".repeat(300)));
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.press("/");
    assert_eq!(tab.text("document.activeElement.id"), "search");
    tab.type_text("(x");
    tab.wait("document.querySelector('#hits').textContent === '1 of 3'");
    assert_eq!(tab.text(&source_with("hit")), "(x(X");
    assert_eq!(tab.text(&source_with("current-hit")), "(x");
    assert_eq!(tab.text(ACTIVE), "“İ(x)”");
    tab.press("Enter");
    assert_eq!(tab.text(&source_with("current-hit")), "(X");
    tab.press("Enter");
    tab.wait("document.querySelector('#source').scrollTop > 3000");
    assert_eq!(tab.text("document.querySelector('#hits').textContent"), "3 of 3");
    tab.press("Enter");
    assert_eq!(tab.text("document.querySelector('#hits').textContent"), "1 of 3");
    tab.type_text("nothing of this");
    tab.wait("document.querySelector('#hits').textContent === 'no matches'");
    tab.press("Escape");
    tab.wait("document.querySelector('#hits').textContent === '' && !document.querySelector('.hit')");
}

fn search_in_the_tree(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><table><tr><td>Tea &amp; cups</table>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.evaluate("document.querySelector('#search-in').value = 'tree'");
    tab.press("/");
    tab.type_text("Tea & cups");
    tab.wait("document.querySelector('#hits').textContent === '1 of 1'");
    assert_eq!(tab.text(ACTIVE), "“Tea & cups”");
    tab.press("Escape");
    tab.type_text("tbody");
    tab.wait("document.querySelector('.node.hit')");
    assert_eq!(tab.text(ACTIVE), "<tbody>");
}
