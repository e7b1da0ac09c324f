//! Events of a page, as the tree is built: tree construction without a tree.
//!
//! For nearly all pages the events are those of a walk through the tree in document order: an element is
//! [entered](Event::Enter), gets its text, its comments and its elements, and is [left](Event::Leave). `<li>` ends the `li` before it, `html`,
//! `head` and `body` are entered whether they have tags or not, and a `<` in a script is text.
//!
//! # The tree
//!
//! The events, applied in order, make the tree of the parse. [`Event`] says how each is applied; a [`Place`] is where it happens. A consumer that
//! wants no more than elements, texts and the elements around them reads [`Enter`](Event::Enter), [`Text`](Event::Text) and
//! [`Leave`](Event::Leave), and no other.
//!
//! The standard also puts nodes elsewhere, and moves nodes that it has put somewhere already:
//!
//! | in the page | events |
//! | --- | --- |
//! | text or elements in a table, outside of its cells (foster parenting) | a place [before](Place::before) the table |
//! | misnested formatting elements: `<b><p></b>` | [`Enter`](Event::Enter) with [`is_copy`](Enter::is_copy), [`Moved`](Event::Moved), [`Wrapped`](Event::Wrapped) |
//! | a second `<html>` or `<body>` tag | [`AttributesAdded`](Event::AttributesAdded) |
//! | `<link>`, `<script>`, … between head and body | a place in the `head` after its [`Leave`](Event::Leave) |
//! | a `<frameset>` after an empty `body` | [`Removed`](Event::Removed) |
//! | the contents of a `<template>` | a place in the `template`, which stands for its contents |
//!
//! Each element that is entered is left once, after all that is in it then. Only the `head` gets content after that.
//!
//! # What is left to a tree
//!
//! Three features need more of the tree than the open elements. For the same tree, parse without them:
//!
//! | feature | here | because | option of the parse |
//! | --- | --- | --- | --- |
//! | declarative shadow roots | a `template` with `shadowrootmode` among its attributes, in the host, which is the parent of its [`Place`] | whether it becomes a shadow root depends on what the host has already, which is gone; its contents and their order are the same | [`allow_declarative_shadow_roots`](limpid_tree_builder::TreeBuilderOptions::allow_declarative_shadow_roots) off, as it is by default |
//! | `selectedcontent` | is not filled | it is a copy of the `option` that is selected when the `select` ends; all options would have to be held until then, and the copy goes to a place that was passed | `option_cloning` off |
//! | `<template for>` | patches nothing | it removes and fills places that were passed | `content_patching` off |
//!
//! # Push and pull
//!
//! An [`EventParser`] calls a handler with each event; so does an [`EventSink`], the `TreeSink` behind it, for other set-ups. An
//! [`EventReader`] is asked for the next event of a text.

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
