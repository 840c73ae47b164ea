//! The web explorer: pages for people and `/api/v1` for programs, over one index, on this machine.
//!
//! A request passes `guard`, which refuses requests from foreign sites. `routes` finds the two functions that answer
//! it: one of `data` asks the engine, one of `page` draws the result. JSON is the same data without the drawing.
//! `worker` runs these functions within limits, and `reply` sends what they made.

mod address;
mod answer;
mod app;
mod archive;
mod assets;
mod bounded;
mod commands;
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
mod hosts;
mod keeping;
mod language;
mod lines;
mod member_cache;
mod memory;
mod mine;
mod openapi;
mod opening;
mod origins;
mod pack;
mod page;
mod parameters;
mod peer;
mod read;
mod recent;
mod reply;
mod request_log;
mod roots;
mod rounds;
mod route_parameters;
mod routes;
mod schemas;
mod serve;
mod state;
mod thumbnail;
mod token;
mod user;
mod weighted_cache;
mod words;

pub use commands::{Commands, RemedyWording};
pub use request_log::LineWriter;
pub use serve::{HOST, ServeSettings, Served, serve};
pub use token::Access;
