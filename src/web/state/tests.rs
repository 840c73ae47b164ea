#![allow(clippy::unwrap_used)]

use super::read::MAX_MOVES;
use super::*;
use crate::request_error::RequestError;
use proptest::collection::vec;
use proptest::prelude::*;

fn read(text: &str) -> Result<(PageState, Pairs), RequestError> {
    let mut pairs = pairs(text);
    PageState::read(&mut pairs).map(|state| (state, pairs))
}

#[test]
fn an_address_is_read_and_written_in_its_one_form() {
    for (text, canonical) in [
        ("", ""),
        ("m=q16,d4,PASS", "m=Q16,D4,pass"),
        ("q=rank%3E%3D9p+c:a%2Bb&m=Q16", "m=Q16&q=rank%3E%3D9p+c:a%2Bb"),
        ("m=Q16,D4&at=1", "m=Q16,D4&at=1"),
        ("m=Q16,D4&at=2", "m=Q16,D4"),
        ("m=Q16&at=77", "m=Q16"),
        ("area=T19-N9", "area=N9-T19"),
        ("area=whole&sym=all&turn=B&flip=0&size=19", ""),
        ("size=13&m=N13", "m=N13&size=13"),
        ("size=30x9&m=AA9", "m=AA9&size=30x9"),
        ("flip=9", "flip=1"),
        ("view=table&tab=years&guess=none", "view=table&tab=years&guess=none"),
        ("view=cards&tab=Years&guess=+q16+", "view=cards&tab=Years&guess=+q16+"),
        ("size=13&guess=T19", "size=13&guess=T19"),
        ("view=&tab=&guess=", ""),
    ] {
        let (state, left) = read(text).unwrap();
        assert_eq!(state.query_string(), canonical, "{text}");
        assert!(left.is_empty(), "{text}");
    }
}

#[test]
fn what_is_no_point_size_or_number_is_refused() {
    for text in [
        "m=I5",
        "m=Z1",
        "m=A0",
        "m=A20",
        "m=A+1",
        "m=@/etc/passwd",
        "m=Q16%00",
        "m=5Q",
        "size=53",
        "size=0",
        "size=13&m=Q16",
        "turn=x",
        "area=N9",
        "at=-1",
        "node=99999999999",
        "sel=x",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    let long = "q=".to_owned() + &"a".repeat(MAX_QUERY_CHARS + 1);
    assert!(read(&long).is_err());
    let many = "m=".to_owned() + &"pass,".repeat(MAX_MOVES + 1);
    assert!(read(&many).is_err());
}

#[test]
fn unknown_parameters_are_left() {
    let (state, left) = read("m=Q16&colour=red&q=x&q=y").unwrap();
    assert_eq!(state.query, "x");
    let names: Vec<&str> = left.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["colour", "q"]);
}

#[test]
fn a_move_keeps_the_tail_that_it_repeats() {
    let (state, _) = read("m=Q16,D4,Q3&at=1").unwrap();
    let played = |name| state.play(AddressMove::parse(name, state.size).unwrap()).query_string();
    assert_eq!(played("D4"), "m=Q16,D4,Q3&at=2");
    assert_eq!(played("D3"), "m=Q16,D3");
    assert_eq!(state.to_move(), Color::White);
}

fn edges() -> impl Strategy<Value = Option<Edges>> {
    let edges = any::<[bool; 4]>().prop_map(|[left, right, top, bottom]| Edges {
        left,
        right,
        top,
        bottom,
    });
    proptest::option::of(edges)
}

/// Generates random open points (points that may be, for instance, empty or black), in the order of their parameters.
fn open_points(point: impl Strategy<Value = Point>) -> impl Strategy<Value = Vec<(Point, char)>> {
    vec((0..OPEN_POINT_SIGNS.len(), point), 0..4).prop_map(|mut open| {
        open.sort_by_key(|(at, _)| *at);
        open.into_iter().map(|(at, point)| (point, OPEN_POINT_SIGNS[at].1)).collect()
    })
}

#[test]
fn a_shape_is_a_part_of_a_board_open_points_or_an_order() {
    for (text, is) in [
        ("m=Q16", false),
        ("m=Q16&area=around", true),
        ("area=around", false),
        ("m=Q16&at=0&area=around", false),
        ("area=N13-T19", true),
        ("any=Q16", true),
        ("m=Q16&seq=1", true),
        ("m=pass&seq=1", false),
        ("m=Q16&edges=top", false),
    ] {
        assert_eq!(read(text).unwrap().0.is_shape(), is, "{text}");
    }
    let refusal = read("edges=left,up").unwrap_err();
    assert_eq!(refusal.object.error.details.code, "bad_value");
    let (state, _) = read("stone=D4&maybe-w=E4&any=Q16,Q17&edges=right,top&area=whole").unwrap();
    assert_eq!(state.query_string(), "edges=right,top&any=Q16,Q17&maybe-w=E4&stone=D4");
    assert_eq!(read("edges=none").unwrap().0.edges, Some(Edges::default()));
}

fn states() -> impl Strategy<Value = PageState> {
    let size = (1..=52u8, 1..=52u8).prop_map(|(w, h)| BoardSize::new(w, h).unwrap());
    size.prop_flat_map(|size| {
        let point = (0..size.width(), 0..size.height()).prop_map(|(x, y)| Point::new(x, y));
        let step = prop_oneof![point.clone().prop_map(AddressMove::Place), Just(AddressMove::Pass)];
        let region = (point.clone(), point.clone()).prop_map(|(a, b)| Area::region(a, b));
        let area = prop_oneof![Just(Area::Whole), Just(Area::Around), region];
        let board = (
            vec(step, 0..9),
            0..9usize,
            vec(point.clone(), 0..4),
            vec(point.clone(), 0..4),
            (area, edges(), open_points(point)),
        );
        let rest = (
            ".{0,20}",
            "[a-z-]{1,4}",
            any::<[bool; 5]>(),
            0..8u8,
            any::<u32>(),
            proptest::option::of(any::<u32>()),
        );
        (board, rest).prop_map(move |((moves, at, black, white, (area, edges, open)), rest)| {
            let (query, word, flags, flip, node, selected) = rest;
            let [symmetric, any_colours, unique, white_first, sequence] = flags;
            PageState {
                at: at.min(moves.len()),
                moves,
                black,
                white,
                turn: if white_first { Color::White } else { Color::Black },
                area,
                edges,
                open,
                sequence,
                symmetric,
                any_colours,
                hit: HitFields {
                    next: NextMoveCondition::read(&word, size),
                    ..HitFields::default()
                },
                second: query.chars().rev().collect(),
                query,
                unique: sequence.then_some(unique),
                sort: vec![word.clone(), "-date".to_owned()],
                view: ChoiceText::read(word.clone()),
                game: word.clone(),
                guess: GuessText::read(word.clone()),
                tab: ChoiceText::read(word.clone()),
                columns: vec![word, "id".to_owned()],
                selected,
                flip,
                size,
                node,
            }
        })
    })
}

proptest! {
    #[test]
    fn every_state_is_read_back_from_its_address(state in states()) {
        let text = state.query_string();
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
        let (read, left) = read(&text).unwrap();
        prop_assert!(left.is_empty());
        prop_assert_eq!(read, state);
    }

    #[test]
    fn any_text_is_an_address_or_refused(text in ".{0,60}") {
        if let Ok((state, _)) = read(&text) {
            let again = state.query_string();
            prop_assert_eq!(read(&again).unwrap().0, state);
        }
    }
}

#[test]
fn an_order_by_the_hit_goes_where_a_query_has_hits() {
    for (address, kept) in [
        ("m=Q16&sort=hit,-date", "-date"),
        ("m=Q16&sort=-hit&q=player:Lee", ""),
        ("sort=loss,hit&q=loss>=5", "loss,hit"),
        ("m=Q16&sort=-hit&q=position:%22D4%22", "-hit"),
        ("sort=-hit,moves&q=pattern:%22XX.%2F.O.%22", "-hit,moves"),
        ("sort=moves", "moves"),
    ] {
        let (state, _) = read(address).unwrap();
        assert_eq!(state.filter_only().sort.join(","), kept, "{address}");
        assert!(state.unsorted_filter().sort.is_empty(), "{address}");
    }
}
