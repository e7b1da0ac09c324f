//! Edits as the command line or a script has them: selectors, each with operations on what it selects.

use super::operation::{OPERATIONS, Operation};
use crate::arguments::text;
use crate::cli::found::selector;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use limpid::Selector;
use std::fs;

/// A selector, and the operations on each element that it selects, in order.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) selector: Selector,
    pub(super) operations: Vec<Operation>,
}

/// The option that starts a group.
const SELECT: &str = "select";

/// The options that are selectors and operations, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub(super) struct Words(Vec<(&'static str, String)>);

impl clap::Args for Words {
    fn augment_args(command: Command) -> Command {
        let help = "Another selector, for the operations after it";
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
        Words::augment_args(command)
    }
}

impl FromArgMatches for Words {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Words, clap::Error> {
        let names = [SELECT].into_iter().chain(OPERATIONS.map(|(name, ..)| name));
        let mut words: Vec<(usize, &'static str, String)> = Vec::new();
        for name in names {
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            words.extend(indices.zip(values).map(|(index, value)| (index, name, value.clone())));
        }
        words.sort_by_key(|(index, ..)| *index);
        Ok(Words(words.into_iter().map(|(_, name, value)| (name, value)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Words::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Words {
    /// Whether the first operations are for a selector that stands apart from the options.
    pub(super) fn start_with_operation(&self) -> bool {
        self.0.first().is_some_and(|(name, _)| *name != SELECT)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts a selector before all others.
    pub(super) fn select_first(&mut self, css: String) {
        self.0.insert(0, (SELECT, css));
    }

    /// Reads a script: the words of command lines, quoted as in a shell. What is no option is a selector.
    pub(super) fn of_script(file: &str) -> Result<Words, String> {
        let script = fs::read_to_string(file).map_err(|error| format!("cannot read {file:?}: {error}"))?;
        // As editors on Windows write it.
        let script = script.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let words = shlex::split(&script).ok_or_else(|| format!("{file:?}: a quote is not closed"))?;
        let mut words = words.into_iter();
        let mut found = Vec::new();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix("--") else {
                found.push((SELECT, word));
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let known = [(SELECT, Some("CSS"), "")].into_iter().chain(OPERATIONS).find(|(known, ..)| *known == name);
            let value = match (known, value) {
                (None, _) => return Err(format!("{file:?}: {word:?} is no operation; see limpid edit --help")),
                (Some((_, None, _)), None) => Some(String::new()),
                (Some((_, None, _)), Some(_)) => return Err(format!("{file:?}: --{name} takes no value")),
                (Some(_), value) => value.or_else(|| words.next()),
            };
            let value = value.ok_or_else(|| format!("{file:?}: --{name} needs a value"))?;
            found.extend(known.map(|(name, ..)| (name, value)));
        }
        Ok(Words(found))
    }

    /// Returns the edits.
    pub(super) fn groups(self) -> Result<Vec<Group>, String> {
        let mut groups: Vec<Group> = Vec::new();
        for (name, value) in self.0 {
            if name == SELECT {
                let selector = selector(&value).map_err(|message| format!("{value:?}: {message}"))?;
                groups.push(Group { selector, operations: Vec::new() });
                continue;
            }
            let group = groups.last_mut().ok_or_else(|| format!("--{name}: give a selector before it"))?;
            if let Some(last) = group.operations.last().filter(|operation| operation.is_last()) {
                return Err(format!("--{name}: cannot come after --{}, which ends the element", last.name()));
            }
            group.operations.push(Operation::new(name, value)?);
        }
        match groups.iter().find(|group| group.operations.is_empty()) {
            Some(_) => Err("<CSS>: needs an operation, such as --set loading=lazy; see limpid edit --help".to_owned()),
            None if groups.is_empty() => Err("<CSS>: is missing; give a selector and an operation".to_owned()),
            None => Ok(groups),
        }
    }
}
