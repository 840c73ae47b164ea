//! Writes a report as one HTML file that loads nothing and runs no scripts, or as Markdown. The HTML is light or dark
//! as the reader's system is, and prints in black on white.

use super::escape::escape_drawing;
use super::handout::diagram_with_labels;
use kifu_engine::events::{event_name, series_name};
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::opening_name;
use kifu_engine::report::{
    Quotation, Report, ReportCell, ReportContent, ReportDiagram, ReportSection, ReportTable,
};
use kifu_messages::{Locale, Message};
use kifu_record::text::display::escape_invisible;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const REPORT_STYLE: &str = include_str!("report/report.css");

/// Writes a report as an HTML file.
pub fn report_html(report: &Report, locale: Locale) -> String {
    let text = |message: &Message| escape_invisible(&message.in_language(locale));
    let page = html! {
        (DOCTYPE)
        html lang=(locale.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content="kifu-index";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (text(&report.title)) " · kifu-index" }
                style { (PreEscaped(REPORT_STYLE)) }
            }
            body {
                main {
                    h1 { bdi { (text(&report.title)) } }
                    p.sentence { (text(&report.sentence)) }
                    @if let Some(drawn) = &report.diagram { div.diagrams { (diagram(drawn, locale)) } }
                    @for section in &report.sections { (section_html(section, locale)) }
                }
            }
        }
    };
    escape_drawing(page).into_string() + "\n"
}

fn section_html(section: &ReportSection, locale: Locale) -> Markup {
    html! {
        section {
            h2 { (section.heading.in_language(locale)) }
            @for content in &section.content {
                @match content {
                    ReportContent::Table(table) => div.scroll { (table_html(table, locale)) },
                    ReportContent::Diagrams(diagrams) => div.diagrams {
                        @for drawn in diagrams { (diagram(drawn, locale)) }
                    },
                    ReportContent::Quotations(quotations) => (quotations_html(quotations)),
                }
            }
            @if let Some(note) = &section.note { p.note { (note.in_language(locale)) } }
        }
    }
}

fn table_html(table: &ReportTable, locale: Locale) -> Markup {
    html! {
        table {
            thead {
                tr {
                    @for (at, column) in table.columns.iter().enumerate() {
                        th.number[has_numbers(table, at)] scope="col" { (column.in_language(locale)) }
                    }
                }
            }
            tbody {
                @for row in &table.rows {
                    tr {
                        @for cell in row {
                            td.number[is_number(cell)] { bdi { (cell_text(cell, locale)) } }
                        }
                    }
                }
            }
        }
    }
}

fn diagram(drawn: &ReportDiagram, locale: Locale) -> Markup {
    let caption = caption(drawn, locale);
    html! {
        figure {
            (diagram_with_labels(&drawn.figure, &drawn.labels, &caption))
            figcaption { bdi { (caption) } }
        }
    }
}

/// Caption of a board, with the opening in the language of the report.
fn caption(drawn: &ReportDiagram, locale: Locale) -> String {
    let caption = escape_invisible(&drawn.caption.in_language(locale));
    match &drawn.opening {
        Some(opening) => format!("{caption} · {}", opening_name(opening, locale)),
        None => caption,
    }
}

fn quotations_html(quotations: &[Quotation]) -> Markup {
    html! {
        @for quotation in quotations {
            blockquote {
                p { (quotation.text) }
                footer { bdi { (quotation.source) } }
            }
        }
    }
}

/// True if a column has numbers, which stand at its right edge.
fn has_numbers(table: &ReportTable, column: usize) -> bool {
    let mut cells = table.rows.iter().filter_map(|row| row.get(column));
    cells.any(is_number)
}

fn is_number(cell: &ReportCell) -> bool {
    matches!(cell, ReportCell::Count(_) | ReportCell::Share(_))
}

/// Text of a cell. Openings and events have their names in the language of the report.
fn cell_text(cell: &ReportCell, locale: Locale) -> String {
    match cell {
        ReportCell::Empty => String::new(),
        ReportCell::Text(text) => escape_invisible(text),
        ReportCell::Message(message) => message.in_language(locale),
        ReportCell::Opening(name) => opening_name(name, locale).to_owned(),
        ReportCell::Event(name) => match series_name(name, locale) {
            same if same == name => event_name(name, locale).into_owned(),
            series => series.to_owned(),
        },
        ReportCell::Count(number) => format_thousands(*number),
        ReportCell::Share(share) => {
            share.value().map_or_else(String::new, |value| format!("{:.1} %", value * 100.0))
        }
    }
}

/// Writes a report as Markdown, with boards as diagrams of text.
pub fn report_markdown(report: &Report, locale: Locale) -> String {
    let mut text = format!("# {}\n\n", markdown_line(&report.title.in_language(locale)));
    text += &format!("{}\n", markdown_line(&report.sentence.in_language(locale)));
    if let Some(drawn) = &report.diagram {
        text += &diagram_text(drawn, locale);
    }
    for section in &report.sections {
        text += &format!("\n## {}\n", markdown_line(&section.heading.in_language(locale)));
        for content in &section.content {
            text += &match content {
                ReportContent::Table(table) => table_markdown(table, locale),
                ReportContent::Diagrams(diagrams) => {
                    diagrams.iter().map(|drawn| diagram_text(drawn, locale)).collect()
                }
                ReportContent::Quotations(quotations) => {
                    quotations.iter().map(quotation_markdown).collect::<String>()
                }
            };
        }
        if let Some(note) = &section.note {
            text += &format!("\n{}\n", markdown_line(&note.in_language(locale)));
        }
    }
    text
}

fn table_markdown(table: &ReportTable, locale: Locale) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let heads = table.columns.iter().map(|column| markdown_line(&column.in_language(locale)));
    let mut text = format!("\n{}", line(heads.collect()));
    let rule = (0..table.columns.len())
        .map(|at| if has_numbers(table, at) { "---:".to_owned() } else { "---".to_owned() });
    text += &line(rule.collect());
    for row in &table.rows {
        text += &line(row.iter().map(|cell| markdown_line(&cell_text(cell, locale))).collect());
    }
    text
}

/// A board as a diagram of text, with its caption. Numbers of moves do not fit into it, so they stand below it.
fn diagram_text(drawn: &ReportDiagram, locale: Locale) -> String {
    let figure = &drawn.figure;
    let mut board = figure.board.clone();
    for stone in &figure.stones {
        board.set(stone.point, stone.color.into());
    }
    let caption = markdown_line(&caption(drawn, locale));
    let mut rows: Vec<Vec<char>> = board.rows().iter().map(|row| row.chars().collect()).collect();
    for (point, label) in &drawn.labels {
        let row = rows.get_mut(usize::from(point.y));
        if let Some((slot, letter)) =
            row.and_then(|row| row.get_mut(usize::from(point.x))).zip(label.chars().next())
        {
            *slot = letter;
        }
    }
    let lines: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().map(String::from).collect::<Vec<_>>().join(" "))
        .collect();
    format!("\n{caption}\n\n```text\n{}\n```\n", lines.join("\n"))
}

fn quotation_markdown(quotation: &Quotation) -> String {
    let lines = quotation.text.lines().map(|line| format!("> {}\n", markdown_line(line)));
    let text: String = lines.collect();
    format!("\n{text}>\n> — {}\n", markdown_line(&quotation.source))
}

/// A text in one line, with the characters escaped that have a meaning in Markdown or HTML.
fn markdown_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in escape_invisible(text).chars() {
        match character {
            '\n' | '\r' | '\t' => line.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '&' => {
                line.push('\\');
                line.push(character);
            }
            character => line.push(character),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_no_markup_of_texts() {
        assert_eq!(markdown_line("a|b <i> *c* [d](e)\nf"), "a\\|b \\<i\\> \\*c\\* \\[d\\](e) f");
    }
}
