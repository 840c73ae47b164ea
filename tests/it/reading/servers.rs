//! Real files of game servers, compared with what the tests of other programs expect, and with the same game as SGF.
//! Without the files, the tests pass.

use crate::support::sgf_point;
use crate::support::shared;
use kifu_index::formats;
use kifu_index::game::{Move, Point};
use kifu_index::record::{Action, Format, GameRecord, Replayer};
use std::io::Read;
use std::ops::ControlFlow;

/// Reads a member, which must contain exactly one game, of an archive in `../shared`; `None` if it is missing.
fn read(archive: &str, name: &str) -> Option<GameRecord> {
    let file = std::fs::File::open(shared(&format!("archives/{archive}"))?).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let mut bytes = Vec::new();
    let mut member = archive.by_name(name).unwrap();
    member.read_to_end(&mut bytes).unwrap();
    let mut records = formats::read(&bytes).records;
    assert_eq!(records.len(), 1, "{name}");
    records.pop()
}

fn moves(record: &GameRecord) -> Vec<String> {
    let tree = &record.tree;
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let point = |p: Point| sgf_point((p.x.into(), p.y.into()));
    let show = |action: &Action| match *action {
        Action::Move(color, Move::Place(at)) => format!("{}{}", color.letter(), point(at)),
        Action::Move(color, Move::Pass) => format!("{} pass", color.letter()),
        Action::Add(stone, at, _) => format!("+{}{}", stone.symbol(), point(at)),
        Action::Turn(color) => format!("{}?", color.letter()),
        ref other => format!("{other:?}"),
    };
    actions.map(show).collect()
}

/// Names, ranks, result, day, komi, handicap, number of moves and the first four stones, as the tests of Sabaki and
/// KaTrain expect them, or as the file's bytes say.
#[test]
fn files_of_other_programs_tests() {
    let rows = [
        (
            "gib/euc-kr.gib",
            "dustkd1015 1k, dongjik 1k, B+T, 2015-08-29, 6.5, 0, 49",
            "Bqc Wdp Bqo Wdd",
        ),
        (
            "gib/gb2312.gib",
            "石下之臣 2d, harpmaster 3d, W+11, 2012-11-22, 0, 5, 268",
            "+Xpd +Xdp +Xdd +Xpp",
        ),
        ("gib/utf8.gib", "jy512 15k, leejw977 10k, -, 2016-03-26, -5, 3, 118", "+Xpd +Xdp +Xdd W?"),
        ("ngf/even.ngf", "CYY 9p, LQC 9p, B+0.5, 2017-03-16, 7.5, 0, 333", "Bqd Wdd Bpq Wdp"),
        ("ngf/gb2312.ngf", "朴承华 1d, 李载雄 5d, B+R, 2006-09-05, 6.5, 0, 211", "Bqd Wdd Bpq Woc"),
        (
            "ngf/handicap2.ngf",
            "p81587 5d, ace550 7d, W+R, 2017-03-16, 0, 2, 189",
            "+Xpd +Xdp W? Wpq",
        ),
        (
            "ugf/amateur.ugf",
            "kaziwami 7d, YINNI 8d, B+7.5, 2019-03-08, -5.5, 0, 254",
            "Bqd Wdd Bpq Wdq",
        ),
        (
            "ugf/review.ugi",
            "ken03110 2k, apetresc 2k, B+2.5, 2020-06-23, 6.5, 0, 222",
            "Bqd Wdc Bpq Wdp",
        ),
        (
            "../../katrain/tests/data/test.gib",
            "kim 2d, wildsim1 2d, W+T, 2020-06-14, 6.5, 0, 232",
            "Bpd Wdp Bqp Wnc",
        ),
    ];
    for (name, expected, first) in rows {
        let path = match name.strip_prefix("../../") {
            Some(path) => path.to_owned(),
            None => format!("sabaki/test/{name}"),
        };
        let Some(record) = read("edge.zip", &path) else {
            return;
        };
        let info = &record.info;
        let player = |player: &kifu_index::record::Player| {
            format!("{} {}", player.name.as_deref().unwrap(), player.rank.unwrap())
        };
        let found = [
            player(&info.players.black),
            player(&info.players.white),
            info.result.map_or("-".into(), |result| result.to_string()),
            info.date.as_ref().unwrap().earliest(),
            info.komi.unwrap().to_string(),
            info.handicap.unwrap().to_string(),
            record.tree.main_move_count().to_string(),
        ];
        assert_eq!(found.join(", "), expected, "{name}");
        assert_eq!(moves(&record)[..4].join(" "), first, "{name}");
        assert!(record.diagnostics.is_empty(), "{name}: {:?}", record.diagnostics);
        // A point that is read wrongly would soon make a later move illegal, so no move may be.
        Replayer::new().replay(record.start, &record.tree, |ply| {
            assert!(ply.breach.is_none(), "{name}: move {}", ply.number);
            ControlFlow::Continue(())
        });
    }
}

/// The archive of a Korean newspaper has the game of an NGF file with `GI` as SGF. Black is the player whom the NGF
/// names first.
#[test]
fn an_ngf_and_the_sgf_of_the_same_game() {
    let (Some(ngf), Some(sgf)) =
        (read("edge.zip", "sabaki/test/ngf/gb2312.ngf"), read("korean-news.zip", "sgfs/3820.sgf"))
    else {
        return;
    };
    assert_eq!((ngf.format, sgf.format), (Format::Ngf, Format::Sgf));
    assert_eq!(moves(&ngf), moves(&sgf));
    assert_eq!(ngf.info.result, sgf.info.result);
    assert_eq!(ngf.info.date, sgf.info.date);
    assert_eq!(ngf.info.players.black.rank, sgf.info.players.black.rank);
    assert_eq!(ngf.info.players.white.rank, sgf.info.players.white.rank);
}
