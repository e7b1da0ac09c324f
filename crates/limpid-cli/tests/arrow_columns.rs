//! The columns of limpid-arrow equal the output of the command for the same pages, byte for byte.

use crate::common::{folder, run_in};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_schema::DataType;
use limpid_arrow::{Column, Extract, Value};
use limpid_pages::{Random, data, soup};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Returns pages that exercise each column, generated pages, and real pages if they are available.
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
    // Larger pages take long and test nothing more.
    pages.extend(real.filter(|page| page.len() < 100_000));
    pages.into_iter().enumerate().map(|(number, page)| (format!("{number:03}.html"), page)).collect()
}

/// Converts a cell to JSON.
fn json(array: &dyn Array, row: usize) -> Json {
    if array.is_null(row) {
        return Json::Null;
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into(),
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

/// Converts the rows of a batch to JSON.
fn rows(batch: &RecordBatch) -> Vec<Json> {
    let schema = batch.schema();
    let row = |row| {
        let members = schema.fields().iter().zip(batch.columns());
        members.map(|(field, array)| (field.name().clone(), json(array, row))).collect::<Map<_, _>>().into()
    };
    (0..batch.num_rows()).map(row).collect()
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

    /// Returns the command's objects about all pages.
    fn command(&self, arguments: &[&str]) -> Vec<Json> {
        let arguments = [arguments, &["--format", "ndjson", "*.html"]].concat();
        // Ignores standard error: `html` warns about pages whose tree no markup produces.
        let outcome = run_in(self.folder.path(), &arguments);
        assert_ne!(outcome.code, Some(2), "{outcome:?}");
        let lines = String::from_utf8(outcome.stdout).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the command's objects grouped by page, like the rows of a column.
    fn lists(&self, arguments: &[&str], name: &str) -> Vec<Json> {
        let mut lists: Vec<(Json, Vec<Json>)> =
            self.batch["file"].as_string::<i32>().iter().map(|file| (file.into(), Vec::new())).collect();
        for mut object in self.command(arguments) {
            let file = object.as_object_mut().unwrap().shift_remove("file").unwrap();
            lists.iter_mut().find(|(known, _)| *known == file).unwrap().1.push(object);
        }
        lists.into_iter().map(|(file, list)| serde_json::json!({ "file": file, name: list })).collect()
    }

    /// Returns the rows of columns, with the file name. Asserts that no row failed.
    fn columns(&self, columns: &[(&str, Column)]) -> Vec<Json> {
        let mut extract = Extract::new().keep("file");
        for (name, column) in columns {
            extract = extract.column_as(*name, column.clone());
        }
        let mut batch = extract.run(&self.batch).unwrap();
        if !columns.iter().any(|(name, _)| *name == "errors") {
            let errors = batch.remove_column(batch.num_columns() - 1);
            assert!(errors.as_list::<i32>().values().is_empty());
        }
        rows(&batch)
    }

    #[track_caller]
    fn assert_same(&self, arguments: &[&str], columns: &[(&str, Column)]) {
        let (mut command, columns) = (self.command(arguments), self.columns(columns));
        for object in &mut command {
            // An additional member of `html`.
            object.as_object_mut().unwrap().shift_remove("changed");
        }
        assert_eq!(command, columns, "{arguments:?}");
    }
}

#[test]
fn text_columns_equal_the_output_of_the_command() {
    let fixture = Fixture::new();
    fixture.assert_same(&["text"], &[("text", Column::Text)]);
    fixture.assert_same(&["text", "--text-content"], &[("text", Column::TextContent)]);
    fixture.assert_same(&["text", "--markdown"], &[("text", Column::Markdown)]);
    fixture.assert_same(&["html"], &[("html", Column::Html)]);
    for (command, column) in
        fixture.command(&["sanitize"]).into_iter().zip(fixture.columns(&[("html", Column::Sanitized)]))
    {
        // The command prints a fragment if the page has no html, head and body tags.
        let (command, column) = (command["html"].as_str().unwrap(), column["html"].as_str().unwrap());
        assert!(command == column || !command.contains("<html") && column.contains("<html"), "{command}, {column}");
    }
    assert_eq!(fixture.lists(&["links"], "links"), fixture.columns(&[("links", Column::DetailedLinks)]));
    let encoding = [
        ("encoding", Column::Encoding),
        ("source", Column::EncodingSource),
        ("confidence", Column::EncodingConfidence),
    ];
    fixture.assert_same(&["encoding"], &encoding);
}

#[test]
fn content_columns_equal_the_output_of_the_command() {
    let fixture = Fixture::new();
    let columns = fixture.columns(&[
        ("text", Column::Content),
        ("markdown", Column::ContentMarkdown),
        ("metadata", Column::Metadata),
    ]);
    for (mut command, mut column) in fixture.command(&["content"]).into_iter().zip(columns) {
        let (command, column) = (command.as_object_mut().unwrap(), column.as_object_mut().unwrap());
        let Some(Json::Object(metadata)) = column.shift_remove("metadata") else { panic!("no metadata") };
        column.extend(metadata);
        command.retain(|name, _| !["sources", "written"].contains(&&**name));
        assert_eq!(command, column);
    }
}

#[test]
fn short_links_are_a_subset_of_detailed_links() {
    let fixture = Fixture::new();
    let all = fixture.columns(&[("links", Column::DetailedLinks)]);
    let some = fixture.columns(&[("links", Column::Links)]);
    for (mut all, some) in all.into_iter().zip(some) {
        for link in all["links"].as_array_mut().unwrap() {
            for name in ["text", "line", "column"] {
                link.as_object_mut().unwrap().shift_remove(name);
            }
        }
        assert_eq!(all, some);
    }
}

#[test]
fn errors_equal_the_output_of_the_command() {
    let fixture = Fixture::new();
    let (command, columns) = (fixture.lists(&["errors"], "errors"), fixture.columns(&[("errors", Column::Errors)]));
    assert!(command.iter().any(|page| page.to_string().contains("open_element")));
    for (command, mut column) in command.into_iter().zip(columns) {
        for error in column["errors"].as_array_mut().unwrap() {
            // The command omits this member instead of printing null.
            error.as_object_mut().unwrap().retain(|name, value| name != "open_element" || !value.is_null());
        }
        assert_eq!(command, column);
    }
}

#[test]
fn trees_and_selected_elements_equal_the_output_of_the_command() {
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
        let command = fixture.lists(&[vec!["select", "a, b > *"], arguments].concat(), "elements");
        let columns = fixture.columns(&[("values", Column::select("a, b > *", value).unwrap())]);
        for (command, column) in command.into_iter().zip(columns) {
            let elements = command["elements"].as_array().unwrap().iter();
            let values = elements.map(|element| match &element[member] {
                Json::Object(attributes) => attributes["href"].clone(),
                value => value.clone(),
            });
            assert_eq!(column["values"], values.collect::<Json>());
        }
    }
}

#[test]
fn tables_equal_the_output_of_the_command() {
    let fixture = Fixture::new();
    let mut command = fixture.lists(&["tables"], "tables");
    for table in command.iter_mut().flat_map(|page| page["tables"].as_array_mut().unwrap()) {
        table.as_object_mut().unwrap().retain(|name, _| matches!(&**name, "caption" | "header" | "rows"));
    }
    assert!(command.iter().any(|page| page["tables"][0]["rows"].is_array()));
    assert_eq!(command, fixture.columns(&[("tables", Column::Tables)]));
}
