//! The server's pages and JSON interface, over real connections.

/// Accessibility of the pages.
mod access;
/// Engine analysis on the page of a game.
mod analysed;
/// The page Archive, about the archive itself.
mod archive;
/// The book in use.
mod book;
/// A browser and its driver.
mod browser;
/// The OpenAPI description, and whether answers agree with it.
mod contract;
/// Cross-origin requests: sites that are allowed, and others.
mod cors;
/// A crawl along the links of pages, with laws that hold for all pages.
mod crawl;
mod distant;
/// Downloads of all games of a list as a file.
mod downloads;
/// Caching of answers in the browser.
mod etags;
/// A position: its years, moves, games and comments.
mod explore;
/// Games whose files are missing or have changed since they were indexed.
mod game_page;
mod gone;
/// The page of a game to be printed.
mod handout;
mod joseki;
/// Languages of the pages.
mod languages;
/// Games with many nodes, and many requests for games.
mod large;
/// Start and end of the server.
mod life;
/// Answers in lines, sent as they are found.
mod lines;
/// Numbers with links: a number must be that of the list to which its link leads.
mod links;
mod near;
/// Numbers on pages, which must equal those that commands print.
mod numbers;
/// Requests whose answers would be too large.
mod oversized;
/// Pages as a browser without scripts gets them.
mod pages;
/// Parameters of addresses must be understood, or refused by name.
mod parameters;
mod people;
/// Guessing moves on the page Practise, and the stored results.
mod practise;
/// Privacy of the user's data, and what happens while another program has its file open.
mod private;
/// Archives of problems only, and without games.
mod problems;
/// Lists of games, and the page of a single game.
mod records;
/// Schemas of the answers in the OpenAPI description, and whether answers agree with them.
mod schema;
/// An attempt to break each security rule.
mod security;
/// Searches for shapes, which are regions of a board.
mod shapes;
/// What people do with the pages, in a real browser.
mod stories;
/// The access token that requests have to send.
mod token;
/// Stars, tags, notes and saved queries: who may change them, and where they are shown.
mod user_data;

use crate::support::server::{Answer, Server, encoded, joined};
