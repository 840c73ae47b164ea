//! kifu-index
pub mod formats;
pub mod game;
pub mod record;
