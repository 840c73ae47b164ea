use super::bytes::{base64, gzip, packed};
use super::{Case, Evaluation};

pub fn cases() -> Vec<Case> {
    let broken = BROKEN.iter().map(|(name, text)| without_evaluation(name, game(text), true));
    let alike = LOOKALIKES.iter().map(|(name, text)| without_evaluation(name, game(text), false));
    let mut cases: Vec<Case> = broken.chain(alike).collect();
    cases.extend(broken_kt());
    cases.extend(partly_broken());
    cases.extend(french());
    cases.push(ambiguous_marks());
    cases
}

/// Game of four moves, with the given property in its second node.
fn game(text: &str) -> String {
    match text.strip_prefix('(') {
        Some(_) => text.to_string(),
        None => format!("(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dd]{text};B[qp];W[dq])"),
    }
}

/// A file from which no evaluation must be read.
fn without_evaluation(name: &str, sgf: String, bad: bool) -> Case {
    Case {
        name: name.to_string(),
        sgf,
        truth: Vec::new(),
        annotations: Vec::new(),
        bad,
        human: Vec::new(),
    }
}

#[rustfmt::skip]
const BROKEN: &[(&str, &str)] = &[
    ("SBKV of a letter", "SBKV[x]"),
    ("SBKV too great", "SBKV[101]"),
    ("SBKV below nothing", "SBKV[-5]"),
    ("SBKV empty", "SBKV[]"),
    ("SBKV infinite", "SBKV[inf]"),
    ("SBKV of minus infinity", "SBKV[-Infinity]"),
    ("SBKV that is no number", "SBKV[NaN]"),
    ("SBKV with an exponent too great", "SBKV[1e400]"),
    ("SBKS too great", "SBKS[1e9]"),
    ("SBKS infinite", "SBKS[Infinity]"),
    ("OGSC of letters", "OGSC[none]"),
    ("KA cut short", "KA[{\"w\":0.41]"),
    ("KA out of range", "KA[{\"w\":2.5,\"v\":9}]"),
    ("LZ without a rate", "LZ[0.7.4 abc 1.2k\n]"),
    ("LZ with a rate too great", "LZ[0.7.4 150.0 1.2k\n]"),
    ("LZ infinite", "LZ[0.7.4 inf 1.2k\n]"),
    ("QKGV of letters", "QKGV[abc]"),
    ("QLZV too great", "QLZV[10:1.5]"),
    ("QLZV infinite", "QLZV[10:inf]"),
    ("BWWR too great", "BWWR[120%/-20%]"),
    ("BWWR of a letter", "BWWR[x]"),
    ("ES too great", "ES[B+2000]"),
    ("WV too great", "WV[1.5]"),
    ("WV of a letter", "WV[x]"),
    ("V too great", "V[5000]"),
];

#[rustfmt::skip]
const LOOKALIKES: &[(&str, &str)] = &[
    ("an opinion", "C[I think 60%]"),
    ("a question", "C[Win rate: who knows]"),
    ("KaTrain's words by hand", "C[Score: W+3.9, says KaTrain. Win rate: W 71.1%]"),
    ("chat of a broadcast", "C[/jueyi白48.0%]"),
    ("prose of a viewer", "C[victim predicted win prob: 0.57 loss: 0.43, predicted score: 4.00]"),
    ("four numbers in prose", "C[It says 0.10 0.90 0.00 -12.9 v=1500 here]"),
    ("four numbers on two nodes", "C[0.10 0.90 0.00 -12.9];B[aa]C[0.20 0.80 0.00 -9.0]"),
    ("eight numbers", "(;SZ[9];B[aa]C[0.1 0.9 0.0 -1.0 2 3 4 5];W[bb]C[0.2 0.8 0.0 -1.0 2 3 4 5]\
     ;B[cc]C[0.3 0.7 0.0 -1.0 2 3 4 5];W[dd]C[0.3 0.7 0.0 -1.0 2 3 4 5])"),
    ("one number a node", "(;SZ[9];B[aa]C[0.1234\nx];W[bb]C[0.2345\nx];B[cc]C[-0.3\nx])"),
    ("a lone comment of Lizzie", "C[Black's winrate: 52.3% (-1.2%)\n(g170e / 1.2k playouts)]"),
    ("a lone older comment of Lizzie", "C[Move 2\n52.3%\n(0e3ea880 / 1.2k playouts)]"),
    ("a lone sentence of leela-analysis", "C[Overall black win%: 52.34%]"),
    ("a lone pair of katagui", "C[P:0.54 S:1.2]"),
    ("nothing analysed by katagui", "C[P:0.00 S:0.0];B[aa]C[P:0.00 S:0.0]"),
    ("nothing computed", "C[Overall black win%: not computed (x)];B[aa]C[Overall black win%: not computed (x)]"),
    ("LZ without playouts", "LZ[0.7.4 50.0 0\n]"),
    ("a comment without playouts", "LZ[0.7.4 50.0 0\n]C[White's winrate: 50.0%\n(g170e / 0 playouts)]"),
    ("KTV alone", "(;SZ[19]AP[KaTrain:1.12.3]KTV[1.0];B[aa];W[bb])"),
    ("a result", "(;SZ[19]RE[B+3.5]TE[cup]RD[2020];B[aa]N[V 3.5];W[bb]TE[cup])"),
    ("nobody knows whose", "WINRATE[0.5]SCORELEAD[1.5]SCORESTDEV[9]VISITS[100]\
     CC[{\"winrate\":0.5,\"score\":1.5,\"visits\":10}]"),
    ("values that are no annotations", "V[x]TE[cup]DM[3.2]BM[bad]HO[3]"),
];

/// `KT` values that cannot be unpacked or contain nothing.
fn broken_kt() -> Vec<Case> {
    let json =
        br#"{"moves":{},"root":{"winrate":0.5,"scoreLead":1.5,"visits":9},"completed":true}"#;
    let empty = packed(b"");
    let whole = gzip(json);
    let third = [
        ("KT of no base64", "H4sI!*?".to_string()),
        ("KT of no gzip", base64(b"this is no gzip stream")),
        ("KT cut short", base64(&whole[..whole.len() / 2])),
        ("KT of no JSON", packed(b"{\"root\": {")),
        ("KT without a root", packed(b"{\"moves\":{},\"completed\":true}")),
        ("KT of a list", packed(b"[1,2,3]")),
        ("KT of nothing", String::new()),
        ("KT out of range", packed(br#"{"moves":{},"root":{"winrate":7.5}}"#)),
    ];
    let kt = |text: &str| game(&format!("KT{text}"));
    let mut cases: Vec<Case> = (third.iter())
        .map(|(name, third)| {
            without_evaluation(name, kt(&format!("[{empty}][{empty}][{third}]")), true)
        })
        .collect();
    cases.push(without_evaluation("KT of one value", kt(&format!("[{empty}]")), true));
    cases.push(without_evaluation("KT of two values", kt(&format!("[{empty}][{empty}]")), true));
    cases
}

fn evaluation(
    node: u32,
    writer: &'static str,
    source: &'static str,
    rate: Option<u16>,
    lead: Option<i32>,
) -> Evaluation {
    let is_katago = writer == "KaTrain";
    Evaluation {
        node,
        writer,
        engine: is_katago.then(|| "KataGo".to_string()),
        source,
        black_rate: rate,
        black_lead: lead,
        visits: None,
        loss: None,
        line: Vec::new(),
    }
}

/// Nodes in which one of two values is broken or misplaced, while the other must be read.
fn partly_broken() -> Vec<Case> {
    let sabaki = |source, rate, lead| vec![evaluation(2, "Sabaki", source, rate, lead)];
    let queued = |visits, rate, lead| Evaluation {
        visits: Some(visits),
        ..evaluation(2, "q5Go", "QKGV", rate, lead)
    };
    let named = Evaluation { engine: Some("A".to_string()), ..queued(7, Some(2500), Some(-200)) };
    #[rustfmt::skip]
    let table: [(&str, &str, Vec<Evaluation>, bool); 9] = [
        ("SBKS broken", "SBKV[50]SBKS[x]", sabaki("SBKV", Some(5000), None), true),
        ("SBKV broken", "SBKV[x]SBKS[-0.5]", sabaki("SBKS", None, Some(-50)), true),
        ("SBKV with an exponent", "SBKV[4.561e1]", sabaki("SBKV", Some(4561), None), false),
        ("SBKV of minus nothing", "SBKV[-0.0]SBKS[-0.0]", sabaki("SBKV", Some(0), Some(0)), false),
        ("SBKV below one", "SBKV[0.3]", sabaki("SBKV", Some(30), None), false),
        ("QKGV broken in a list", "QKGV[x][7:0.25:-2:1.5::A]", vec![named], true),
        ("QKGV without visits", "QKGV[:0.25:-2:1.5]", vec![evaluation(2, "q5Go", "QKGV", Some(2500), Some(-200))], true),
        ("QKGV of four fields", "QKGV[7:0.25:-2:1.5]", vec![queued(7, Some(2500), Some(-200))], false),
        ("QKGV with a small score", "QKGV[7:1e-05:1e-05:1.5]", vec![queued(7, Some(0), Some(0))], false),
    ];
    let case = |(name, text, truth, bad): (&str, &str, Vec<Evaluation>, bool)| Case {
        truth,
        ..without_evaluation(name, game(text), bad)
    };
    table.into_iter().map(case).collect()
}

/// French comments in a file that does not give its program's version.
fn french() -> Vec<Case> {
    let node = |mover: char, point: &str, vertex: &str, values: &str| {
        format!(";{mover}[{point}]C[Coup 1: {mover} {vertex}\n{values}\n\u{3164}\u{200b}]")
    };
    let white = node('B', "pd", "Q16", "Score : B+3.9\nPronostic : B 71.1%");
    let black = node('W', "dd", "D16", "Score : N+1.5\nPronostic : N 60.0%");
    let file = |nodes: &str| format!("(;GM[1]FF[4]SZ[19]{nodes};B[qp])");
    let of = |node, rate, lead| evaluation(node, "KaTrain", "comment", Some(rate), Some(lead));
    let both = Case {
        truth: vec![of(1, 2890, -390), of(2, 6000, 150)],
        ..without_evaluation("French letters for both", file(&format!("{white}{black}")), false)
    };
    vec![both, without_evaluation("a French letter for one", file(&white), false)]
}

/// The property `DM` has two meanings. If it has no number and no `WV` beside it, it is an annotation and not a lead.
fn ambiguous_marks() -> Case {
    Case {
        annotations: vec![(2, "DM", 1), (2, "HO", 2), (2, "V", -350)],
        ..without_evaluation("marks", game("DM[1]TE[cup]HO[2]V[-3.5]UC[perhaps]"), false)
    }
}
