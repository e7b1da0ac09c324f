//! SQL over a Parquet file of pages: `cargo run --release --manifest-path crates/limpid-arrow/examples/datafusion/Cargo.toml`, with the
//! path of a file that has the columns `url` and `body`, or without to have one made.
#![forbid(unsafe_code)]

use datafusion::arrow::array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::sync::Arc;

const QUERY: &str = "
    SELECT url, html_title(body) AS title, html_select(body, 'a[href]', 'href', url) AS targets
    FROM pages WHERE array_length(html_select(body, '.price')) > 0 ORDER BY url";
const PRICES: &str = "
    SELECT html_select_first(body, '.price') AS price, count(*) AS pages
    FROM pages GROUP BY price ORDER BY price";
/// The page is parsed once for both.
const TOGETHER: &str = "
    SELECT page['title'] AS title, page['text'] AS text
    FROM (SELECT url, html_extract(body, 'title', 'text') AS page FROM pages) ORDER BY url";

#[tokio::main]
async fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = match std::env::args().nth(1) {
        Some(file) => file,
        None => write_pages(&folder.path().join("pages.parquet").to_string_lossy()).await?,
    };
    let context = SessionContext::new();
    limpid_arrow::datafusion::functions().into_iter().for_each(|function| context.register_udf(function));
    context.register_parquet("pages", file, ParquetReadOptions::default()).await?;
    for query in [QUERY, PRICES, TOGETHER] {
        println!("{}", query_table(&context, query).await?);
    }
    Ok(())
}

async fn query_table(context: &SessionContext, query: &str) -> Result<String> {
    Ok(pretty_format_batches(&context.sql(query).await?.collect().await?)?.to_string())
}

/// Writes a few pages to a Parquet file. Returns its path.
async fn write_pages(file: &str) -> Result<String> {
    let urls = StringArray::from(vec!["https://example.org/green/", "https://example.org/black/", "https://example.org/"]);
    let pages = BinaryArray::from(vec![
        Some(&b"<title>Green</title><p class=price>4<p><a href=sencha>Sencha</a> <a href=/>Home</a>"[..]),
        Some(b"<meta charset=windows-1251><title>\xd7\xe0\xe9</title><p class=price>4"),
        None,
    ]);
    let columns = [("url", Arc::new(urls) as ArrayRef), ("body", Arc::new(pages) as ArrayRef)];
    let context = SessionContext::new();
    let batch = RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)))?;
    let mut options = datafusion::config::TableParquetOptions::default();
    options.global.compression = Some("uncompressed".to_owned());
    context.read_batch(batch)?.write_parquet(file, DataFrameWriteOptions::new(), Some(options)).await?;
    Ok(file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tables() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = write_pages(&folder.path().join("pages.parquet").to_string_lossy()).await?;
        let context = SessionContext::new();
        limpid_arrow::datafusion::functions().into_iter().for_each(|function| context.register_udf(function));
        context.register_parquet("pages", file, ParquetReadOptions::default()).await?;
        let table = query_table(&context, QUERY).await?;
        assert!(table.contains("| https://example.org/black/ | Чай   | []"), "{table}");
        assert!(table.contains("[https://example.org/green/sencha, https://example.org/]"), "{table}");
        let table = query_table(&context, PRICES).await?;
        assert!(table.contains("| 4     | 2     |") && table.contains("|       | 1     |"), "{table}");
        let table = query_table(&context, TOGETHER).await?;
        assert!(table.contains("| Чай   | 4 "), "{table}");
        Ok(())
    }
}
