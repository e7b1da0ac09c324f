//! Media types of files whose server did not tell them.

use crate::fields::MediaType;

/// The tags that a page may start with, from <https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type>.
const TAGS: [&[u8]; 17] = [
    b"<!doctype html",
    b"<html",
    b"<head",
    b"<script",
    b"<iframe",
    b"<h1",
    b"<div",
    b"<font",
    b"<table",
    b"<a",
    b"<style",
    b"<title",
    b"<b",
    b"<body",
    b"<br",
    b"<p",
    b"<!--",
];

impl MediaType {
    /// Whether the server did not say what the file is.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(&*self.essence, "" | "unknown/unknown" | "application/unknown" | "*/*")
    }

    /// Makes an unknown media type `text/html` if the file looks like a page, as browsers do.
    pub(crate) fn sniffed(self, bytes: &[u8]) -> MediaType {
        match self.is_unknown() && is_html(bytes) {
            true => MediaType { essence: "text/html".to_owned(), ..self },
            false => self,
        }
    }
}

fn is_html(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    TAGS.iter().any(|tag| {
        let rest = start.split_at_checked(tag.len()).filter(|(first, _)| first.eq_ignore_ascii_case(tag));
        // A tag ends here, or has attributes.
        rest.is_some_and(|(_, rest)| matches!(rest.first(), Some(b' ' | b'>')))
    })
}
