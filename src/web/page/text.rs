//! Draws texts from game records. They are untrusted: characters that would reorder or hide other text are made
//! visible.

use crate::state::AddressMove;
use crate::words::say;
use kifu_engine::copies::Fact;
use kifu_engine::events::{event_language, event_name, is_series, series_name};
use kifu_language::knowledge::person_names::person_name;
use kifu_messages::{Locale, Message};
use kifu_record::Player;
use kifu_record::date::{
    Hedge, InexactDate, LaxDate, PartOfYears, Years, format_timestamp, format_utc,
};
use kifu_record::game::{BoardSize, Color};
use kifu_record::rank::Rank;
use kifu_record::result::{GameResult, WinKind};
pub(super) use kifu_record::text::display::escape_invisible;
use maud::{Markup, html};
use std::borrow::Cow;

/// Formats a message of which some arguments are HTML elements: `marked!(locale, "frame-keys-region"; key = html! { kbd
/// { "r" } })`. The arguments before the semicolon are plain text and numbers.
macro_rules! marked {
    ($locale:expr, $id:expr $(, $name:ident = $value:expr)* ; $($slot:ident = $markup:expr),+ $(,)?) => {
        $crate::page::text::with_elements(
            $locale,
            &kifu_messages::say!($id $(, $name = $value)*),
            &[$((stringify!($slot), $markup)),+],
        )
    };
}
pub(crate) use marked;

/// Formats a message with HTML elements in the place of some arguments. See [`marked!`].
pub(super) fn with_elements(
    locale: Locale,
    message: &Message,
    elements: &[(&'static str, Markup)],
) -> Markup {
    let names: Vec<&'static str> = elements.iter().map(|(name, _)| *name).collect();
    html! {
        @for (text, slot) in message.with_slots(locale, &names) {
            (text)
            @if let Some((_, element)) = slot.and_then(|slot| elements.get(slot)) { (element) }
        }
    }
}

/// Name of a move in a language.
pub(super) fn step_name(step: AddressMove, size: BoardSize, locale: Locale) -> String {
    match step {
        AddressMove::Place(_) => step.name(size),
        AddressMove::Pass => say!(locale, "pass"),
    }
}

/// Name of a fact, such as the date or the result, in which copies of a game may differ.
pub(super) fn fact_name(fact: Fact, locale: Locale) -> String {
    match fact {
        Fact::Black => say!(locale, "fact-black"),
        Fact::White => say!(locale, "fact-white"),
        Fact::Date => say!(locale, "fact-date"),
        Fact::Result => say!(locale, "fact-result"),
        Fact::Komi => say!(locale, "fact-komi"),
        Fact::Handicap => say!(locale, "fact-handicap"),
        Fact::Length => say!(locale, "fact-length"),
        Fact::Moves => say!(locale, "fact-moves"),
    }
}

pub(super) fn color_name(color: Color, locale: Locale) -> String {
    match color {
        Color::Black => say!(locale, "black"),
        Color::White => say!(locale, "white"),
    }
}

/// Writes a day, a month or a year in a language: `1999-05-21` is 1999年5月21日 in Japanese. A text that is no date stays
/// as it is.
pub(super) fn date(text: &str, locale: Locale) -> String {
    let lengths = [4, 2, 2].into_iter();
    let is_date = |parts: &[&str]| {
        let mut parts = parts.iter().zip(lengths.clone());
        parts.all(|(part, length)| part.len() == length && part.bytes().all(|c| c.is_ascii_digit()))
    };
    // In English, a date stays as records write it, with leading zeros: `1846-07-21`.
    let short = |part: &str| match locale {
        Locale::English => part.to_owned(),
        _ => part.trim_start_matches('0').to_owned(),
    };
    let parts: Vec<&str> = text.split('-').collect();
    match *parts.as_slice() {
        [year, month, day] if is_date(&parts) => {
            let (month, day) = (short(month), short(day));
            say!(locale, "date-day", year = year, month = month, day = day)
        }
        [year, month] if is_date(&parts) => {
            say!(locale, "date-month", year = year, month = short(month))
        }
        [year] if is_date(&parts) => say!(locale, "date-year", year = year),
        _ => text.to_owned(),
    }
}

/// Writes a date of a record in a language, including inexact ones: `c. 1665` is 1665年頃 in Japanese.
pub(super) fn date_of(played: &LaxDate, locale: Locale) -> String {
    let Some((first, others)) = played.inexact().split_first() else {
        return date(&played.earliest(), locale);
    };
    // At most two of the other possible dates are written, to keep the text short.
    let others = others.iter().take(2);
    others.fold(inexact_date(first, locale), |shown, other| {
        if other.is_alternative {
            say!(locale, "date-or", one = shown, other = inexact_date(other, locale))
        } else {
            [shown, inexact_date(other, locale)].join(&say!(locale, "sentence-value-comma"))
        }
    })
}

/// Writes a date for a column of a table. Exact dates are written as in records: `1999-05-21`.
pub(super) fn date_in_list(played: &LaxDate, locale: Locale) -> String {
    match played.inexact() {
        [] => played.earliest(),
        _ => date_of(played, locale),
    }
}

/// Writes one inexact date.
fn inexact_date(date: &InexactDate, locale: Locale) -> String {
    let years = years_of(date, locale);
    let years = match date.part {
        Some(PartOfYears::Early) => say!(locale, "date-early", years = years),
        Some(PartOfYears::Middle) => say!(locale, "date-middle", years = years),
        Some(PartOfYears::Late) => say!(locale, "date-late", years = years),
        None => years,
    };
    match date.hedge {
        Some(Hedge::About) => say!(locale, "date-about", date = years),
        Some(Hedge::Before) => say!(locale, "date-before", date = years),
        Some(Hedge::After) => say!(locale, "date-after", date = years),
        None => years,
    }
}

/// Writes the years of an inexact date, without words such as `about`.
fn years_of(inexact: &InexactDate, locale: Locale) -> String {
    let decade = |first: &str| say!(locale, "date-decade", year = first);
    match inexact.years {
        Years::Day(day) => {
            let day = day.to_string();
            day.strip_suffix('s').map_or_else(|| date(&day, locale), decade)
        }
        Years::Century(number) if locale == Locale::English => {
            let years = InexactDate::from(Years::Century(number)).to_string();
            let ordinal = years.split(' ').next().unwrap_or_default();
            say!(locale, "date-century", century = ordinal)
        }
        Years::Century(number) => say!(locale, "date-century", century = number.to_string()),
        Years::Hundred(first) if inexact.part.is_some() => decade(&first.to_string()),
        Years::Hundred(first) => span(first, first + 99, locale),
        Years::Span(first, last) => span(first, last, locale),
    }
}

fn span(first: u16, last: u16, locale: Locale) -> String {
    say!(locale, "date-span", first = first.to_string(), last = last.to_string())
}

/// Language tag `en` for a text that exists in English only; `None` on an English page, which needs none.
pub(super) fn english_tag(locale: Locale) -> Option<&'static str> {
    (locale != Locale::English).then_some("en")
}

/// Writes an event in the language of the page. If the text as written in the record differs, it is the tooltip.
pub(super) fn event(written: &str, locale: Locale) -> Markup {
    match event_name(written, locale) {
        Cow::Borrowed(_) => {
            let language = event_language(written).filter(|language| *language != locale);
            html! { bdi lang=[language.map(Locale::tag)] { (escape_invisible(written)) } }
        }
        Cow::Owned(own) => {
            html! { bdi title=(escape_invisible(written)) { (escape_invisible(&own)) } }
        }
    }
}

/// Writes a series of events in the language of the page. A series without a name in that language keeps its name in
/// the index.
pub(super) fn series(name: &str, locale: Locale) -> Markup {
    match series_name(name, locale) {
        own if own != name => html! { bdi title=(escape_invisible(name)) { (own) } },
        _ if is_series(name) => html! { bdi lang=[english_tag(locale)] { (name) } },
        _ => event(name, locale),
    }
}

/// Writes the name of a player in the script of the reader, if the table of players has one. The name as written in the
/// record is then the tooltip.
pub(super) fn person(written: &str, locale: Locale) -> Markup {
    match person_name(written, locale) {
        own if own == written => name(written),
        own => html! { bdi title=(escape_invisible(written)) { (escape_invisible(&own)) } },
    }
}

/// Writes a result in words, with its code in SGF beside them: 白中押し勝ち `W+R`. An English page shows the code alone,
/// because it is what readers of English know; the words are its tooltip.
pub(super) fn result(result: GameResult, locale: Locale) -> Markup {
    let words = result_words(result, locale);
    let code = result.to_string();
    html! {
        @if locale == Locale::English { span title=(words) { (code) } }
        @else { (words) " " small { (code) } }
    }
}

/// Formats a result as [`result`] does, as plain text: `白中押し勝ち (W+R)`.
pub(super) fn result_text(result: GameResult, locale: Locale) -> String {
    match locale {
        Locale::English => result.to_string(),
        _ => format!("{} ({result})", result_words(result, locale)),
    }
}

fn result_words(result: GameResult, locale: Locale) -> String {
    let (winner, how) = match result {
        GameResult::Win { winner, how } => (winner, how),
        GameResult::Draw => return say!(locale, "result-draw"),
        GameResult::Void => return say!(locale, "result-void"),
        GameResult::Unknown => return say!(locale, "result-unknown"),
    };
    let who = match winner {
        Color::Black => say!(locale, "result-black"),
        Color::White => say!(locale, "result-white"),
    };
    match how {
        WinKind::Unspecified => say!(locale, "result-won", who = who),
        WinKind::Resign => say!(locale, "result-resign", who = who),
        WinKind::Time => say!(locale, "result-time", who = who),
        WinKind::Forfeit => say!(locale, "result-forfeit", who = who),
        WinKind::Score(margin) => {
            let margin = margin.to_string();
            match margin.strip_suffix(".5") {
                Some("0") => say!(locale, "result-by-half", who = who),
                Some(points) => {
                    say!(locale, "result-by-points-and-half", who = who, points = points)
                }
                None => say!(locale, "result-by", who = who, margin = margin),
            }
        }
    }
}

/// Writes the rank of a player as the language does: 九段 or 9단 for `9p`. The rank as written in the record is its
/// tooltip if it differs.
pub(super) fn rank(player: &Player, locale: Locale) -> Option<Markup> {
    let written = player.rank_text.as_deref();
    let words = player.rank.map(|rank| rank_words(rank, locale));
    let words = words.or_else(|| written.map(str::to_owned))?;
    let title = written.filter(|written| *written != words).map(escape_invisible);
    Some(html! { small { bdi title=[title] { (escape_invisible(&words)) } } })
}

/// Writes a rank as the language does.
pub(super) fn rank_words(rank: Rank, locale: Locale) -> String {
    match u64::from(rank.number()) {
        number @ ..=40 => say!(locale, "rank-kyu", n = 41 - number),
        number @ 41..=50 => say!(locale, "rank-dan", n = number - 40),
        number => say!(locale, "rank-professional", n = number - 50),
    }
}

/// Writes a time in UTC. A script of the page replaces it by the time in the time zone of the browser.
pub(super) fn time(seconds: u64) -> Markup {
    html! { time datetime=(format_timestamp(seconds)) { (format_utc(seconds)) } }
}

/// Encloses a name in an element of its own, so that its writing direction does not affect the text around it.
pub(super) fn name(text: &str) -> Markup {
    html! { bdi { (escape_invisible(text)) } }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_in_messages() {
        let key = || html! { kbd { "r" } };
        let drawn = marked!(Locale::English, "frame-keys-region"; key = key());
        assert_eq!(drawn.into_string(), "<kbd>r</kbd> region");
        let unknown = Message::new("no-<id>", Vec::new());
        assert_eq!(
            with_elements(Locale::English, &unknown, &[("key", key())]).into_string(),
            "no-&lt;id&gt;"
        );
    }

    #[test]
    fn names_of_players_keep_their_spelling_as_a_tooltip() {
        let drawn = |locale, text: &str| person(text, locale).into_string();
        let hangul = "<bdi title=\"Cho Chikun\">조치훈</bdi>";
        assert_eq!(drawn(Locale::Korean, "Cho Chikun"), hangul);
        assert_eq!(drawn(Locale::English, "Cho Chikun"), "<bdi>Cho Chikun</bdi>");
        assert_eq!(drawn(Locale::Japanese, "a<b"), "<bdi>a&lt;b</bdi>");
    }

    #[test]
    fn ranks_are_written_as_the_language_does() {
        let words =
            |text: &str| Locale::ALL.map(|locale| rank_words(Rank::parse(text).unwrap(), locale));
        for (text, expected) in [
            ("9p", ["9p", "九段", "九段", "九段", "9단"]),
            ("1p", ["1p", "初段", "初段", "初段", "초단"]),
            ("1d", ["1d", "初段", "初段", "初段", "초단"]),
            ("5d", ["5d", "五段", "五段", "五段", "5단"]),
            ("10d", ["10d", "10段", "10段", "10段", "10단"]),
            ("1k", ["1k", "1级", "1級", "1級", "1급"]),
            ("12k", ["12k", "12级", "12級", "12級", "12급"]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
        let drawn = |written: &str, locale| {
            let player = Player {
                rank: Rank::parse(written),
                rank_text: Some(written.to_owned()),
                ..Player::default()
            };
            rank(&player, locale).unwrap().into_string()
        };
        for (written, locale, expected) in [
            ("9p", Locale::English, "<small><bdi>9p</bdi></small>"),
            ("9 dan pro", Locale::English, "<small><bdi title=\"9 dan pro\">9p</bdi></small>"),
            ("9p", Locale::Japanese, "<small><bdi title=\"9p\">九段</bdi></small>"),
            ("九段", Locale::Japanese, "<small><bdi>九段</bdi></small>"),
            ("Honinbo <b>", Locale::Korean, "<small><bdi>Honinbo &lt;b&gt;</bdi></small>"),
        ] {
            assert_eq!(drawn(written, locale), expected);
        }
        assert!(rank(&Player::default(), Locale::Korean).is_none());
    }

    #[test]
    fn times_are_in_utc_until_a_script_runs() {
        let expected = "<time datetime=\"2026-11-22T09:59:59Z\">2026-11-22 09:59 UTC</time>";
        assert_eq!(time(1_795_341_599).into_string(), expected);
    }

    #[test]
    fn results_are_in_words_beside_their_code() {
        let words = |code: &str, locale| result_words(GameResult::parse(code).unwrap(), locale);
        for (code, english, japanese, korean) in [
            ("W+R", "White won by resignation", "白中押し勝ち", "백 불계승"),
            ("B+3.5", "Black won by 3½", "黒3目半勝ち", "흑 3집반승"),
            ("B+0.5", "Black won by ½", "黒半目勝ち", "흑 반집승"),
            ("W+12", "White won by 12", "白12目勝ち", "백 12집 승"),
            ("W+T", "White won on time", "白時間切れ勝ち", "백 시간승"),
            ("B+", "Black won", "黒勝ち", "흑 승"),
            ("0", "draw", "ジゴ", "무승부"),
        ] {
            assert_eq!(words(code, Locale::English), english);
            assert_eq!(words(code, Locale::Japanese), japanese);
            assert_eq!(words(code, Locale::Korean), korean);
        }
        let drawn = result(GameResult::parse("W+R").unwrap(), Locale::Simplified).into_string();
        assert_eq!(drawn, "白中盘胜 <small>W+R</small>");
    }

    #[test]
    fn events_keep_their_text_as_a_tooltip() {
        let drawn = |locale, text: &str| event(text, locale).into_string();
        for (locale, text, wanted) in [
            (Locale::English, "54th Honinbo", "<bdi>54th Honinbo</bdi>"),
            (Locale::Japanese, "54th Honinbo", "<bdi title=\"54th Honinbo\">第54期本因坊戦</bdi>"),
            (Locale::Korean, "名人を囲む会", "<bdi lang=\"ja\">名人を囲む会</bdi>"),
            (Locale::Japanese, "名人を囲む会", "<bdi>名人を囲む会</bdi>"),
            (Locale::Simplified, "a<b", "<bdi>a&lt;b</bdi>"),
        ] {
            assert_eq!(drawn(locale, text), wanted);
        }
    }

    #[test]
    fn series_without_a_name_in_the_language_are_english() {
        let drawn = |text: &str| series(text, Locale::Korean).into_string();
        assert_eq!(drawn("Meijin"), "<bdi title=\"Meijin\">일본 명인전</bdi>");
        assert_eq!(drawn("Discovery Cup"), "<bdi lang=\"en\">Discovery Cup</bdi>");
        assert_eq!(drawn("Study group"), "<bdi>Study group</bdi>");
    }

    #[test]
    fn dates_are_written_as_the_language_does() {
        let all = ["1999-05-21", "1846-09", "1846", "1840s", "1999-5-21", ""];
        for text in all {
            assert_eq!(date(text, Locale::English), text);
        }
        let written = all.map(|text| date(text, Locale::Japanese));
        assert_eq!(written, ["1999年5月21日", "1846年9月", "1846年", "1840s", "1999-5-21", ""]);
    }

    #[test]
    fn what_hides_or_reorders_is_shown() {
        assert_eq!(escape_invisible("a\u{202e}b\u{1b}[2J\nc\td"), "a⟨202E⟩b⟨1B⟩[2J\nc d");
        assert_eq!(escape_invisible("囲碁 é 🙂"), "囲碁 é 🙂");
        let drawn = name("<b onclick=\"x\">").into_string();
        assert_eq!(drawn, "<bdi>&lt;b onclick=&quot;x&quot;&gt;</bdi>");
    }
}
