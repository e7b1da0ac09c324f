//! `limpid completions` and `limpid man`, generated from the definitions of the arguments.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Layout;
use crate::page_command::Findings;
use crate::run;
use clap::{Args, Command};
use clap_complete::Shell;

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  limpid completions bash > ~/.local/share/bash-completion/completions/limpid
  limpid completions zsh > ~/.zfunc/_limpid
  limpid completions fish > ~/.config/fish/completions/limpid.fish
  limpid completions powershell >> $PROFILE";

pub(crate) const MAN_EXAMPLES: &str = "\
Examples:
  limpid man > ~/.local/share/man/man1/limpid.1
  limpid man errors > ~/.local/share/man/man1/limpid-errors.1
  limpid man select | man -l -";

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell to generate the script for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, mut limpid: Command, globals: &Globals) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut limpid, "limpid", &mut script);
        run::once(Layout::Plain, globals, |_, out| out.write_all(&script).map(|()| Findings::None))
    }
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command to document; without it, limpid as a whole
    command: Option<String>,
}

impl Man {
    pub(crate) fn run(&self, mut limpid: Command, globals: &Globals) -> Result<Exit, Failure> {
        // Sets the full names of the commands, such as `limpid tree`.
        limpid.build();
        let page = match &self.command {
            None => clap_mangen::Man::new(limpid),
            Some(name) => {
                let command = limpid
                    .get_subcommands()
                    .find(|command| command.get_name() == name)
                    .ok_or_else(|| Failure::Argument(format!("unknown command {name:?}; see limpid --help")))?;
                clap_mangen::Man::new(command.clone()).title(format!("limpid-{name}"))
            }
        };
        let page = page.source(concat!("limpid ", env!("CARGO_PKG_VERSION")));
        run::once(Layout::Plain, globals, |_, out| page.render(&mut &mut *out).map(|()| Findings::None))
    }
}
