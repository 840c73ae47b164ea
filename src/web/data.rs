//! Asks the engine for the data of the pages and of `/api/v1`. Code here only makes the data; code in `page` draws it.

mod answer_size;
pub(crate) mod archive;
pub(crate) mod clauses;
pub(crate) mod explore;
pub(crate) mod game;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod joseki;
pub(crate) mod mine;
pub(crate) mod near;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod player_games;
pub(crate) mod position_stats;
pub(crate) mod practise;
pub(crate) mod problems;
pub(crate) mod query;
pub(crate) mod status;
pub(crate) mod tried;
pub(crate) mod versus;
