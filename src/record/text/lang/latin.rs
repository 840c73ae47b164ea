//! Recognises languages in Latin letters by their commonest words.
//!
//! Only the words listed here are evidence of a language, so names and codes are not. Where two languages are close,
//! trigrams decide.

use std::collections::HashMap;
use std::sync::LazyLock;
use whatlang::{Detector, Lang};

/// Language with its commonest words, those of the game included. A word of two languages counts for both. Single
/// letters and terms that all languages took from Japanese, such as `atari`, are not listed.
struct LatinLanguage {
    code: &'static str,
    lang: Lang,
    words: &'static str,
}

const fn latin_language(code: &'static str, lang: Lang, words: &'static str) -> LatinLanguage {
    LatinLanguage { code, lang, words }
}

const LATIN_LANGUAGES: [LatinLanguage; 16] = [
    latin_language(
        "en",
        Lang::Eng,
        "the of and to in is are was were be been it its that this these those there here he his him she her they \
         them their we our us you your my me not no yes but or if so as at by for from with without on off up down \
         out into over under about after before than then when while where which who whose what why how all any some \
         more most much many few one two three four first second third last next both each other another such same \
         only also just very too well now still even again already never always can could may might must should would \
         will shall do does did done don doesn didn isn wasn aren won wouldn couldn shouldn ve ll have has had having \
         get gets got make makes made take takes took go goes went see say says said think thought know want need try \
         like look looks seems feel find let give keep come comes use used using start started end ends ended play \
         plays played playing player move moves moved game games black white stone stones wins win lose loses lost \
         loss group groups side corner corners center board territory capture captures captured captured alive dead \
         live lives life death connect connects connected cut cuts attack attacks defend defends wall influence moyo \
         shape good bad better best worse mistake mistakes big small large thick thin strong weak right left top \
         bottom upper lower lead score scores points handicap time minutes seconds result resign resigns resigned \
         observation thanks thank hello hey please sorry nice meet review reviewed comment comments variation \
         variations summary problem extracted removed final broadcast version different further known unknown omitted \
         value level random seed passed fills illegally finals published source sources since because between around \
         during against fight fun fine sure maybe probably really pretty quite little bit lot thing things way mean \
         means point choice joined played european cup masters championship round match move capture escape kill \
         record incomplete complete computer years old died born",
    ),
    latin_language(
        "de",
        Lang::Deu,
        "der die das den dem des ein eine einen einem einer eines und oder aber wenn weil dass daß ist sind war waren \
         wird werden wurde hat haben hatte kann können muss muß sollte soll will nicht kein keine auch noch nur schon \
         sehr mehr als wie so zu zum zur im in an am auf aus bei mit nach von vom vor für über unter durch gegen ohne \
         um bis hier da dort dann jetzt ich du er sie es wir ihr man mich mir dich dir sich mein dein sein diese \
         dieser dieses hallo danke gut besser schlecht spielt spielen spiel zug züge stein steine weiß weiss schwarz \
         gewinnt ecke seite gebiet gruppe lebt leben tot punkte partie bitte zeitverbrauch vorgegeben habe bin doch \
         ja nein was wer wo warum alles etwas immer wieder viel wenig denn ob also",
    ),
    latin_language(
        "fr",
        Lang::Fra,
        "le la les un une des du de et ou mais si que qui quoi dont où ce cet cette ces est sont était être ont avoir \
         il elle ils elles on nous vous je tu me te se mon ton son ma ta sa mes tes ses notre votre leur leurs ne pas \
         plus moins très trop bien mal bon bonne mieux peu tout tous toute aussi encore déjà dans sur sous avec sans \
         pour par entre vers chez après avant quand comme comment pourquoi ici là donc alors car ai as fait faire \
         peut jouer joue joué coup coups partie noir noirs blanc blancs pierre pierres groupe coin bord territoire \
         vie mort perdu gagné gagne bonjour merci commentaire commentaires variante aux au en qu ça cela été suis \
         sont fut beaucoup parfois toujours rien deux trois même fois début fin bas haut droite gauche coups jeu",
    ),
    latin_language(
        "es",
        Lang::Spa,
        "el la los las un una unos unas de del al pero si que quien cual es son era ser está están estar ha han hay \
         he yo tú él ella nos se me te lo le les su sus mi no ni más menos muy bien mal bueno buena mejor peor todo \
         todos también ya aquí así en con sin por para entre hacia sobre desde hasta cuando como porque qué negro \
         negras blanco blancas jugada jugar juega piedra piedras partida grupo esquina territorio gracias hola puede \
         debe o y",
    ),
    latin_language(
        "it",
        Lang::Ita,
        "il lo la gli le un uno una di del della dei delle al alla dal nel nella sul ed ma se che chi cui sono era \
         essere ha hanno ho io tu lui lei noi si mi ti ci vi non né più meno molto bene male buono meglio tutto tutti \
         anche già qui così in con senza per tra fra su da quando come perché nero neri bianco bianchi mossa mosse \
         gioca giocare pietra pietre partita gruppo angolo territorio grazie ciao può deve questo questa",
    ),
    latin_language(
        "pt",
        Lang::Por,
        "os as um uma uns umas de do da dos das ao aos em no na nos nas ou mas se que quem são era ser está estão há \
         eu tu ele ela nós você me te lhe seu sua meu não nem mais menos muito bem mal bom melhor pior todo todos \
         também já aqui assim com sem por para pelo pela entre sobre desde até quando como porque preto pretas branco \
         brancas jogada jogar joga pedra pedras partida jogo grupo canto território obrigado olá pode deve isso",
    ),
    latin_language(
        "nl",
        Lang::Nld,
        "de het een en of maar als dat die dit deze is zijn was waren wordt worden heeft hebben had kan kunnen moet \
         moeten zou zal wil niet geen ook nog al heel zeer meer dan zo te in aan op uit bij met na van voor over \
         onder door tegen zonder om tot hier daar nu ik je jij hij zij ze we wij jullie hen mij zich mijn jouw goed \
         beter slecht speelt spelen zet zetten steen stenen zwart wit wint hoek groep gebied leeft dood partij \
         bedankt hallo",
    ),
    latin_language(
        "sv",
        Lang::Swe,
        "den det en ett och eller men om att som är var vara har hade kan måste ska skulle vill inte ingen också än \
         mer mycket så till på av för från med utan vid under över efter nu här där jag du han hon vi ni de dem mig \
         dig sig min din sin bra bättre dålig spelar spela drag sten stenar svart vit vinner hörn grupp område lever \
         död partiet tack hej",
    ),
    latin_language(
        "da",
        Lang::Dan,
        "den det en et og eller men hvis at som er var være har havde kan skal skulle vil ikke ingen også end mere \
         meget så til på af for fra med uden ved under over efter nu her der jeg du han hun vi de dem mig dig sig min \
         din sin god bedre dårlig spiller spille træk sten sort hvid vinder hjørne gruppe område lever død partiet \
         tak hej",
    ),
    latin_language(
        "nb",
        Lang::Nob,
        "den det en et og eller men hvis at som er var være har hadde kan må skal skulle vil ikke ingen også enn mer \
         mye så til på av for fra med uten ved under over etter nå her der jeg du han hun vi de dem meg deg seg min \
         din sin god bedre dårlig spiller spille trekk stein svart hvit vinner hjørne gruppe område lever død partiet \
         takk hei",
    ),
    latin_language(
        "fi",
        Lang::Fin,
        "ja tai mutta jos että joka ovat oli olla ei et eivät ole myös vielä niin kuin vain hyvin enemmän tämä se ne \
         hän minä sinä me te he nyt tässä siinä musta mustan valkoinen valkean kivi kivet siirto peli nurkka ryhmä \
         hyvä huono parempi kiitos moi",
    ),
    latin_language(
        "hu",
        Lang::Hun,
        "az egy és vagy de ha hogy ami aki van volt lesz nem is csak már még nagyon jó rossz jobb itt ott most én te \
         mi ti ők ez azt ezt meg fehér fekete kő lépés játszma sarok csoport él halott köszönöm szia",
    ),
    latin_language(
        "pl",
        Lang::Pol,
        "na do nie to jest się że ale lub jak co kto czy są był była być ma może już jeszcze tylko też tak po od za \
         przez dla przy pod nad ten ta te tego czarny czarne czarnych biały białe białych kamień kamienie ruch gra \
         partia róg grupa dobry dobrze lepiej źle dzięki cześć",
    ),
    latin_language(
        "cs",
        Lang::Ces,
        "na do ne to je se že ale nebo jak co kdo jsou byl byla být má může už ještě jen také tak po od za pro při \
         pod nad ten ta černý bílý kámen kameny tah hra roh skupina dobrý dobře lépe díky ahoj",
    ),
    latin_language(
        "ro",
        Lang::Ron,
        "și sau dar dacă că care este sunt era fi are au nu mai foarte bine rău bun tot în cu fără pentru prin la pe \
         din de când cum aici negru alb piatră mutare joc colț grup mulțumesc salut un",
    ),
    latin_language(
        "tr",
        Lang::Tur,
        "ve veya ama eğer ki bu şu bir değil var yok çok daha en için ile gibi kadar sonra önce ben sen biz siz onlar \
         siyah beyaz taş hamle oyun köşe grup iyi kötü teşekkürler merhaba",
    ),
];

/// Languages of each listed word, as a bit set: bit `n` stands for `LATIN_LANGUAGES[n]`.
static WORD_LANGUAGES: LazyLock<HashMap<&str, u16>> = LazyLock::new(|| {
    let mut languages = HashMap::new();
    for (at, known) in LATIN_LANGUAGES.iter().enumerate() {
        for word in known.words.split_ascii_whitespace() {
            *languages.entry(word).or_default() |= 1 << at;
        }
    }
    languages
});

/// A language is recognised if at least one in this many words is in its list.
const MAX_WORDS_PER_LISTED_WORD: usize = 8;
/// Least length in bytes of a text's longest word for which a language is recognised. A list of points in SGF (`pd dp
/// qc`) has only words of two letters.
const MIN_LONGEST_WORD_BYTES: usize = 3;
/// Least number of bytes for which trigrams decide between languages that are close.
const MIN_TRIGRAM_BYTES: usize = 20;

/// Words of a text in Latin letters, and how many of them are in the list of each language.
#[derive(Default)]
pub(super) struct LatinWords {
    /// Words in lower case, each followed by a space. The word that is being read stands at the end.
    text: String,
    /// Offset in `text` of the word that is being read.
    start: usize,
    /// Character before the word that is being read.
    before: char,
    words: usize,
    /// Length in bytes of the longest word.
    longest: usize,
    /// Number of words in the list of each language, in the order of [`LATIN_LANGUAGES`].
    listed_words: [usize; LATIN_LANGUAGES.len()],
}

impl LatinWords {
    /// Length in bytes of all words of the text, used as the approximate number of its Latin letters.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn add_letter(&mut self, c: char) {
        self.text.extend(c.to_lowercase());
    }

    /// Adds a character that is no Latin letter and so ends a word. Points (`Q16`, `(pd)`), results (`B+R`), addresses
    /// and single letters are not counted as words.
    pub(super) fn add_other(&mut self, c: char) {
        let before = std::mem::replace(&mut self.before, c);
        let Some(word) = self.text.get(self.start..).filter(|word| !word.is_empty()) else {
            return;
        };
        let is_point =
            word.len() == 2 && matches!(before, '(' | '[' | ',') && matches!(c, ')' | ']' | ',');
        let is_code =
            matches!(before, '0'..='9' | '.' | '/' | '@' | '+') || matches!(c, '0'..='9' | '+');
        if word.len() < 2 || is_point || is_code {
            self.text.truncate(self.start);
            return;
        }
        let languages = WORD_LANGUAGES.get(word).copied().unwrap_or(0);
        for (at, count) in self.listed_words.iter_mut().enumerate() {
            *count += usize::from(languages >> at & 1);
        }
        self.words += 1;
        self.longest = self.longest.max(word.len());
        self.text.push(' ');
        self.start = self.text.len();
    }

    /// Returns the language with most of the words. Without another script in the text one word of it is enough; beside
    /// another script it takes two, since a single one may be quoted.
    pub(super) fn language(&self, is_only_script: bool) -> Option<&'static str> {
        let most = self.listed_words.iter().max().copied().unwrap_or(0);
        let min_words = if is_only_script { 1 } else { 2 };
        // Lists of points in SGF coordinates have no longer words, so no language is recognised in them.
        if self.longest < MIN_LONGEST_WORD_BYTES
            || most < min_words
            || most * MAX_WORDS_PER_LISTED_WORD < self.words
        {
            return None;
        }
        let close_languages = || {
            LATIN_LANGUAGES
                .iter()
                .zip(self.listed_words)
                .filter_map(move |(known, count)| (count * 4 >= most * 3).then_some(known))
        };
        let mut found = close_languages();
        let first = found.next()?;
        if found.next().is_none() {
            return Some(first.code);
        }
        if self.len() < MIN_TRIGRAM_BYTES {
            return None;
        }
        let lang = Detector::with_allowlist(close_languages().map(|known| known.lang).collect())
            .detect_lang(&self.text)?;
        close_languages().find(|known| known.lang == lang).map(|known| known.code)
    }
}

#[cfg(test)]
pub(super) fn codes() -> impl Iterator<Item = &'static str> {
    LATIN_LANGUAGES.iter().map(|known| known.code)
}
