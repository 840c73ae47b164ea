//! What the user wants of standard output.

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

/// What the arguments say about standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutputOptions {
    /// Colours.
    pub color: When,
    /// Links to files.
    pub links: When,
    /// Whether the pager is off.
    pub no_pager: bool,
}

/// There is only one standard output, and its abilities are queried in many places.
static WISHES: OnceLock<OutputOptions> = OnceLock::new();

impl OutputOptions {
    /// Settles these options for the whole run of the program.
    pub fn settle(self) {
        // This fails only for a second call, and there is none.
        let _ = WISHES.set(self);
    }

    /// The settled options.
    pub fn settled() -> OutputOptions {
        WISHES.get().copied().unwrap_or_default()
    }
}

/// A variable of the environment.
pub fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}
