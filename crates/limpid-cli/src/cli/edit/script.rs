//! Selectors and their operations, read from the command line or from a script.

use super::operation::{OPERATIONS, Operation};
use crate::arguments::{read_text, text};
use crate::cli::matches::selector;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use limpid::Selector;
use shlex::Shlex;

/// A selector, and the operations on the elements that match it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) selector: Selector,
    pub(super) operations: Vec<Operation>,
}

/// The option that starts a group.
const SELECT: &str = "select";

/// Selectors and operations, in the order of the command line or the script.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    steps: Vec<Step>,
    script: Option<Script>,
}

/// A selector or an operation: the name of the option, and its value.
#[derive(Clone, Debug)]
struct Step {
    name: &'static str,
    value: String,
    /// The position on the command line, or the number of the word in the script.
    index: usize,
}

#[derive(Clone, Debug)]
struct Script {
    file: String,
    text: String,
}

impl Script {
    /// Returns a message about a word, with the line on which the word ends.
    fn message(&self, index: usize, message: &str) -> String {
        let line = self.line(|start| Shlex::new(start).count() > index);
        format!("{:?}:{line}: {message}", self.file)
    }

    /// Returns the number of the first line for which `has` returns true. `has` receives the script from the start to the end of the line.
    fn line(&self, has: impl Fn(&str) -> bool) -> usize {
        let ends: Vec<usize> = self.text.match_indices('\n').map(|(at, _)| at + 1).collect();
        ends.partition_point(|&end| !has(&self.text[..end])) + 1
    }
}

impl clap::Args for Steps {
    fn augment_args(command: Command) -> Command {
        let help = "Select other elements for the operations that follow";
        let select = [(SELECT, Some("CSS"), help)];
        let string = || text(|value: &str| Ok::<String, String>(value.to_owned()));
        let arguments = select.into_iter().chain(OPERATIONS).map(|(name, value, help)| {
            let argument = Arg::new(name).long(name).help(StyledStr::from(help)).help_heading("Operations");
            let argument = argument.action(ArgAction::Append).value_parser(string());
            match value {
                Some(value) => argument.value_name(value).allow_hyphen_values(true),
                None => argument.num_args(0).default_missing_value(""),
            }
        });
        command.args(arguments)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Steps::augment_args(command)
    }
}

impl FromArgMatches for Steps {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Steps, clap::Error> {
        let names = [SELECT].into_iter().chain(OPERATIONS.map(|(name, ..)| name));
        let mut options: Vec<(usize, &'static str, String)> = Vec::new();
        for name in names {
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            options.extend(indices.zip(values).map(|(index, value)| (index, name, value.clone())));
        }
        options.sort_by_key(|(index, ..)| *index);
        let steps = options.into_iter().map(|(index, name, value)| Step { name, value, index });
        Ok(Steps { steps: steps.collect(), script: None })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Steps::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Steps {
    /// Whether an operation comes first, so that it needs the positional selector.
    pub(super) fn start_with_operation(&self) -> bool {
        self.steps.first().is_some_and(|step| step.name != SELECT)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub(super) fn select_first(&mut self, css: String) {
        self.steps.insert(0, Step { name: SELECT, value: css, index: 0 });
    }

    /// Reads a script of words, quoted as in a shell. A word that is not an option is a selector.
    pub(super) fn from_script(file: &str) -> Result<Steps, String> {
        let script = read_text(file)?;
        // Editors on Windows write a byte order mark and CRLF.
        let text = script.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let script = Script { file: file.to_owned(), text };
        let mut split = Shlex::new(&script.text);
        let all: Vec<String> = split.by_ref().collect();
        if split.had_error {
            let line = script.line(|start| {
                let mut split = Shlex::new(start);
                split.by_ref().count() == all.len() && split.had_error
            });
            return Err(format!("{file:?}:{line}: a quote is not closed; add the closing quote"));
        }
        let mut all = all.into_iter().enumerate();
        let mut steps = Vec::new();
        while let Some((index, word)) = all.next() {
            let Some(option) = word.strip_prefix("--") else {
                steps.push(Step { name: SELECT, value: word, index });
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let fail = |message: &str| script.message(index, message);
            let known = [(SELECT, Some("CSS"), "")].into_iter().chain(OPERATIONS).find(|(known, ..)| *known == name);
            let value = match (known, value) {
                (None, _) => return Err(fail(&format!("{word:?} is not an operation; see limpid edit --help"))),
                (Some((_, None, _)), None) => Some(String::new()),
                (Some((_, None, _)), Some(_)) => {
                    return Err(fail(&format!("--{name} takes no value; remove the value")));
                }
                (Some(_), value) => value.or_else(|| all.next().map(|(_, value)| value)),
            };
            let value = value.ok_or_else(|| fail(&format!("--{name} needs a value")))?;
            steps.extend(known.map(|(name, ..)| Step { name, value, index }));
        }
        if steps.is_empty() {
            return Err(format!("{file:?} contains no selector and no operation"));
        }
        Ok(Steps { steps, script: Some(script) })
    }

    pub(super) fn groups(self) -> Result<Vec<Group>, String> {
        let mut groups: Vec<Group> = Vec::new();
        let mut last_selector = 0;
        let fail = |index: usize, message: String| match &self.script {
            Some(script) => format!("--script <FILE>: {}", script.message(index, &message)),
            None => message,
        };
        let needs_operation =
            "is a selector and needs an operation, such as --set loading=lazy; see limpid edit --help";
        let missing = |css: &str| format!("{css:?} {needs_operation}");
        for Step { name, value, index } in self.steps {
            if name == SELECT {
                let selector = selector(&value).map_err(|message| fail(index, format!("{value:?}: {message}")))?;
                if let Some(last) = groups.last().filter(|group| group.operations.is_empty()) {
                    return Err(fail(last_selector, missing(&last.selector.to_string())));
                }
                groups.push(Group { selector, operations: Vec::new() });
                last_selector = index;
                continue;
            }
            let no_selector = || format!("--{name} needs a selector before it");
            let group = groups.last_mut().ok_or_else(|| fail(index, no_selector()))?;
            if let Some(last) = group.operations.last().filter(|operation| operation.is_last()) {
                let message = format!("--{name} cannot follow --{}, which removes the element", last.name());
                return Err(fail(index, message));
            }
            group.operations.push(Operation::new(name, value).map_err(|message| fail(index, message))?);
        }
        match groups.last() {
            Some(last) if last.operations.is_empty() => Err(fail(last_selector, missing(&last.selector.to_string()))),
            None => Err("<CSS> is missing; pass a selector and an operation".to_owned()),
            Some(_) => Ok(groups),
        }
    }
}
