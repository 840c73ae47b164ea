//! How text looks.

use anstyle::{AnsiColor, Style};

/// Like all other text.
pub(crate) const PLAIN: Style = Style::new();
/// Bold.
pub(crate) const BOLD: Style = Style::new().bold();
/// Faint.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Red and bold.
pub(crate) const RED: Style = AnsiColor::Red.on_default().bold();
/// Yellow and bold.
pub(crate) const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
/// Cyan.
pub(crate) const CYAN: Style = AnsiColor::Cyan.on_default();
