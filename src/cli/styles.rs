//! How text looks.

use anstyle::{AnsiColor, Style};

/// Like all other text.
pub const PLAIN: Style = Style::new();
/// Bold.
pub const BOLD: Style = Style::new().bold();
/// Faint.
pub const DIM: Style = Style::new().dimmed();
/// Red and bold.
pub const RED: Style = AnsiColor::Red.on_default().bold();
/// Yellow and bold.
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
/// Cyan.
pub const CYAN: Style = AnsiColor::Cyan.on_default();
