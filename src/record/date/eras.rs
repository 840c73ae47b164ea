//! The names of eras and reigns by which years were counted in China, Japan and Korea.
//!
//! Add a row or a name here when a date in a known era is not read.

use super::lunar::Calendar;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Names and first years of the eras of each country, in order of time within a row. An era ends when the next one in
/// its row begins.
///
/// Han characters are in their traditional form, except where the form distinguishes two eras (正德 is Chinese, 正徳
/// Japanese).
const ERAS: [(Calendar, &str); 9] = [
    (
        Calendar::Japan,
        "文祿/bunroku=1592 慶長/keicho=1596 元和/genna=1615 寬永/kanei=1624 正保/shoho=1644 慶安/keian=1648 \
        承應/joo=1652 明曆/meireki=1655 萬治/manji=1658 寬文/kanbun=1661 延寶/enpo=1673 天和/tenna=1681 \
        貞享/jokyo=1684 元祿/genroku=1688 寶永/hoei=1704 正徳/shotoku=1711 享保/kyoho=1716 元文/genbun=1736 \
        寬保/kanpo=1741 延享/enkyo=1744 寬延/kanen=1748 寶曆/horeki=1751 明和/meiwa=1764 安永/anei=1772 \
        天明/tenmei=1781 寬政/kansei=1789 享和/kyowa=1801 文化/bunka=1804 文政/bunsei=1818 天保/tenpo=1830 \
        弘化/koka=1844 嘉永/kaei=1848 安政/ansei=1854 萬延/manen=1860 文久/bunkyu=1861 元治/genji=1864 \
        慶應/keio=1865 明治/meiji=1868 大正/taisho=1912 昭和/showa=1926 平成/heisei=1989 令和/reiwa=2019",
    ),
    (Calendar::Japan, "皇紀=-659"),
    // Eras of the Ming dynasty.
    (
        Calendar::China,
        "洪武=1368 建文=1399 永樂=1403 洪熙=1425 宣德/宣徳=1426 正統=1436 景泰=1450 天順=1457 成化=1465 弘治=1488 \
        正德=1506 嘉靖=1522 隆慶=1567 萬曆=1573 泰昌=1620 天啟=1621 崇禎=1628 弘光=1645 隆武=1645 永曆=1647",
    ),
    // Eras of the Qing dynasty, and of the Republic.
    (
        Calendar::China,
        "天命=1616 天聰=1627 崇德/崇徳=1636 順治=1644 康熙=1662 雍正=1723 乾隆=1736 嘉慶=1796 道光=1821 咸豐=1851 \
        同治=1862 光緒=1875 宣統=1909 民國/minguo=1912",
    ),
    // Kings of Joseon (Korea). The year of an accession is the last year of the king before.
    (
        Calendar::Korea,
        "태조/太祖=1392 정종/定宗=1399 태종/太宗=1401 세종/世宗=1419 문종/文宗=1451 단종/端宗=1453 세조/世祖=1455 \
        예종/睿宗=1469 성종/成宗=1470 연산군/燕山君=1495 중종/中宗=1506 인종/仁宗=1545 명종/明宗=1546 선조/宣祖=1568 \
        광해군/光海君=1609 인조/仁祖=1623 효종/孝宗=1650 현종/顯宗=1660 숙종/肅宗=1675 경종/景宗=1721 영조/英祖=1725 \
        정조/正祖=1777 순조/純祖=1801 헌종/憲宗=1835 철종/哲宗=1850 고종/高宗=1864 순종/純宗=1908",
    ),
    (Calendar::Korea, "건양/建陽=1896 광무/光武=1897 융희/隆熙=1907"),
    (Calendar::Korea, "개국/開國=1392"),
    (Calendar::Korea, "단기/檀紀/단군기원/檀君紀元=-2332"),
    (Calendar::Western, "西曆/서력/西紀/서기/西元/公元/公曆/기원=1"),
];

/// Characters in their traditional form, each followed by its other forms.
const CHARACTER_FORMS: &str = "寶宝寳 應応应 萬万 寬寛宽 祿禄 曆暦历歷 慶庆 長长 貞贞 緒绪 樂楽乐 統统 順顺 啟启啓 禎祯 豐豊丰 \
    國国 顯显顕 肅肃粛 純纯 憲宪 紀纪 開开 陽阳 聰聪 鮮鲜 韓韩";

/// One name of an era, with the years that the era lasted. An era with two names is two values of this type.
struct Era {
    calendar: Calendar,
    name: &'static str,
    first: i32,
    /// Year in which the next era begins.
    last: i32,
}

static NAMES: LazyLock<Vec<Era>> = LazyLock::new(|| {
    let split = |era: &'static str| {
        let (names, first) = era.split_once('=')?;
        Some((names, first.parse().ok()?))
    };
    let mut all = Vec::new();
    for (calendar, eras) in ERAS {
        let eras: Vec<(&str, i32)> = eras.split(' ').filter_map(split).collect();
        let next = eras.iter().skip(1).map(|era| era.1).chain([9999]);
        for (&(names, first), last) in eras.iter().zip(next) {
            all.extend(names.split('/').map(|name| Era { calendar, name, first, last }));
        }
    }
    all
});

/// Year for the name of an era and the number of a year in it, with the calendar that the era belongs to. `None` if the
/// era is not known, or ended before that year.
pub(super) fn year_of_era(word: &str, count: u32) -> Option<(u32, Calendar)> {
    let word = to_traditional(word);
    let era = NAMES.iter().find(|era| era.is_named(&word))?;
    let year = era.first.checked_add_unsigned(count.checked_sub(1)?)?;
    let year = Some(year).filter(|year| *year <= era.last)?;
    Some((u32::try_from(year).ok()?, era.calendar))
}

impl Era {
    /// True if the word ends with the name of this era.
    ///
    /// Other words may precede the name directly where no spaces are written. The kings of Korea share names with
    /// emperors of China, so only the name of their country may precede theirs.
    fn is_named(&self, word: &str) -> bool {
        let Some(before) = word.strip_suffix(self.name) else {
            return false;
        };
        let any = self.calendar != Calendar::Korea && !self.name.is_ascii();
        any || matches!(before, "" | "朝鮮" | "조선" | "大韓" | "대한")
    }
}

fn to_traditional(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    let form = |c: char| {
        if !CHARACTER_FORMS.contains(c) {
            return c;
        }
        let forms = CHARACTER_FORMS.split(' ').find(|forms| forms.contains(c));
        forms.and_then(|forms| forms.chars().next()).unwrap_or(c)
    };
    word.chars().map(form).collect()
}
