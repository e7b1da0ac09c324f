//! `cargo xtask warc`: writes a WARC file of generated pages, for measurements.

use limpid_pages::crawl::{self, Crawl};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The size of the file, such as 500MB; a number without a unit is in bytes
    #[arg(long, default_value = "1GB", value_parser = size)]
    size: u64,
    /// The file to write; unless its name ends with .warc, each record is compressed with gzip
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed of the random generator; the same seed generates the same pages
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let plain = arguments.out.extension().is_some_and(|extension| extension == "warc");
    let fail = |error: std::io::Error| format!("{}: {error}", arguments.out.display());
    let mut file = BufWriter::new(File::create(&arguments.out).map_err(fail)?);
    let (mut written, mut unpacked, mut records) = (0, 0, 0_u64);
    for record in Crawl::new(arguments.seed) {
        let bytes = if plain { record.clone() } else { crawl::gzip(&record, 6) };
        file.write_all(&bytes).map_err(fail)?;
        written += bytes.len() as u64;
        unpacked += record.len() as u64;
        records += 1;
        if written >= arguments.size {
            break;
        }
    }
    file.flush().map_err(fail)?;
    println!("{}: {records} records, {written} bytes, {unpacked} unpacked", arguments.out.display());
    Ok(())
}

fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|character: char| !character.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "KB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err("give a number of bytes, like 500MB".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "give a number of bytes, like 500MB".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "give a smaller number".to_owned())
}
