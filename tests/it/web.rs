//! The page and its interface, over real connections.

/// Whether everybody can use the pages.
mod access;
/// What engines said about a game.
mod analysed;
/// What the keeper of an archive sees of it.
mod archive;
/// A browser and its driver.
mod browser;
/// What the interface says of itself, and that it keeps to it.
mod contract;
/// Other sites that are let in, and those that are not.
mod cors;
/// Pages that links lead to, one after the other, and laws that hold for all of them.
mod crawl;
/// All games of a list as a file.
mod downloads;
/// A position: its years, moves, games and comments.
mod explore;
/// Games whose files are gone, or have changed.
mod gone;
/// The languages of the page.
mod languages;
/// Games of many nodes, and many requests for games.
mod large;
/// Starting and ending.
mod life;
/// Answers in lines, as they are found.
mod lines;
/// Numbers with links, and what they lead to.
mod links;
/// Stars, tags, notes and saved queries: who may have them kept, and where they are shown.
mod mine;
/// The numbers of the page are those of the command.
mod numbers;
/// Questions that would take more than an answer may.
mod oversized;
/// Pages that work without a script.
mod pages;
/// Players.
mod people;
/// Moves that are guessed, and what is kept of that.
mod practise;
/// What the user keeps: who is told of it, and what happens while another program has its file.
mod private;
/// Lists of games, and one game.
mod records;
/// The schemas of the answers, and whether answers keep to them.
mod schema;
/// Every rule of security, broken.
mod security;
/// Parts of a board.
mod shapes;
/// What people do with the page, in a real browser.
mod stories;
/// What a browser keeps of the answers.
mod tags;
/// The secret that requests have to bring.
mod token;
/// What an address says is understood, or refused by its name.
mod understood;

use crate::support::server::{Answer, Server, encoded, joined};
