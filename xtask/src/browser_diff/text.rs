//! `cargo xtask browser-diff --text`: the text of generated pages in a real browser, before and after they are written anew.

use limpid::{SerializeOptions, parse};
use limpid_pages::prose;
use serde_json::{Value, json};

use super::case::random;
use super::chromium::{Chromium, TEXTS};

/// Of this number of pages, one may have another text once it is pretty or minified: where parts of tables are in none, where an inline
/// element is positioned, and at a `wbr` before white space.
const PAGES_PER_CHANGE: usize = 200;
/// The hundredths of pages that have the same `inner_text` in Chromium. Most others have an `object`, whose content Chromium shows late.
const SAME_TEXTS: usize = 93;
const SHOWN: usize = 5;

/// Returns whether as many texts are the same as were when this was written.
pub(super) fn compare_texts(chromium: &Chromium, seed: u64, count: u64) -> Result<bool, String> {
    let pages: Vec<String> = (0..count).map(|number| prose::page(&mut random(seed, number, 0)).concat()).collect();
    let texts = texts(chromium, &pages)?;
    let ours = pages.iter().map(|page| Some(parse(&**page).document_element()?.inner_text()));
    let same = ours.zip(&texts).filter(|(ours, theirs)| ours == *theirs).count();
    println!("{} pages: {same} have the inner text of Chromium", pages.len());
    let mut are_kept = same * 100 >= pages.len() * SAME_TEXTS;
    for (name, options) in [("pretty", SerializeOptions::pretty()), ("minified", SerializeOptions::minified())] {
        let written: Vec<String> = pages.iter().map(|page| parse(&**page).to_html_with(&options)).collect();
        let after = self::texts(chromium, &written)?;
        // Of some trees no markup is read again.
        let is_stable = |page: &str| {
            let html = parse(page).to_html();
            parse(&*html).to_html() == html
        };
        let cases = pages.iter().zip(&written).zip(texts.iter().zip(&after));
        let changed: Vec<_> = cases.filter(|((page, _), (before, after))| before != after && is_stable(page)).collect();
        println!("{} {name} pages: {} have another text than before", pages.len(), changed.len());
        for ((page, written), (before, after)) in changed.iter().take(SHOWN) {
            println!("\n{page:?}\n{written:?}\nbefore: {before:?}\nafter: {after:?}");
        }
        are_kept &= changed.len() * PAGES_PER_CHANGE <= pages.len();
    }
    Ok(are_kept)
}

fn texts(chromium: &Chromium, pages: &[String]) -> Result<Vec<Option<String>>, String> {
    let requests: Vec<Value> = pages.iter().map(|page| json!({ "input": page })).collect();
    chromium.answers(&TEXTS, &requests)
}
