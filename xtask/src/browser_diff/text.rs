//! `cargo xtask browser-diff --text`: compares limpid's text of generated pages with Chromium's, and checks that pretty-printing and
//! minifying do not change Chromium's text.

use limpid::{SerializeOptions, parse};
use limpid_pages::prose;
use serde_json::{Value, json};

use super::case::random;
use super::chromium::{Chromium, TEXTS};

/// The minimum number of compared pages for each page whose text changes by pretty-printing or minifying. Known causes of changes: table parts
/// outside of a table, positioned inline elements, and `<wbr>` before white space.
const PAGES_PER_CHANGED_TEXT: usize = 200;
/// The minimum percentage of pages with the same `inner_text` as in Chromium. Most other pages contain an `<object>`, whose content
/// Chromium does not show immediately.
const SAME_TEXT_PERCENT: usize = 93;
const SHOWN: usize = 5;

/// Returns whether enough pages have the same text.
pub(super) fn compare_texts(chromium: &Chromium, seed: u64, count: u64) -> Result<bool, String> {
    let pages: Vec<String> = (0..count).map(|number| prose::page(&mut random(seed, number, 0)).concat()).collect();
    let texts = texts(chromium, &pages)?;
    let ours = pages.iter().map(|page| Some(parse(&**page).document_element()?.inner_text()));
    let same = ours.zip(&texts).filter(|(ours, theirs)| ours == *theirs).count();
    println!("{} pages: limpid's inner text of {same} is the same as Chromium's", pages.len());
    let mut is_good_enough = same * 100 >= pages.len() * SAME_TEXT_PERCENT;
    for (name, options) in [("pretty", SerializeOptions::pretty()), ("minified", SerializeOptions::minified())] {
        let written: Vec<String> = pages.iter().map(|page| parse(&**page).to_html_with(&options)).collect();
        let after = self::texts(chromium, &written)?;
        // Excludes pages whose tree cannot be expressed as markup.
        let is_stable = |page: &str| {
            let html = parse(page).to_html();
            parse(&*html).to_html() == html
        };
        let cases = pages.iter().zip(&written).zip(texts.iter().zip(&after));
        let changed: Vec<_> = cases.filter(|((page, _), (before, after))| before != after && is_stable(page)).collect();
        println!("{} {name} pages: the text of {} has changed", pages.len(), changed.len());
        for ((page, written), (before, after)) in changed.iter().take(SHOWN) {
            println!("\n{page:?}\n{written:?}\nbefore: {before:?}\nafter: {after:?}");
        }
        is_good_enough &= changed.len() * PAGES_PER_CHANGED_TEXT <= pages.len();
    }
    Ok(is_good_enough)
}

fn texts(chromium: &Chromium, pages: &[String]) -> Result<Vec<Option<String>>, String> {
    let requests: Vec<Value> = pages.iter().map(|page| json!({ "input": page })).collect();
    chromium.results(&TEXTS, &requests)
}
