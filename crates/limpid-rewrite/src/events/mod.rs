//! Reports the steps of tree construction as events, without building a tree.
//!
//! For nearly all pages, the events are in the order of a depth-first traversal of the tree: the [`Enter`](Event::Enter) event of an element,
//! then the events of its text, comments and child elements, and then its [`Leave`](Event::Leave) event. The rules of the standard apply:
//! `<li>` ends an open `li`, `html`, `head` and `body` have events even if they have no tags, and a `<` in a script is text.
//!
//! # The tree
//!
//! Applying all events in order builds the same tree as a parse. [`Event`] says how to apply each one, and a [`Place`] says where. If you
//! need only elements, their text and their ancestors, handle [`Enter`](Event::Enter), [`Text`](Event::Text) and [`Leave`](Event::Leave),
//! and ignore the other events.
//!
//! The standard sometimes inserts nodes elsewhere, or moves nodes that are already in the tree:
//!
//! | in the page | events |
//! | --- | --- |
//! | text or elements in a table, outside of its cells (foster parenting) | a place [before](Place::before) the table |
//! | misnested formatting elements: `<b><p></b>` | [`Enter`](Event::Enter) with [`is_copy`](Enter::is_copy), [`Moved`](Event::Moved), [`Wrapped`](Event::Wrapped) |
//! | a second `<html>` or `<body>` tag | [`AttributesAdded`](Event::AttributesAdded) |
//! | `<link>`, `<script>`, … between head and body | a place in the `head` after its [`Leave`](Event::Leave) |
//! | a `<frameset>` after an empty `body` | [`Removed`](Event::Removed) |
//! | the contents of a `<template>` | a place whose parent is the `template` |
//!
//! Each `Enter` event has exactly one `Leave` event, after the `Leave` events of all open descendants. Only the `head` can get content after
//! its `Leave` event.
//!
//! # Limits
//!
//! Three features of the parser need nodes that are not open any more, so the events do not support them. To get the same tree from a parse,
//! disable these features in the parse options:
//!
//! | feature | in the events | reason | parse option |
//! | --- | --- | --- | --- |
//! | declarative shadow roots | a `template` with a `shadowrootmode` attribute; its host is the parent of its [`Place`] | whether it becomes a shadow root depends on earlier children of the host, which are not stored; the contents and their order are the same | [`allow_declarative_shadow_roots`](limpid_tree_builder::TreeBuilderOptions::allow_declarative_shadow_roots) off (the default) |
//! | `selectedcontent` | it stays empty | it copies the `option` that is selected when the `select` ends, so all options would have to be stored, and the copy would be inserted into an earlier part of the tree | `option_cloning` off |
//! | `<template for>` | existing content is not changed | it removes and inserts nodes in earlier parts of the tree | `content_patching` off |
//!
//! # Push and pull
//!
//! An [`EventParser`] calls a handler for each event. It is built on [`EventSink`], a `TreeSink` that you can also combine with your own
//! tokenizer and tree builder. An [`EventReader`] returns the events of a text one by one.

mod event;
mod open_elements;
mod parser;
mod reader;
mod sink;

pub use event::{ElementId, Enter, Event, Place};
pub use open_elements::{OpenElement, OpenElements};
pub use parser::EventParser;
pub use reader::EventReader;
pub use sink::{EventHandler, EventSink};
