//! Languages written in one-byte charsets: their letters outside ASCII, most frequent first, and words and names found
//! in records. A new language or charset is added here, and [`letters`](super::letters) makes its model.

use encoding_rs::{
    Encoding, IBM866, ISO_8859_2, ISO_8859_5, ISO_8859_7, KOI8_R, KOI8_U, MACINTOSH, WINDOWS_874,
    WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255,
    WINDOWS_1256, WINDOWS_1257, WINDOWS_1258, X_MAC_CYRILLIC,
};

/// Script of a language, which decides how its letters stand in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    /// ASCII letters with a few others among them. The number is the cost in half bits of two others side by side,
    /// which is small where a language has many of them.
    Latin(u8),
    /// Script other than Latin that has capitals, such as Cyrillic.
    Cased,
    /// Script other than Latin without capitals, such as Hebrew.
    Caseless,
}

/// Language with its charsets, letters and frequent words.
pub(super) struct CharsetLanguage {
    /// Charsets used for the language, most common first.
    pub(super) charsets: &'static [&'static Encoding],
    pub(super) script: Script,
    /// Letters of the language outside ASCII in lower case, most frequent first.
    pub(super) letters: &'static str,
    /// Words of the game and parts of names in the language, separated by spaces.
    pub(super) words: &'static str,
}

const WESTERN: &[&Encoding] = &[WINDOWS_1252, MACINTOSH];
const CENTRAL: &[&Encoding] = &[WINDOWS_1250, ISO_8859_2];

pub(super) static CHARSET_LANGUAGES: [CharsetLanguage; 24] = [
    // No single language: letters of several western ones, as they occur in one file.
    CharsetLanguage {
        charsets: &[WINDOWS_1252],
        script: Script::Latin(10),
        letters: "éüäöáóíñçèåøßàêæâôúãîûëïùò¿¡",
        words: "",
    },
    // Letters and words of German.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(12),
        letters: "üäößé",
        words: "\
            Müller Jürgen Jörg Günter Günther Björn Schäfer Schröder Köhler König Krüger Krämer Böhm Vögel \
            Wölf Jäger Weiß weiß Groß groß Züge für über fünf zurück könnte möglich wäre hätte natürlich \
            Einfluß Eröffnung Würzburg München Münch Köln Göttingen Österreich Lübeck Düsseldorf Nürnberg Zürich \
            später nächste schön gültig höher",
    },
    // Letters and words of French.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(10),
        letters: "éèàêçâôîûùëïœ",
        words: "\
            François Françoise Frédéric Jérôme Rémi Hélène André René Gérard Sébastien Stéphane Cédric \
            Jérémie Léo Noël Michèle Lefèvre Éric Émile été gagné même très après dès forcé abandonné coupé \
            éviter côté début étape tué décédé bientôt général Évry",
    },
    // Letters and words of Spanish.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(12),
        letters: "óíáñéúü¿¡",
        words: "\
            José María Jesús Ángel Óscar Andrés Sebastián Martín Joaquín Raúl Núñez Muñoz García Fernández \
            González Rodríguez López Pérez Sánchez Hernández Gómez Martínez Peña Ibáñez Ganó también \
            después está así más qué España Año dirección posición aquí según",
    },
    // Letters and words of Portuguese.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(6),
        letters: "ãçáéóíõêâúôà",
        words: "\
            João Antônio António Gonçalves Simões Magalhães Conceição São não então posição também vitória \
            você Inês Márcio Brasília Fábio",
    },
    // Letters and words of Italian.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(12),
        letters: "èàòùìé’",
        words: "perché però così più già può città Niccolò libertà metà cioè sarà università",
    },
    // Letters and words of Swedish, Finnish, Norwegian and Danish.
    CharsetLanguage {
        charsets: WESTERN,
        script: Script::Latin(9),
        letters: "äöåøæé",
        words: "\
            Jörgen Sören Søren Jørgen Bjørn Øystein Åke Pål Håkan Mårten Göran Björn Åström Öberg Sjögren \
            Mäkinen Mäkelä Hämäläinen Järvinen Göteborg Malmö Århus Tromsø Jyväskylä för från när också \
            hyvä tämä får bør høyre första här över något väl mästerskap",
    },
    // Letters and words of Polish.
    CharsetLanguage {
        charsets: CENTRAL,
        script: Script::Latin(6),
        letters: "łóęążśćńź",
        words: "\
            Paweł Michał Łukasz Stanisław Wiśniewski Dąbrowski Kamiński Kozłowski Jabłoński Zieliński \
            Szymański Woźniak Małgorzata Łódź Świ świ Gdańsk Kraków Wrocław Poznań Białe białe białych się można \
            będzie także wygrał",
    },
    // Letters and words of Czech and Slovak.
    CharsetLanguage {
        charsets: CENTRAL,
        script: Script::Latin(3),
        letters: "íáéěýřčšžůúďťňľôäĺŕ",
        words: "\
            Jiří Lukáš Tomáš Ondřej Zdeněk Vladimír Matěj Vojtěch Štěpán Šimon Novák Dvořák Černý Novotný \
            Procházka Kučera Veselý Horák Němec Pokorný Říha Bílý bílý černý Plzeň Mistrovství př Př příd České může \
            který také dobrý vyhrál příště Ľubo Žilina Košice čierny",
    },
    // Letters and words of Hungarian.
    CharsetLanguage {
        charsets: CENTRAL,
        script: Script::Latin(8),
        letters: "áéöóőüíúű",
        words: "\
            László Gábor Pál Zoltán István József Sándor Győző Szűcs Erdélyi Mészáros Tóth Szabó Kovács \
            Fehér Sötét Világos fehér sötét győzött döntő bajnokság lépés",
    },
    // Letters and words of Romanian.
    CharsetLanguage {
        charsets: CENTRAL,
        script: Script::Latin(7),
        letters: "ăîşţâ",
        words: "Ştefan Mihăilă Ţăranu şi Bucureşti Braşov Timişoara câştigat bună",
    },
    // Letters and words of Croatian and Slovene.
    CharsetLanguage {
        charsets: CENTRAL,
        script: Script::Latin(8),
        letters: "čšžćđ",
        words: "Žiga Mutabžija Kovačević Petrović Jovanović Črni može više šah Šimić",
    },
    // Letters and words of Russian.
    CharsetLanguage {
        charsets: &[WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5, X_MAC_CYRILLIC],
        script: Script::Cased,
        letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёъ",
        words: "\
            Чёрные чёрные Черные черные Белые белые выиграли победили сдались Ничья ничья дан кю ход Ход \
            Александр Алексей Дмитрий Сергей Андрей Илья Виктор Владимир Иван Михаил Николай Олег Павел \
            Антон Тимур Валерий Юрий Светлана Наталья Елена Анна Мария Иванов Петров Сидоров Смирнов \
            Кузнецов Попов Лазарев Шикшин Москва Москвы Санкт Казань России Кубок Чемпионат Турнир \
            чемпионат турнир финал партия хороший плохой группа центр угол очко очка Б+ Ч+",
    },
    // Letters and words of Ukrainian.
    CharsetLanguage {
        charsets: &[WINDOWS_1251, KOI8_U],
        script: Script::Cased,
        letters: "оанивтеркслідмпузяьбгчхйжїєцшщюґф",
        words: "\
            Чорні чорні Білі білі виграли перемогли Нічия хід дан Дмитро Андрій Сергій Олександр Михайло \
            Юрій Володимир Артем Київ Києва Україна України Чемпіонат Турнір Львів Харків ський",
    },
    // Letters and words of Bulgarian.
    CharsetLanguage {
        charsets: &[WINDOWS_1251],
        script: Script::Cased,
        letters: "аиоентрсвлкдпмзгяъубчцжщхйшюьф",
        words: "Черните Белите черните белите печелят ход България София Иван Георги Димитър Турнир първенство",
    },
    // Letters and words of Serbian.
    CharsetLanguage {
        charsets: &[WINDOWS_1251],
        script: Script::Cased,
        letters: "аиоенрсјтукдвмплзбгњчљшцжћђхфџ",
        words: "Црни Бели победио потез Србија Београд Душан Милош Никола Јован Првенство Ђорђе",
    },
    // Letters and words of Greek.
    CharsetLanguage {
        charsets: &[WINDOWS_1253, ISO_8859_7],
        script: Script::Cased,
        letters: "αοιετνσςηυρπκμλόίάήέύώωγδθβφχξζψΐϊϋΰ",
        words: "\
            Μαύρος μαύρος Λευκός λευκός μαύρου λευκού Νίκη κίνηση Γιώργος Γιάννης Νίκος Κώστας Δημήτρης \
            Μαρία Ελένη Αθήνα Αθήνας Τουρνουά Πρωτάθλημα νταν και",
    },
    // Letters and words of Turkish.
    CharsetLanguage {
        charsets: &[WINDOWS_1254],
        script: Script::Latin(8),
        letters: "ışğüöçİâî",
        words: "\
            kazandı çekildi Türkiye İstanbul İzmir Turnuvası Şampiyonası Çağlar Özgür Ömer İbrahim Yıldız \
            Yılmaz Şahin Öztürk Çelik Güneş Gökhan Uğur Ayşe Işık Değirmenci güzel kötü için çok değil \
            olduğu büyük taş köşe",
    },
    // Letters and words of Lithuanian and Latvian.
    CharsetLanguage {
        charsets: &[WINDOWS_1257],
        script: Script::Latin(8),
        letters: "ėāšīųžąēčūįęņļģķ",
        words: "\
            laimėjo ėjimas Žilinskas Jūratė Rūta Kęstutis čempionatas Rīga Jānis Bērziņš Kalniņš uzvarēja \
            arī šis būtų gerą",
    },
    // Letters and words of Estonian.
    CharsetLanguage {
        charsets: &[WINDOWS_1257, WINDOWS_1252],
        script: Script::Latin(4),
        letters: "äõüöšž",
        words: "Tõnu Jüri Märt Pärnu Põlva võitis käik Tõnis Mägi Õnne",
    },
    // Letters and words of Hebrew.
    CharsetLanguage {
        charsets: &[WINDOWS_1255],
        script: Script::Caseless,
        letters: "יוהלאתרמבשנדעםכחקפגןטזסצךףץ",
        words: "שחור לבן ניצח נכנע דאן קיו אליפות ישראל משחק דוד משה יוסף כהן לוי",
    },
    // Letters and words of Arabic.
    CharsetLanguage {
        charsets: &[WINDOWS_1256],
        script: Script::Caseless,
        letters: "اليمونرتبةعدسفهكقأحجشطصخىإذءغئضزثظآؤ",
        words: "الأسود الأبيض أسود أبيض فاز استسلم محمد أحمد علي حسن يوسف بطولة دان",
    },
    // Letters and words of Vietnamese, whose tones are marks after the letters.
    CharsetLanguage {
        charsets: &[WINDOWS_1258],
        script: Script::Latin(3),
        letters: "\u{301}\u{300}\u{323}êâđôơưă\u{309}\u{303}áàóéèíúù",
        words: "Đen đen thắng Nguyê Trâ nươ vây",
    },
    // Letters and words of Thai.
    CharsetLanguage {
        charsets: &[WINDOWS_874],
        script: Script::Caseless,
        letters: "านร่กอเ้งมยิลวดีทส\u{E31}ตะปบคหแจ\u{E37}พ\u{E38}ช\u{E39}ขใไำโผซ\u{E4C}ธณศฐฉภญ\u{E36}\u{E47}ษถฟ",
        words: "ดำ ขาว ชนะ ยอมแพ้ ดั้ง หมาก เกม ชิงแชมป์ ประเทศไทย สม",
    },
];
