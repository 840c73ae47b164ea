//! What all requests share.

use super::archive::Archive;
use super::commands::RemedyWording;
use super::hosts::Hosts;
use super::origins::Origins;
use super::token::AccessToken;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What all requests share.
pub(crate) struct App {
    /// The index, and what is known of its archive.
    pub archive: Arc<Archive>,
    /// The names under which it may be asked.
    pub hosts: Hosts,
    /// Other sites that may ask.
    pub origins: Origins,
    /// The secret that a request has to bring, if there is one.
    pub token: Option<AccessToken>,
    /// Searches that may run at once.
    pub scans: Arc<Semaphore>,
    /// Downloads that may run at once.
    pub exports: Arc<Semaphore>,
    /// How it says what to do next.
    pub words: RemedyWording,
}
