use super::*;

/// Each event as written, followed by its text in each language of [`Locale::ALL`]; `=` if the text stays as written.
const EVENTS: [[&str; 6]; 30] = [
    [
        "54th Honinbo, game 3",
        "=",
        "第54期本因坊战 第3局",
        "第54期本因坊戰 第3局",
        "第54期本因坊戦 第3局",
        "제54기 본인방전 제3국",
    ],
    ["74th Honinbo", "=", "第74期本因坊战", "第74期本因坊戰", "第74期本因坊戦", "제74기 본인방전"],
    [
        "第54期本因坊戦第3局",
        "54th Honinbo, game 3",
        "第54期本因坊战 第3局",
        "第54期本因坊戰 第3局",
        "=",
        "제54기 본인방전 제3국",
    ],
    [
        "日本第31期棋圣战",
        "31st Kisei",
        "=",
        "第31期日本棋聖戰",
        "第31期棋聖戦",
        "제31기 일본 기성전",
    ],
    [
        "第31届名人战",
        "31st Mingren",
        "=",
        "第31屆中國名人戰",
        "第31回中国名人戦",
        "제31회 중국 명인전",
    ],
    [
        "第5屆名人戰",
        "5th Taiwan Mingren",
        "第5届台湾名人战",
        "=",
        "第5回台湾名人戦",
        "제5회 대만 명인전",
    ],
    [
        "第5届应氏杯半决赛第2局",
        "5th Ing Cup, semi-final, game 2",
        "=",
        "第5屆應氏盃 準決賽 第2局",
        "第5回応氏杯 準決勝 第2局",
        "제5회 응씨배 준결승 제2국",
    ],
    [
        "第60回NHK杯準々決勝",
        "60th NHK Cup, quarter-final",
        "第60届NHK杯 四分之一决赛",
        "第60屆NHK盃 八強賽",
        "=",
        "제60회 NHK배 8강전",
    ],
    [
        "第七十四期本因坊戦挑戦手合七番勝負第三局",
        "74th Honinbo, title match, 7-game match, game 3",
        "第74期本因坊战 挑战赛 七番棋 第3局",
        "第74期本因坊戰 挑戰賽 七番棋 第3局",
        "=",
        "제74기 본인방전 도전기 7번기 제3국",
    ],
    [
        "제31기 일본 기성전(碁聖戰) 도전3국",
        "31st Gosei, title match, game 3",
        "第31期碁圣战 挑战赛 第3局",
        "第31期碁聖戰 挑戰賽 第3局",
        "第31期碁聖戦 挑戦手合 第3局",
        "=",
    ],
    [
        "제41기 KT배 왕위전 도전2국",
        "41st KT배 Wangwi, title match, game 2",
        "第41期KT배 王位战 挑战赛 第2局",
        "第41期KT배 王位戰 挑戰賽 第2局",
        "第41期KT배 王位戦 挑戦手合 第2局",
        "=",
    ],
    [
        "제9기 STX배 여류명인전 도전자 결정전",
        "9th STX배 Women's Myungin, challenger match",
        "第9期STX배 韩国女流名人战 挑战者决定战",
        "第9期STX배 韓國女流名人戰 挑戰者決定戰",
        "第9期STX배 韓国女流名人戦 挑戦者決定戦",
        "=",
    ],
    [
        "제11회 삼성화재배 통합예선 결승",
        "11th Samsung Cup, open preliminary, final",
        "第11届三星杯 综合预选赛 决赛",
        "第11屆三星盃 綜合預選賽 決賽",
        "第11回三星火災杯 統合予選 決勝",
        "=",
    ],
    [
        "제10회 농심신라면배 2국",
        "10th Nongshim Cup, game 2",
        "第10届农心杯 第2局",
        "第10屆農心盃 第2局",
        "第10回農心杯 第2局",
        "=",
    ],
    [
        "제12회 삼성화재배 32강전",
        "12th Samsung Cup, round of 32",
        "第12届三星杯 32强",
        "第12屆三星盃 32強",
        "第12回三星火災杯 ベスト32",
        "=",
    ],
    [
        "제8기 여류명인전 승자조 4강전",
        "8th Women's Myungin 승자조 4강전",
        "第8期韩国女流名人战 승자조 4강전",
        "第8期韓國女流名人戰 승자조 4강전",
        "第8期韓国女流名人戦 승자조 4강전",
        "=",
    ],
    [
        "2006한국바둑리그",
        "2006 Korean Baduk League",
        "2006年韩国围棋联赛",
        "2006年韓國圍棋聯賽",
        "2006年韓国囲碁リーグ",
        "=",
    ],
    [
        "2007 중국갑조리그 6라운드",
        "2007 Weiqi A League, round 6",
        "2007年围甲联赛 第6轮",
        "2007年圍甲聯賽 第6輪",
        "2007年中国甲級リーグ 6回戦",
        "=",
    ],
    [
        "제3회 한게임 최고수전 8강 3번기 1국",
        "3rd Hangame Top Player, quarter-final, 3-game match, game 1",
        "第3届Hangame Top Player 四分之一决赛 三番棋 第1局",
        "第3屆Hangame Top Player 八強賽 三番棋 第1局",
        "第3回Hangame Top Player 準々決勝 三番勝負 第1局",
        "=",
    ],
    [
        "제11기 SK가스배 5,6위 결정전",
        "11th SK Gas Cup 5,6위 결정전",
        "第11期SK燃气杯 5,6위 결정전",
        "第11期SK瓦斯盃 5,6위 결정전",
        "第11期SKガス杯 5,6위 결정전",
        "=",
    ],
    [
        "1988 China-Japan Youth Go Exchange",
        "=",
        "1988年中日青少年围棋交流",
        "1988年中日青少年圍棋交流",
        "1988年日中青少年囲碁交流",
        "=",
    ],
    [
        "45th Honinbo Title",
        "=",
        "第45期本因坊战 挑战赛",
        "第45期本因坊戰 挑戰賽",
        "第45期本因坊戦 挑戦手合",
        "제45기 본인방전 도전기",
    ],
    [
        "42nd Women's Honinbo",
        "=",
        "第42期女流本因坊战",
        "第42期女流本因坊戰",
        "第42期女流本因坊戦",
        "제42기 여류본인방전",
    ],
    [
        "20th Agon-Kiriyama Cup, semi-final",
        "=",
        "第20期阿含桐山杯 半决赛",
        "第20期阿含桐山盃 準決賽",
        "第20期阿含・桐山杯 準決勝",
        "제20기 아함동산배 준결승",
    ],
    [
        "Oteai, Summer Session",
        "=",
        "大手合 Summer Session",
        "大手合 Summer Session",
        "大手合 Summer Session",
        "오테아이 Summer Session",
    ],
    ["Oteai 1968", "=", "1968年大手合", "1968年大手合", "1968年大手合", "1968년 오테아이"],
    ["Castle Game", "=", "御城棋", "御城棋", "御城碁", "어성기"],
    ["1st Discovery Cup", "=", "=", "=", "=", "="],
    ["Study group competition", "=", "=", "=", "=", "="],
    ["37th Honinbo?", "=", "=", "=", "=", "="],
];

#[test]
fn events_in_five_languages() {
    for [event, wanted @ ..] in EVENTS {
        for (locale, wanted) in Locale::ALL.into_iter().zip(wanted) {
            let translated = event_name(event, locale);
            let as_written = matches!(translated, Cow::Borrowed(_));
            assert_eq!(as_written, wanted == "=", "{event}, {locale:?}");
            let wanted = Some(wanted).filter(|wanted| *wanted != "=");
            assert_eq!(translated, wanted.unwrap_or(event), "{event}, {locale:?}");
            // Translating a translated text again must not change it.
            let twice = event_name(&translated, locale).into_owned();
            assert_eq!(twice, translated, "{event}, {locale:?}");
        }
    }
}

#[test]
fn english_counts_editions() {
    let counted = [1, 2, 3, 4, 11, 12, 13, 21, 54, 111, 112, 123].map(ordinal);
    let wanted = [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "54th", "111th", "112th",
        "123rd",
    ];
    assert_eq!(counted, wanted);
}

#[test]
fn series_have_names_in_five_languages() {
    let names = |series| Locale::ALL.map(|locale| series_name(series, locale));
    let wanted = ["Meijin", "日本名人战", "日本名人戰", "名人戦", "일본 명인전"];
    assert_eq!(names("Meijin"), wanted);
    assert_eq!(names("Discovery Cup"), ["Discovery Cup"; 5]);
    assert_eq!(names("Study group"), ["Study group"; 5]);
    assert!(is_series("Meijin") && !is_series("Study group"));
}

#[test]
fn the_script_tells_the_language() {
    for (event, language) in [
        ("第54期本因坊戦", Some(Locale::Japanese)),
        ("JALスーパー早碁", Some(Locale::Japanese)),
        ("第5届应氏杯", Some(Locale::Simplified)),
        ("第5屆應氏盃", Some(Locale::Traditional)),
        ("제12회 삼성화재배", Some(Locale::Korean)),
        ("제31기 기성전(碁聖戰)", Some(Locale::Korean)),
        ("三星杯", None),
        ("54th Honinbo", None),
    ] {
        assert_eq!(event_language(event), language, "{event}");
    }
}
