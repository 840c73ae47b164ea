//! Tests with files made to do harm: reading never panics, and takes no more than linear time and memory.

use super::*;

fn seeds() -> Vec<String> {
    vec![
        "\\HS\n\\[GAMEBLACKNAME=Anna (3D)\\]\n\\[GAMEINFOMAIN=LINE:13,GRLT:0,ZIPSU:25,GONGJE:65,DUM:5\\]\n\
         \\[GAMETAG=S0,C2019:05:04:20:15,G65,W0,Z25\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\nINI 0 1 3 &4 hello\n\
         STO 0 2 2 12 3\nSTO 0 3 1 3 12\nSKI 0 4\n\\GE\n"
            .into(),
        "Rated game\n19\nAnna     3D*\nBen 9DP\nwww.cyberoro.com\n3\n0\n6\n20190504 [ 9:03]\n10\n\
         Black wins by 0.5! >> White(1):Black(2)\n3\nPMABBREER\nPMACWEEEE\nPMADBAAAA\nIDB[2] é[EndTxt]\n"
            .into(),
        "[Header]\nVer=REVIEW1,200\nLang=SJIS\nSize=9\nHdcp=2,-5.50\nPtime=J;240;0;0\nWinner=B,C\nPlayerB=é,2d\n\
         CoordinateType=IGS\nDate=2001/08/20,,2001/08/21,\n[Data]\nDD,B1,0,0\nCC,W1,1,0\nYA,B1,2,0\n[Figure]\n.Text,1\nx\n.#,1,1,A\n\
         .EndText\n.Fig,1\nAA,B1,0,0\nBB,W1,1,0\n.Text\ny\n.EndText\n.EndFig\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,2,3,3\nVARIATION,\n\
         NODE,5,1,4,7\nVARIATIONEND,\n[ReviewComment]\n.Comment,5\nz\n"
            .into(),
    ]
}

#[test]
fn cut_at_every_byte() {
    for seed in seeds() {
        for end in 0..=seed.len() {
            let bytes = seed.as_bytes();
            let (before, after) = bytes.split_at(end);
            read(before);
            read(after);
            // The third text lacks a piece in the middle, here seven bytes.
            let mut holed = before.to_vec();
            holed.extend(after.iter().skip(7));
            read(&holed);
        }
    }
}

#[test]
fn any_byte_changed() {
    for seed in seeds() {
        for at in 0..seed.len() {
            for byte in [0, b'9', b'-', b',', b'\n', b'\\', b'[', b']', 0x81, 0xFF] {
                let mut bytes = seed.clone().into_bytes();
                bytes[at] = byte;
                read(&bytes);
            }
        }
    }
}

#[test]
fn absurd_numbers() {
    let huge = "99999999999999999999999999";
    for text in [
        format!(
            "\\HS\n\\[GAMEINFOMAIN=LINE:{huge},GRLT:{huge},ZIPSU:{huge},GONGJE:{huge},DUM:{huge},GTIME:{huge}-{huge}-{huge}\\]\n\\HE\n\\GS\n{huge} 0 &4\nINI 0 1 {huge} &4\nSTO 0 {huge} 1 {huge} {huge}\nSTO 0 18446744073709551615 1 3 3\nSKI 0 18446744073709551615\n\\GE\n"
        ),
        format!(
            "t\n{huge}\nA 1D\nB 1D\ns\n{huge}\n0\n{huge}\n{huge}\n{huge}\n{huge}\n{huge}\nPMABBREER\nIDB[{huge}] x[EndTxt]\nIDB[4294967295] y[EndTxt]\n"
        ),
        format!(
            "[Header]\nSize={huge}\nHdcp={huge},{huge}\nPtime=J;{huge};0\nPlayerB=x\n[Data]\nQP,B1,{huge},0\nQP,B1,4294967295,0\nQP,W1,4294967295,0\n[Figure]\n.Text,{huge}\nx\n.Text,4294967295\ny\n[ReviewNode]\nNODE,{huge},{huge},{huge},{huge}\nNODE,4294967295,1,4294967295,0\n[ReviewComment]\n.Comment,{huge}\nz\n"
        ),
    ] {
        assert_eq!(read(text.as_bytes()).records.len(), 1, "{text:.40}");
    }
}

/// Checks that heap use and time grow only in proportion to the size of a file that repeats a hostile part many times.
#[test]
fn repetitions_are_read_in_one_pass() {
    const TIMES: usize = 20_000;
    let parts: Vec<(&str, String)> = vec![
        ("PMABBREER\n", "PMABBREER\n".into()),
        ("PMABBREER\nIDB[1]", "IDB[1]".into()),
        ("PMABBREER\n", "IDB[1] x\n".into()),
        ("\\HS\n", "\\[GAMENAME=x\n".into()),
        ("\\HS\n", "\\[".into()),
        ("\\HS\n\\[GAMEINFOMAIN=", "GRLT:9,".into()),
        ("", "\\HS\n".into()),
        ("\\HS\n", "STO 0 2 1 3 3\n".into()),
        ("", "[Header]\nPlayerB=x\n".into()),
        ("[Header]\nPlayerB=x\n[Data]\n", "QP,B1,0,0\n".into()),
        ("[Header]\nPlayerB=x\n[Figure]\n", ".Fig,1\n".into()),
        ("[Header]\nPlayerB=x\n[Figure]\n.Text,1\n", ".#,1,1,A\n".into()),
        ("[Header]\nPlayerB=x\n[ReviewNode]\n", "VARIATION,\n".into()),
        ("[Header]\nPlayerB=x\n[ReviewNode]\n", "VARIATION,\nNODE,1,1,3,3\n".into()),
        ("[Header]\nPlayerB=x\n[ReviewComment]\n", ".Comment,1\n".into()),
    ];
    for (beginning, part) in parts {
        let text = format!("{beginning}{}", part.repeat(TIMES));
        let parsed = read(text.as_bytes());
        let heap: usize = parsed.records.iter().map(|record| record.tree.heap_size()).sum();
        let most = 80 * text.len() + 4096 * 361 * 16;
        assert!(heap < most, "{beginning:?} {part:?}: {heap} bytes");
    }
}
