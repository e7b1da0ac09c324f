use crate::cursor::StateMachine;
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::{ErrorCode, Span};

use super::is_whitespace;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
    pub(crate) fn processing_instruction_open_state(&mut self) -> Step {
        // The piece is the standard's temporary buffer.
        self.start_piece();
        match self.next()? {
            _ if self.registers.no_processing_instructions => {
                self.error(ErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget);
                self.convert_the_temporary_buffer_to_a_comment()
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.reconsume_in(State::ProcessingInstructionTarget)
            }
            None => self.eof_in_processing_instruction(),
            Some(_) => {
                self.error(ErrorCode::InvalidFirstCharacterOfProcessingInstructionTarget);
                self.convert_the_temporary_buffer_to_a_comment()
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state>
    pub(crate) fn processing_instruction_target_state(&mut self) -> Step {
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        match self.next()? {
            Some(byte) if is_whitespace(byte) || matches!(byte, b'?' | b'>') => {
                let target = Span::new(self.current.piece.start, self.offset());
                let text = self.slice(target);
                if text.eq_ignore_ascii_case("xml") || text.eq_ignore_ascii_case("xml-stylesheet") {
                    self.error(ErrorCode::DisallowedProcessingInstructionTarget);
                    return self.convert_the_temporary_buffer_to_a_comment();
                }
                self.flush_text_before_token();
                self.registers.processing_instruction_target = target;
                self.reconsume_in(State::AfterProcessingInstructionTarget)
            }
            None => self.eof_in_processing_instruction(),
            Some(_) => {
                self.error(ErrorCode::InvalidProcessingInstructionTarget);
                self.convert_the_temporary_buffer_to_a_comment()
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state>
    pub(crate) fn after_processing_instruction_target_state(&mut self) -> Step {
        self.skip_whitespace();
        self.next()?;
        self.start_piece();
        self.reconsume_in(State::ProcessingInstructionData)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state>
    pub(crate) fn processing_instruction_data_state(&mut self) -> Step {
        self.skip_to(b'?', b'>');
        match self.next()? {
            Some(b'?') => self.advance_to(State::ProcessingInstructionQuestionable),
            Some(b'>') => self.emit_processing_instruction(0),
            Some(0) => {
                // The standard keeps U+0000 here.
                self.stay()
            }
            None => self.eof_in_processing_instruction(),
            Some(_) => self.newline_in_piece(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state>
    pub(crate) fn processing_instruction_questionable_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => self.emit_processing_instruction(1),
            None => self.eof_in_processing_instruction(),
            Some(_) => self.reconsume_in(State::ProcessingInstructionData),
        }
    }

    /// [Convert the temporary buffer to a
    /// comment](https://html.spec.whatwg.org/multipage/parsing.html#convert-the-temporary-buffer-to-a-comment), whose data
    /// starts with the `?` before the buffer.
    fn convert_the_temporary_buffer_to_a_comment(&mut self) -> Step {
        self.flush_text_before_token();
        let question_mark = self.current.token_start + 1;
        self.start_piece_at(question_mark);
        self.reconsume_in(State::BogusComment)
    }

    /// Handles EOF in a processing instruction. It is dropped: neither the token nor `<?` as text is emitted.
    fn eof_in_processing_instruction(&mut self) -> Step {
        self.error(ErrorCode::EofInProcessingInstruction);
        self.flush_text_before_token();
        self.emit_end_of_file_only()
    }
}
