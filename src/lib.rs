//! kifu-index
pub mod game;
pub mod record;
pub mod text;
pub mod query;
