//! Pages that try to run scripts, to load something, or to disguise their text.

use crate::chromium::{Chromium, Test};
use crate::report::Report;
use crate::tab::{LIGHT, Tab};
use std::io::Read;
use std::net::TcpListener;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = &[
    ("a hostile page runs nothing", runs_nothing),
    ("the policy blocks markup that escapes its place", the_policy_holds),
    ("hidden characters are shown as boxes", hidden_characters),
];

/// Each construct sets `window.hacked`, opens a dialog or requests something.
const PAGE: &str = r#"<!DOCTYPE html "><script>hacked=1</script>">
<title></title><script>document.title = "hacked"; window.hacked = 1; alert(1)</script></title>
<base href="http://127.0.0.1:PORT/"><meta http-equiv=refresh content="0;url=http://127.0.0.1:PORT/">
<link rel=stylesheet href="http://127.0.0.1:PORT/x.css"><style>@import "http://127.0.0.1:PORT/"; * { display: none }</style>
</script></script><script>window.hacked = 1</script><!--<script>--><!-- </script><script>hacked=1</script> -->
<img src="http://127.0.0.1:PORT/x.png" onerror="window.hacked = 1" onload="hacked=1"><svg onload="window.hacked = 1">
<p id=data title='"><script>window.hacked=1</script>' onmouseover="window.hacked=1" autofocus onfocus="hacked=1" style="all:unset">
&lt;/script>&lt;script>window.hacked=1&lt;/script></noscript></main></body><a href="javascript:hacked=1">x</a>
<iframe src="javascript:parent.hacked=1" srcdoc="<script>parent.hacked=1</script>"></iframe>
<__proto__ constructor=1 __proto__=2 toString=3><![CDATA[ ]]><script src="data:text/javascript,hacked=1"></script>
<form action=x><input name=querySelector><input name=getElementById></form><img name=querySelector></x"><script>hacked=1</script>
"#;

/// Returns a page that requests URLs of a listener, and the listener.
fn page() -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    (PAGE.replace("PORT", &port.to_string()), listener)
}

/// Returns the requests to a listener. Chromium opens a connection for a blocked frame as well, but sends nothing.
fn requests_to(listener: &TcpListener) -> String {
    let mut all = String::new();
    while let Ok((mut connection, _)) = listener.accept() {
        connection.set_nonblocking(false).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        let mut bytes = [0; 1000];
        let count = connection.read(&mut bytes).unwrap_or(0);
        all += &String::from_utf8_lossy(&bytes[..count]);
    }
    all
}

fn runs_nothing(chromium: &mut Chromium) {
    let (page, listener) = page();
    let report = Report::named(&page, "\"><img src=x onerror=hacked=1>.html", &[]);
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    // Scroll so that every part of the page is in the document at some time.
    tab.click("document.querySelector('#white-space')");
    for pane in ["#source", "#tree", "#errors"] {
        tab.evaluate(&format!("document.querySelector('{pane}').scrollTop = 1e6"));
        tab.hover(&format!("document.querySelector('{pane} .spacer > :last-child')"));
    }
    tab.click("[...document.querySelectorAll('.node')].at(-3)");
    for _ in 0..5 {
        tab.press("n");
    }
    tab.press("/");
    tab.type_text("<script>");
    tab.wait("document.querySelector('.hit')");
    assert_eq!(tab.evaluate("'hacked' in window"), false);
    assert_eq!(tab.text("document.title"), "\"><img src=x onerror=hacked=1>.html · limpid report");
    assert_eq!(tab.number("document.scripts.length"), 2.0);
    let foreign = "document.querySelectorAll('body img, body iframe, body svg, base, body style, link, form, [style*=all], [onload]')";
    assert_eq!(tab.number(&format!("{foreign}.length")), 0.0);
    // There was no attempt either: the policy would have logged it.
    for event in
        ["Page.javascriptDialogOpening", "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"]
    {
        assert_eq!(tab.events(event), Vec::<serde_json::Value>::new());
    }
    let requests = tab.events("Network.requestWillBeSent");
    assert_eq!(requests.len(), 1, "{requests:?}");
    assert!(requests[0]["request"]["url"].as_str().unwrap().starts_with("file:///"));
    assert_eq!(requests_to(&listener), "");
}

fn the_policy_holds(chromium: &mut Chromium) {
    let (_, listener) = page();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let report = Report::of("<p>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    // Markup that a page could insert if escaping failed.
    let markup = format!(
        "<img src='{address}i' onerror='window.hacked=1'><iframe src='{address}f'></iframe>\
         <link rel=stylesheet href='{address}s'><a href='javascript:window.hacked=1' id=link>x</a>\
         <style>body {{ display: none }}</style><p id=styled style='display: none'>x</p>"
    );
    tab.evaluate(&format!(
        "document.body.insertAdjacentHTML('afterbegin', {markup:?}); document.querySelector('#link').click()"
    ));
    tab.evaluate(&format!(
        "for (const set of [(s) => s.textContent = 'window.hacked=1', (s) => s.src = '{address}x.js', \
         (s) => s.src = 'data:text/javascript,window.hacked=1']) {{ \
         const script = document.createElement('script'); set(script); document.body.append(script) }}"
    ));
    tab.evaluate("new Promise((done) => setTimeout(done, 300))");
    assert_eq!(tab.evaluate("'hacked' in window"), false);
    assert_ne!(tab.text("getComputedStyle(document.body).display"), "none");
    assert_ne!(tab.text("getComputedStyle(document.querySelector('#styled')).display"), "none");
    let blocked = "fetch('ADDRESS').then(() => 'fetched', () => 'blocked')".replace("ADDRESS", &address);
    assert_eq!(tab.text(&blocked), "blocked");
    assert_eq!(requests_to(&listener), "");
    assert!(tab.events("Log.entryAdded").len() >= 6);
}

fn hidden_characters(chromium: &mut Chromium) {
    let report = Report::of(
        "<!DOCTYPE html><p title='\u{202e}fdp'>a\u{202e}exe\0.\u{1}b\u{200b}\u{e0041}👩\u{200d}💻\u{feff}\tc<i\u{2066}>",
    );
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let boxes = "[...document.querySelectorAll('.hidden-character')].map((box) => box.textContent).join()";
    assert_eq!(tab.text(boxes), "RLO,RLO,NUL,SOH,ZWSP,U+E0041,BOM,LRI");
    // Joined characters stay together.
    assert!(tab.text("document.querySelector('.line').textContent").contains("👩\u{200d}💻"));
    let text = tab.text(
        "document.body.innerText + document.title + [...document.querySelectorAll('[title]')].map((e) => e.title)",
    );
    assert!(!text.contains(['\u{202e}', '\u{2066}', '\0', '\u{1}', '\u{200b}', '\u{feff}', '\u{e0041}']), "{text}");
    assert!(text.contains("“a⟨RLO⟩exe"), "{text}");
}
