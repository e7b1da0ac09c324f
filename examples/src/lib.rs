//! Reads the input of the example programs.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// Opens the file named by the first argument, or standard input.
///
/// # Errors
/// If the file cannot be opened.
pub fn open() -> Result<Box<dyn BufRead>, String> {
    match std::env::args().nth(1) {
        Some(path) => Ok(Box::new(BufReader::new(File::open(&path).map_err(|error| format!("{path}: {error}"))?))),
        None => Ok(Box::new(std::io::stdin().lock())),
    }
}

/// Reads the file named by the first argument, or standard input.
///
/// # Errors
/// If the file cannot be read.
pub fn read() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    open()?.read_to_end(&mut bytes).map_err(|error| format!("cannot read the input: {error}"))?;
    Ok(bytes)
}
