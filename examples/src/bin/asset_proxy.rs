//! Rewrites the URLs of a page's assets to those of a CDN, chunk by chunk, between two channels of a proxy.
//!
//! `cargo run -p limpid-examples --bin asset_proxy -- examples/pages/asset_proxy.html`

#![forbid(unsafe_code)]

use bytes::Bytes;
use limpid::EncodingHints;
use limpid::links::{Url, rewrite_srcset};
use limpid::rewrite::{Element, HandlerResult, Handlers, HandlersError, Rewriter, Settings};
use std::error::Error;
use std::io::{Read, Write};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Returns the URL of an asset on the CDN, or `None` for an asset of another site.
fn on_cdn(url: &str) -> Option<String> {
    let mut url = Url::parse("https://shop.example/teas/").ok()?.join(url).ok()?;
    if url.host_str() != Some("shop.example") {
        return None;
    }
    url.set_host(Some("cdn.example")).ok()?;
    Some(url.into())
}

fn srcset_on_cdn(srcset: &str) -> Option<String> {
    Some(rewrite_srcset(srcset, |url| on_cdn(url).unwrap_or(url.to_owned())))
}

fn change(element: &mut Element<'_>, name: &str, change: fn(&str) -> Option<String>) -> HandlerResult {
    if let Some(value) = element.attribute(name).and_then(|value| change(&value)) {
        element.set_attribute(name, &value)?;
    }
    Ok(())
}

fn handlers() -> Result<Handlers<'static>, HandlersError> {
    Handlers::new()
        .element(":is(img, script, source, video, audio)[src]", |element| change(element, "src", on_cdn))?
        .element("link[rel~=stylesheet i]", |element| change(element, "href", on_cdn))?
        .element(":is(img, source)[srcset]", |element| change(element, "srcset", srcset_on_cdn))
}

async fn proxy(mut page: Receiver<Bytes>, client: Sender<Bytes>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let hints = EncodingHints::new().content_type("text/html; charset=utf-8"); // the server's header
    let settings = Settings::new().encoding(hints).memory_limit(1 << 20);
    let mut rewriter = Rewriter::new(handlers()?, settings, Vec::new())?;
    while let Some(chunk) = page.recv().await {
        rewriter.write(&chunk)?;
        let rewritten = std::mem::take(rewriter.output_mut());
        if !rewritten.is_empty() {
            client.send(rewritten.into()).await?;
        }
    }
    client.send(rewriter.into_output()?.into()).await?;
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (server, page) = channel(4);
    let (client, mut rewritten) = channel(4);
    let reading = tokio::task::spawn_blocking(move || -> Result<(), Box<dyn Error + Send + Sync>> {
        let (mut input, mut buffer) = (limpid_examples::open()?, [0; 256]);
        loop {
            let length = input.read(&mut buffer)?;
            if length == 0 {
                return Ok(());
            }
            server.blocking_send(Bytes::copy_from_slice(&buffer[..length]))?;
        }
    });
    let rewriting = tokio::spawn(proxy(page, client));
    while let Some(chunk) = rewritten.recv().await {
        std::io::stdout().write_all(&chunk)?;
    }
    rewriting.await??;
    reading.await?
}
