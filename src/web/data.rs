//! Asks the engine for the data of the pages and of `/api/v1`. Nothing here knows how an answer is drawn.

pub(crate) mod archive;
pub(crate) mod clauses;
pub(crate) mod explore;
mod fitting;
pub(crate) mod game;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod here;
pub(crate) mod mine;
pub(crate) mod own;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod practise;
pub(crate) mod query;
pub(crate) mod status;
pub(crate) mod versus;
