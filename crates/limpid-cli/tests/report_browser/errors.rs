//! Errors in the source and in the table, and the links between them.

use crate::chromium::{Chromium, Test};
use crate::linked::source_with;
use crate::report::Report;
use crate::tab::{LIGHT, Tab};

pub(crate) const TESTS: &[Test] = &[
    ("errors are marked in the source", marked),
    ("a click in the error table shows the error in the source", click_in_the_table),
    ("the error table works with the keyboard", keyboard),
    ("n and p go to the next and previous error", next_and_previous),
    ("errors are filtered and sorted", filtered_and_sorted),
    ("a page without errors says so", none),
];

const CURRENT: &str = "document.querySelector('.row.active .place').textContent";
const TOOLTIP: &str = "document.querySelector('#tooltip:not([hidden])')?.textContent ?? ''";

fn marked(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><p>One</i>\n<b x x=1>two\n<!--");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    assert_eq!(tab.text(&source_with("error")), "</i>=▴");
    let lines = "[...document.querySelectorAll('.has-error .number')].map((number) => number.textContent).join()";
    assert_eq!(tab.text(lines), "1,2,3");
    tab.hover("[...document.querySelectorAll('.error')].find((piece) => piece.textContent.includes('i'))");
    tab.wait(&format!("({TOOLTIP}).startsWith('end-tag-crossing-special-element')"));
    assert!(tab.text(TOOLTIP).contains("remove this end tag"));
    // An error without a length has a mark that reacts to the pointer.
    tab.hover("document.querySelector('.error.point')");
    tab.wait(&format!("({TOOLTIP}).includes('eof-in-comment')"));
    tab.hover("document.querySelector('h1')");
    tab.wait(&format!("({TOOLTIP}) === ''"));
}

/// Returns a page with errors far apart.
fn far_apart() -> Report {
    Report::of(&format!("<!DOCTYPE html><p>a</i>{}<em x x>b</em>{}</nav>", "\nline".repeat(300), "\nline".repeat(300)))
}

fn click_in_the_table(chromium: &mut Chromium) {
    let report = far_apart();
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.click("document.querySelectorAll('.row')[1]");
    tab.wait("document.querySelector('.code > .current')");
    assert!(tab.number("document.querySelector('#source').scrollTop") > 4000.0);
    assert_eq!(tab.text(&source_with("current")), ">");
    assert_eq!(tab.text("document.querySelector('.node.active .label').textContent"), "<em x>");
    tab.wait(&format!("({TOOLTIP}).startsWith('duplicate-attribute')"));
    assert_eq!(tab.text("document.querySelector('#error-place').textContent"), "2 of 3");
    let announced = tab.text("document.querySelector('#announcer').textContent");
    assert!(announced.starts_with("Error at 301:12: duplicate-attribute. "), "{announced}");
    let is_seen = "(() => { const piece = document.querySelector('.current').getBoundingClientRect(), \
                   pane = document.querySelector('#source').getBoundingClientRect(); \
                   return piece.top >= pane.top && piece.bottom <= pane.bottom })()";
    assert_eq!(tab.evaluate(is_seen), true);
    // Each row links to the standard, in a new tab.
    let link = "(({ href, rel, target }) => [href, rel, target].join())(document.querySelector('.row.active a'))";
    let duplicate = "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute";
    assert_eq!(tab.text(link), format!("{duplicate},noopener noreferrer,_blank"));
}

fn keyboard(chromium: &mut Chromium) {
    let report = far_apart();
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    tab.evaluate("document.querySelector('#error-table').focus()");
    tab.press("ArrowDown");
    tab.press("ArrowDown");
    assert_eq!(tab.text(CURRENT), "301:12");
    let active = "document.querySelector('#error-table').getAttribute('aria-activedescendant')";
    assert_eq!(tab.text(active), "error-1");
    // The source scrolls only on Enter.
    assert_eq!(tab.number("document.querySelector('#source').scrollTop"), 0.0);
    tab.press("End");
    assert_eq!(tab.text(CURRENT), "601:5");
    tab.press("Enter");
    tab.wait("document.querySelector('#source').scrollTop > 8000");
    assert_eq!(tab.text(&source_with("current")), "</nav>");
    tab.press("Home");
    tab.press("Enter");
    tab.wait("document.querySelector('#source').scrollTop < 100");
    let rows = "[...document.querySelectorAll('#error-table .row')].every((row) => row.getAttribute('role') === 'row')";
    assert_eq!(tab.evaluate(rows), true);
    assert_eq!(tab.text("document.querySelector('#error-table').getAttribute('aria-rowcount')"), "4");
}

fn next_and_previous(chromium: &mut Chromium) {
    let report = far_apart();
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    for (key, place) in [("n", "1:20"), ("n", "301:12"), ("n", "601:5"), ("n", "1:20"), ("p", "601:5"), ("p", "301:12")]
    {
        tab.press(key);
        assert_eq!(tab.text(CURRENT), place, "{key}");
    }
    // In the search box, `n` is a letter.
    tab.press("/");
    tab.press("n");
    assert_eq!(tab.text("document.querySelector('#search').value"), "n");
    assert_eq!(tab.text(CURRENT), "301:12");
    tab.press("Escape");
    tab.click("document.querySelector('#next-error')");
    tab.wait(&format!("{CURRENT} === '601:5'"));
}

fn filtered_and_sorted(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><p>a</i><b x x></b></i>\0<u y y></u></i>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let kinds = "[...document.querySelectorAll('.kind button')].map((button) => button.textContent).join()";
    let found = tab.text(kinds);
    assert!(found.starts_with("3end-tag-crossing-special-element,2duplicate-attribute,1"), "{found}");
    let codes = "[...document.querySelectorAll('.row')].sort((a, b) => a.offsetTop - b.offsetTop)\
                 .map((row) => row.querySelector('.code').textContent[0]).join('')";
    assert!(tab.text(codes).starts_with("ede"));
    tab.click("document.querySelector('.kind button')");
    tab.wait("document.querySelectorAll('.row').length === 3");
    assert_eq!(tab.text("document.querySelector('.kind button').getAttribute('aria-pressed')"), "true");
    assert_eq!(tab.text(codes), "eee");
    // `n` moves among the filtered errors.
    for number in ["1 of 3", "2 of 3", "3 of 3", "1 of 3"] {
        tab.press("n");
        assert_eq!(tab.text("document.querySelector('#error-place').textContent"), number);
    }
    tab.click("document.querySelector('.kind button')");
    tab.wait("document.querySelectorAll('.row').length > 5");
    tab.click("document.querySelector('[data-sort=code]')");
    tab.wait("document.querySelector('[data-sort=code]').parentElement.getAttribute('aria-sort') === 'ascending'");
    let sorted = tab.text(codes);
    assert!(sorted.starts_with("ddeee") && sorted.len() >= 6, "{sorted}");
}

fn none(chromium: &mut Chromium) {
    let report = Report::of("<!DOCTYPE html><p>Fine");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    assert_eq!(
        tab.text("document.querySelector('#error-place').textContent"),
        "No parse errors. Content rules are not checked."
    );
    tab.press("n");
    tab.press("p");
    assert_eq!(tab.number("document.querySelectorAll('.row, .error, .has-error').length"), 0.0);
    assert!(tab.events("Runtime.exceptionThrown").is_empty());
}
