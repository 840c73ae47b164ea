//! Tells Chinese from Japanese by characters that only one of the two writes, and by kana.

use std::sync::LazyLock;

/// Chinese characters that only Chinese texts have: simplified forms that Japanese does not share, and the commonest
/// words of a sentence. `黑` is among them because Japanese writes `黒`.
const CHINESE: &str = "\
    业东两严个为么义乐习书买了亚产亲亿仅从们价众优传伤你們关几刘则创剑办务动劲势华协单卫厅历厉压发变吗吧听启员呢哪啊\
    嗎团园围图场坏块坚处备复够头奖她妈实宽对导岁帅师带帮库应开张弹归录很忆怀态恶惊戏我战扑执扫抢护报拟拥择挡挥捞损换\
    无时是显晓术杀极标栏树样档梦检欢毁气汇汉沒沟测济渐满炼热爱猎环现电疗的盖盘础确离种稳笔简类紧红约级纪纯纸练组细织\
    终经结给绝统继绩续维综绿编罗职联肃胜脑腾节苏药获虑虽补见规视览觉說计订认讨让训议记讲许论设证评识诉词试诚话该详语\
    误说请读课谁调谈谋谢谭贝负责败货质贪购贯贴费贺资赏赔赖赛赞赢赵趋跃车轩转轮软轻较辉输边辽达迁过运还这进远违连迟适\
    选递這遗還邓郑释针钟钱锋错镇长门闭问间闷闻队阳阴阵阶际陆陈难雾项顺须顾顿预领频题颜风飞饭馆马验骗鱼鲍鲜鸟麼黑龙";

/// Chinese characters that only Japanese texts have.
const JAPANESE: &str = "\
    両働労効単厳囲図壊売変実対巻帰広弐弾従応悪戦抜拠拡挙撃桜検楽様権歩気発竜経続読辺込鉄闘駄験黒";

const FIRST_HAN: u32 = 0x4e00;
const LAST_HAN: u32 = 0x9fff;

/// Set of Chinese characters from [`FIRST_HAN`] to [`LAST_HAN`], with one bit for each.
type HanSet = [u64; ((LAST_HAN - FIRST_HAN) / 64 + 1) as usize];

static IS_CHINESE: LazyLock<HanSet> = LazyLock::new(|| han_set(CHINESE));
static IS_JAPANESE: LazyLock<HanSet> = LazyLock::new(|| han_set(JAPANESE));

fn han_set(chars: &str) -> HanSet {
    let mut set = [0; _];
    for (word, bit) in chars.chars().filter_map(bit_place) {
        if let Some(word) = set.get_mut(word) {
            *word |= bit;
        }
    }
    set
}

/// Returns where the set stores a character's bit: the index of an integer, and a mask with this bit.
fn bit_place(c: char) -> Option<(usize, u64)> {
    let at = u32::from(c).checked_sub(FIRST_HAN)?;
    Some((usize::try_from(at / 64).ok()?, 1 << (at % 64)))
}

fn contains(set: &HanSet, c: char) -> bool {
    bit_place(c).is_some_and(|(word, bit)| set.get(word).is_some_and(|word| word & bit > 0))
}

/// Counts of the Chinese characters and kana in a text.
#[derive(Default)]
pub(super) struct EastAsianCounts {
    ideographs: usize,
    kana: usize,
    chinese: usize,
    japanese: usize,
}

impl EastAsianCounts {
    pub(super) fn len(&self) -> usize {
        self.ideographs + self.kana
    }

    pub(super) fn add_kana(&mut self) {
        self.kana += 1;
    }

    pub(super) fn add_ideograph(&mut self, c: char) {
        self.ideographs += 1;
        self.chinese += usize::from(contains(&IS_CHINESE, c));
        self.japanese += usize::from(contains(&IS_JAPANESE, c));
    }

    /// Returns the language, given the number of hangul syllables in the same text. `None` if no character belongs to
    /// only one of the two languages; such texts are mostly names. `None` also if hangul prevails, because Korean texts
    /// give names in Chinese characters.
    pub(super) fn language(&self, hangul: usize) -> Option<&'static str> {
        let japanese = self.kana + self.japanese;
        if hangul > self.len() || japanese + self.chinese == 0 {
            return None;
        }
        // Each kana is evidence of Japanese, like a character that only Japanese writes: a Japanese sentence has many,
        // and a Chinese one quotes a few at most.
        Some(if japanese > self.chinese { "ja" } else { "zh" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the two lists against Shift_JIS, the Japanese character set, as an independent source.
    #[test]
    fn no_character_is_of_both_languages() {
        let in_japan = |c: &char| !encoding_rs::SHIFT_JIS.encode(&c.to_string()).2;
        assert!(JAPANESE.chars().all(|c| in_japan(&c)));
        // Some characters of the Chinese list are in Shift_JIS as well; they are common words in Chinese and rare in
        // Japanese.
        let both: String = CHINESE.chars().filter(in_japan).collect();
        assert!(both.chars().count() < 30, "{both}");
        assert!(CHINESE.chars().all(|c| contains(&IS_CHINESE, c) && !contains(&IS_JAPANESE, c)));
    }
}
