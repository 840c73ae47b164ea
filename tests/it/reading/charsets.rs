//! How often the charset of a short record is detected correctly. The records have names, results and comments in many
//! languages and their charsets, without a `CA`, with the right one and with a wrong one. A record counts as right if
//! its decoded text is right, whatever the name of the charset.

use encoding_rs::Encoding;
use kifu_index::text::charset::{decode, decode_name};

/// A language: its charsets with their labels for `CA`, names of players, results, comments.
struct Language {
    charsets: &'static [&'static str],
    players: &'static str,
    results: &'static str,
    comments: &'static [&'static str],
}

const LANGUAGES: [Language; 9] = [
    Language {
        charsets: &["gbk", "gb18030"],
        players: "戴嘉 汪见虹 梁伟棠 牛力力 宋雪林 陈临新 王煜辉 黄希文 范廷钰 孙腾宇 周元俊 彭筌 董彦 张立 王玉辉 刘世振 李康 何语涵",
        results: "黑中盘胜 白中盘胜 黑胜1/4子 白胜3又3/4子 黑超时负",
        comments: &["黑棋形势领先，白棋必须拼命。", "这步棋是败着。", "此时应该在下边拆二。"],
    },
    Language {
        charsets: &["big5"],
        players: "周平強 陳國興 蔡文鑫 林書陽 蕭愛霖 黃祥任 張哲豪 劉耀文 許博允 王景怡 曾秉権 謝祥",
        results: "黑中盤勝 白中盤勝 白勝1.5目 黑勝2.5目 黑超時負",
        comments: &["黑棋形勢領先，白棋必須拼命。", "這步棋是敗著。", "此時應該在下邊拆二。"],
    },
    Language {
        charsets: &["shift_jis", "euc-jp", "iso-2022-jp"],
        players: "石倉昇 大橋拓文 三村智保 中小野田智己 白石勇一 小松英樹 羽根泰正 佐田篤史 藤井秀哉 上村陽生 安達利昌 沼舘沙輝哉",
        results: "黒中押し勝ち 白番5目半勝ち 黒時間切れ勝ち 持碁",
        comments: &[
            "白の手抜きでした。",
            "ここはツケノビが普通です。",
            "黒の模様が大きく、白は苦しい。",
        ],
    },
    Language {
        charsets: &["euc-kr"],
        players: "박승문 김성룡 유경민 이상훈 한종진 서무상 강지성 홍민표 김혜림 진동규 류동완 안형준",
        results: "백불계승 흑불계승 흑4집반승 백반집승 흑시간승",
        comments: &["이 수가 패착이다.", "흑이 좋은 형세.", "백은 두 칸 벌리는 자리였다."],
    },
    Language {
        charsets: &["windows-1251", "koi8-r", "ibm866"],
        players: "Кирилл_Замятин Денис_Карадабан Тимофей_Бригиденко Арсений_Скалецкий Роман_Пустовойтов Ольга_Фёдорова",
        results: "Белые_победили Чёрные_сдались Ничья",
        comments: &[
            "Это была решающая ошибка.",
            "Здесь нужен был другой ответ.",
            "У белых сильная стена.",
        ],
    },
    Language {
        charsets: &["windows-1252", "iso-8859-15"],
        players: "Bernd_Schütze René_Böttcher Käthe_Möller Éloïse_Châtel Benoît_Lefébure Íñigo_Goñi Håkan_Törnqvist Søren_Bæk",
        results: "Weiß_gewinnt_überlegen Noir_a_gagné Blanco_ganó_ayer",
        comments: &[
            "Das wäre natürlich größer gewesen.",
            "C’est un très mauvais échange.",
            "Det här är för långsamt.",
        ],
    },
    Language {
        charsets: &["windows-1250", "iso-8859-2"],
        players: "Přemysl_Štěpánek Kateřina_Říčanová Łucja_Wróblewska Świętosław_Gołąb Bożena_Ćwiklińska Ľubomír_Ďurišin",
        results: "Bílý_vyhrál_těsně Białe_wygrały_o_pół_punktu",
        comments: &[
            "To už je příliš pozdě, černý vyhraje.",
            "Białe mogły się jeszcze bronić, lecz źle.",
            "Těžká chyba.",
        ],
    },
    Language {
        charsets: &["windows-1253"],
        players: "Αλέξανδρος_Στεφανίδης Παναγιώτης_Λάμπρου Χρήστος_Ζαχαρίας Ιωάννα_Φωτίου",
        results: "Νίκησε_ο_μαύρος Ισοπαλία",
        comments: &["Αυτό ήταν μεγάλο λάθος.", "Ο λευκός έπρεπε να απαντήσει στη γωνία."],
    },
    Language {
        charsets: &["windows-1254"],
        players: "Şükrü_Güngör Doğan_Kılıç Ayşegül_Çağdaş Nuri_Işıldak Barış_Ünlü",
        results: "Siyah_oyunu_kazandı Beyaz_yarım_sayıyla_aldı",
        comments: &["Bu hamle yanlış, köşe ölüyor.", "Beyazın şekli çok kötü."],
    },
];

/// Which parts of a record contain characters outside of ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Name,
    Head,
    Comment,
}

/// Which charset the `CA` of a record declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    None,
    Right,
    Utf8,
}

/// All records of one language and length, as text.
fn records(language: &Language, length: Length, label: &str) -> Vec<String> {
    let words = |list: &str| -> Vec<String> {
        list.split(' ').map(|word| word.replace('_', " ")).collect()
    };
    let players = words(language.players);
    let results = words(language.results);
    let moves = ";B[pd];W[dp];B[pq];W[dd]";
    match length {
        Length::Name => {
            let one = |name: &String| format!("(;GM[1]{label}SZ[19]PB[{name}]PW[guest]{moves})");
            players.iter().map(one).collect()
        }
        Length::Head => {
            let head = |(i, black): (usize, &String)| {
                let white = &players[(i * 5 + 1) % players.len()];
                let result = &results[i % results.len()];
                format!("(;GM[1]{label}SZ[19]PB[{black}]PW[{white}]RE[{result}]{moves})")
            };
            players.iter().enumerate().map(head).collect()
        }
        Length::Comment => {
            let with_comment =
                |text: &&str| format!("(;GM[1]{label}SZ[19]PB[a]PW[b]{moves}C[{text}];B[qo])");
            language.comments.iter().map(with_comment).collect()
        }
    }
}

/// Number of records that are decoded correctly, and number of all records.
fn rate(charset: &str, language: &Language, length: Length, claim: Claim) -> (usize, usize) {
    let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
    let label = match claim {
        Claim::None => String::new(),
        Claim::Right => format!("CA[{charset}]"),
        Claim::Utf8 => "CA[UTF-8]".to_owned(),
    };
    let (mut right, mut all) = (0, 0);
    for text in records(language, length, &label) {
        let (bytes, _, lost) = encoding.encode(&text);
        if lost || std::str::from_utf8(&bytes).is_ok_and(|_| charset != "iso-2022-jp") {
            continue;
        }
        all += 1;
        let found = decode(&bytes);
        if found.text == text {
            right += 1;
        } else if claim != Claim::None || length != Length::Name {
            println!("{charset} {claim:?}: {text} -> {} ({})", found.charset, found.from.as_str());
        }
    }
    (right, all)
}

#[test]
fn records_that_name_their_charset_are_read_as_written() {
    for language in &LANGUAGES {
        for charset in language.charsets {
            for length in [Length::Name, Length::Head, Length::Comment] {
                let (right, all) = rate(charset, language, length, Claim::Right);
                assert_eq!(right, all, "{charset} {length:?}");
                assert!(all > 0, "{charset} {length:?}");
            }
        }
    }
}

#[test]
fn records_without_a_charset_are_decoded_by_content() {
    let mut missed = Vec::new();
    for language in &LANGUAGES {
        for charset in language.charsets {
            for claim in [Claim::None, Claim::Utf8] {
                for length in [Length::Name, Length::Head, Length::Comment] {
                    let (right, all) = rate(charset, language, length, claim);
                    if right < all {
                        missed.push(format!("{charset} {length:?} {claim:?} {right}/{all}"));
                    }
                }
            }
        }
    }
    assert_eq!(missed, KNOWN_MISSES);
}

/// Combinations of charset and text with which some records are decoded wrongly. Single names in EUC-JP may also be
/// names in GBK; ISO-8859-2 differs from windows-1250 in a few letters only, and so does windows-1254 from
/// windows-1257.
const KNOWN_MISSES: [&str; 8] = [
    "euc-jp Name None 9/12",
    "euc-jp Name Utf8 9/12",
    "iso-8859-2 Head None 5/6",
    "iso-8859-2 Comment None 2/3",
    "iso-8859-2 Head Utf8 5/6",
    "iso-8859-2 Comment Utf8 2/3",
    "windows-1254 Name None 4/5",
    "windows-1254 Name Utf8 4/5",
];

#[test]
fn labels_that_decode_to_nothing_blank_no_file() {
    for label in ["ISO-2022-KR", "HZ-GB-2312", "UTF-7", "replacement", "ISO-2022-CN", "x"] {
        for (charset, text) in [
            ("utf-8", "PB[박승문]RE[백불계승]"),
            ("euc-kr", "PB[박승문]RE[백불계승]"),
            ("gbk", "PB[汪见虹]RE[黑中盘胜]"),
            ("windows-1252", "PB[René Böttcher]"),
        ] {
            let text = format!("(;CA[{label}]{text};B[pd])");
            let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
            let bytes = encoding.encode(&text).0;
            let found = decode(&bytes);
            assert_eq!(found.text, text);
            assert_eq!(found.label.as_deref(), Some(label));
        }
    }
}

#[test]
fn names_of_members_without_the_flag() {
    for (charset, names) in [
        ("gbk", "名人战/汪见虹-王煜辉.sgf 第3届春兰杯.sgf 对局/刘世振.sgf"),
        ("shift_jis", "名人戦/石倉昇-大橋拓文.sgf 十段戦の表.sgf 能力/三村智保.sgf"),
        ("big5", "名人賽/周平強-陳國興.sgf 許功蓋/對局.sgf 張哲豪.sgf"),
        ("euc-kr", "명인전/박승문-김성룡.sgf 국수전/이상훈.sgf 바둑리그.sgf"),
        ("utf-8", "名人战/汪见虹.sgf 명인전.sgf 囲碁.sgf"),
    ] {
        for name in names.split(' ') {
            let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
            assert_eq!(decode_name(&encoding.encode(name).0), name, "{charset}");
        }
    }
    assert_eq!(decode_name(b"M\x81nchen/Gr\x81\xE1e.sgf"), "München/Grüße.sgf");
}
