//! The rules for foreign content (SVG and MathML).

use crate::TreeBuilder;
use crate::element_type::ElementType;
use crate::flow::Flow;
use limpid_markup::{ErrorCode, LocalName, Namespace, TagSet, Text, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// [The rules for parsing tokens in foreign
    /// content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign), which are not an insertion mode.
    pub(crate) fn foreign_content<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::NullCharacter(span) => {
                self.error(ErrorCode::NullInForeignContent);
                self.insert_characters(Text { text: "\u{fffd}", span, verbatim: false });
            }
            Token::Characters(text) => {
                self.insert_characters(text);
                self.update_frameset_ok(text.text);
            }
            Token::Comment { data, span } => return self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                return self.insert_processing_instruction(target, data, span);
            }
            Token::Doctype(_) => return self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) if Self::is_breakout(tag) => return self.break_out(token),
            Token::EndTag(tag) if matches!(tag.name, LocalName::BR | LocalName::P) => return self.break_out(token),
            Token::StartTag(tag) => return self.start_foreign_element(tag),
            Token::EndTag(tag) => return self.end_foreign_element(tag, token),
            // The dispatcher never passes this token.
            Token::EndOfFile(_) => return Flow::Reprocess(token),
        }
        Flow::Done
    }

    /// Processes a tag that is not allowed in foreign content: pops the foreign elements and reprocesses the token.
    fn break_out<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.error(ErrorCode::HtmlBreaksOutOfForeignContent);
        while self.state.open.is_in_foreign_content() {
            self.pop();
        }
        Flow::Reprocess(token)
    }

    /// Any other start tag.
    fn start_foreign_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        let namespace = match self.adjusted_current_node() {
            Some((element_type, _)) => element_type.namespace(),
            None => Namespace::Html,
        };
        let node = self.insert_foreign_element(tag, namespace, false);
        if tag.self_closing {
            self.state.self_closing_acknowledged = true;
            self.pop();
            if namespace == Namespace::Svg && tag.name == LocalName::SCRIPT {
                // "Process the SVG script element", as for its end tag.
                return self.script_ended(node);
            }
        }
        Flow::Done
    }

    /// An SVG [`script` end tag](https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag-inForeign), and any other
    /// end tag.
    fn end_foreign_element<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        let svg_script = ElementType::known(Namespace::Svg, LocalName::SCRIPT);
        if tag.name == LocalName::SCRIPT
            && let Some(script) = self.state.open.current().filter(|entry| entry.element_type == svg_script)
        {
            let script = script.node;
            self.pop();
            return self.script_ended(script);
        }
        let wanted = self.known_element_type(tag);
        let is_wanted = |element_type: ElementType| Some(element_type.in_namespace(Namespace::Html)) == wanted;
        if !self.state.open.current().is_some_and(|entry| is_wanted(entry.element_type)) {
            self.error(ErrorCode::ForeignEndTagMismatch);
        }
        if self.state.open.current_is_root() {
            // The fragment case.
            return Flow::Done;
        }
        let Some(slot) = wanted.and_then(|wanted| self.state.open.nearest_foreign(wanted)) else {
            return Flow::Reprocess(token);
        };
        self.pop_through(slot);
        Flow::Done
    }

    /// Whether a start tag is not allowed in foreign content.
    fn is_breakout(tag: &Tag<'_>) -> bool {
        TagSet::BREAKOUT.contains(tag.name)
            || (tag.name == LocalName::FONT
                && [LocalName::COLOR, LocalName::FACE, LocalName::SIZE]
                    .iter()
                    .any(|&name| tag.attributes.get(name).is_some()))
    }
}
