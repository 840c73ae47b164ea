//! `kifu-index help`: explanations of topics, shell completions and the manual page.
//!
//! The list of fields comes from the table of fields, and the help of commands from their arguments.

use super::args::Cli;
use super::output::write_error;
use super::suggested_values::limit_file_hints;
use super::terminal::{Terminal, wrap_prose};
use clap::CommandFactory;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_language::fields::nearest;
use std::io::Write;

/// Topics that `help` explains besides the commands: name, one-line summary, text.
const TOPICS: [(&str, &str, &str); 4] = [
    ("query", "how to search for games", QUERY_HELP),
    ("position", "how positions are written, and what a hit is", POSITION_HELP),
    ("pattern", "how to search for a part of a board, and what a hit is", PATTERN_HELP),
    ("exit-codes", "the exit codes of the program", EXIT_CODES_HELP),
];

const QUERY_HELP: &str = "\
A query is a list of words and clauses; a game must match all of them.

  Lee                        the word in names, event, place, title, opening or
                             comments: all that player:Lee, event:Lee ... find
  player:Lee result:W+       a field, an operator, a value; no space between
  \"a phrase\"                 words side by side, in this order
  Sedo*   Sedool~            beginnings; misspellings
  a OR b   -a   (a OR b) c   any; not; groups (AND, OR and NOT in capitals; &&
                             and || too)
  player:(Lee OR Gu)         a group of values of one field
  date:1990..1995  ..1950    ranges, both ends included; one may be open
  komi:*   -komi:*           the komi is known; the komi is unknown
  event=Honinbo              the whole value, ignoring case and accents
  moves<100  rank>=1p        comparisons of numbers, dates, ranks and sizes
  DT:1846  RE=\"W+R\"          a root property, as written in the file
  sort:-date                 the order of the games; - reverses it

A query may also come from a file (kifu-index search @query.txt) or from
standard input (kifu-index search -). Full-width signs, as in player：Lee, are
read as ASCII after the name of a field.

Dates are intervals: date:1990 and date=1990 find games that may have been
played then, date<1990 finds games that were certainly played before; DT=1990
compares the text in the file. You may also write 21.5.1990, \"21 May 1990\", 90s, 1990-1995 or an
era: 昭和54.

Two player: clauses are the two sides of a game; winner: and loser: are the
players who won and lost.

A query has at most 2000 words and values, where a word with ~ counts as ten; a
phrase has at most 1000.

In a shell, put quotes around everything:
  kifu-index search 'player:\"Lee Sedol\"'
The arguments are joined with blanks into one query: without its quotes,
player:Lee Sedol is a field and one more word. Moves, SGF and diagrams
(position:Q16 D4 Q3), dates (date:21 May 1990) and paths with an ending of games
or archives (file:My Games/a.sgf) need no quotes. Arguments that begin with -
but are not options are part of the query, as is everything after --.
";

const POSITION_HELP: &str = "\
A position is written in one of these ways:

  Q16 D4 Q3                  moves, Black first; columns are A to T without I
  B Q16 W D4 B Q3            the same with colours; Q16-D4-Q3 works too
  16-4 4-16                  columns and rows counted from the upper left
  game.sgf#42                after 42 moves of a game (#n87 is a node of a
                             variation); 'archive.zip!game.sgf@2#42', ID#42
  '(;AB[pd][dd]AW[dp])'      SGF
  @diagram.txt               a diagram in a file; without it, or with -, on
                             standard input: Sensei's Library ($$B ...), a drawn
                             board, a GTP script, or what position, pattern and
                             show print, also quoted with >
  --kind loa e1-e3 a2-c2     Lines of Action

In single quotes a diagram keeps its $$: in double quotes a shell turns $$ into
a number. A whole board is looked up under its 8 symmetries (4 on a rectangle),
with the colours as they are.

A hit is a game whose main line has the position at its start, after a move, or
after later setup. It counts once, at the first of these moves. Games that have
the position only in variations are counted separately. With in:variations a hit
is a game that has the position in a variation, with in:any a game that has it
anywhere.

With colours:any the board with the colours exchanged counts as well, and a game
counts at the first move at which it has either of the two; the answer uses the
colours as drawn. If the exchanged board is the same position, such as the empty
board, the table adds the moves of both colours and shows them as Black's.

With next:, tomove: or move: the first move on the main line at which the game
has the position must fit; in variations, any of these moves may fit. The next
move is the one of the first branch, even if comments or PL come before it;
setup that changes the board ends the line.

Inside a query, position:\"Q16 D4 Q3\" finds the same games; clauses beside it:
  next:D16  next:\"W D16\"     the move played there (pass, end)
  tomove:W                   who plays it
  move:..50                  the number of moves played before it
  in:variations  in:any      where it must be (default: in:main)
  colours:any                the colours may be exchanged
  symmetry:none              not turned or mirrored
A place in a game is written as on the command line: position:\"game.sgf#42\".

With then between positions or patterns, a query finds the games that have one
after the other on their main lines. The clauses above apply to the last one,
and the listed games open there:
  position:\"Q16 D4\" then position:\"Q16 D4 Q3\" within:20

The command position has options of the same names, and --filter for any query
about the games:
  kifu-index position Q16 D4 Q3 --filter 'player:Cho year:1980s' --sort rank
In a pipe it prints the games as rows, as search does; --draw draws there, too.
";

const PATTERN_HELP: &str = "\
A pattern is a rectangle of the board. It is written in one of these ways:

  XO/OX                      rows from the top, / between them (or XO OX: words
                             of several points are rows)
  @diagram.txt               a diagram in a file; without it, or with -, on
                             standard input, with or without $$
  R16 P17 --corner           the corner of a position that has stones in it
                             (--corner 9: this many lines; in one text
                             'R16 P17 corner 9')
  game.sgf#42 --region O13-T19
                             a part of a position

In a diagram X and O are stones, . and , empty points. A is Black or empty, V
White or empty, * a stone of either colour, ? anything. Lines of - and | are
edges of the board: a pattern with two of them lies in a corner, with one at a
side, without edges anywhere. Numbered stones are moves that were played. With
--diagram sequence they must be played in this order, after the rest of the
diagram was on the board, and with no other move in the rectangle between them.

A pattern is searched for turned and mirrored in all 8 ways (--symmetry none:
only as drawn), with the colours as they are (--colours any: exchanged too), on
boards of all sizes on which its edges fit.

A hit is a game whose main line has the pattern at its start, after a move, or
after later setup; for a sequence, a game in which its last move is played. It
counts once, at the first of these moves. If the pattern is in several places of
the board then, the first of this order is reported: colours as drawn before
exchanged; as drawn before mirrored before turned; then the uppermost, then the
leftmost place. Games that have the pattern only in variations are counted
separately.

How games continue: a move in the rectangle has the name of its point in the
drawing, any other move is elsewhere; passes and ends of games have rows of
their own, so that the rows sum to the total. Points that the pattern's own
symmetry exchanges share a row; so do both colours with --colours any, if the
pattern with exchanged colours is the same. A second table has the next move
inside the rectangle, at once or later, and how often each side played elsewhere
(or passed) before it; --next local shows that table instead. --tree 8 writes
the moves inside the rectangle as an SGF: if a colour plays there twice in a
row, the other colour played elsewhere, so there is a pass between.

The place of the hit follows the move number: show ID#42 --region O13-T19 draws
the game there. Inside a query, pattern:\"XO/OX\" and pattern:@corner.txt find the
same games, with next:, tomove:, move:, in: and symmetry: beside it. There a
game counts at the first move that fits all clauses, even if it has the pattern
earlier.
";

const EXIT_CODES_HELP: &str = "\
  0  hits were found, or the work was done
  1  nothing was found (search, position, pattern, joseki, book,
     novelty, stats, players, ratings, crosstable); something was found (doctor,
     dups)
  2  an error: a query that cannot be understood, no index, an unknown id; build
     with --strict, if something could not be read
130  interrupted; the index is as it was before
";

/// Prints a topic, the help of a command, or the list of topics and commands.
pub(crate) fn run(topic: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let terminal = Terminal::stdout();
    let mut command = Cli::command();
    let Some(name) = topic else {
        let mut text = format!("{}\nTopics:\n", command.render_long_help());
        for (name, about, _) in TOPICS {
            let name = terminal.bold(format!("help {name:<11}"));
            text.push_str(&format!("  {name}  {about}\n"));
        }
        return out.write_all(text.as_bytes()).map_err(write_error);
    };
    let lowercase_name = name.to_ascii_lowercase();
    let is_topic = |(known, ..): &&(&str, &str, &str)| {
        *known == lowercase_name || known.strip_suffix('s') == Some(lowercase_name.as_str())
    };
    if let Some((_, _, text)) = TOPICS.iter().find(is_topic) {
        for line in text.lines().flat_map(|line| wrap_topic_line(line, &terminal)) {
            writeln!(out, "{line}").map_err(write_error)?;
        }
        if lowercase_name == "query" {
            writeln!(out, "\nThe fields:\n").map_err(write_error)?;
            super::fields::print_table(out, &terminal).map_err(write_error)?;
        }
        return Ok(());
    }
    command.build();
    if let Some(found) = command.find_subcommand_mut(&lowercase_name) {
        return write!(out, "{}", found.render_long_help()).map_err(write_error);
    }
    let names: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .chain(TOPICS.iter().map(|(name, ..)| (*name).to_owned()))
        .collect();
    let near = nearest(&lowercase_name, names.iter().map(String::as_str));
    let help = match near {
        Some(near) => format!("did you mean: kifu-index help {near}"),
        None => format!("there is help on {}", names.join(", ")),
    };
    Err(Error::new(ErrorKind::NotFound, format!("there is no help on `{name}`")).with_help(help))
}

/// Wraps a line of a topic for a narrow terminal. If the line has an example and its explanation, all of the
/// explanation stays to the right of the example.
fn wrap_topic_line(line: &str, terminal: &Terminal) -> Vec<String> {
    let indent = line.len() - line.trim_start().len();
    let gap = line.trim_start().find("  ").unwrap_or(0);
    let example = line.get(indent + gap..).unwrap_or_default();
    let hanging = gap + example.len() - example.trim_start().len();
    if terminal.is_terminal {
        wrap_prose(line, terminal.width, if gap > 0 { hanging } else { 0 })
    } else {
        vec![line.to_owned()]
    }
}

pub(crate) fn completions(shell: clap_complete::Shell, out: &mut dyn Write) -> Result<()> {
    let mut script = Vec::new();
    let mut command = limit_file_hints(Cli::command());
    clap_complete::generate(shell, &mut command, "kifu-index", &mut script);
    out.write_all(&script).map_err(write_error)
}

pub(crate) fn man(out: &mut dyn Write) -> Result<()> {
    let mut page = Vec::new();
    let write = |page: &mut Vec<u8>| -> std::io::Result<()> {
        let command = Cli::command();
        let man = clap_mangen::Man::new(command.clone());
        man.render_title(page)?;
        man.render_name_section(page)?;
        man.render_synopsis_section(page)?;
        man.render_description_section(page)?;
        man.render_options_section(page)?;
        // clap_mangen would refer to a separate page for each command; this page has a section for each instead.
        writeln!(page, ".SH COMMANDS")?;
        for sub in command.get_subcommands() {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            writeln!(page, ".TP\n{}\n{about}", sub.get_name())?;
        }
        for sub in command.get_subcommands() {
            writeln!(page, ".SH \"{}\"", sub.get_name().to_uppercase())?;
            write_verbatim_roff(page, &sub.clone().render_long_help().to_string())?;
        }
        for (name, about, text) in TOPICS {
            writeln!(page, ".SH \"{}: {about}\"", name.to_uppercase())?;
            write_verbatim_roff(page, text)?;
        }
        writeln!(page, ".SH FIELDS")?;
        let mut fields = Vec::new();
        super::fields::print_table(&mut fields, &Terminal::plain(100, true))?;
        write_verbatim_roff(page, &String::from_utf8_lossy(&fields))
    };
    write(&mut page).map_err(write_error)?;
    out.write_all(&page).map_err(write_error)
}

/// Writes text for `man` unchanged: lines are not filled, and nothing in the text is read as a request or an escape.
fn write_verbatim_roff(page: &mut Vec<u8>, text: &str) -> std::io::Result<()> {
    writeln!(page, ".nf")?;
    for line in text.lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let guard = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        writeln!(page, "{guard}{line}")?;
    }
    writeln!(page, ".fi")
}
