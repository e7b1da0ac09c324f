//! Guesses the media type of a file if the server did not send one.

use crate::fields::MediaType;

/// The tags at the start of an HTML page, from <https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type>.
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
    /// Returns whether the server sent no media type or an unknown one.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(&*self.essence, "" | "unknown/unknown" | "application/unknown" | "*/*")
    }

    /// Replaces an unknown media type with `text/html` if the file looks like HTML to a browser.
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
        // The tag name has to end here.
        rest.is_some_and(|(_, rest)| matches!(rest.first(), Some(b' ' | b'>')))
    })
}
