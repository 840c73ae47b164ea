//! The web explorer: pages for people and `/api/v1` for programs, over one index, on this machine.
//!
//! A request passes `guard`, which refuses requests from foreign sites. `routes` then finds the two functions for its
//! address: a function of `data` asks the engine, and a function of `page` draws what the first one found. For
//! programs, the same data is sent as JSON and not drawn. `worker` runs these functions within limits on time and
//! memory, and `reply` sends the result.

mod address;
mod app;
mod archive;
mod assets;
mod bounded;
mod commands;
mod data;
mod diagram;
mod examination;
mod export;
mod files;
mod game_files;
mod guard;
mod hosts;
mod language;
mod lines;
mod member_cache;
mod memory;
mod openapi;
mod origins;
mod pack;
mod page;
mod parameter_check;
mod pasted_address;
mod pasted_text;
mod peer;
mod practice_answer;
mod progress;
mod recent;
mod reply;
mod request_error;
mod request_log;
mod response_body;
mod roots;
mod rounds;
mod route_parameters;
mod routes;
mod schemas;
mod serve;
mod state;
mod thumbnail;
mod token;
mod unpacking;
mod user;
mod user_data_api;
mod userdata;
mod weighted_cache;
mod words;
mod worker;

pub use archive::NewPatterns;
pub use commands::{Commands, RemedyWording};
pub use request_log::LineWriter;
pub use serve::{DEFAULT_HOST, ServeSettings, Served, serve};
pub use token::Access;
