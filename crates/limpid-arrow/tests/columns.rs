//! Batches in every Arrow layout, errors of rows, errors of columns.

use arrow_array::builder::{FixedSizeBinaryBuilder, StringDictionaryBuilder, StringRunBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray, LargeStringArray, NullArray,
    RecordBatch, RunArray, StringArray, StringViewArray,
};
use arrow_schema::{DataType, Field, Schema};
use limpid_arrow::{Column, Extract, ExtractError, RecordField, Value};
use std::sync::Arc;

const PAGES: [Option<&str>; 4] = [
    Some("<title>A</title><a href=/x>é</a>"),
    None,
    Some("<title>B</title><p>two words, and more of them than one view holds"),
    Some(""),
];

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true))).unwrap()
}

fn texts(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    batch[name].as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

/// Returns the codes and messages of a row's errors.
fn errors(batch: &RecordBatch, row: usize) -> Vec<(String, String)> {
    let items = batch["errors"].as_list::<i32>().value(row);
    let (codes, messages) = (items.as_struct().column(0).clone(), items.as_struct().column(1).clone());
    let (codes, messages) = (codes.as_string::<i32>(), messages.as_string::<i32>());
    codes.iter().flatten().zip(messages.iter().flatten()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

#[test]
fn every_layout_produces_the_same_columns() {
    let bytes = || PAGES.iter().map(|page| page.map(str::as_bytes));
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    PAGES.iter().for_each(|page| dictionary.append_option(*page));
    let dictionary_array = dictionary.finish_cloned();
    let mut runs = StringRunBuilder::<Int16Type>::new();
    PAGES.iter().for_each(|page| runs.append_option(*page));
    let arrays: Vec<ArrayRef> = vec![
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(bytes().collect::<BinaryViewArray>()),
        Arc::new(PAGES.iter().collect::<StringArray>()),
        Arc::new(PAGES.iter().collect::<LargeStringArray>()),
        Arc::new(PAGES.iter().collect::<StringViewArray>()),
        Arc::new(dictionary.finish()),
        Arc::new(runs.finish()),
        Arc::new(RunArray::try_new(&Int64Array::from(vec![1, 2, 3, 4]), &dictionary_array).unwrap()),
    ];
    let extract = Extract::new().column(Column::Title).column(Column::Text).column(Column::Links);
    let expected = extract.run(&batch(vec![("html", arrays[0].clone())])).unwrap();
    assert_eq!(texts(&expected, "title"), [Some("A".to_owned()), None, Some("B".to_owned()), None]);
    assert_eq!(texts(&expected, "text")[0].as_deref(), Some("é"));
    for array in arrays {
        // Slices have offsets.
        let whole = batch(vec![("html", array)]);
        assert_eq!(extract.run(&whole).unwrap(), expected, "{:?}", whole["html"].data_type());
        assert_eq!(extract.run(&whole.slice(1, 2)).unwrap(), expected.slice(1, 2));
    }
}

#[test]
fn fixed_size_binary_nulls_and_empty_arrays() {
    let mut fixed = FixedSizeBinaryBuilder::new(3);
    fixed.append_value(b"<p>").unwrap();
    fixed.append_null();
    let extract = Extract::new().column(Column::Text);
    let result = extract.run(&batch(vec![("html", Arc::new(fixed.finish()))])).unwrap();
    assert_eq!(texts(&result, "text"), [Some(String::new()), None]);
    let result = extract.run(&batch(vec![("html", Arc::new(NullArray::new(2)))])).unwrap();
    assert_eq!((result.num_rows(), result["text"].null_count(), result["errors"].null_count()), (2, 2, 2));
    let mut nulls = StringDictionaryBuilder::<Int8Type>::new();
    nulls.append_nulls(2);
    let result = extract.run(&batch(vec![("html", Arc::new(nulls.finish()))])).unwrap();
    assert_eq!(result["text"].null_count(), 2);
    let empty = batch(vec![("html", Arc::new(StringArray::from(Vec::<&str>::new())))]);
    assert_eq!(extract.run(&empty).unwrap().num_rows(), 0);
}

#[test]
fn rows_of_missing_pages_are_null_structs() {
    let result = Extract::new()
        .column(Column::Metadata)
        .run(&batch(vec![("html", Arc::new(StringArray::from(PAGES.to_vec())))]))
        .unwrap();
    let metadata = result["metadata"].as_struct();
    assert_eq!((metadata.null_count(), metadata.is_null(1)), (1, true));
    let titles = metadata.column_by_name("title").unwrap().as_string::<i32>();
    assert_eq!(titles.iter().collect::<Vec<_>>(), [Some("A"), None, Some("B"), None]);
}

#[test]
fn runs_are_expanded() {
    let mut runs = StringRunBuilder::<Int16Type>::new();
    for page in [Some("<p>a"), Some("<p>a"), Some("<p>a"), None, None, Some("<p>b")] {
        runs.append_option(page);
    }
    let whole = batch(vec![("html", Arc::new(runs.finish()) as ArrayRef)]);
    let result = Extract::new().column(Column::Text).run(&whole.slice(1, 5)).unwrap();
    let expected = [Some("a"), Some("a"), None, None, Some("b")].map(|text| text.map(str::to_owned));
    assert_eq!(texts(&result, "text"), expected);
}

#[test]
fn schema_matches_the_result() {
    let schema = Schema::new(vec![
        Field::new("id", DataType::Int64, false).with_metadata([("a".to_owned(), "b".to_owned())].into()),
        Field::new("html", DataType::Utf8View, true),
        Field::new("url", DataType::Utf8, true),
    ]);
    let columns: [ArrayRef; 3] = [
        Arc::new(Int64Array::from(vec![7])),
        Arc::new(StringViewArray::from(vec!["<a href=b>c</a>"])),
        Arc::new(StringArray::from(vec!["https://example.org/a/"])),
    ];
    let input = RecordBatch::try_new(Arc::new(schema.clone()), columns.to_vec()).unwrap();
    let mut extract = Extract::new().url("url").keep_others();
    for name in Column::NAMES.into_iter().filter(|name| *name != "detailed_links") {
        extract = extract.column(name.parse().unwrap());
    }
    let extract = extract.column_as("in_full", Column::DetailedLinks).first("c", "a", Value::Html).unwrap();
    let result = extract.run(&input).unwrap();
    assert_eq!(result.schema(), extract.schema(&schema).unwrap());
    assert_eq!(result["id"].as_primitive::<Int64Type>().value(0), 7);
    assert_eq!(result.schema().field(0), schema.field(0));
    let links = result["in_full"].as_list::<i32>().value(0);
    assert_eq!(links.as_struct().column(3).as_string::<i32>().value(0), "https://example.org/a/b");
    assert_eq!(links.as_struct().column(5).as_string::<i32>().value(0), "c");
    assert_eq!(links.as_struct().column(6).as_primitive::<Int64Type>().value(0), 1);
    assert_eq!(texts(&result, "c")[0].as_deref(), Some("<a href=\"b\">c</a>"));
}

#[test]
fn wrong_columns_are_errors() {
    let input = batch(vec![
        ("html", Arc::new(StringArray::from(vec![""]))),
        ("id", Arc::new(Int64Array::from(vec![1]))),
        ("text", Arc::new(StringArray::from(vec![""]))),
    ]);
    let error = |extract: Extract| extract.run(&input).unwrap_err();
    let message = error(Extract::new().input("body")).to_string();
    assert_eq!(message, "the batch has no column \"body\"; its columns are \"html\", \"id\", \"text\"");
    let message = error(Extract::new().url("id")).to_string();
    assert_eq!(message, "the column \"id\" has the type Int64; it has to contain bytes or text");
    let twice = error(Extract::new().keep_others().column(Column::Text));
    assert_eq!(twice, ExtractError::DuplicateName("text".to_owned()));
    assert!(matches!("link".parse::<Column>(), Err(ExtractError::UnknownColumn(_))));
    let pages = Arc::new(StringArray::from(vec!["", ""])) as ArrayRef;
    assert_eq!(Extract::new().run_arrays(&pages, Some(&input["text"].clone()), None), Err(ExtractError::WrongLength));
}

#[test]
fn encodings_come_from_columns_and_pages() {
    let input = batch(vec![
        ("html", Arc::new(BinaryArray::from(vec![&b"<p>\xcf"[..], b"<p>\xcf", b"<p>\xcf", "<p>П".as_bytes()]))),
        ("charset", Arc::new(StringArray::from(vec![Some("windows-1251"), None, Some("none such"), None]))),
    ]);
    let extract = Extract::new().charset("charset").column(Column::Text).column(Column::Encoding);
    let result = extract.run(&input).unwrap();
    assert_eq!(texts(&result, "text").into_iter().flatten().collect::<Vec<_>>(), ["П", "Ï", "Ï", "П"]);
    let encodings = texts(&result, "encoding").into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(encodings, ["windows-1251", "windows-1252", "windows-1252", "UTF-8"]);
}

#[test]
fn responses_that_cannot_be_read_are_errors_of_their_rows() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n";
    let responses: Vec<Vec<u8>> = vec![
        [head.as_bytes(), b"\r\n<p>\xcf"].concat(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        [head.as_bytes(), b"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff"].concat(),
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG".to_vec(),
        [head.as_bytes(), b"Transfer-Encoding: chunked\r\n\r\n4\r\n<p>\xcf\r\n9\r\n<b>"].concat(),
    ];
    let extract = Extract::new().http(true).column(Column::Text);
    let pages = responses.iter().map(|response| Some(&response[..])).collect::<BinaryArray>();
    let result = extract.run(&batch(vec![("html", Arc::new(pages))])).unwrap();
    assert_eq!(texts(&result, "text"), [Some("П".to_owned()), None, None, None, Some("П".to_owned())]);
    let codes: Vec<Vec<String>> =
        (0..5).map(|row| errors(&result, row).into_iter().map(|(code, _)| code).collect()).collect();
    assert_eq!(codes, [vec![], vec!["no-response"], vec!["damaged-body"], vec!["not-html"], vec!["truncated"]]);
    // The charset of the response does not apply to text, which was decoded before.
    let text = std::str::from_utf8(&responses[0][..responses[0].len() - 1]).unwrap().to_owned() + "П";
    let result = extract.run(&batch(vec![("html", Arc::new(StringArray::from(vec![text])))])).unwrap();
    assert_eq!(texts(&result, "text"), [Some("П".to_owned())]);
}

#[test]
fn without_a_known_label_the_charset_of_the_response_counts() {
    let response = &b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=windows-1251\r\n\r\n<p>\xcf"[..];
    let labels = [None, Some(""), Some(" "), Some("nonsense"), Some("koi8-r")];
    let pages = labels.iter().map(|_| Some(response)).collect::<BinaryArray>();
    let columns = batch(vec![("html", Arc::new(pages)), ("label", Arc::new(StringArray::from(labels.to_vec())))]);
    let result = Extract::new().http(true).charset("label").column(Column::Text).run(&columns).unwrap();
    let from_response = Some("П".to_owned());
    let expected =
        [from_response.clone(), from_response.clone(), from_response.clone(), from_response, Some("о".into())];
    assert_eq!(texts(&result, "text"), expected);
    let codes = (0..5).map(|row| errors(&result, row).into_iter().map(|(code, _)| code).collect::<Vec<_>>());
    assert_eq!(codes.collect::<Vec<_>>(), [vec![], vec![], vec![], vec!["unknown-encoding"], vec![]]);
}

#[test]
fn values_over_the_limit_are_null() {
    let large = format!("<title>Large</title><p>{}", "x".repeat(2000));
    // The text is in the value of each of the 400 elements.
    let deep = format!("<title>Deep</title>{}{}", "<div>".repeat(400), "x".repeat(600));
    let input = batch(vec![("html", Arc::new(StringArray::from(vec![&*large, &deep, "<p>Small"])))]);
    let extract =
        Extract::new().column(Column::Title).select("divs", "div", Value::TextContent).unwrap().limit(deep.len());
    let result = extract.run(&input).unwrap();
    assert_eq!(texts(&result, "title"), [Some("Large"), Some("Deep"), None].map(|text| text.map(str::to_owned)));
    assert_eq!((0..3).map(|row| result["divs"].is_null(row)).collect::<Vec<_>>(), [false, true, false]);
    let (code, message) = errors(&result, 1).remove(0);
    assert_eq!(code, "value-too-large");
    assert!(message.contains("\"divs\""), "{message}");
    let result = extract.limit(1000).run(&input).unwrap();
    assert_eq!(texts(&result, "title"), vec![None; 3]);
    assert_eq!(errors(&result, 0)[0].0, "too-large");
    assert!(errors(&result, 2).is_empty());
}

#[test]
fn text_over_the_limit_does_not_leak_into_the_next_row() {
    // As UTF-8, the page is almost twice as long.
    let (large, small) = ([b"<p>".as_slice(), &[0xe9; 600]].concat(), b"<p>Small".to_vec());
    let input = batch(vec![("html", Arc::new(BinaryArray::from(vec![&*small, &large, &small])))]);
    let extract = Extract::new().column(Column::TextContent).first("p", "p", Value::TextContent).unwrap().limit(700);
    let result = extract.run(&input).unwrap();
    for name in ["text_content", "p"] {
        assert_eq!(texts(&result, name), [Some("Small"), None, Some("Small")].map(|text| text.map(str::to_owned)));
    }
    let codes: Vec<String> = errors(&result, 1).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["value-too-large"; 2]);
}

#[test]
fn rows_and_run_arrays_produce_the_same_columns() {
    let extract = Extract::new().column(Column::Title).select("links", "a", Value::Url("href".to_owned())).unwrap();
    let page = b"<title>\xf2</title><a href=tea>";
    let mut rows = extract.rows(page.len());
    rows.append(page, Some("https://a.example/"), Some("koi8-r"));
    rows.append_null();
    rows.append_missing("gone", "there is no such page");
    let columns = rows.finish();
    let text = |text| Arc::new(StringArray::from(vec![Some(text), None])) as ArrayRef;
    let pages = Arc::new(BinaryArray::from(vec![Some(&page[..]), None])) as ArrayRef;
    let whole = extract.run_arrays(&pages, Some(&text("https://a.example/")), Some(&text("koi8-r"))).unwrap();
    for (own, whole) in columns.iter().zip(&whole) {
        assert_eq!(own.slice(0, 2).to_data(), whole.to_data());
    }
    assert!(columns[0].is_null(2) && columns[1].is_null(2));
    let reasons = columns[2].as_list::<i32>().value(2);
    assert_eq!(reasons.as_struct().column_by_name("code").unwrap().as_string::<i32>().value(0), "gone");
    // Without other columns, errors are still reported.
    let nothing = Extract::new();
    let mut rows = nothing.rows(0);
    rows.append(page, None, None);
    rows.append_missing("gone", "there is no such page");
    let lengths: Vec<i32> = rows.finish()[0].as_list::<i32>().offsets().lengths().map(|length| length as i32).collect();
    assert_eq!(lengths, [0, 1]);
}

#[test]
fn long_base_with_many_links_uses_bounded_memory() {
    let page = format!("<base href='https://a/{}/'>{}", "b".repeat(2_000), "<a href=c></a>".repeat(100_000));
    let input = batch(vec![("html", Arc::new(StringArray::from(vec![page])))]);
    let result = Extract::new().column(Column::Links).run(&input).unwrap();
    assert!(result["links"].is_null(0));
    assert_eq!(errors(&result, 0)[0].0, "value-too-large");
    assert!(result.get_array_memory_size() < 100 << 20);
}

#[test]
fn parse_errors_are_a_column() {
    let input = batch(vec![("html", Arc::new(StringArray::from(vec!["<div>\n</p>", "<!DOCTYPE html>"])))]);
    let result = Extract::new().column(Column::Errors).column(Column::Text).run(&input).unwrap();
    assert_eq!(result.num_columns(), 2);
    let codes: Vec<String> = errors(&result, 0).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes[0], "missing-doctype");
    assert!(codes.len() > 1 && errors(&result, 1).is_empty());
}

#[test]
fn values_of_selectors() {
    let page = "<base href=https://a.example/b/><p>one <b>two</b><script>x()</script><a href=c title=d>e</a><a>f</a>";
    let input = batch(vec![("html", Arc::new(StringArray::from(vec![page])))]);
    let attribute = |name: &str| Value::Attribute(name.to_owned());
    let list = |css: &str, value: Value| {
        let result = Extract::new().select("a", css, value).unwrap().run(&input).unwrap();
        let items = result["a"].as_list::<i32>().value(0);
        items.as_string::<i32>().iter().flatten().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(list("a", Value::Text), ["e", "f"]);
    assert_eq!(list("a", attribute("href")), ["c"]);
    assert_eq!(list("a", Value::Url("href".to_owned())), ["https://a.example/b/c"]);
    assert_eq!(list("a", Value::Url("title".to_owned())), ["https://a.example/b/d"]);
    assert_eq!(list("a[title]", Value::Html), ["<a href=\"c\" title=\"d\">e</a>"]);
    assert_eq!(list("p", Value::Text), ["one twoef"]);
    assert_eq!(list("p", Value::TextContent), ["one twox()ef"]);
    let first = Extract::new().first("a", "a", attribute("title")).unwrap().first("b", "i", Value::Text).unwrap();
    let result = first.run(&input).unwrap();
    assert_eq!((texts(&result, "a"), texts(&result, "b")), (vec![Some("d".to_owned())], vec![None]));
}

#[test]
fn strings_of_xpath() {
    let page = "<title>t</title><a href=b>c</a><a href=d>e</a>";
    let input = batch(vec![("html", Arc::new(StringArray::from(vec![page])))]);
    let extract = Extract::new()
        .column(Column::xpath("//a/@href").unwrap())
        .column_as("count", Column::xpath("count(//a)").unwrap())
        .column_as("fails", Column::xpath("//a[. = $missing]").unwrap());
    let result = extract.run(&input).unwrap();
    let items = |name: &str| {
        let items = result[name].as_list::<i32>().value(0);
        items.as_string::<i32>().iter().flatten().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((items("//a/@href"), items("count")), (vec!["b".to_owned(), "d".to_owned()], vec!["2".to_owned()]));
    assert!(result["fails"].is_null(0));
    assert_eq!(errors(&result, 0)[0].0, "unknown-variable");
}

/// Returns the number of items and the number of bytes of text in a column, including data below nulls.
fn size(array: &dyn Array) -> (usize, usize) {
    match array.data_type() {
        DataType::List(_) => {
            let items = array.as_list::<i32>().values();
            (items.len(), size(items).1)
        }
        DataType::Struct(_) => {
            let members = array.as_struct().columns();
            (array.len(), members.iter().map(|member| size(member).1).sum())
        }
        DataType::Utf8 => (array.len(), array.as_string::<i32>().value_data().len()),
        _ => (array.len(), 0),
    }
}

#[test]
fn cell_over_the_limit_leaves_no_data() {
    let small = b"<base href=http://a/><div>Small</div><a href=b>3</a>".to_vec();
    // Values get large: the text is in the value of each `div` and doubles as UTF-8, and each URL contains the long base.
    let large = [
        b"<base href=http://a/".to_vec(),
        vec![b'b'; 2_000],
        b">".to_vec(),
        b"<div>".repeat(400),
        vec![0xe9; 60_000],
        b"<a href=c>1</a>".repeat(4_000),
    ]
    .concat();
    let extract = Extract::new()
        .column(Column::TextContent)
        .column(Column::Text)
        .column(Column::Html)
        .column(Column::Links)
        .column_as("detailed", Column::DetailedLinks)
        .select("texts", "div", Value::TextContent)
        .unwrap()
        .select("markup", "div", Value::Html)
        .unwrap()
        .select("urls", "a", Value::Url("href".to_owned()))
        .unwrap()
        .first("first", "div", Value::TextContent)
        .unwrap()
        .column_as("xpath", Column::xpath("//div").unwrap())
        .column_as("all", Column::Errors)
        .limit(large.len());
    let pages = |rows: &[&Vec<u8>]| {
        let rows: Vec<Option<&[u8]>> = rows.iter().map(|row| Some(&***row)).collect();
        batch(vec![("html", Arc::new(BinaryArray::from(rows)))])
    };
    let result = extract.run(&pages(&[&small, &large, &large, &small, &large])).unwrap();
    let small = extract.run(&pages(&[&small, &small])).unwrap();
    let mut refused = 0;
    for (index, column) in result.columns().iter().enumerate() {
        if column.is_null(1) {
            let nulls: Vec<bool> = (0..5).map(|row| column.is_null(row)).collect();
            assert_eq!(nulls, [false, true, true, false, true]);
            let (items, bytes) = size(small.column(index));
            let rows = if matches!(column.data_type(), DataType::List(_)) { 0 } else { 3 };
            assert_eq!(size(column), (items + rows, bytes), "{index}");
            // Columns of text reserve capacity for the whole batch.
            assert!(column.get_array_memory_size() < 4 * large.len(), "{index}");
            refused += 1;
        }
    }
    assert!(refused >= 6, "{refused}");
}

#[test]
fn encodings_are_detected_as_by_the_parser() {
    let ascii = "<p>Tea</p>".repeat(200);
    let utf_8 = "Zażółć gęślą jaźń. ".repeat(100);
    let mut pages: Vec<Vec<u8>> = Vec::new();
    for start in ["", &*ascii] {
        for text in [
            utf_8.as_bytes(),
            b"caf\xc3\xa9",
            b"caf\xe9",
            b"caf\xc3",
            b"\xc3\xa9\xff",
            b"\xff \xc3\xa9\xc3\xa9\xc3\xa9",
        ] {
            let page = [start.as_bytes(), b"<p>", text].concat();
            // Crawlers truncate pages, also within a character.
            pages.extend((0..4).map(|cut| page[..page.len() - cut].to_vec()));
        }
    }
    let array: ArrayRef = Arc::new(pages.iter().map(|page| Some(&page[..])).collect::<BinaryArray>());
    let result = Extract::new().column(Column::Text).run(&batch(vec![("html", array)])).unwrap();
    for (page, text) in pages.iter().zip(texts(&result, "text")) {
        let document = limpid::parse_bytes(&**page);
        assert_eq!(text.as_deref(), Some(&*document.body().unwrap().inner_text()), "{}", page.escape_ascii());
        let mut parser = limpid::Parser::default();
        page.chunks(100).for_each(|piece| _ = parser.feed_bytes(piece));
        assert_eq!(parser.finish().to_test_dump(), document.to_test_dump(), "{}", page.escape_ascii());
    }
}

#[test]
fn tables_are_structs_of_lists() {
    let page = "<table><caption>Teas</caption><tr><th>Name<th>Price<tr><td rowspan=2>Sencha<td>4<tr><td>7</table>
        <table role=none><tr><td>Menu</table><table></table><table><tr><td>a</table>";
    let pages = batch(vec![("html", Arc::new(StringArray::from(vec![Some(page), Some("<p>"), None])) as ArrayRef)]);
    let result = Extract::new().column(Column::Tables).run(&pages).unwrap();
    let tables = result["tables"].as_list::<i32>();
    assert_eq!((tables.value_length(0), tables.value_length(1), tables.is_null(2)), (2, 0, true));
    let (first, texts) = (tables.value(0), |array: &ArrayRef| -> Vec<String> {
        array.as_string::<i32>().iter().map(|text| text.unwrap().to_owned()).collect()
    });
    let (captions, headers) = (first.as_struct().column(0), first.as_struct().column(1).as_list::<i32>());
    assert_eq!((captions.as_string::<i32>().value(0), captions.is_null(1)), ("Teas", true));
    assert_eq!((texts(&headers.value(0)), headers.value_length(1)), (vec!["Name".to_owned(), "Price".to_owned()], 0));
    let rows = first.as_struct().column(2).as_list::<i32>();
    let rows_of = |table: usize| -> Vec<Vec<String>> {
        let rows = rows.value(table);
        (0..rows.len()).map(|row| texts(&rows.as_list::<i32>().value(row))).collect()
    };
    assert_eq!(
        (rows_of(0), rows_of(1)),
        (vec![vec!["Sencha".into(), "4".into()], vec![String::new(), "7".into()]], vec![vec!["a".into()]])
    );
    // A row whose tables exceed the limit leaves no data.
    let long = format!("<table><tr><td>{}<td>b<tr><td>c", "x".repeat(1_000));
    let pages = [&long[..], page, &long].map(str::as_bytes).to_vec();
    let pages = batch(vec![("html", Arc::new(BinaryArray::from(pages)) as ArrayRef)]);
    let limited = Extract::new().column(Column::Tables).limit(1_100).run(&pages).unwrap();
    assert_eq!(errors(&limited, 0), []);
    let limited = Extract::new().column(Column::Tables).limit(1_030).run(&pages).unwrap();
    assert_eq!(errors(&limited, 0)[0].0, "value-too-large");
    assert_eq!(limited["tables"].as_list::<i32>().value(1).to_data(), first.to_data());
}

#[test]
fn records_contain_the_values_inside_each_element() {
    let page = "<base href=/b/><li id=1><h2>A</h2><a>x</a><a href=y>y</a><li id=2><i>4</i><ul><li id=3><h2>C</h2></ul>";
    let fields = [
        RecordField::new("id", ":scope", Value::Attribute("id".to_owned())).unwrap(),
        RecordField::new("name", ":scope > h2", Value::Text).unwrap(),
        RecordField::new("any", "h2", Value::TextContent).unwrap(),
        RecordField::new("link", "a", Value::Url("href".to_owned())).unwrap(),
        RecordField::new("price", "i", Value::Html).unwrap(),
    ];
    let column = Column::records("li", fields).unwrap();
    assert_eq!(column.name(), "li");
    let urls = Arc::new(StringArray::from(vec![Some("https://a.example/"), None, None])) as ArrayRef;
    let pages = Arc::new(StringArray::from(vec![Some(page), None, Some("<p>none")])) as ArrayRef;
    let extract = Extract::new().url("url").column(column.clone());
    let columns = extract.run_arrays(&pages, Some(&urls), None).unwrap();
    assert_eq!(*columns[0].data_type(), column.data_type());
    let lists = columns[0].as_list::<i32>();
    assert_eq!((lists.is_null(1), lists.value(2).len()), (true, 0));
    let records = lists.value(0);
    let members: Vec<Vec<Option<&str>>> =
        (0..5).map(|index| records.as_struct().column(index).as_string::<i32>().iter().collect()).collect();
    let expected = [
        [Some("1"), Some("2"), Some("3")],
        [Some("A"), None, Some("C")],
        [Some("A"), Some("C"), Some("C")],
        [Some("https://a.example/b/y"), None, None],
        [None, Some("<i>4</i>"), None],
    ];
    assert_eq!(members, expected);
    assert!(Column::records("li[", []).is_err() && RecordField::new("a", "b[", Value::Text).is_err());
}

#[test]
fn url_values_of_any_attribute_are_resolved() {
    let page =
        "<meta content=tea><img data-src='a b' srcset='a 1x' ping=p><img data-src='https://['><img><img data-src=c>";
    let from = Arc::new(StringArray::from(vec![Some("https://a.example/x/"), None])) as ArrayRef;
    let pages = Arc::new(StringArray::from(vec![page, page])) as ArrayRef;
    let url = |name: &str| Value::url(name).unwrap();
    let extract = Extract::new()
        .url("url")
        .select("all", "img", url("data-src"))
        .unwrap()
        .first("invalid", "[data-src*='[']", url("data-src"))
        .unwrap()
        .first("content", "meta", url("content"))
        .unwrap()
        .select("list", "img", Value::Url("srcset".to_owned()))
        .unwrap();
    let columns = extract.run_arrays(&pages, Some(&from), None).unwrap();
    let list = |index: usize, row: usize| -> Vec<Option<String>> {
        let items = columns[index].as_list::<i32>().value(row);
        items.as_string::<i32>().iter().map(|item| item.map(str::to_owned)).collect()
    };
    let known = |url: &str| Some(url.to_owned());
    assert_eq!(list(0, 0), [known("https://a.example/x/a%20b"), None, known("https://a.example/x/c")]);
    assert_eq!(list(0, 1), [None, None, None]);
    assert!(columns[1].is_null(0) && columns[2].is_null(1));
    assert_eq!(columns[2].as_string::<i32>().value(0), "https://a.example/x/tea");
    assert_eq!(list(3, 0), [None]);
    for name in ["srcset", "SRCSET", "imagesrcset", "ping", "archive", "attributionsrc"] {
        let error = Value::url(name).unwrap_err();
        assert_eq!(error, ExtractError::UrlList(name.to_owned()));
        assert!(error.to_string().contains("list of URLs"));
    }
}

#[test]
fn scope_of_a_field_is_the_record() {
    let page = "<li id=1>a<h2>b</h2><ul><li id=2>c</ul>";
    let scopes =
        [":scope", "li:scope", ":is(:scope)", "h2, :scope", "ul > :scope", ":scope > h2", "h2:not(:scope)", "li"];
    let fields = scopes.map(|css| RecordField::new(css, css, Value::TextContent).unwrap());
    let pages = Arc::new(StringArray::from(vec![page])) as ArrayRef;
    let extract = Extract::new().column(Column::records("li", fields).unwrap());
    let columns = extract.run_arrays(&pages, None, None).unwrap();
    let records = columns[0].as_list::<i32>().value(0);
    let members: Vec<Vec<Option<&str>>> =
        (0..8).map(|index| records.as_struct().column(index).as_string::<i32>().iter().collect()).collect();
    let itself = [Some("abc"), Some("c")];
    let expected =
        [itself, itself, itself, itself, [None, Some("c")], [Some("b"), None], [Some("b"), None], [Some("c"), None]];
    assert_eq!(members, expected);
}
