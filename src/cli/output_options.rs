//! Options for standard output that hold for the whole program: colours, links, pager. Doc comments on the fields are
//! the text of `--help`.

use std::sync::OnceLock;

/// When to write something that not every terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum When {
    /// If the terminal supports it.
    #[default]
    Auto,
    /// To pipes and files too.
    Always,
    /// Never.
    Never,
}

/// Heading in the help for options about the terminal.
const TERMINAL: &str = "On a terminal (WHEN: auto, always, never)";

/// What the arguments say about standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::Args)]
pub struct OutputOptions {
    /// When to use colours; NO_COLOR and CLICOLOR_FORCE are respected.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t, hide_possible_values = true, help_heading = TERMINAL)]
    pub color: When,
    /// When to make file names in tables clickable; auto: on terminals that are known to support links.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t, hide_possible_values = true, help_heading = TERMINAL)]
    pub hyperlink: When,
    /// Do not use a pager [default: output longer than the screen goes through $KIFU_PAGER, $PAGER or less].
    #[arg(long, global = true, help_heading = TERMINAL)]
    pub no_pager: bool,
}

/// Options for standard output that the command line gave. They are global, since there is only one standard output and
/// many functions must know whether to print colours and links.
static INSTALLED: OnceLock<OutputOptions> = OnceLock::new();

impl OutputOptions {
    /// Installs these options for the whole run of the program.
    pub fn install(self) {
        // Setting fails only in a second call, and there is none.
        let _ = INSTALLED.set(self);
    }

    /// Returns the installed options; the defaults if none are installed.
    pub fn installed() -> OutputOptions {
        INSTALLED.get().copied().unwrap_or_default()
    }
}

/// Reads a variable of the environment.
pub(crate) fn env_variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}
