//! Color schemes, contrast, reduced motion, and the report without scripts.

use crate::chromium::{Chromium, Test};
use crate::report::{Report, page};
use crate::tab::{DARK, LIGHT, Look, Tab};
use serde_json::Value;

pub(crate) const TESTS: &[Test] = &[
    ("light and dark have enough contrast", contrast),
    ("the page has no animations with reduced motion", no_motion),
    ("errors are listed without scripts", without_scripts),
];

/// Computes the contrast of each visible text against the nearest opaque background, by the formula of the Web Content Accessibility
/// Guidelines, lowest first.
const CONTRASTS: &str = r#"(() => {
  const parse = (color) => color.match(/[\d.]+/g).map(Number);
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) {
        return color;
      }
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (hasText && element.checkVisibility() && !["SCRIPT", "OPTION"].includes(element.tagName)) {
      const [a, b] = [parse(getComputedStyle(element).color), background(element)].map(light);
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      found.push([ratio, `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`]);
    }
  }
  return found.sort((one, other) => one[0] - other[0]);
})()"#;

fn contrast(chromium: &mut Chromium) {
    let report = Report::of(&(page("tour.html") + "<?pi x?>\u{202e}<x y=1></x>\n"));
    let mut backgrounds = Vec::new();
    for look in [LIGHT, DARK] {
        let mut tab = Tab::open(chromium, &report.file(), Look { height: 3000, ..look });
        tab.click("document.querySelector('#keys summary')");
        // With a highlighted node, with a tooltip, and with search hits.
        for step in ["", "n", "table"] {
            match step {
                "" => tab
                    .hover("[...document.querySelectorAll('.node .name')].find((name) => name.textContent === 'body')"),
                "n" => tab.press("n"),
                text => {
                    tab.press("/");
                    tab.type_text(text);
                    tab.wait("document.querySelector('.hit')");
                }
            }
            let found = tab.evaluate(CONTRASTS);
            let found = found.as_array().unwrap();
            assert!(found.len() > 200, "{}", found.len());
            let low: Vec<&Value> = found.iter().filter(|text| text[0].as_f64().unwrap() < 4.5).collect();
            assert!(low.is_empty(), "{} after {step:?}: {low:?}", look.is_dark);
        }
        backgrounds.push(tab.text("getComputedStyle(document.documentElement).backgroundColor"));
    }
    assert_ne!(backgrounds[0], backgrounds[1]);
}

fn no_motion(chromium: &mut Chromium) {
    let report = Report::of("<p>");
    let mut tab = Tab::open(chromium, &report.file(), LIGHT);
    let moving = "[...document.querySelectorAll('*')].filter((element) => \
                  getComputedStyle(element).transitionDuration !== '0s' || getComputedStyle(element).animationName !== 'none').length";
    assert_eq!(tab.number(moving), 0.0);
}

fn without_scripts(chromium: &mut Chromium) {
    let report = Report::of("<p>One</i>\n<b x x>");
    let mut tab = Tab::open_without_scripts(chromium, &report.file(), LIGHT);
    let text = tab.text("document.body.innerText");
    assert!(text.contains("need JavaScript") && text.contains("end-tag-crossing-special-element"), "{text}");
    assert!(text.contains("2:7") && text.contains("missing-doctype"), "{text}");
    assert_eq!(tab.evaluate("document.querySelector('main').checkVisibility()"), false);
    assert_eq!(tab.evaluate("document.querySelector('noscript a').checkVisibility()"), true);
}
