//! The columns of limpid-arrow, beside what the command prints of the same pages: byte for byte.

use crate::common::{folder, run_in, stdout_in};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_schema::DataType;
use limpid_arrow::{Column, Extract, Value};
use limpid_pages::{Random, data, soup};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Pages from a seed, and some with what columns differ in.
fn pages() -> Vec<(String, Vec<u8>)> {
    let written: [&[u8]; 8] = [
        include_bytes!("pages/example.html"),
        b"<base href=https://example.org/a/><a href=b rel='x y'>\xc3\xa9\x7f\xe2\x80\xa8</a><img srcset='c 1x, d 2x' alt=e>",
        b"<meta charset=windows-1251><title>\xcf</title><p>\xcf\x00<a href=http://[/>bad</a>",
        b"<div><template shadowrootmode=open><a href=f>g</a></template><svg><a xlink:href=h>i</a></svg>",
        b"<meta http-equiv=refresh content='0; url=j'><base href=javascript:k><a ping='l m' href='//n'>\x1b[0m</a>",
        b"\xff\xfe<\0p\0>\0",
        b"<table><td>1<td>2<tr><td>3</table><script>o()</script><pre>\n\np</pre><h1>q</h1>",
        b"",
    ];
    let mut pages: Vec<Vec<u8>> = written.iter().map(|page| page.to_vec()).collect();
    let mut random = Random::new(20);
    pages.extend((0..60).map(|_| soup::document(&mut random).concat().into_bytes()));
    let real = data::real_pages().into_iter().map(|page| std::fs::read(page).unwrap());
    // Larger ones take long, and have nothing else in them.
    pages.extend(real.filter(|page| page.len() < 100_000));
    pages.into_iter().enumerate().map(|(number, page)| (format!("{number:03}.html"), page)).collect()
}

/// The JSON of a cell.
fn json(array: &dyn Array, row: usize) -> Json {
    if array.is_null(row) {
        return Json::Null;
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into(),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            (0..items.len()).map(|item| json(&items, item)).collect()
        }
        DataType::Struct(fields) => {
            let members = fields.iter().zip(array.as_struct().columns());
            let object: Map<String, Json> =
                members.map(|(field, member)| (field.name().clone(), json(member, row))).collect();
            object.into()
        }
        other => panic!("{other:?}"),
    }
}

/// The rows of a batch but for `errors`, as NDJSON, with the command's escapes.
fn ndjson(batch: &RecordBatch) -> String {
    let schema = batch.schema();
    let mut lines = String::new();
    for row in 0..batch.num_rows() {
        let members = schema.fields().iter().zip(batch.columns());
        let object: Map<String, Json> =
            members.map(|(field, array)| (field.name().clone(), json(array, row))).collect();
        for character in Json::from(object).to_string().chars() {
            match character {
                '\u{2028}' | '\u{2029}' | '\u{7f}'..='\u{9f}' => {
                    lines.push_str(&format!("\\u{:04x}", u32::from(character)));
                }
                _ => lines.push(character),
            }
        }
        lines.push('\n');
    }
    lines
}

struct Fixture {
    folder: tempfile::TempDir,
    batch: RecordBatch,
}

impl Fixture {
    fn new() -> Fixture {
        let pages = pages();
        let files: Vec<(&str, &[u8])> = pages.iter().map(|(name, page)| (&**name, &**page)).collect();
        let names = files.iter().map(|(name, _)| Some(*name)).collect::<StringArray>();
        let bytes = files.iter().map(|(_, page)| Some(*page)).collect::<BinaryArray>();
        let columns = [("file", Arc::new(names) as ArrayRef), ("html", Arc::new(bytes) as ArrayRef)];
        Fixture { folder: folder(&files), batch: RecordBatch::try_from_iter(columns).unwrap() }
    }

    /// Returns the command's lines about all pages.
    fn command(&self, arguments: &[&str]) -> String {
        let arguments = [arguments, &["--format", "ndjson", "*.html"]].concat();
        stdout_in(self.folder.path(), &arguments)
    }

    /// Returns the lines of columns beside the name of the file. No row may have failed.
    fn columns(&self, columns: &[(&str, Column)]) -> String {
        let mut extract = Extract::new().keep("file");
        for (name, column) in columns {
            extract = extract.column_as(*name, column.clone());
        }
        let mut batch = extract.run(&self.batch).unwrap();
        if !columns.iter().any(|(name, _)| *name == "errors") {
            let errors = batch.remove_column(batch.num_columns() - 1);
            assert!(errors.as_list::<i32>().values().is_empty());
        }
        ndjson(&batch)
    }

    #[track_caller]
    fn assert_same(&self, arguments: &[&str], columns: &[(&str, Column)]) {
        let (command, columns) = (self.command(arguments), self.columns(columns));
        assert_eq!(command.lines().count(), self.batch.num_rows());
        for (command, column) in command.lines().zip(columns.lines()) {
            assert_eq!(command, column, "{arguments:?}");
        }
    }
}

#[test]
fn columns_are_what_the_command_prints() {
    let fixture = Fixture::new();
    fixture.assert_same(&["text"], &[("text", Column::Text)]);
    fixture.assert_same(&["text", "--text-content"], &[("text", Column::TextContent)]);
    fixture.assert_same(&["text", "--markdown"], &[("text", Column::Markdown)]);
    fixture.assert_same(&["html"], &[("html", Column::Html)]);
    fixture.assert_same(&["sanitize"], &[("html", Column::Sanitized)]);
    fixture.assert_same(&["links"], &[("links", Column::DetailedLinks)]);
    let encoding = [
        ("encoding", Column::Encoding),
        ("source", Column::EncodingSource),
        ("confidence", Column::EncodingConfidence),
    ];
    fixture.assert_same(&["encoding"], &encoding);
}

#[test]
fn the_members_of_links_are_those_of_links_in_full() {
    let fixture = Fixture::new();
    let all = fixture.columns(&[("links", Column::DetailedLinks)]);
    let some = fixture.columns(&[("links", Column::Links)]);
    for (all, some) in all.lines().zip(some.lines()) {
        let mut all: Json = serde_json::from_str(all).unwrap();
        for link in all["links"].as_array_mut().unwrap() {
            for name in ["text", "line", "column"] {
                link.as_object_mut().unwrap().shift_remove(name);
            }
        }
        assert_eq!(all, serde_json::from_str::<Json>(some).unwrap());
    }
}

#[test]
fn errors_are_what_the_command_prints() {
    let fixture = Fixture::new();
    let (command, columns) = (fixture.command(&["errors"]), fixture.columns(&[("errors", Column::Errors)]));
    assert!(command.contains("open_element"));
    for (command, column) in command.lines().zip(columns.lines()) {
        let mut column: Json = serde_json::from_str(column).unwrap();
        for error in column["errors"].as_array_mut().unwrap() {
            // The command leaves out what there is none of.
            error.as_object_mut().unwrap().retain(|name, value| name != "open_element" || !value.is_null());
        }
        assert_eq!(serde_json::from_str::<Json>(command).unwrap().to_string(), column.to_string());
    }
}

#[test]
fn trees_and_selected_elements_are_what_the_command_prints() {
    let fixture = Fixture::new();
    let tree = Extract::new().column(Column::Tree).run(&fixture.batch).unwrap();
    let names = fixture.batch["file"].as_string::<i32>();
    for (row, name) in names.iter().enumerate() {
        let outcome = run_in(fixture.folder.path(), &["tree", name.unwrap()]);
        assert_eq!(outcome.stdout, tree["tree"].as_string::<i32>().value(row).as_bytes(), "{name:?}");
    }
    let values = [
        ("text", vec!["--text"], Value::Text),
        ("html", vec![], Value::Html),
        ("attributes", vec!["--attr", "href"], Value::Attribute("href".to_owned())),
    ];
    for (member, arguments, value) in values {
        let command = fixture.command(&[vec!["select", "a, b > *"], arguments].concat());
        let columns = fixture.columns(&[("values", Column::select("a, b > *", value).unwrap())]);
        for (command, column) in command.lines().zip(columns.lines()) {
            let command: Json = serde_json::from_str(command).unwrap();
            let elements = command["elements"].as_array().unwrap().iter();
            let values = elements.map(|element| match &element[member] {
                Json::Object(attributes) => attributes["href"].clone(),
                value => value.clone(),
            });
            let column: Json = serde_json::from_str(column).unwrap();
            assert_eq!(column["values"], values.collect::<Json>());
        }
    }
}
