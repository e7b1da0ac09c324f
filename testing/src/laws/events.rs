//! Law of events: applying the events in order builds the same tree as parsing, and the event parser only keeps data of open elements.

use super::case::Case;
use limpid::events::{ElementId, Enter, Event, EventHandler, EventParser, EventReader, EventSink, OpenElements, Place};
use limpid::tree_builder::TreeSink;
use limpid::{Limits, LocalName};
use limpid_dom::{DocumentBuilder, NodeHandle, invariants};
use std::collections::HashMap;
use std::fmt::Write;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    // Event parsers have no node limit and no shadow roots.
    case.limits.nodes = Limits::default().nodes;
    case.shadow_roots = Some(false);
    let options = case.options().errors(false).option_cloning(false).content_patching(false);
    let parsed = case.parse_with(&options, &case.text).to_test_dump();

    let stages = || options.stages(EventSink::new(TreeHandler::new(&case)), case.context().as_ref());
    let mut whole = EventParser::from_stages(stages());
    whole.feed(&case.text);
    let whole = whole.finish();
    assert_eq!(whole.dump(), parsed, "{:?}", case.text);

    let mut log = Log::default();
    let mut pieces = EventParser::from_stages(options.stages(EventSink::new(&mut log), case.context().as_ref()));
    case.pieces().into_iter().for_each(|piece| pieces.feed(piece));
    pieces.finish();

    let mut pulled = Log::default();
    let mut reader = EventReader::from_stages(&case.text, |sink| options.stages(sink, case.context().as_ref()));
    while let Some((event, open)) = reader.next_event() {
        pulled.event(event, open);
    }
    assert_eq!(pulled.text, log.text, "{:?}", case.text);
}

/// Applies events to a tree, and checks the events.
struct TreeHandler<'t> {
    tree: DocumentBuilder<'t>,
    /// The elements that later events may refer to.
    elements: HashMap<ElementId, Element>,
    root: NodeHandle,
    /// The maximum number of elements that were open at the same time.
    most_open: usize,
}

struct Element {
    handle: NodeHandle,
    parent: ElementId,
    /// Whether [`Event::Leave`] has arrived for this element.
    is_left: bool,
    is_head: bool,
    is_template: bool,
}

impl<'t> TreeHandler<'t> {
    fn new(case: &'t Case) -> TreeHandler<'t> {
        let mut tree = DocumentBuilder::new(&case.text);
        tree.set_limits(&case.limits);
        tree.set_option_cloning(false);
        let document = tree.document();
        let root = match case.context {
            Some(_) => tree.create_fragment().unwrap_or(document),
            None => document,
        };
        TreeHandler { tree, elements: HashMap::new(), root, most_open: 0 }
    }

    fn dump(self) -> String {
        let open: Vec<_> = self.elements.values().filter(|element| !element.is_left).collect();
        assert!(open.is_empty(), "{} elements have no `Leave` event", open.len());
        let document = self.tree.finish();
        invariants::check(&document).unwrap_or_else(|broken| panic!("{broken}"));
        document.to_test_dump()
    }

    fn element(&self, id: ElementId) -> &Element {
        self.elements.get(&id).unwrap_or_else(|| panic!("{id:?} is not open"))
    }

    fn parent(&mut self, id: ElementId) -> NodeHandle {
        if id == ElementId::ROOT {
            return self.root;
        }
        let &Element { handle, is_template, .. } = self.element(id);
        if is_template { self.tree.template_contents(handle) } else { handle }
    }

    fn insert(&mut self, place: Place, node: NodeHandle) {
        let parent = self.parent(place.parent);
        match place.before {
            None => self.tree.append(parent, node),
            Some(sibling) => {
                let sibling = self.element(sibling).handle;
                self.tree.insert_before(parent, sibling, node);
            }
        }
    }

    fn check_ancestors(&self, place: Place, open: &OpenElements) {
        let ancestors = open.ancestors(place).map(|element| element.id);
        let parent = |&id: &ElementId| (id != ElementId::ROOT).then(|| self.element(id).parent);
        let parents = std::iter::successors(Some(place.parent), parent);
        assert!(ancestors.eq(parents.take_while(|&id| id != ElementId::ROOT)), "ancestors");
    }
}

impl EventHandler for TreeHandler<'_> {
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        match event {
            Event::Enter(Enter { id, place, element, .. }) => {
                self.check_ancestors(place, open);
                let handle = self.tree.create_element(&element);
                self.insert(place, handle);
                let enter = |name| matches!(event, Event::Enter(enter) if enter.is_html(name));
                let added = Element {
                    handle,
                    parent: place.parent,
                    is_left: false,
                    is_head: enter(LocalName::HEAD),
                    is_template: enter(LocalName::TEMPLATE),
                };
                assert!(self.elements.insert(id, added).is_none(), "{id:?} twice");
                let count = self.elements.values().filter(|element| !element.is_left).count();
                self.most_open = self.most_open.max(count);
                // In addition to the open elements, `open` has entries for the root, the head, elements that are created but not
                // yet inserted, and the context of a fragment.
                assert!(open.capacity() <= self.most_open + 16, "{} for {}", open.capacity(), self.most_open);
            }
            Event::Text { place, text } => {
                self.check_ancestors(place, open);
                let parent = self.parent(place.parent);
                match place.before {
                    None => self.tree.append_text(parent, text),
                    Some(sibling) => {
                        let sibling = self.element(sibling).handle;
                        self.tree.insert_text_before(parent, sibling, text);
                    }
                }
            }
            Event::Comment { place, data, span } => {
                self.check_ancestors(place, open);
                let comment = self.tree.create_comment(data, span);
                self.insert(place, comment);
            }
            Event::ProcessingInstruction { place, target, data, span } => {
                let instruction = self.tree.create_processing_instruction(target, data, span);
                self.insert(place, instruction);
            }
            Event::Doctype(doctype) => self.tree.append_doctype(&doctype),
            Event::Leave { id, .. } => {
                let inner = self.elements.values().any(|element| element.parent == id && !element.is_left);
                assert!(!inner, "the `Leave` event of {id:?} precedes those of its children");
                let element = self.elements.get_mut(&id).unwrap_or_else(|| panic!("two `Leave` events for {id:?}"));
                assert!(!element.is_left, "two `Leave` events for {id:?}");
                element.is_left = true;
                // Content of the head can follow its end tag, so later events may refer to the head.
                if !element.is_head {
                    self.elements.remove(&id);
                }
            }
            Event::Moved { id, place } => {
                let handle = self.element(id).handle;
                self.tree.remove(handle);
                self.insert(place, handle);
                self.elements.entry(id).and_modify(|element| element.parent = place.parent);
            }
            Event::Wrapped { id } => {
                let &Element { handle, parent, .. } = self.element(id);
                let parent_handle = self.parent(parent);
                self.tree.remove(handle);
                self.tree.reparent_children(parent_handle, handle);
                self.tree.append(parent_handle, handle);
                for (&other, element) in &mut self.elements {
                    if element.parent == parent && other != id {
                        element.parent = id;
                    }
                }
            }
            Event::Removed { id } => {
                let handle = self.element(id).handle;
                self.tree.remove(handle);
            }
            Event::AttributesAdded { id, attributes } => {
                let handle = self.element(id).handle;
                self.tree.add_missing_attributes(handle, &attributes);
            }
            _ => panic!("unknown event"),
        }
    }
}

/// Writes events as text. Adjacent text events are joined.
#[derive(Default)]
struct Log {
    text: String,
    last_text: Option<Place>,
}

impl EventHandler for &mut Log {
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        (**self).event(event, open);
    }
}

impl EventHandler for Log {
    fn event(&mut self, event: Event<'_>, open: &OpenElements) {
        let place = if let Event::Text { place, .. } = event { Some(place) } else { None };
        if place.is_none() || self.last_text != place {
            let _ = write!(self.text, "\n{} ", open.ancestors(place.unwrap_or(ROOT)).count());
        }
        self.last_text = place;
        let _ = match event {
            Event::Text { text, .. } => write!(self.text, "{}", text.text),
            Event::Enter(enter) => {
                let Enter { id, place, element, is_copy } = enter;
                let _ = write!(self.text, "enter {id:?} {place:?} {} {is_copy} {:?}", element.name_str, element.span);
                let ancestors: Vec<_> = open.ancestors(place).map(|element| element.name_str).collect();
                let _ = write!(self.text, " {ancestors:?}");
                element.attributes.iter().try_for_each(|attribute| {
                    let spans = (attribute.name_span(), attribute.value_span());
                    write!(self.text, " {}={:?} {spans:?}", attribute.name_str(), attribute.value())
                })
            }
            Event::AttributesAdded { id, attributes } => {
                let _ = write!(self.text, "add to {id:?}");
                attributes.iter().try_for_each(|it| write!(self.text, " {}={:?}", it.name_str(), it.value()))
            }
            event => write!(self.text, "{event:?}"),
        };
    }
}

const ROOT: Place = Place { parent: ElementId::ROOT, before: None };
