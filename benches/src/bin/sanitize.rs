//! Sanitizing the pages of a folder: limpid by the standard's default and by ammonia's lists, ammonia, and limpid without a
//! sanitizer. From text to text, each page as the content of a `body`.
#![forbid(unsafe_code)]

use std::collections::HashSet;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use ammonia::Builder;
use clap::Parser;
use limpid::ParseOptions;
use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};

#[derive(Parser)]
#[command(name = "limpid-sanitize-bench", about = "Measures sanitizers")]
struct Arguments {
    /// A folder of pages [default: the real pages]
    #[arg(default_value_os_t = limpid_pages::data::real_pages_folder(), hide_default_value = true)]
    folder: PathBuf,
    /// The number of times that the sanitizers take turns
    #[arg(long, default_value_t = 9)]
    rounds: u32,
}

type Sanitize<'a> = Box<dyn Fn(&str) -> String + 'a>;

/// The elements and attributes that ammonia keeps, without its rules on URLs.
fn ammonias_lists() -> SanitizerConfig {
    let builder = Builder::default();
    let of_element = builder.clone_tag_attributes();
    let generic: HashSet<&str> = builder.clone_generic_attributes();
    let element = |name: &str| {
        let own = of_element.get(name).into_iter().flatten().copied();
        SanitizerElementWithAttributes::from(name).with_attributes(own.filter(|own| !generic.contains(own)))
    };
    SanitizerConfig {
        elements: Some(builder.clone_tags().into_iter().map(element).collect()),
        attributes: Some(generic.iter().map(|&name| name.into()).collect()),
        ..SanitizerConfig::default()
    }
}

fn main() -> ExitCode {
    let Arguments { folder, rounds } = Arguments::parse();
    let pages = match limpid_benches::corpora::load(&folder) {
        Ok(pages) => pages,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let bytes: usize = pages.iter().map(String::len).sum();
    if bytes == 0 {
        eprintln!("error: no pages in {folder:?}; name a folder with pages");
        return ExitCode::FAILURE;
    }
    let lists = match Sanitizer::for_safe_methods(&ammonias_lists()) {
        Ok(lists) => lists,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let everything = Sanitizer::new(&SanitizerConfig::default()).unwrap_or_default();
    let builder = Builder::default();
    let options = ParseOptions::new().errors(false);
    let rows: [(&str, Sanitize<'_>); 5] = [
        ("limpid, without a sanitizer", Box::new(|page| options.parse_fragment(page, "body").to_html())),
        ("limpid, all that is safe", Box::new(|page| everything.sanitize_str(page))),
        ("limpid, the standard's default", Box::new(limpid::sanitize)),
        ("limpid, ammonia's lists", Box::new(|page| lists.sanitize_str(page))),
        ("ammonia", Box::new(|page| builder.clean(page).to_string())),
    ];
    let mut best = [f64::INFINITY; 5];
    let mut written = [0; 5];
    for _ in 0..rounds {
        for (row, (_, sanitize)) in rows.iter().enumerate() {
            let start = Instant::now();
            written[row] = pages.iter().map(|page| black_box(sanitize(page)).len()).sum();
            best[row] = best[row].min(start.elapsed().as_secs_f64());
        }
    }
    println!("{} pages, {bytes} bytes", pages.len());
    for (((name, _), seconds), written) in rows.iter().zip(best).zip(written) {
        let rate = bytes as f64 / seconds / 1e6;
        println!("{name:<32} {rate:>8.1} MB/s {:>6.2} × the first, {written} bytes written", seconds / best[0]);
    }
    ExitCode::SUCCESS
}
