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
    /// Secret token that each request must contain, if the server requires one.
    pub token: Option<AccessToken>,
    /// Permits for searches. Their number is the number of searches that may run at once.
    pub search_permits: Arc<Semaphore>,
    /// Permits for downloads. Their number is the number of downloads that may run at once.
    pub export_permits: Arc<Semaphore>,
    /// Function that writes what to do next after an error. The program supplies it, because such advice names the
    /// program's commands.
    pub remedy_wording: RemedyWording,
}
