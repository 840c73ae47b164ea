//! What the engine is asked for the pages and for `/api/v1`. Nothing here knows how an answer is drawn.

pub mod archive;
pub mod clauses;
pub mod explore;
mod fitting;
pub mod game;
pub mod games;
pub mod help;
pub mod here;
pub mod mine;
pub mod own;
pub mod people;
pub mod person;
pub mod practise;
pub mod query;
pub mod status;
pub mod versus;
