//! The web explorer: pages for people and `/api/v1` for programs, over one index, on this machine.
//!
//! A request passes `guard`, which refuses what does not come from this page; `routes` finds the two functions that
//! answer it: one of `data`, which asks the engine, and one of `page`, which draws what that found. JSON is the same
//! data without the drawing. `desk` runs them with limits, `reply` sends what they made.

mod address;
mod archive;
mod assets;
mod bounded;
mod data;
mod desk;
mod diagram;
mod examined;
mod export;
mod failed;
mod files;
mod flow;
mod going;
mod guard;
mod lines;
mod memory;
mod openapi;
mod opening;
mod origins;
mod pack;
mod page;
mod read;
mod recent;
mod reply;
mod roots;
mod rounds;
mod routes;
mod schemas;
mod serve;
mod shelf;
mod slow;
mod state;
mod thumbnail;
mod token;

use crate::engine::Failure;
use archive::Archive;
pub use guard::Hosts;
use origins::Origins;
pub use serve::{Served, Settings, serve};
use std::sync::Arc;
pub use token::Access;
use token::Token;
use tokio::sync::Semaphore;

/// What the program does next, in its own words; see [`crate::error::Remedy`].
pub type Words = fn(&Failure) -> Option<String>;

/// Commands that a page names, ready for a shell: it runs none of them.
#[derive(Clone, Debug, Default, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Commands {
    /// Brings the index up to date.
    pub refresh: String,
    /// Examines the archive.
    pub examine: String,
    /// Lists the findings of the kind whose name follows.
    pub examine_kind: String,
    /// Lists the games that are the same.
    pub copies: String,
    /// Compares the index with its checksums.
    pub verify: String,
}

/// What all requests share.
struct App {
    archive: Arc<Archive>,
    hosts: Hosts,
    origins: Origins,
    /// The secret that a request has to bring, if there is one.
    token: Option<Token>,
    /// Searches that may run at once.
    scans: Arc<Semaphore>,
    /// Downloads that may run at once.
    exports: Arc<Semaphore>,
    words: Words,
}
