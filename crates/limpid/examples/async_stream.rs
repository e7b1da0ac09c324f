//! Parses a page from an async stream. The parser itself does no I/O, so it works with any async runtime.
//!
//! `cargo run -p limpid --example async_stream -- page.html`

use limpid::{ParseOptions, Parser};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Parses a stream chunk by chunk.
async fn parse_stream(mut stream: impl AsyncRead + Unpin) -> std::io::Result<limpid::Document<'static>> {
    let mut parser = Parser::new(ParseOptions::new());
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let length = stream.read(&mut buffer).await?;
        if length == 0 {
            return Ok(parser.finish());
        }
        parser.feed_bytes(&buffer[..length]);
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let document = match std::env::args_os().nth(1) {
        Some(path) => parse_stream(tokio::fs::File::open(path).await?).await?,
        // A slow stream: 8 bytes at a time.
        None => {
            let (reader, mut writer) = tokio::io::duplex(8);
            let page = "<title>Slowly</title><p>but surely";
            let write = async move { tokio::io::AsyncWriteExt::write_all(&mut writer, page.as_bytes()).await };
            let (written, document) = tokio::join!(write, parse_stream(reader));
            written?;
            document?
        }
    };
    println!("{}: {} nodes", document.title().unwrap_or_default(), document.node_count());
    Ok(())
}
