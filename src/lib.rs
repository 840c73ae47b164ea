//! kifu-index
pub mod crawl;
pub mod error;
pub mod formats;
pub mod game;
pub mod index;
pub mod knowledge;
pub mod origin;
pub mod query;
pub mod record;
pub mod text;
pub mod cli;
