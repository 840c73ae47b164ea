//! The state of the server that all requests share.

use super::archive::Archive;
use super::commands::RemedyWording;
use super::hosts::Hosts;
use super::origins::Origins;
use super::token::AccessToken;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// State that all requests share.
pub(crate) struct App {
    pub archive: Arc<Archive>,
    /// Host names under which the server answers.
    pub hosts: Hosts,
    /// Foreign sites that may read the programming interface.
    pub origins: Origins,
    /// Secret that each request must bring, if the server has one.
    pub token: Option<AccessToken>,
    /// Permits for searches: as many searches may run at once.
    pub search_permits: Arc<Semaphore>,
    /// Permits for downloads: as many downloads may run at once.
    pub export_permits: Arc<Semaphore>,
    /// Words for what to do next after an error. The program supplies them, because they name its commands.
    pub remedy_wording: RemedyWording,
}
