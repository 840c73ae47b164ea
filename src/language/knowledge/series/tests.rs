use super::*;

/// Spellings in each line of `series.tsv`.
fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("../series.tsv")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split(';').map(str::trim).collect())
}

#[test]
fn events_in_all_scripts() {
    for (event, expected) in [
        ("74th Honinbo", "Honinbo"),
        ("第74期本因坊戦", "Honinbo"),
        ("第七十四期本因坊戦挑戦手合七番勝負第三局", "Honinbo"),
        ("日本第57期本因坊战", "Honinbo"),
        ("일본 본인방전", "Honinbo"),
        ("42nd Women's Honinbo", "Women's Honinbo"),
        ("第42期女流本因坊戦", "Women's Honinbo"),
        ("일본 여류본인방전", "Women's Honinbo"),
        ("第30回アマ本因坊戦", "Amateur Honinbo"),
        ("第31期名人戦", "Meijin"),
        ("Meijin semi-final", "Meijin"),
        ("第31届名人战", "Mingren"),
        ("중국 명인전", "Mingren"),
        ("Chinese Mingren", "Mingren"),
        ("第5屆名人戰", "Taiwan Mingren"),
        ("하이원리조트배 명인전", "Myungin"),
        ("제41기 명인전", "Myungin"),
        ("第25期女流名人戦", "Women's Meijin"),
        ("제9기 STX배 여류명인전 도전자 결정전", "Women's Myungin"),
        ("第31期棋聖戦", "Kisei"),
        ("日本第31期棋圣战", "Kisei"),
        ("第31期棋圣战", "Qisheng"),
        ("제31기 일본 기성전(碁聖戰) 도전3국", "Gosei"),
        ("第40期天元戦", "Tengen"),
        ("第18届天元战", "Tianyuan"),
        ("제10기 박카스배 천원전", "Chunwon"),
        ("제41기 KT배 왕위전 도전2국", "Wangwi"),
        ("대만 국수전", "Taiwan Guoshou"),
        ("제50기 국수전", "Guksu"),
        ("제12회 삼성화재배", "Samsung Cup"),
        ("2019三星火災杯 World Open", "Samsung Cup"),
        ("三星杯", "Samsung Cup"),
        ("Samsung Cup integration preliminary tournament", "Samsung Cup"),
        ("第5届应氏杯半决赛第2局", "Ing Cup"),
        ("第5回応氏杯", "Ing Cup"),
        ("제5회 응씨배", "Ing Cup"),
        ("2019年 LG杯", "LG Cup"),
        ("제12회 LG배 세계기왕전", "LG Cup"),
        ("13th Nongshim Cup", "Nongshim Cup"),
        ("제9회 농심신라면배 본선1국", "Nongshim Cup"),
        ("KB국민은행 2008한국바둑리그", "Korean Baduk League"),
        ("2019华为手机杯围甲联赛", "Weiqi A League"),
        ("第17回富士通杯", "Fujitsu Cup"),
        ("阿含・桐山杯", "Agon-Kiriyama Cup"),
        ("중국아함동산배", "Chinese Agon-Kiriyama Cup"),
        ("Oteai 1940", "Oteai"),
        ("Ryusei tournament block-C", "Ryusei"),
        ("Second 10-game match Go versus Kitani", "Ten-game match"),
        ("Internet Go Server game: T5 vs yearofglad", "Internet Go Server"),
        // An event of no known series keeps its name, without year and number.
        ("Meijin anniversary game", "Meijin anniversary game"),
        ("Game with the Meijin, 1950", "Game with the Meijin"),
        ("名人を囲む会", "名人を囲む会"),
        ("London Tournament 2019", "London Tournament"),
        ("", ""),
    ] {
        assert_eq!(series_name(event), expected, "{event}");
        assert_eq!(series_name(expected), expected, "{event} twice");
    }
}

/// Each spelling must belong to one series: of two, a search would find only the one that comes last in the table.
#[test]
fn each_spelling_belongs_to_one_series() {
    let mut owners: HashMap<String, &str> = HashMap::new();
    for line in lines() {
        for spelling in &line {
            let owner = owners.insert(pad_words(&fold_letters(spelling)), spelling);
            assert_eq!(owner, None, "twice: {spelling}");
        }
    }
    assert!(lines().count() > 150);
}

#[test]
fn names_find_the_series_that_have_them() {
    let found = |text| series_matching(text).into_iter().collect::<Vec<_>>();
    assert_eq!(found("三星杯"), ["Samsung Cup"]);
    assert_eq!(found("三星"), ["Samsung Cup"]);
    assert_eq!(found("Samsung"), ["Samsung Cup"]);
    assert_eq!(found("삼성화재배"), ["Samsung Cup"]);
    for text in ["本因坊", "Honinbo", "본인방"] {
        assert!(found(text).contains(&"Honinbo"), "{text}");
        assert!(found(text).contains(&"Women's Honinbo"), "{text}");
        assert!(!found(text).contains(&"Meijin"), "{text}");
    }
    assert!(found("女流本因坊").contains(&"Women's Honinbo"));
    assert!(!found("女流本因坊").contains(&"Honinbo"));
    // A search for a common word that is part of many names must not find a series.
    for text in ["cup", "杯", "배", "Women's", "Korean", "中国", "★", ""] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn long_and_odd_texts_end() {
    for text in ["本".repeat(99_999), "名人 ".repeat(50), "★".into()] {
        series_name(&text);
        series_matching(&text);
    }
}
