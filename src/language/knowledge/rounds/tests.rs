use super::*;

fn rounds(part: &EventFacts) -> Vec<&str> {
    part.rounds.iter().map(|round| &**round).collect()
}

#[test]
fn rounds_in_all_scripts() {
    for (round, expected) in [
        ("Final", &["deciding", "final"][..]),
        ("決勝", &["deciding", "final"]),
        ("决赛", &["deciding", "final"]),
        ("決賽", &["deciding", "final"]),
        ("결승 5번기 최종국", &["deciding", "final"]),
        ("05 (final)", &["deciding", "final"]),
        ("Final, Game 2", &["deciding", "final"]),
        ("Title match", &["deciding", "title"]),
        ("挑戦手合七番勝負第三局", &["deciding", "title"]),
        ("도전3국", &["deciding", "title"]),
        ("挑战赛第1局", &["deciding", "title"]),
        ("Semi-final", &["semi-final"]),
        ("準決勝", &["semi-final"]),
        ("半决赛", &["semi-final"]),
        ("준결승전", &["semi-final"]),
        ("4강 1국", &["semi-final"]),
        ("Quarterfinal", &["quarter-final"]),
        ("準々決勝", &["quarter-final"]),
        ("8강 3번기 2국", &["quarter-final"]),
        ("16강전", &["round of 16"]),
        ("32强", &["round of 32"]),
        ("Last preliminary, Final", &["final", "preliminary"]),
        ("予選決勝", &["final", "preliminary"]),
        ("Challengers' Final", &["challenger", "final"]),
        ("挑戦者決定戦", &["challenger"]),
        ("도전자 결정전", &["challenger"]),
        ("Winners' Section, Final", &["final"]),
        ("승자조 결승", &["final"]),
        ("8-dan Final", &["final"]),
        ("Final Tournament, Round 1", &["final", "round 1"]),
        ("Final stage, game 3", &["final"]),
        ("決勝トーナメント1回戦", &["final", "round 1"]),
        ("决赛阶段第2轮", &["final", "round 2"]),
        ("결승 토너먼트 16강", &["final", "round of 16"]),
        ("Ladder final", &["final"]),
        ("Korean Ama finals", &["final"]),
        ("Finals, game 2", &["deciding", "final"]),
        ("Final, round 2", &["deciding", "final", "round 2"]),
        ("League Playoff", &["league", "playoff"]),
        ("リーグ戦", &["league"]),
        ("3rd Place Playoff", &["playoff", "third place"]),
        ("Round 3", &["round 3"]),
        ("第三轮", &["round 3"]),
        ("第3輪", &["round 3"]),
        ("3回戦", &["round 3"]),
        ("본선 3회전", &["main tournament", "round 3"]),
        ("Group A, round 12", &["round 12"]),
        ("3", &[]),
        ("finale", &[]),
        ("", &[]),
    ] {
        assert_eq!(rounds(&EventFacts::read(None, Some(round), None)), expected, "{round}");
    }
}

/// A final of a part of the event must not count as the final of the event, whichever text of the record names the
/// part.
#[test]
fn finals_of_parts() {
    let is_deciding = |event: &str, round: &str| {
        let facts =
            EventFacts::read(Some(event), Some(round).filter(|round| !round.is_empty()), None);
        facts.rounds.contains(DECIDING)
    };
    for (event, round, expected) in [
        ("24th Ryusei tournament block-C", "Final", false),
        ("Korean Ama finals", "", false),
        ("Ladder final", "", false),
        ("Kansai Training Camp Final tournament", "", false),
        ("Kansai Training Camp Final tournament", "Final", true),
        ("11th Ryusei Cup", "Final Tournament, Round 1", false),
        ("2023 Go All-Star Team Competition", "Final", true),
        ("3rd Korean Senior Go League Final", "Round 2", true),
        ("Pro 13x13 tournament", "Final", true),
        ("9th Agon-Kiriyama Cup", "Final", true),
    ] {
        assert_eq!(is_deciding(event, round), expected, "{event}, {round}");
    }
}

#[test]
fn rounds_in_queries() {
    for (text, expected) in [
        ("final", Some("final")),
        ("決勝", Some("final")),
        ("决赛", Some("final")),
        ("결승", Some("final")),
        ("Semifinal", Some("semi-final")),
        ("第3輪", Some("round 3")),
        ("round 3", Some("round 3")),
        ("リーグ", Some("league")),
        ("Preliminary A", None),
        ("final game", None),
        ("3", None),
        ("", None),
    ] {
        assert_eq!(parse_round(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn editions_and_games() {
    for (event, round, edition, game) in [
        ("74th Honinbo", "Game 3", Some(74), Some(3)),
        ("Honinbo, 74th", "Final, Game 2", Some(74), Some(2)),
        ("51st Honinbo Title", "2", Some(51), Some(2)),
        ("第74期本因坊戦 第3局", "", Some(74), Some(3)),
        ("第七十四期本因坊戦挑戦手合七番勝負第三局", "", Some(74), Some(3)),
        ("第一二期棋聖戦", "第十局", Some(12), Some(10)),
        ("第5届应氏杯半决赛第2局", "", Some(5), Some(2)),
        ("제 8 회 맥심배 입신최강전", "", Some(8), None),
        ("제41기 KT배 왕위전 도전2국", "", Some(41), Some(2)),
        ("제3회 한게임 최고수전 8강 3번기 1국", "", Some(3), Some(1)),
        ("JASTEC Cup III", "", Some(3), None),
        ("10-game match", "8", None, Some(8)),
        ("Second 10-game match Go versus Kitani", "Game 5 (of 10)", None, Some(5)),
        // A bare number is read as a round, unless the event is a match. `34국` in a league is not the number of a game
        // in a match.
        ("8th Gosei", "4", Some(8), None),
        ("2008 한국바둑리그", "13R 3G 1국", None, None),
        ("제1기 루키스 프로리그", "리그 34국", Some(1), None),
        ("Haylee's Live Go game 127 - Thickness", "", None, None),
        ("5. Bundesliga", "Game 532", None, None),
        ("Oteai 1982", "Spring Session, Round 8 of 8", None, None),
        ("2019", "", None, None),
    ] {
        let part = EventFacts::read(Some(event), Some(round), None);
        assert_eq!((part.edition, part.game), (edition, game), "{event}, {round}");
    }
}

/// The title of a game is read as an event only if it names a series.
#[test]
fn titles_in_place_of_events() {
    let part = |title| EventFacts::read(None, None, Some(title));
    let known = part("제57기 본인방전 도전3국");
    assert_eq!((known.edition, known.game), (Some(57), Some(3)));
    assert_eq!(rounds(&known), ["deciding", "title"]);
    assert_eq!(part("My 3rd teaching game, final"), EventFacts::default());
    let event = EventFacts::read(Some("74th Honinbo"), None, Some("제57기 본인방전"));
    assert_eq!((event.series.as_deref(), event.edition), (Some("Honinbo"), Some(74)));
}

#[test]
fn long_and_odd_texts_end() {
    for text in
        ["第".repeat(9_999), "百".repeat(9_999), "第1局".repeat(9_999), "round ".repeat(9_999)]
    {
        EventFacts::read(Some(&text), Some(&text), Some(&text));
        parse_round(&text);
    }
}
