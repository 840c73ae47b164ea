# kifu-indexのページと検索条件の文の日本語訳です。= の右側の文は自由に直してかまいません。{ }の中は自動で補われるので、そのまま残してください。

## 各所で使う語

black = 黒
white = 白
games = { $n }局
moves = { $n }手
variations = 変化図{ $n }個
comments = コメント{ $n }件
players = { $n }人
files = { $n }ファイル
years = { $n }年
points = { $n }目
drawn = ジゴ
to-play = { $color }番
pass = パス
not-all = まだすべての対局を調べていません。
show-all = すべて表示

## 検索条件の文
#
# 部品をつないで作る文。例：「1,218局：対局者が「Lee」、かつ白の勝ち、ただしコミが6超のものを除く、対局日の新しい順」。
# 条件はどれも名詞で終える（「…の勝ち」「…あり」「…以上」など）。「…のものを除く」「…の複製あり」などに続くため。

sentence-all = すべての対局
sentence-all-counted = { $n ->
    [1] 唯一の対局
   *[other] 全{ $n }局
}
sentence-games = 対局：{ $condition }
sentence-all-inside = すべての対局
sentence-games-inside = 対局：{ $condition }
sentence-found = { $n ->
    [0] 該当する対局なし：{ $condition }
   *[other] { $n }局：{ $condition }
}
sentence-where = { $condition }
sentence-without = { $condition }のものを除く
sentence-traits-where = { $traits }、かつ{ $condition }
sentence-but-not = ただし{ $condition }のものを除く
sentence-or-where = { "、または" }
sentence-comma = { "、" }
sentence-and = { "、かつ" }
sentence-or = { "、または" }
sentence-once = 重複なし
sentence-sorted = { $order }
sentence-then = 次に{ $order }
sentence-plays = { $one }対{ $other }
sentence-either = （{ $parts }）
sentence-not-so = （{ $condition }）以外
sentence-text = 名前・棋戦名・対局場所・題名・布石・コメントのいずれかに{ $value }あり
sentence-texts = 名前・棋戦名・対局場所・題名・布石・コメントのいずれかに{ $value }がそれぞれあり
sentence-also = { $value }（別表記：{ $names }）
sentence-after = { "、その後に" }
sentence-copy-where = { $condition }の複製あり
sentence-quoted = 「{ $text }」
sentence-prefix = 「{ $text }…」
sentence-fuzzy = 「{ $text }」（類似を含む）
sentence-anything = 任意の値
sentence-from-to = { $from }～{ $to }
sentence-or-more = { $from }以上
sentence-at-most = { $n }以下
sentence-less = { $n }未満
sentence-more = { $n }超
sentence-at-least = { $n }以上
sentence-not = { $what }以外

# 条件
sentence-is = { $what }が{ $value }
sentence-is-exactly = { $what }が{ $value }と完全一致
sentence-has = { $what }に{ $value }あり
sentence-known = { $what }の記録あり
sentence-there-is = { $what }あり
sentence-unknown-value = { $what }の記録なし
# 対局にあるもの
sentence-what-tag = タグ
sentence-with-tag = タグあり
sentence-without-tag = タグなし
sentence-what-note = メモ
sentence-with-note = メモあり
sentence-without-note = メモなし
sentence-what-comments = コメント
sentence-with-comments = コメントあり
sentence-without-comments = コメントなし
sentence-what-analysis = エンジンの解析
sentence-with-analysis = エンジンの解析あり
sentence-without-analysis = エンジンの解析なし
sentence-what-variations = 変化図
sentence-with-variations = 変化図あり
sentence-without-variations = 変化図なし
sentence-what-setup = 初期配置の石
sentence-with-setup = 初期配置の石あり
sentence-without-setup = 初期配置の石なし
sentence-what-result = 結果
sentence-with-result = 結果あり
sentence-without-result = 結果なし
sentence-what-date = 日付
sentence-with-date = 日付あり
sentence-without-date = 日付なし
sentence-what-year = 年の記録
sentence-with-year = 年の記録あり
sentence-without-year = 年の記録なし
sentence-what-errors = 棋譜の誤り
sentence-with-errors = 棋譜の誤りあり
sentence-without-errors = 棋譜の誤りなし
sentence-what-handicap = 置き石
sentence-with-handicap = 置き石あり
sentence-without-handicap = 置き石なし
sentence-what-copies = 複製
sentence-with-copies = 複製あり
sentence-without-copies = 複製なし
sentence-with-property = プロパティ{ $name }あり
sentence-without-property = プロパティ{ $name }なし
# $value: a kind or a severity of what is wrong, such as “wrong-charset” or “error”.
sentence-finding = 棋譜の検査で問題点{ $value }あり
sentence-finding-any = 棋譜の検査で何らかの問題点あり
sentence-won = { $who }の勝ち
sentence-lost = { $who }の負け
sentence-won-points = { $who }の目数勝ち
sentence-won-resign = { $who }の中押し勝ち
sentence-won-time = { $who }の時間切れ勝ち
sentence-won-forfeit = { $who }の不戦・反則勝ち
sentence-won-by = { $who }の{ $margin }目勝ち
sentence-won-somehow = { $who }の勝ち（決まり方は不明）
sentence-one-side = どちらか
sentence-draw = ジゴ
sentence-void = 無勝負
sentence-unknown-told = 棋譜に「結果不明」と記載
sentence-unknown = 結果が不明
sentence-unknown-ending = 終局の決まり方が不明
sentence-date = 対局日が{ $when }
sentence-added = 追加日が{ $when }
sentence-was-added = 追加日の記録あり
sentence-between = { $from }から{ $to }まで
sentence-or-later = { $day }以降
sentence-or-earlier = { $day }以前
sentence-before = { $day }より前
sentence-later-than = { $day }より後
sentence-in-day = { $day }
sentence-ago = { $length }前
sentence-within-last = 過去{ $length }以内
sentence-days = { $n }日
sentence-weeks = { $n }週間
sentence-months = { $n }か月
sentence-years = { $n }年
sentence-term = コメントに用語{ $value }あり
sentence-joseki = 隅に定石{ $value }あり
sentence-joseki-any = 隅に名のある定石あり
sentence-book-left-by = { $who }がブックを離脱
sentence-book-left-any = ブックからの離脱あり
sentence-me = 自分
sentence-my-opponent = 対戦相手
sentence-lang-unknown = コメントの言語が不明
sentence-lang = コメントの言語が{ $language }
sentence-problem-to-play = 詰碁の手番が{ $value }
sentence-problem-region = 詰碁の領域が{ $value }
sentence-is-new = 新着の対局
sentence-is-problem = 詰碁
sentence-is-mine = 自分の対局
sentence-is-starred = スター付きの対局
sentence-is-trendsetter = 後続の対局に採用された新手がある対局
sentence-is-final = 決勝戦またはタイトル戦
sentence-is-title-match = タイトル戦の対局
sentence-is-copied = 複製あり
sentence-tag = タグが{ $value }
sentence-note = メモに{ $value }あり
sentence-saved = 保存した検索条件{ $value }に該当
sentence-copy = { $value }の複製あり
sentence-position = 局面{ $value }あり
sentence-pattern = 形{ $value }あり
sentence-problem = 問題図に{ $value }がある詰碁
sentence-engine = { $value }の解析あり
# $nは「5」「5以上」「5～10」など
sentence-loss = 損失（目）が{ $n }の着手あり
sentence-drop = 勝率低下（%）が{ $n }の着手あり
sentence-missed-any = エンジンの最善手の見逃しあり
sentence-missed = エンジンの最善手{ $value }の見逃しあり
sentence-lead-of = { $who }のリード（目）が{ $n }
sentence-that-player = この対局者
sentence-rate-of = { $who }の勝率（%）が{ $n }
sentence-turned-any = 敗者の勝率が一度90%に達したかどうかの記録あり
sentence-turned-no = 敗者の勝率が一度も90%に達せず
sentence-turned = 敗者の勝率が一度90%に到達
sentence-turned-points = 敗者が一度{ $n }目リード
sentence-next = 次の一手が{ $value }
sentence-to-move = その時点の手番が{ $value }
sentence-at-move = その時点の手数が{ $n }
sentence-by-move = { $n }手目までに出現
sentence-from-move = { $n }手目以降に出現
sentence-between-moves = { $from }～{ $to }手目に出現
sentence-in-main = 本譜上
sentence-in-variation = 変化図内
sentence-in-any = 本譜上または変化図内
sentence-in = 位置が{ $value }
sentence-colours-any = 黒白の入れ替え可
sentence-colours-fixed = 黒白は図のとおり
sentence-symmetry-none = 回転・反転なし
sentence-symmetry-all = 回転・反転を含む
sentence-within = 前の局面からそれぞれ{ $n }手以内に出現
sentence-after-moves = 前の局面からの手数がそれぞれ{ $n }
sentence-unique = 重複なし
sentence-sort = 並び順が{ $value }

# 条件の主語
sentence-the-player = 対局者
sentence-counts = { $what }が{ $value }
sentence-value-comma = { "、" }
sentence-value-and = { $first }と{ $last }
sentence-value-or = { $first }または{ $last }
sentence-the-black = 黒番
sentence-the-white = 白番
sentence-today = 今日
sentence-yesterday = 昨日
sentence-the-opponent = 相手
sentence-the-margin = 目数差
sentence-the-date = 対局日
sentence-the-result = 結果
sentence-the-ending = 終局の決まり方
sentence-the-event = 棋戦名
sentence-the-series = 棋戦シリーズ
sentence-the-edition = 期
sentence-the-round = 回戦
sentence-the-game = 対局
sentence-the-match-game = 番勝負の局数
sentence-the-place = 対局場所
sentence-the-title = 題名
sentence-the-source = 出典
sentence-the-annotator = 解説者名
sentence-the-team = チーム名
sentence-the-country = 国名
sentence-the-rules = ルール名
sentence-the-opening = 布石
sentence-the-rank = 対局者の段位
sentence-the-rank-of-black = 黒番の段位
sentence-the-rank-of-white = 白番の段位
sentence-the-opponent-rank = 相手の段位
sentence-the-time = 持ち時間（秒）
sentence-the-overtime = 秒読み
sentence-the-komi = コミ
sentence-the-handicap = 置き石
sentence-the-board = 盤の路数
sentence-the-moves = 総手数
sentence-the-captures = アゲハマの数
sentence-the-ko-captures = コウの取り返しの数
sentence-the-early-passes = 途中のパスの数
sentence-the-comment = コメント
sentence-the-charset = 文字コード
sentence-the-gtype = KataGoの対局の種別
sentence-the-gamehash = KataGoの対局ハッシュ
sentence-the-format = ファイル形式
sentence-the-path = パス名
sentence-the-archive = アーカイブ
sentence-the-solutions = 正解の数
sentence-the-visits = 探索数
sentence-the-blunders = 大悪手の数
sentence-the-book-left = ブックを離れた手数
sentence-the-novelty = 新手の手数
sentence-the-accuracy = 精度
sentence-the-lead = 黒のリード（目）
sentence-the-rate = 黒の勝率（%）
sentence-the-id = 番号
sentence-the-property = プロパティ{ $name }

# 並び順
order-date = 対局日の古い順
order-date-back = 対局日の新しい順
order-moves = 手数の少ない順
order-moves-back = 手数の多い順
order-captures = アゲハマの少ない順
order-captures-back = アゲハマの多い順
order-ko-captures = コウの取り返しの少ない順
order-ko-captures-back = コウの取り返しの多い順
order-hit = 該当箇所の早い順
order-hit-back = 該当箇所の遅い順
order-loss = 着手の損失の小さい順
order-loss-back = 着手の損失の大きい順
order-relevance = 適合度の高い順
order-relevance-back = 適合度の低い順
order-black = 黒番の名前順
order-black-back = 黒番の名前の逆順
order-white = 白番の名前順
order-white-back = 白番の名前の逆順
order-rank = 対局者の段位の高い順
order-rank-back = 対局者の段位の低い順
order-margin = 目数差の小さい順
order-margin-back = 目数差の大きい順
order-added = 追加日の古い順
order-added-back = 追加日の新しい順
order-place = アーカイブでの並び順
order-place-back = アーカイブでの並びの逆順

## エンジンによる着手の評価

# 「B Q3：8.6目（21%）の損、最善手R14」
judged-lost = { $played }：{ $cost }の損
judged-gained = { $played }：{ $cost }の得
judged-lost-alone = { $cost }の損
judged-gained-alone = { $cost }の得
judged-points-percent = { $points }目（{ $percent }%）
judged-points = { $points }目
judged-percent = { $percent }%
judged-best = { $told }、最善手{ $best }
judged-playouts = 探索数{ $n }
standing-black = 黒{ $percent }%
standing-black-leads = 黒{ $points }目リード
standing-white-leads = 白{ $points }目リード

## 「局面検索」の上の文。例：「1,257局がこの局面に到達、回転・反転を含む。対局者の段位が9p以上。」

reached-games = { $n ->
    [0] この局面に到達した対局なし
   *[other] { $n }局がこの局面に到達
}
# $placeは「隅、7×11路、任意の点4個を含む」など
shape-games = { $n ->
    [0] この形がある対局なし（{ $place }）
   *[other] { $n }局にこの形あり（{ $place }）
}
reached-turned = 回転・反転を含む
reached-as-drawn = 回転・反転なし
reached-where = { "。" }
sentence-end = { "。" }
shape-on-whole = 盤全体
shape-lines = { $columns }×{ $rows }路
shape-open-points = 任意の点{ $n }個を含む
shape-order = うち{ $n }手はこの手順
place-anywhere = 盤上のどこでも
place-whole = 盤全体
place-corner = 隅
place-edges = 描かれた辺に接する
place-across = 辺から辺まで
place-side = 辺
place-turned = あらゆる回転・反転を含む
place-as-drawn = 図の向きのまま
place-colours = 黒白の入れ替えを含む

## エンジンの評価のグラフ

graph-title = 黒の勝率と目数差（{ $engine }）
graph-move = { $number }手目：{ $played }

frame-language = 言語

### 質問の誤り

## 検索条件のエラー：語と記号

# $name はフィールド名の位置に書かれた語。
error-unknown-field = フィールド`{ $name }`はありません
error-unknown-field-property = ルートのプロパティはprop.NAME:…と書きます
error-unknown-field-capitals = ルートのプロパティならprop.{ $name }:…と書いてください
error-unknown-field-text = 入力した文字のまま探すには引用符で囲んでください
# $near は綴りの近い名前か値、$list はそこに書ける値のすべて。
error-did-you-mean = もしかして`{ $near }`？
error-did-you-mean-of = もしかして`{ $near }`？（{ $list }）
# $example と $query は「date>=2016」のような検索条件。
error-write-example = たとえば{ $example }のように書いてください
error-write = { $query }と書いてください
error-many-combinations = ここの選択肢の組み合わせが{ $most }通りを超えています
error-many-combinations-help = 選択肢を減らすか、検索を分けてください
error-too-deep = 括弧と否定の入れ子が{ $most }段を超えています
error-too-deep-help = 1組の括弧に語をいくつでも書けます：(a OR b OR c)。NOT NOT aはaと同じです
error-copies-too-deep = `copy-of:`の入れ子が{ $most }段を超えています
error-parenthesis-unopened = 対応する開き括弧のない閉じ括弧があります
error-parenthesis-unopened-help = 括弧を削除するか、語を引用符で囲んでください
error-parenthesis-unclosed = 括弧が閉じられていません
error-parenthesis-unclosed-help = )で閉じるか、語を引用符で囲んでください
error-empty-parentheses = 括弧の中が空です
error-quote-unclosed = 引用符が閉じられていません
error-quote-unclosed-help = "で閉じてください。引用符の中では\"が引用符そのものを表します
error-single-quote-unclosed-help = 'で閉じてください。文字そのものなら"'"と書きます
error-empty-quotes = 引用符の中が空です
error-empty-quotes-help = -{ $field }:*で、値のない対局が見つかります
error-two-hyphens = `--`は演算子ではありません
# オプションは「--json」のようなコマンドのオプション。
error-two-hyphens-help = オプションは検索条件の前に書きます。対局を除外するには`-`を1つ付けます。`--`を文字として探すには引用符で囲んでください
error-exclamation-mark = `!`は演算子ではありません
error-exclamation-mark-help = 対局を除外するには`-`を1つ付けてください：-{ $word }。`!`を文字として探すには引用符で囲んでください
# $what は入力された演算子、または記号付きのフィールド：「OR」「player:」。
error-nothing-after = `{ $what }`の後に何もありません
error-nothing-after-help = 後に語か値が必要です。この語そのものを探すには引用符で囲んでください："{ $word }"
error-nothing-after-hyphen-help = `-word`はwordのある対局を除外します。ハイフンを探すには引用符で囲んでください："-"
error-nothing-before = `{ $what }`の前に何もありません
error-nothing-before-help = 前に語か値が必要です。この語そのものを探すには引用符で囲んでください："{ $word }"
error-no-value-help = 値は空白を入れずに演算子の直後に書いてください。例：{ $example }
error-no-value-or-any-help = 値は空白を入れずに演算子の直後に書いてください。例：{ $example }。{ $field }:*で、値のある対局が見つかります
# 値の直後の記号を指す。
error-space-missing = 値とその後に続くものの間に空白がありません
error-space-missing-help = 値の後に空白を入れるか、値全体を引用符で囲んでください

## 検索条件のエラー：フィールド、演算子、括弧のグループ

# 例：player:(Lee komi:5) では $name が komi、$group が player。
error-field-in-parentheses = `{ $group }:`の括弧の中にフィールド`{ $name }`は書けません
error-field-in-parentheses-help = フィールドの前で括弧を閉じてください。フィールド名を文字として探すには引用符で囲んでください
# $sign は < <= > >= のいずれか。
error-field-without-order = `{ $name }`には大小がないため、`{ $sign }`は使えません
error-field-without-order-help = `{ $name }:…`と書いてください。比較できるのは数、日付、段位、盤の路数です
# グループは括弧でまとめた複数の値：player:(Lee OR Gu)。
error-group-takes-colon = 括弧に入れた複数の値には`{ $sign }`ではなく`:`を使います
error-group-takes-colon-help = `{ $name }:( … )`と書くか、値を引用符で囲んでください
error-field-without-group = `{ $name }`の値は1つだけで、括弧に複数の値を入れることはできません
error-field-without-group-help = 値を引用符で囲んでください：{ $name }{ $sign }"…"
error-wide-parenthesis = 全角の括弧で複数の値を囲むことはできません
error-wide-parenthesis-help = { $name }:( … )と書くか、値を引用符で囲んでください
error-field-takes-query = `{ $name }:`の後には括弧で囲んだ検索条件を書きます
error-two-operators = 演算子が2つ続いています
error-operator-alone = 演算子の前にフィールドがありません
error-operators-help = 演算子は : = != < <= > >= で、前後に空白を入れません：komi>=6。演算子を文字として探すには引用符で囲んでください
error-sign-takes-one = 演算子`{ $sign }`の後に書ける値は1つだけです
# 「下限」「上限」は値を表す。下も同じ。
error-sign-takes-one-help = 範囲は{ $field }:下限..上限と書きます
error-range-without-ends = 範囲に下限も上限もありません
error-range-dots = 範囲に書ける`..`は1つだけです
error-range-help = 下限..上限、下限..、..上限のいずれかで書いてください

## 検索条件のエラー：大きさ

error-long-phrase = { $words }語の句ですが、検索できるのは{ $most }語までです
error-long-phrase-help = 文章を探すには、連続する数語で十分です
error-many-words = 1つの検索条件の語と値が{ $most }個を超えています
error-many-words-help = 何回かに分けて検索してください。`~`付きの語は{ $n }語と数えます
error-many-clauses = 1つの検索条件に含まれる条件が{ $most }個を超えています
error-many-clauses-help = 何回かに分けて検索してください
error-query-too-long = 1つの検索条件のテキストが{ $most }バイトを超えています

## 検索条件のエラー：値。$text は入力されたもの。

# フィールドの値は数個に限られ、その中にない。$list はそのすべて。
error-no-choice = `{ $text }`はこのフィールドの値ではありません
error-no-choice-help = 次のいずれかを書いてください：{ $list }
# $kind: a kind of finding, such as equal-names.
error-finding-of-file = doctorが`{ $kind }`を見つけるのはファイルや圧縮ファイルで、対局ではありません
error-no-result = `{ $text }`は対局の結果ではありません
# これらはこのまま入力するもの。
error-no-result-help = W+、B+R、W+T、B+F、B+0.5、resign、time、forfeit、points、draw、void、?のいずれかで書いてください
error-no-result-side-help = 1人の結果を探すには{ $example }のように書いてください
error-no-number = `{ $text }`は数値ではありません
error-write-number = 6.5のような数値か、5..7.5のような範囲を書いてください
# 「1,500」なら $one は1500、$other は1.500。
error-number-may-be = `{ $text }`は{ $one }とも{ $other }とも読めます
error-number-may-be-help = { $one }か{ $other }のどちらかを書いてください
error-number-too-large = `{ $text }`ほど大きな数値は対局にありません
error-number-too-large-help = もっと小さな数値を書いてください
error-komi-too-large = `{ $text }`ほど大きなコミはありません
error-no-time = `{ $text }`は時間の長さではありません
error-no-time-help = 秒数、または2h30mのように書いてください
error-no-rank = `{ $text }`は段位・級位ではありません
error-no-rank-help = 9p、5d、12k、pro、dan、kyuのように書いてください
error-no-size = `{ $text }`は盤の路数ではありません
error-no-size-help = 19、9、19x13のように書いてください
error-regular-expression = 正規表現は使えません
error-regular-expression-help = 語そのもの、語の先頭（lee*）、綴りの不確かな語（lee~）のいずれかで書いてください
error-question-mark = `?`はワイルドカードではありません
error-question-mark-help = 綴りの不確かな語はlee~と書いてください。引用符の中の`?`は無視されます
error-mark-in-word = `*`と`~`は語の末尾に書きます
error-mark-in-word-help = lee*のように語の先頭を書いてください。引用符の中の`*`と`~`は無視されます

## 検索条件のエラー：並び順

error-many-orders = 並び順が{ $most }個を超えています
error-many-orders-help = 最初の`sort:`が最も優先されます。後ろのものを省いてください
error-sort-takes-one = `sort:`に書ける並び順は1つだけです
error-unknown-order = 並び順`{ $text }`はありません
error-unknown-order-help = 次のいずれかを書いてください：{ $list }。名前の前に-を付けると逆順になります：sort:-date
error-unique-yes-or-no = `unique:`の値はyesかnoです
error-unique-yes-or-no-help = 同じ対局を1回だけ表示するにはunique:yesと書いてください
error-sort-inside = `sort:`は検索結果全体を並べ替えるため、OR、NOT、括弧の中には書けません
error-unique-inside = `unique:`は検索結果全体に関わるため、OR、NOT、括弧の中には書けません
error-setting-inside-help = この条件を検索条件の最後に書いてください：(a OR b) { $example }

## 対局の場所と局面のエラー

# アドレスは対局とその手を指す：game.sgf#42。
error-address-empty = アドレスにファイルも対局の番号もありません
error-address-empty-help = game.sgf#42、archive.zip!game.sgf@2#42、ID#42のように書いてください
error-place-time-out = 対局の指定箇所に達する前に時間切れになりました
# $moves は桁区切りのない $n。
error-no-such-move = { $n ->
    [0] { $number }手目はありません：本譜に着手がありません
   *[other] { $number }手目はありません：本譜は{ $moves }手までです
}
# #0 などはアドレスの後に書くもの。
error-no-such-move-help = { $n ->
    [0] 局面は#0だけです
   *[other] #0が初手の前、#{ $moves }が最終手です
}
# ノードは対局の木の中の場所。$nodes は桁区切りのない $n。
error-no-such-node = { $n ->
   *[other] ノード{ $number }はありません：この対局のノードは{ $nodes }個です
}
error-no-such-node-help = { $n ->
    [1] ノードは#n0だけです
   *[other] ノードは#n0から#n{ $last }までです
}
error-tried-other-game = 手を試せるのは囲碁の対局だけで、アドレスに盤の大きさが要ります
error-tried-illegal = 自分の手順の{ $number }手目{ $point }は着手禁止です
error-tried-illegal-help = ほかの点に打つか、対局に戻ってください
# GM[$number] はSGFでのゲームの種類。
error-kind-without-rules = GM[{ $number }]のルールが不明なため、局面を扱えません
error-kind-without-rules-help = 局面を検索できる種類を指定してください：goまたはloa
error-position-empty = 入力が空のため、局面として読み取れません
error-small-columns = 列名が小文字です：Lines of Actionか、別のプログラムが出力した囲碁の盤です
error-small-columns-help = ゲームの種類を指定してください：goまたはloa

## 検索条件の誤り

error-sort-hit = `sort:hit`には局面がちょうど1つ必要です：その局面が現れる手数の順に並べます
error-sort-hit-help = position:"Q16 D4 Q3" sort:hitのように書いてください
error-sort-loss = `sort:loss`は該当箇所の着手の損失の順に並べますが、この検索条件はそのような着手を探していません
error-sort-loss-help = loss>=5 sort:-lossのように書いてください
error-third-player = 対局者は2人ですが、これは3つ目の`player:`です
error-third-player-help = 名前の間にORを使うか、1つの括弧にまとめてください：player:(Lee OR Gu)
error-needs-one-player = `{ $clause }`を使うには、検索条件の対局者がちょうど1人でなければなりません
error-needs-one-player-help = { $example }のように対局者を1人だけ書いてください。2人目はvs:で指定します
error-no-letters = 検索する文字や数字がありません
error-no-letters-help = 記号は検索されません。取り除いてください
error-star-not-here = このフィールドでは`*`を使えません
error-no-text-ranges = 文字列のフィールドに範囲は指定できません
error-name-a-word = 語を1つ書いてください
error-star-in-value = `*`と`~`は文章と名前でのみ使えます
error-star-in-value-help = 値を省略せずに書いてください
error-not-whole = `{ $field }=`では何も見つかりません：コメントは語でしか検索できません
error-not-whole-help = { $clause }と書いてください。引用符で囲むと、隣り合う語を探します
error-one-value = このフィールドに書ける値は1つだけです
error-one-value-help = 値を1つだけ書いてください
error-field-within-group = フィールドを別のフィールドの括弧の中に書くことはできません

## `*`で始まる語

error-star-alone = `*`の隣に文字が必要です
error-star-alone-help = `*`の前に文字を書いてください
error-star-first-in-field = `{ $field }:`の語を`*`で始めることはできません
error-star-first-in-field-help = { $field }:{ $word }または{ $field }:{ $word }*と書いてください。名前、棋戦、ファイルは`*`で始められます：player:*{ $word }
error-star-first-anywhere = すべての文章を検索するとき、語を`*`で始めることはできません
error-star-first-anywhere-help = フィールドを指定してください：player:*{ $word }、event:*{ $word }、file:*{ $word }

## 数値・日付などの値

# $exampleは条件の例。handicap:2..9など。
error-number-help = { $example }のように書いてください
error-margin-zero = 0目差の勝ちはありません
error-margin-zero-help = result:drawと書いてください
error-never-below-zero = `{ $field }`が0未満になることはありません
error-whole-number = `{ $field }`は整数です
error-not-an-id = `{ $text }`は対局の番号ではありません
error-not-an-id-help = 番号は0-9とa-fからなる16桁以内です
# $nameはSGFのプロパティ。ABなど。
error-values-not-searched = `{ $name }`の値は検索できません
error-values-not-searched-comments = コメントは検索できます：comment:…
error-field-not-searched = `{ $field }:`は検索できません
error-range-empty = この範囲は空です
error-range-empty-help = 小さい値を先に書いてください：1990..1995
error-not-a-date = `{ $text }`は日付ではありません
error-not-a-date-help = 1990、1990-05、1990-05-21、"21 May 1990"、1990s、範囲なら1990..1995、またはtoday、7d、2w、1yのように書いてください
error-date-too-old = `{ $text }`ほど古い日付はありません
error-date-too-old-help = 最初の年は1です。200年なら200、それ以前のすべての年なら..200と書いてください
# $oneと$otherは日付。1990-05-06と1990-06-05など。
error-either-date = `{ $text }`は{ $one }とも{ $other }とも読めます
error-either-date-help = { $one }または{ $other }と書いてください
error-no-property = `is:`にこの値はありません
# $choicesは条件の例をerror-no-property-orでつないだもの：is:dup、is:new。
error-no-property-help = { $choices }のいずれかを書いてください
error-no-property-or = { "、" }
error-copy-of-no-query = `copy-of:`には括弧で囲んだ検索条件を書いてください
error-no-go-term = `{ $text }`という囲碁用語は登録されていません
# $clauseは条件。term:josekiなど。
error-no-go-term-near = もしかして{ $clause }？
error-no-go-term-words = { $clause }なら語そのものを検索します
error-no-joseki = `{ $text }`という名の定石は登録されていません
error-no-joseki-near = もしかして{ $clause }？
error-no-joseki-words = コメント中の語は{ $clause }で検索できます

## 局面と形

error-hit-without-position = `{ $field }:`は局面についての条件ですが、隣に局面がありません
error-hit-without-position-help = 一緒に書いてください：position:"Q16 D4 Q3" next:D16。対局全体の手数なら`moves:`を使います
error-within-one-position = `within:`は局面の間の手数を制限しますが、検索条件に局面が1つしかありません
error-within-one-position-help = position:"Q16 D4" then position:"Q16 D4 Q3" within:20のように書いてください
error-no-position-named = 検索条件に局面がありません
error-which-pattern = これは形でも局面の一部でもありません
error-no-part-of-board = `{ $part }`はこの盤の一部ではありません
error-which-pattern-help = pattern:"XO/OX"、pattern:@diagram.txt、pattern:"R16 P17 corner"、pattern:"ID#42 O13-T19"のように書いてください
error-files-not-read = `{ $text }`はファイル名ですが、ここではファイルを読み込みません
error-files-not-read-help = ファイルの中身を貼り付けてください
error-file-of-diagram-help = 図のファイル名の前に@を書いてください
error-no-positions-without-rules = この対局のルールが不明なため、局面を扱えません
error-not-about-hits = この条件は対局についてのもので、局面の該当箇所についてのものではありません
error-not-a-side-to-move = `{ $text }`は黒でも白でもありません
error-not-a-side-to-move-help = tomove:Bまたはtomove:Wと書いてください
error-next-outside-pattern = `{ $text }`は形の中にありません
error-next-not-a-move = `{ $text }`は着手ではありません
error-next-help = next:R14、next:"B R14"、next:pass、next:endのように書いてください。形ではnext:elsewhereも使えます
error-which-part-of-game = `{ $text }`は棋譜の部分を表していません
error-which-part-of-game-help = in:main、in:variations、in:anyのいずれかを書いてください
error-which-colours = `{ $text }`では黒白の扱いがわかりません
error-which-colours-help = colours:as-drawn、または黒白の入れ替えも含めるならcolours:anyと書いてください
error-which-symmetries = `{ $text }`では回転・反転の扱いがわかりません
error-which-symmetries-help = symmetry:all、または描いたとおりの盤だけならsymmetry:noneと書いてください
error-judged-on-main-line = エンジンの解析は本譜上でのみ検索されます
error-sequence-on-main-line = 順に現れる局面は本譜上でのみ検索されます
error-leave-out-or-one-position = この条件を取り除くか、局面を1つだけにしてください
error-not-a-move-number = `{ $text }`は手数ではありません
error-not-a-move-number-help = move:40、move:..50、move:30..50のように書いてください

## エンジンの評価

error-field-twice = `{ $field }:`が2つあります
error-field-twice-help = { $field }:5..20のように範囲で書いてください
error-missed-no-point = `{ $text }`は盤上の点ではありません
error-missed-no-point-help = missed:Q16、missed:pass、どの手でもよければmissed:*と書いてください
error-lead-help = lead:B>5、lead:W>=3、黒のリードならlead:-2..2のように書いてください
error-win-rate-help = winrate:B>90、winrate:W>=60、黒の勝率ならwinrate:40..60のように書いてください
error-turned-value = `{ $text }`はyes、no、0より大きい目数のどれでもありません
error-turned-value-help = turned:yes（勝率90%）、turned:no、turned:10（10目のリード）のように書いてください
error-judged-no-number = `{ $text }`は数値ではありません
error-no-percentage = `{ $text }`は百分率ではありません
error-win-rate-below-one = 勝率は%で表すため、`{ $text }`は1%未満になります

## 利用者のスター・タグ・メモ・保存した検索条件

error-marks-not-known = ここでは、タグ、スター、メモ、保存した検索条件を参照できません
error-marks-not-known-help = それらを保存しているコンピューターのkifu-indexで検索するか、この条件を取り除いてください
error-no-own-names = 自分の対局者名が登録されていません
# 行にはmeと半角のセミコロンが必要。
error-no-own-names-help = 設定フォルダーのファイルaliases.tsvに、自分の名前とアカウントの行を書いてください（例：me; Anna Lee; anna123）
error-no-book = 使用中のブックがありません
error-book-gone = 使用中のブック{ $file }が見つかりません
error-book-unreadable = 使用中のブック{ $file }を読み込めません
error-saved-takes-name = `saved:`には検索条件の名前を1つ書いてください
# $wayは名前を矢印でつないだもの：a → b → a。
error-saved-in-itself = 保存した検索条件が自分自身を含んでいます：{ $way }
error-saved-in-itself-help = これらの検索条件の1つを、次の検索条件を指す`saved:`なしで保存し直してください
error-saved-named-too-often = この検索条件に含まれる、保存した検索条件が{ $most }個を超えています
error-saved-named-too-often-help = 保存した検索条件のいくつかを、名前ではなく中身で書いてください
# $reasonは別のエラーの文。
error-saved-not-understood = 保存した検索条件`{ $name }`を解釈できません：{ $reason }
# $reasonは超えた上限の説明。
error-saved-too-large = 保存した検索条件`{ $name }`を展開すると大きすぎます：{ $reason }
error-none-saved-as = `{ $text }`という名前で保存した検索条件はありません

## 番号・ページ・表

error-no-game-with-id = 番号`{ $id }`の対局はありません
error-games-with-id = 番号が`{ $id }`で始まる対局が{ $games }局あります
error-games-with-id-help = 番号をもっと先の桁まで書いてください
error-no-page-key = これはこの検索条件のページのキーではありません
error-no-page-key-help = 最初のページを開いてください。そこに次のページのキーがあります
error-not-narrowed = `{ $name }`では結果を絞り込めません
error-not-narrowed-near = もしかして`{ $near }`？（{ $list }）
error-not-narrowed-list = 次のいずれかを書いてください：{ $list }
error-not-ordered = `{ $name }`では並べ替えられません
error-not-ordered-help = gamesまたはnameで並べ替えてください
error-crosstable-players = 検索された対局の対局者は{ $players }人です。対戦表は{ $most }人までです
error-crosstable-players-help = 大会を一つに絞ってください（例：event:"45th Honinbo"）
error-pattern-brace = `{ $pattern }`に閉じていない波括弧があります
error-pattern-brace-help = 列の名前を波括弧で囲んでください：{ $pattern }

## 入力または貼り付けた着手・盤・図・形についてのエラーと注意

error-point-taken = { $point }にはすでに{ $color }石があります
error-point-taken-help = 黒から交互に打ちます。`B Q16 B D4`のように書くと色を指定できます
note-ko = { $color }{ $point }はコウをすぐに取り返しています
note-suicide = { $color }{ $point }は自殺手です：その石を取り除きました
note-suicide-of-chain = { $color }{ $point }は自殺手です：石{ $stones }個を取り除きました
note-no-liberties = 呼吸点のない石があります
error-position-forms = 着手：`Q16 D4 Q3`、`B Q16 W D4`、Lines of Actionでは`e1-e3` | 棋譜：`game.sgf#42`、`a.zip!x.sgf#42` | SGF：`(;B[pd];W[dd])` | 標準入力：`. X O .`のような行で描いた盤、Sensei's Libraryの図（`$$B`）、GTPスクリプト（`play B Q16`）
error-not-a-position = 局面として読み取れません
error-only-go-diagrams = Sensei's Libraryの図は囲碁にだけ使えます
error-only-go-gtp = GTPスクリプトは囲碁にだけ使えます
error-only-go-help = Lines of Actionでは、`e1-e3 a2-c2`のような着手、SGF、または描いた盤を使ってください
error-board-too-large = { $width }x{ $height }の盤は大きすぎます
error-board-sizes = 盤の列数と行数は1～52です
error-two-sizes = 盤の大きさは同時に{ $one }と{ $other }にはできません
error-two-sizes-help = 大きさの指定を1つだけにしてください
error-size-of-position = 局面は{ $board }の盤ですが、`size:`は{ $size }を指定しています
error-drawn-size = 描かれた盤は{ $drawn }ですが、指定は{ $asked }です
error-drawn-size-help = 盤の大きさを書かないか、盤全体を描いてください

error-sign-unknown = `{ $sign }`は盤の記号ではありません
error-sign-of-board-help = 盤では、石をXとO、空点を . または + で描きます
error-sign-of-diagram-help = XとOは石、 . と , は空点、1～9と0は着手、a～zはラベルです
error-drawn-row-length = 図の{ $row }行目は{ $points }点ですが、それより上の行は{ $above }点です
error-row-length = { $row }行目は{ $points }点ですが、それより上の行は{ $above }点です
error-row-length-help = 盤の行はすべて同じ長さです
error-row-lengths = 行の長さがそろっていません
error-two-blacks = `#`と`X`の両方があります：どちらも黒石か、一方が別の意味か判断できません
error-two-blacks-help = 黒石はすべてX、空点は`.`で描いてください
error-row-numbers = 図の行番号が{ $rows }から1まで順に並んでいません
error-row-numbers-help = 盤のすべての行を描いてください
error-axis-length = 座標の文字は{ $letters }個ですが、行は{ $points }点です
error-axis-length-help = 盤のすべての列を描いてください
error-axis-letters = 座標の文字がAから途切れずに並んでいません
error-axis-letters-help = 盤全体を描いてください。碁盤の列にIはなく、Hの次はJです
note-column-i = 図にI列があるため、列を左から数え、ここでは通常の列名で示します
note-labels = 点の上の文字は空点のラベルとして読み取りました

error-shell-number = シェルが`$$`を数字{ $number }に置き換えました
error-diagram-line = 図に`$$`で始まらない行があります
error-diagram-line-help = Sensei's Libraryの図は、すべての行が`$$`で始まります
error-diagram-no-row = 図に盤の行がありません
error-diagram-no-row-help = 行は`$$ | . X O . |`のように書き、上下に`-`の線を引きます
error-diagram-header = 図の最初の行を読み取れません
error-diagram-header-help = `$$`、BまたはW、c（座標）、盤の大きさ、mと最初の手数、題名の順に書きます：`$$Bc19m5 Title`
error-diagram-edge = 図の辺の線が1本多すぎます
error-diagram-edge-help = `-`の線は、盤の上と下に1本ずつです
error-row-below-edge = 下辺より下に行があります
error-row-below-edge-help = 下辺はすべての行の下に引きます
error-row-edges = { $row }行目の左右の辺が、それより上の行と異なります
error-row-edges-help = 辺`|`は、すべての行に書くか、どの行にも書かないかです
error-number-twice = 番号{ $number }の石が2つあります
error-number-twice-help = 同じ番号は1回だけ使えます。0は10手目です
error-point-open = `{ $sign }`の点が決まっていませんが、局面ではすべての点が決まっている必要があります
error-point-open-help = 盤のすべての点をX、O、 . のいずれかで書いてください
error-diagram-size = 最初の行は{ $size }ですが、図は{ $width }x{ $height }です
error-diagram-size-help = 盤の大きさを書かないか、すべての行を描いてください
error-diagram-part = この図は盤の一部分ですが、ここでは盤全体が必要です
error-diagram-part-help = `-`、`|`、`+`で四辺を描いてください
note-numbered-stone = 番号{ $number }の石を打ちました
note-numbered-stones = 番号{ $first }-{ $last }の石を順に打ちました
note-moves-not-drawn = 図にない手：{ $numbers }

note-genmove = `{ $command }`を飛ばしました：その着手がスクリプトにありません
error-gtp-arguments = `{ $command }`の引数を読み取れません
error-gtp-arguments-help = `boardsize 19`、`clear_board`、`play B Q16`、`set_free_handicap D4 Q16`、`undo`のように書いてください
error-gtp-not-told = `{ $command }`の結果はスクリプトからはわかりません
error-gtp-not-told-help = `set_free_handicap D4 Q16`、`play B Q16`のように書いてください
error-gtp-unknown = 不明なGTPコマンド`{ $command }`です
error-gtp-unknown-help = 使えるコマンド：{ $commands }
error-gtp-size = 盤の大きさとして読み取れません
error-gtp-size-help = `boardsize 19`のように書いてください（最大52）
error-gtp-other-size = スクリプトの盤は{ $size }ですが、指定は{ $asked }です
error-leave-size-out = 盤の大きさを指定しないでください
error-gtp-colour = `{ $word }`は色ではありません
error-gtp-colour-help = `play B Q16`または`play white D4`のように書いてください
error-gtp-undo = 取り消す着手がありません
error-gtp-undo-help = `undo`1つで`play`を1つ取り消します
error-gtp-handicap = { $point }にはすでに石があります
error-gtp-handicap-help = 置き石は着手の前に、それぞれ別の点に置きます

error-loa-illegal = { $color }は{ $played }と動かせません
error-loa-no-piece = { $square }に駒がありません
error-loa-other-piece = { $square }の駒は{ $owner }のものです。黒から交互に動かします
error-loa-stuck = { $square }の駒は動けません
error-loa-targets = { $square }の駒の行き先：{ $squares }
error-loa-square = Lines of Actionでは、マス1つだけでは着手になりません
error-loa-square-help = 着手は`e1-e3`のように2つのマスで書きます
error-loa-not-a-move = `{ $word }`はLines of Actionの着手ではありません
error-loa-not-a-move-help = 着手は`e1-e3`のような2つのマス、または`pass`です
error-loa-move-in-go = これは囲碁ではなくLines of Actionの着手です
error-loa-move-in-go-help = ゲームの種類loaを指定し、その着手だけを書いてください

error-off-board = `{ $word }`は{ $size }の盤の外です
error-off-board-go = 列はA～{ $right }（Iを除く）、行は1～{ $top }です
error-off-board-loa = 列はa～{ $right }、行は1～{ $top }です
error-off-board-pairs = 数字の組では、列は1～{ $right }、行は1（上端）～{ $bottom }です
error-off-board-letters = SGFの文字では、列はa～{ $right }、行はa（上端）～{ $bottom }です
error-no-column-i = I列はありません：碁盤ではHの次はJです
error-no-column-i-help = 9列目はJです：{ $point }のことでしょうか
error-not-a-point = `{ $word }`は点ではありません
error-not-a-point-help = 点は列の文字と行の数字で書きます：Q16
error-not-a-move = `{ $word }`は着手ではありません
error-not-a-move-help = 着手はQ16のような点、またはpassです。`B Q16 W D4`で色を指定できます
error-colour-twice = `{ $color }`の後に着手がなく、また色があります
error-colour-twice-help = `B Q16 W D4`のように書いてください
error-colour-alone = `{ $color }`の後に着手がありません
error-colour-alone-help = `B Q16 W D4`のように書くか、色を取り除いてください
error-sgf-letters = `{ $word }`は、ほかの点と違ってSGFの文字で書かれています
error-sgf-letters-help = この点も普通の書き方で書いてください：{ $point }
note-pairs = { $pair }は{ $point }です：数字の組は左上から数えた列と行です

note-first-game = { $games }局のうち最初の対局を読み取りました
note-move-illegal = { $number }手目がルールに反していますが、そのまま進めました
error-sgf-rules-help = 囲碁はGM[1]と書いてください
error-sgf-kind = SGFのゲームの種類は{ $kind }ですが、指定は別の種類です
error-sgf-kind-help = ゲームの種類を指定しないでください。SGFのGM[…]に書かれています
error-sgf-other-size = SGFの盤は{ $size }ですが、指定は{ $asked }です
error-sgf-cut = テキストが値の途中で終わっています
error-sgf-cut-help = 値と対局を閉じてください：(;B[pd])
error-sgf-second-move = 1つのノードに同じ色の着手が2つあります
error-sgf-second-move-help = 着手ごとに、セミコロンで始まるノードが必要です：(;B[pd];B[dd])
error-sgf-point = { $size }の盤の点ではありません
error-sgf-point-help = SGFでは、点を左上から数えた列と行の2文字で書きます：Q16はB[pd]
error-sgf-loa-move = { $size }の盤の着手またはマスではありません
error-sgf-loa-move-help = Lines of Actionでは、着手はB[e1-e3]、マスはAB[e1]と書きます
error-sgf-size = 盤の大きさを読み取れません
error-sgf-size-help = SZ[19]またはSZ[19:13]のように書いてください

error-two-boards = テキストに盤が2つあります
error-two-boards-help = どちらか一方の行だけを残してください
error-edge-not-drawn = この部分の座標は盤の端に届いていますが、辺が描かれていません
error-edge-not-drawn-help = 辺に接する形なら`|`と`-`で辺を描き、盤上のどこでもよい形なら座標を取り除いてください
error-stones-or-letters = ここの`B`と`W`は、石か空点の文字か判断できません
error-stones-or-letters-help = 石はXとO、ほかの点はすべて`.`で描いてください
error-stone-or-letter = ここの`{ $sign }`は、石か空点の文字か判断できません
error-stone-or-letter-help = 石はXとOで書き、`{ $sign }`が文字ならその点を`.`にしてください

note-words-are-rows = 空白で区切ったものをそれぞれ1行としました（全体が1行なら空白を除いてください）
error-not-a-pattern = 形として読み取れません
error-row-or-rows = 1行か、空白で区切った数行か判断できません
error-row-or-rows-help = `/`が行の終わりで、点の間に空白はいりません：`XO/X.`は2行、`XOX.`は1行です
error-pattern-too-large = { $width }x{ $height }の形はどの盤よりも大きいです
error-no-numbered-stones = 手順に番号の付いた石がありません
error-no-numbered-stones-help = 着手は打つ順に1～9と0で描きます
error-pattern-open = この形はすべての点が任意です
error-pattern-open-help = 石を1つ以上、または辺に接する空点を描いてください
error-region-off-board = この領域は{ $size }の盤に収まりません
error-region-empty = 領域が空です
error-region-no-move = 領域内に着手がありません
error-region-many-moves = 領域内に{ $n }手ありますが、手順は{ $most }手までです
error-corner-not-told = 石がないため、どの隅を検索するのかわかりません
error-corner-too-small = この隅に収まらない石があります

## 検索結果のエラーと注記（src/engine）

error-time-over-before-answer = 結果をまとめる前に時間切れになりました
error-ratings-share = 先に学習する対局の割合が{ $share }になっていますが、0以上1未満でなければなりません
error-ratings-share-help = 0.333のような割合を指定してください
error-novelty-not-ready = 全対局の新手をまだ調べています（{ $percent }%完了）
error-novelty-not-ready-help = しばらくしてからもう一度お試しください。調べるのは索引の状態ごとに1回だけです
error-novelty-of-shards = 全対局の新手は、分割索引1つだけではわかりません
error-novelty-of-shards-help = すべての索引をまとめて開くか、1局ずつ調べてください
error-novelty-no-sgf = SGF形式の棋譜ではありません
# $reason は英語
error-no-thread = スレッドを開始できません（{ $reason }）
# $reason は英語、または空
error-internal = 内部エラー：{ $reason }
error-internal-at = 内部エラー（{ $place }）：{ $reason }
error-index-seems-damaged = 索引が壊れているようです（またはプログラムの不具合：{ $reason }）

# 対局の表の列。アドレスでの列名。$columns と $all は列名をコンマで区切ったもの
error-no-column = 列`{ $name }`はありません
error-no-column-write = { $columns }と書いてください
error-no-column-tells = `{ $field }:`で検索する内容を示す列はありません。使える列：{ $all }
error-no-column-near = もしかして`{ $near }`？（一覧：{ $all }）
error-no-column-all = 使える列：{ $all }

error-page-of-other-index = このページの作成後に索引が変わりました
error-page-of-other-index-help = 最初のページから開き直してください

# 前にファイルのパスとコロンが付く
error-file-no-longer-there = ファイルがなくなっています
error-game-no-longer-in-file = 索引の作成後にファイルが変わり、この対局はなくなっています
# $problem はファイルの問題点
error-file-changed = 索引の作成後にファイルが変わりました：{ $problem }
# $problem はパスと足りないもの。例：「a.zip: has no member `b.sgf`」
error-no-longer = { $problem }（索引の作成時にはありました）
error-file-of-game-too-large-help = 1局ずつ読み込めるように、ファイルを分割してください

# $game は対局の番号
error-game-without-rules = { $game }はルールが不明な対局です
error-game-without-rules-help = 局面があるのは囲碁とLines of Actionだけです
# どの局面か。$game は対局の番号
note-game-at-node = { $game }のノード{ $node }
note-game-after-moves = { $game }の{ $n }手目まで
# $word は入力された and、or、not、$operator はその大文字
note-operator-as-word = ここでは`{ $word }`を検索語として扱います。演算子は{ $operator }と書きます

## タグ、メモ、保存した検索条件、次の一手問題のエラー（src/store/userdata）

# タグまたは保存した検索条件の名前
error-name-missing = 名前がありません
error-name-missing-help = studyのような語を書いてください
error-name-too-long = 名前は{ $most }文字までです
error-name-too-long-help = もっと短い名前にしてください
error-no-name = `{ $text }`は名前に使えません
error-no-name-help = 名前に使えるのは文字、数字、-、_です（例：to-study）
error-note-too-long = メモは{ $most } KiBまでです
error-note-too-long-help = メモを短くしてください
error-note-changed = メモが別のタブまたは別のプログラムで変更されました
error-note-changed-help = 両方のメモを比べて、正しい方を新しい版とともに送ってください
# 保存する検索条件、または最近の検索に残す検索条件
error-kept-query-empty = 検索条件が空です
error-kept-query-too-long = 検索条件が{ $most }文字を超えています
error-kept-query-help = 語が1つ以上あり、上限を超えない長さの検索条件を保存してください
error-too-many-tags = この変更を行うと、対局のタグが上限の{ $most }個を超えます
error-too-many-stars = この変更を行うと、スターが上限の{ $most }個を超えます
error-too-many-notes = この変更を行うと、メモが上限の{ $most }件を超えます
error-too-many-saved-queries = この変更を行うと、保存した検索条件が上限の{ $most }件を超えます
error-too-many-kept-help = 先に既存のものをいくつか削除してください
error-nothing-kept-here = タグやメモを保存する設定フォルダーがありません
# 後にコロンと理由が付く
error-with-reason = { $doing }：{ $reason }
error-settings-folder-not-made = 設定フォルダーを作成できません
# タグやメモなどのファイル。$file はファイル名、$reason は英語
error-settings-file-newer = 設定フォルダーの{ $file }は、このプログラムの新しいバージョンで書かれています
error-settings-file-newer-help = ファイルは変更していません。その新しいバージョンのプログラムを使ってください
error-settings-file-foreign = 設定フォルダーの{ $file }を使えません：別のプログラムのファイルです
error-settings-file-damaged = 設定フォルダーの{ $file }が壊れています：{ $reason }
error-settings-file-busy = 別のプログラムが設定フォルダーの{ $file }に書き込み中です
error-settings-file-busy-help = 少し待ってからやり直してください
error-settings-file-unusable = 設定フォルダーの{ $file }を使えません：{ $reason }
error-settings-file-unusable-help = このファイルとフォルダーに書き込めるか、ディスクに空きがあるか確認してください
# 以前、問題の解答を保存していたファイル。$line は行番号
error-old-practice-unread = 設定フォルダーの{ $file }を読み込めません：{ $reason }
error-old-practice-line = 設定フォルダーの{ $file }の{ $line }行目を読み込めないため、飛ばしました
error-old-practice-lines = 設定フォルダーの{ $file }の{ $line }行目ほか{ $more }行を読み込めないため、飛ばしました

## エラーへの対処：このプログラムのコマンドとオプション

remedy-raise-it = この上限は{ $option }で引き上げられます
remedy-raise-limit = { $option }で上限を引き上げられます
remedy-read-whole = --skip-slowを付けなければ全体を読み込みます
remedy-build = 索引を作成してください：kifu-index build FOLDER_WITH_GAMES
remedy-refresh = 索引の作成時の場所にファイルがありません。索引を更新してください：kifu-index build
remedy-forget = ファイルを元に戻すか、その対局を索引から取り除いてください：kifu-index build --forget { $root }
remedy-relocate = 対局の番号と新着の扱いを保つには：kifu-index relocate { $old } { $new }。両方の場所を索引に入れるには：build --as-new
remedy-fewer-threads = メモリーが足りないか、実行中のプログラムが多すぎます。メモリーの使用量が最も少ないのは--threads 1です
remedy-rebuild = 棋譜に影響はありません。索引を作り直してください：kifu-index build --rebuild --index { $folder }
remedy-publish = 分割索引を公開し直してください：kifu-index shards publish --force FOLDER…
remedy-verify = どの索引が壊れているか調べてください：kifu-index status --verify
remedy-name-roots = フォルダーかファイルを指定してください：kifu-index build FOLDER_WITH_GAMES
remedy-name-rebuild-roots = 読み込むフォルダーを指定してください：kifu-index build --rebuild FOLDER_WITH_GAMES
remedy-name-reachable-roots = 何も変更していません。読み込むフォルダーを指定してください：kifu-index build --rebuild FOLDER
remedy-other-index = --indexで別のフォルダーを指定してください。新しい索引を作るなら空のフォルダーを指定します
remedy-one-shard-each = 分割索引はそれぞれ別の索引で、--indexで指定します。--rebuildはこの索引を置き換えます
remedy-new-folder = 空のフォルダーか、まだないフォルダーを指定してください：--output FOLDER
remedy-overwrite = 別の名前を指定するか、--forceで既存のファイルまたはフォルダーを置き換えてください
remedy-name-table = --analysis FILEで表を指定し直すか、--no-analysisで表を外してください
remedy-name-file = 別のファイルか、標準出力なら - を指定してください
remedy-write-folder = ファイルを指定するか、--dirを使ってください
remedy-write-file = フォルダーを指定するか、--sgf FILEを使ってください
remedy-write-elsewhere = 別のフォルダーに書き出してください。1つのファイルなら標準出力にも書けます：--sgf - > FILE
remedy-list-fields = フィールドの一覧：kifu-index fields
remedy-fields-on-page = フィールドの一覧：「ヘルプ」のページ
remedy-find-ids = 番号は次のコマンドの出力の1列目にあります：kifu-index search … | cat
remedy-page-find-ids = 番号は対局の一覧にあります：/api/v1/search?q=…
remedy-page-filter-games = 対局についての条件は検索条件に書きます：q=…
remedy-page-name-part = 領域または石の周囲を選んでください：area=O13-T19、area=around
remedy-page-name-corner = 石を一つの隅に置いてください。/api/v1ではregion=upper-rightで隅を指定できます
remedy-page-whole-board = 盤全体を選んでください：areaを外します
remedy-page-draw-moves = 盤に着手を並べるか、seq=1を外してください
remedy-page-draw-whole = 盤全体を選ぶか、sym=noneを外してください
remedy-page-write-size = size=19かsize=19x13と書いてください
remedy-filter-games = 対局についての条件は--filterに書きます
remedy-ask-position = 石や印のある盤全体を検索するには：kifu-index position
remedy-ask-pattern = 形を検索するには：`kifu-index pattern`
remedy-quote-diagram = 図を一重引用符で囲むか、標準入力に渡してください：`kifu-index position - < diagram.txt`
remedy-draw-pattern = 行：`XO/OX`。`.`は空点、`?`は任意、`*`は石、`-`と`|`は辺 | 局面の一部：`R16 P17 --corner 6`、`game.sgf#42 --region O13-T19` | 標準入力：同じ行を1行ずつ、またはSensei's Libraryの図（`$$`）
remedy-draw-moves = 着手を1、2、3で描くか、--diagram sequenceを外してください
remedy-draw-whole = 四辺をすべて描き、--symmetryを外してください
remedy-name-corner = 隅を指定してください：--region upper-right（またはupper-left、lower-right、lower-left）
remedy-name-part = --region O13-T19または--corner 9で部分を指定してください
remedy-name-part-or-whole = --cornerか--region O13-T19を付けてください。盤全体なら：kifu-index position
remedy-leave-part-out = 図そのものを検索するには{ $option }を外してください。局面の一部を切り出すには、着手を書くか盤全体を描いてください
remedy-write-size = --size 19または--size 19x13と書いてください
remedy-write-corner = --corner 9または--corner 9x7と書いてください
remedy-write-kind = --kind goまたは--kind loaと書いてください
remedy-list-moves = --treeを付けなければ、局面に続く手を一覧にします
remedy-write-least = --least 5、--least 2%、--least 5,2%のように書いてください
remedy-build-with-parquet = Parquetに対応した版を入れるには：cargo install --path . --features parquet。--csvと--jsonlはいつでも使えます
remedy-restore-mine = 何も変更していません。そのファイルの名前を変えてから、最後に書き出したものを読み込んでください：kifu-index tag --import FILE
remedy-use-book = 変化図を含むSGFファイルをブックに指定してください：kifu-index book FILE --use
remedy-mark-all = 何も変更していません。検索条件を絞り込むか、これらの対局すべてを変更するなら--allを付けてください
remedy-save-query = 保存した検索条件の一覧：kifu-index save。新しく保存：kifu-index save NAME QUERY
remedy-report = KIFU_BACKTRACE=1で出力されるバックトレースを添えて、この不具合を報告してください
remedy-similar-name = { $name }（{ $games }局）
remedy-similar-names = 似た名前：{ $names }
remedy-or-list-fields = { $help }（フィールドの一覧：kifu-index fields）
remedy-or-fields-on-page = { $help }（フィールドの一覧：「ヘルプ」のページ）
remedy-or = { $help }。または、{ $other }
remedy-behind = { $message }（{ $remedy }）

### ページ

## 「対局」のページ：検索条件に合う対局

games-title = 対局
games-restarted = このページの作成後にアーカイブが変わったため、最初のページを表示しています。
games-results = 検索結果
games-selected = 選択中の対局
games-to-facets = 絞り込み ↓
games-advice-names = 似た名前：
games-advice-words = もしかして：
games-advice-without = 条件を減らすと：
games-rows = { $total }局中{ $first }～{ $last }
games-none = 該当する対局がありません。
games-none-help = 検索条件を減らしてください。
games-more = さらに表示
games-first-page = 最初のページ
games-view = 表示方法
games-view-comments = コメント付き
games-view-table = 表
games-view-boards = 盤面
games-order-usual = 標準の順
games-order-newest = 新しい順
games-order-oldest = 古い順
games-order-strongest = 段位の高い順
games-order-longest = 手数の多い順
games-order-shortest = 手数の少ない順
games-order-captures = アゲハマの多い順
games-order-black = 黒番の名前順
games-order-white = 白番の名前順
games-order-closest = 目数差の小さい順
games-order-place = ファイルの並び順
games-order-own = 指定した順
games-head-result = 結果
games-head-date = 対局日
games-head-moves = 手数
games-head-komi = コミ
games-head-event = 棋戦
games-moves-and-variations = { $moves }、{ $variations }
games-more-hits = この対局にほか{ $n }か所
games-hit = 該当箇所
games-at-beginning = 開始局面
games-at-beginning-in-variation = 開始局面、変化図内
games-at-move = { $number }手目
games-at-move-in-variation = { $number }手目、変化図内

## 検索結果の絞り込み（対局の一覧の横）

facets-title = 絞り込み
facets-how = 決まり方
facets-archive = アーカイブ
facets-rank = 上位者の段位
facets-size = 盤
facets-lang = 言語
facets-years = 年
facets-more = ほか{ $n }件
facets-take-away = { $name }：解除
facets-without = { $name }を除く
facets-without-take-away = { $name }を除く：解除
facets-earlier = それ以前：{ $games }
facets-games-of-years = { $years }：{ $games }
facets-how-resignation = 中押し
facets-how-time = 時間切れ
facets-how-forfeit = 不戦・反則
facets-how-points = 作り碁
facets-how-draw = ジゴ
facets-how-void = 無勝負
facets-unknown = 不明
facets-rank-professional = プロ
facets-rank-dan = アマ段位
facets-rank-kyu = 級位
facets-without-rank = 段位なし
facets-no-comments = コメントなし
facets-not-known = 値が不明
language-ar = アラビア語
language-bg = ブルガリア語
language-cs = チェコ語
language-da = デンマーク語
language-de = ドイツ語
language-el = ギリシャ語
language-en = 英語
language-es = スペイン語
language-fi = フィンランド語
language-fr = フランス語
language-he = ヘブライ語
language-hu = ハンガリー語
language-it = イタリア語
language-ja = 日本語
language-ko = 韓国語
language-nb = ノルウェー語
language-nl = オランダ語
language-pl = ポーランド語
language-pt = ポルトガル語
language-ro = ルーマニア語
language-ru = ロシア語
language-sr = セルビア語
language-sv = スウェーデン語
language-th = タイ語
language-tr = トルコ語
language-uk = ウクライナ語
language-zh = 中国語

## 列を選べる対局の表と、そのダウンロード

columns-menu = 列
columns-download = すべてダウンロード：{ $files }
columns-csv-as-shown = 表示どおりのCSV
columns-practise = 次の一手問題
columns-practise-title = これらの対局の着手を当てる

## 対局の表の列（列を選ぶメニューでも使う。短く）

columns-head-id = 番号
columns-head-path = パス名
columns-head-member = 圧縮内ファイル
columns-head-game = 何局目
columns-head-black = 黒番
columns-head-white = 白番
columns-head-black-rank = 黒段位
columns-head-white-rank = 白段位
columns-head-black-persons = 黒番の人物（複数）
columns-head-white-persons = 白番の人物（複数）
columns-head-black-team = 黒チーム
columns-head-white-team = 白チーム
columns-head-result = 結果
columns-head-date = 対局日
columns-head-dates = 全対局日
columns-head-date-span = 対局期間
columns-head-date-text = 日付表記
columns-head-event = 棋戦
columns-head-round = 回戦
columns-head-place = 場所
columns-head-komi = コミ
columns-head-handicap = 置き石
columns-head-handicap-inferred-from = 置き石の判定元
columns-head-rules = ルール表記
columns-head-ruleset = ルール
columns-head-time = 持ち時間
columns-head-overtime = 秒読み
columns-head-annotator = 解説者
columns-head-title = 題名
columns-head-opening = 布石表記
columns-head-source = 出典
columns-head-transcriber = 記録者
columns-head-copyright = 著作権
columns-head-game-comment = 対局の説明
columns-head-kind = 種類
columns-head-format = 形式
columns-head-charset = 文字コード
columns-head-size = 路数
columns-head-moves = 手数
columns-head-nodes = ノード数
columns-head-variations = 変化図数
columns-head-openings = 布石
columns-head-moves-sgf = 手順（SGF）
columns-head-moves-gtp = 手順（GTP）
columns-head-setup = 初期配置
columns-head-final = 終局図
columns-head-move = 手目
columns-head-node = ノード
columns-head-variation = 変化図
columns-head-comment = コメント
columns-head-added = 追加日
columns-head-series = シリーズ
columns-head-edition = 期
columns-head-match-game = 番勝負の局
columns-head-black-country = 黒番の国
columns-head-white-country = 白番の国
columns-head-winner = 勝者
columns-head-how = 決まり方
columns-head-margin = 目数差
columns-head-year = 年
columns-head-date-from = 開始日
columns-head-date-to = 終了日
columns-head-black-person = 黒番の人物
columns-head-white-person = 白番の人物
columns-head-lang = コメントの言語
columns-head-toplay = 先番
columns-head-region = 領域
columns-head-solutions = 正解数
columns-head-captures = アゲハマ
columns-head-ko-captures = コウの取り返し
columns-head-early-passes = 途中のパス
columns-head-novelty-ply = 新手
columns-head-followers = 追随局数
columns-head-gtype = 対局種別
columns-head-game-hash = 対局ハッシュ
columns-head-tags = タグ
columns-head-starred = スター
columns-head-note = メモ
columns-head-engine = エンジン
columns-head-mover = 打った側
columns-head-played = 着手
columns-head-loss = 損失
columns-head-drop = 勝率低下
columns-head-best = 最善手
columns-head-black-winrate = 黒勝率
columns-head-black-lead = 黒リード
columns-head-visits = 探索数
columns-about = 約{ $size }

## 全ページ共通の枠

frame-tab-explore = 局面検索
frame-tab-joseki = 定石
frame-tab-games = 対局
frame-tab-players = 対局者
frame-tab-mine = マイページ
frame-tab-archive = アーカイブ
frame-pages = ページ
frame-skip = 本文へ移動
frame-ask = 対局
frame-query = 検索条件
frame-search = 検索
frame-theme-and-help = 配色とヘルプ
frame-theme = 明暗の切り替え
frame-help = ヘルプ
frame-took = 全{ $games }局を{ $time }ミリ秒で検索
frame-took-partly = 全{ $games }局のうち一部を{ $time }ミリ秒で検索
frame-unknown = このアドレスの次の項目は解釈できないため無視しました：{ $names }
frame-built = 索引作成：{ $time }
frame-refreshing = 索引を更新中
frame-no-games = この索引には対局がありません。
frame-no-games-build = 棋譜のフォルダーを読み込むには、ターミナルで実行してください：
frame-no-games-folder = フォルダー
frame-no-games-watch = 追加・変更された棋譜を自動で取り込むには、サーバーを次のように起動してください：
frame-no-games-archive = 読み込んだもの・読み込めなかったもの
# $keyはキー。キーの後には空白を置く
frame-keys-region = { $key } 領域
frame-keys-wildcard = { $key } 任意の点
frame-keys-shift-click = ⇧クリック
frame-keys-whole-board = { $key } 盤全体
frame-keys-answer = { $key } 答え
frame-keys-next = { $key } 次へ
frame-keys-moves = { $keys } 着手
frame-keys-query = { $key } 検索欄
frame-keys-help = { $key } キー一覧

## 局面検索：ページ、タブ、比較、コメント

explore-title = 局面検索
explore-tabs = 検索結果の区分
explore-tab-moves = 次の手
explore-tab-years = 年
explore-tab-games = 対局
explore-tab-comments = コメント
explore-compare-open = ほかの対局と比較
explore-compare-with = 比較対象
explore-compare = 比較
explore-compare-all = すべての対局
explore-compare-swap = 入れ替える
explore-compare-stop = 比較を終える
explore-comments = この局面のコメント
explore-comments-shown = 長い順：{ $all }件中{ $first }～{ $last }
explore-comments-none = この局面にコメントのある棋譜はありません。
explore-comments-longer = より長いコメント
explore-comments-shorter = より短いコメント
explore-comments-part = コメントのある{ $all }局のうち{ $n }局だけを検索しました。
explore-comment-move = { $n }手目
explore-comment-variation = { $n }手目、変化図内

## 局面検索：盤

position-title = 局面
position-board-first = 盤面、{ $color }番
position-board = 盤面、{ $n }手目{ $at }まで、{ $color }番
position-taken = { $point }にはすでに石があります。
position-moves = 手順
position-first = 最初の局面
position-back = 1手戻る
position-forward = 1手進む
position-more = 盤のその他の操作
position-view = 表示
position-turn = 盤を回転
position-mirror = 盤を反転
position-link = この局面へのリンク
position-boards = 盤
position-boards-other = その他の大きさ
position-lines = 路
position-type-move = { $color }番・着手を入力：
position-words = 局面の説明
position-stones = { $color }：{ $points }。
position-no-stones = 石なし
position-last = 最終手：{ $n }手目、{ $color }{ $at }。
position-next-none = { $color }番。この局面に到達した対局は{ $n }局。
position-next = { $color }番。この局面に到達した対局は{ $n }局。多い手：{ $moves }。

## 局面検索：次の手の表

moves-title = 次の手
# $nは対局数、$totalは太字にした同じ数
moves-total = { $n ->
   *[other] { $total }局
}
moves-any-order = 手順を問わず
moves-first-time = この形が最初に現れた手の時点で集計
moves-without-winner = 勝敗なし{ $n }局
moves-only-in-variations = ほかに変化図のみ{ $n }局。
moves-row = { $at }：{ $n }局
moves-row-wins = { $at }：{ $n }局、勝率{ $wins }%
moves-most = 最多は{ $at }、{ $share }
moves-most-wins = 最多は{ $at }、{ $share }、勝率{ $wins }%
moves-end = ここで終了
moves-elsewhere = 領域外
moves-next = 次の手
moves-next-caption = 次の手（頻度順）
moves-tenuki = 手抜き
moves-tenuki-caption = 領域外への着手（頻度順）
moves-inside = 領域内
moves-inside-caption = 領域内の次の手（頻度順）
moves-later = 領域内（手抜き後も）
moves-later-caption = 領域内の次の着手（手抜きを挟む場合も含む）
moves-none-inside = 次の手が領域内にある対局はありません。
moves-later-open = 手抜き後も含めた領域内の次の着手
moves-others = ほか{ $n }手、{ $games }局
moves-head-games = 局数
moves-head-share = 割合
moves-head-results = 結果
moves-head-wins = 勝率
moves-wins-title = 打った側の勝率と、その95%ウィルソン信頼区間の半幅
moves-head-years = 年
moves-years-title = この局面の対局に占める割合（5年ごと）
moves-head-loss = 損失
moves-loss-title = エンジンの評価による平均損失目数（5局以上の場合）
moves-head-more = 詳細
moves-head-book = ブック
moves-book-title = 自分のブックにある手
moves-in-book = ブックにあり
moves-won = 黒{ $black }勝、白{ $white }勝
moves-few = 少数
moves-worse = 平均より悪い
moves-better-side = 良い（この局面でのその側の平均との比較・淡色：局数が少なく判定不能）
moves-better = 良い（この局面での{ $color }の平均との比較・淡色：局数が少なく判定不能）
moves-how-counted = 集計方法
moves-show-losses = 着手の損失を表示

## 局面検索：次の手の詳細（その行の下）

moves-more-about = { $at }の詳細
moves-more-none = これ以上の情報はありません。
moves-more-years = 打たれた年：{ $years }。
moves-more-reached = その局面に到達した対局は{ $n }局、うち{ $others }局は別の手順。
moves-more-players = 対局者
moves-more-others = ほか
moves-more-local = 領域内の次の着手：{ $n }局。すぐ打たれた場合と、手抜き（パスを含む）の後の場合：
moves-at-once = すぐ
moves-after-one = { $stone }の手抜き1手後
moves-after-more = { $stone }の手抜き2手以上
moves-at-once-share = すぐ{ $share }
moves-at-once-title = 領域内の次の着手：{ $n }局、うちすぐ打たれたもの{ $share }

## 局面検索：示すものが少ないときの案内

hints-first = まずはこちらから
hints-after = { $moves }の後
hints-no-shape = この形がある対局はありません。
hints-no-position = この局面に到達した対局はありません。
hints-smaller = 次のように小さくすると、対局があります：
hints-smaller-region = { $region }だけ：{ $n }局
hints-smaller-stone = { $point }の石を問わない：{ $n }局
hints-last-seen = 対局があるのは{ $seen }まで（{ $n }局）。
hints-seen-after = { $n }手目{ $at }
hints-seen-before = 初手の前
hints-without = { $clause }を外す：{ $n }局
hints-without-filter = 条件なし
hints-near = この局面に近い対局を探す
hints-partial = { $far }まで検索、現在{ $n }局。
hints-partial-found = 見つかった対局を表示
hints-partial-rest = 残りの対局も検索

## 局面検索：集計方法

hints-counted = 集計方法
hints-counted-position = 局面の表を1回参照して数えました。
hints-counted-shape = この形がありうるすべての対局を1回走査して数えました。
hints-parts = 検索条件の内訳
hints-parts-part = 条件
hints-parts-games = 局数
hints-parts-ms = ミリ秒
hints-parts-by = 方法

## 局面検索：盤上のどこまでを形とするか、クリックで何を置くか

shape-what-counts = 検索対象
shape-whole-board = 盤全体
shape-around-stones = 石の周囲
shape-region = 領域
shape-type-region = 領域：
shape-click-puts = クリックで置く
shape-pen-label = { $word }：{ $says }
shape-pen-turn = 交互
shape-puts-turn = 黒白交互に石を置く
shape-pen-black = 黒
shape-puts-black = 黒石
shape-pen-white = 白
shape-puts-white = 白石
shape-pen-any = 任意
shape-puts-any = 何があってもよい点
shape-pen-no-white = 白以外
shape-puts-no-white = 黒石または空点
shape-pen-no-black = 黒以外
shape-puts-no-black = 白石または空点
shape-pen-stone = 石
shape-puts-stone = 黒白どちらかの石
shape-pen-empty = 消す
shape-puts-empty = 石と記号を取り除く
shape-edge-left = 左辺
shape-edge-right = 右辺
shape-edge-top = 上辺
shape-edge-bottom = 下辺
shape-free = { $edge }の固定を解除
shape-bind = { $edge }に固定

## 局面検索：形の条件を変えるボタン（すべて短く）

chips-title = この形とみなす条件
chips-colours = 黒白入れ替え
chips-ways = 対称{ $n }通り
chips-anywhere = どこでも
chips-edges = { $n }辺に接する
chips-main-lines = 本譜のみ
chips-variations-too = 変化図も
chips-in-variations = 変化図のみ
chips-next-any = 次の手
chips-to-move-any = 手番
chips-move-any = 手数
chips-next = 次の手：{ $value }
chips-any = 指定なし
chips-elsewhere = 領域外
chips-end = 終了
chips-to-move = 手番：{ $side }
chips-move = 手数：{ $range }
chips-move-label = そこまでの手数（例：..50、30..50）
chips-choose = 決定
chips-order = この手順で

## 局面検索：二つの検索条件の比較。両者をA、Bと呼ぶ

compare-title = 両方の次の手
compare-total = { $first }局と{ $second }局
compare-total-corners = { $first }隅と{ $second }隅
compare-all-games = すべての対局
compare-black-wins = 黒の勝率{ $rate }
compare-difference = 黒の勝率の差（A−B）：{ $points }ポイント（{ $interval }）。
compare-interval = { $low }～{ $high }
compare-common = AとBに共通の対局が{ $n }局ありますが、区間は共通の対局がないものとして計算しています。
compare-none = どちらの検索条件にも該当する対局がありません。
compare-more = ほか{ $n }手
compare-legend = 差はA−B（パーセントポイント）で、95%区間を添えています。偶然だけでは説明できず、AまたはBにこの手の対局が5局以上ある差は太字です。勝率は打った側のものです。
compare-common-corners = AとBに共通の隅が{ $n }あります。区間は共通の隅がないものとして計算しています。
compare-none-corners = どちらの検索条件にもこの形の隅がありません。
compare-legend-corners = 差はA−B（パーセントポイント）で、95%区間を添えています。偶然だけでは説明できず、AまたはBにこの手の隅が5か所以上ある差は太字です。勝率は打った側のものです。
compare-caption = 次の手（両方の局数順）
compare-next = 次の手
compare-share = 割合
compare-share-in = 検索条件{ $side }の対局での割合
compare-wins = 勝率
compare-wins-in = 検索条件{ $side }の対局での勝率
compare-ends = ここで終了
compare-elsewhere = 領域外
compare-few = 少数

## 局面検索：この局面の対局

chosen-title = 対局
chosen-order-newest = 新しい順
chosen-order-oldest = 古い順
chosen-order-strongest = 段位の高い順
chosen-order-shortest = 手数の少ない順
chosen-order-longest = 手数の多い順
chosen-order-closest = 目数差の小さい順
chosen-order-earliest = 出現の早い順
chosen-order-other = { $order }の順
chosen-copies = 同じ対局は1局に集約：複製{ $n }局を省略。
chosen-first = 最初の対局
chosen-more = さらに表示
chosen-shown = { $total }局中{ $n }局
chosen-all = すべての対局 →
chosen-tree-file = 次の手をSGFで保存
chosen-moves-before = そこまでの手数
chosen-at-move = { $number }手目
chosen-exchanged = 黒白逆

## 定石：隅でどう打たれているか
joseki-title = 定石
joseki-corners = { $n ->
    [0] この形の隅なし
   *[other] { $games }の{ $n }隅にこの形（反転・黒白逆を含む）
}
joseki-corners-empty = { $n ->
    [0] 隅に打たれた対局なし
   *[other] { $games }の{ $n }隅で着手あり
}
joseki-left-out = 置き石や配置石のある{ $n }隅は除外
joseki-total = { $n ->
   *[other] { $total }隅
}
joseki-in-games = （{ $games }）
joseki-after-tenuki = { $color }の手抜きの後
joseki-first-color = 隅に先に打つ側が黒
joseki-head-corners = 隅
joseki-caption = 隅の次の手（頻度順）
joseki-tenuki = 手抜き
joseki-tenuki-title = { $color }が手を抜き、相手が続けて打つ
joseki-end = ここまで
joseki-row = { $at }：{ $n }隅
joseki-row-wins = { $at }：{ $n }隅、勝率{ $wins }%
joseki-others = ほか{ $n }手、{ $corners }隅
joseki-at-once = { $share }の隅ですぐに着手
joseki-elsewhere = それ以外は他所の{ $n }手の後（中央値）
joseki-tenuki-elsewhere = 他所の{ $n }手の後に隅が続く（中央値）
joseki-games-later = 着手すると、その形の対局が表示されます。
joseki-games-left-out = うち{ $n }局は、置き石や配置石のある隅にだけこの形があり、表には数えていません。
joseki-explore = この隅を形として局面検索
joseki-board = 隅、{ $color }番
joseki-board-after = 隅、{ $at }まで、{ $color }番
joseki-of-game = この隅の定石

## 局面検索：局面の年

years-title = 年
years-games = 年別の局数
years-shares = 各年の対局に占める割合
years-show-shares = 割合を表示
years-show-counts = 局数を表示
years-all = すべての年
years-dates = 日付
years-span = { $first }年から{ $last }年
years-most-games = { $first }年から{ $last }年、最多は{ $year }年の{ $games }局
years-most-share = { $first }年から{ $last }年、最高は{ $year }年の{ $share }
years-before = { $year }年より前に{ $n }局
years-none = ここに対局日のわかる対局はありません。
years-corners = 年別の隅の数
years-corner-shares = 各年の隅に占める割合
years-most-corners = { $first }年から{ $last }年、最多は{ $year }年の{ $games }隅
years-before-corners = { $year }年より前に{ $n }隅
years-from = 開始年
years-to = 終了年
years-choose = 年を指定
years-curve = 最大{ $share }、{ $year }年頃

## 多くのページで使う数字

figures-copies-once = 同じ対局の複製は1局として数えます
figures-each-once = 重複なし
figures-won-by = 黒の勝率と白の勝率

## 1局のページ

game-around = アーカイブでのこの局面と対局
game-about = この棋譜について
game-current-move = この手
game-generated-comment = プログラムによるコメント
game-tried = 自分の手順：
game-untry = 対局に戻る { $key }
game-tabs = この対局の項目
game-tab-costly = 損失
game-tab-comments = コメント
game-tab-here = 他局
game-tab-tree = 変化図
game-tab-about = 棋譜
game-board = 盤面
game-no-board = この対局のルールが不明なため、盤を表示できません。
game-first = 最初の局面
game-back = 1手戻る
game-forward = 1手進む
game-last = 最後の局面
game-ten-back = 10手戻る
game-ten-forward = 10手進む
game-slider = 手数
game-earlier = 前の部分
game-later = 後の部分
game-window = { $from }～{ $to }／{ $all }
game-ticks = コメントと該当箇所
game-tick-hit = 該当箇所
game-tick-comment = コメント
game-against-rules = ルール違反
game-in-variation = 変化図内
game-captured = アゲハマ：黒石{ $black }、白石{ $white }
game-goes-on = 続き：
game-main = 本譜
game-variation = 変化図{ $n }
game-more-variations = ほか{ $n }図（順に下へ並ぶ）
game-above = 上の変化図
game-below = 下の変化図
game-turned = 前のページの盤と同じ向きに回転しています
game-as-recorded = 棋譜のとおりに表示
game-komi = コミ{ $komi }目
result-black = 黒
result-white = 白
result-won = { $who }勝ち
result-resign = { $who }中押し勝ち
result-time = { $who }時間切れ勝ち
result-forfeit = { $who }不戦・反則勝ち
result-by = { $who }{ $margin }目勝ち
result-by-points-and-half = { $who }{ $points }目半勝ち
result-by-half = { $who }半目勝ち
result-draw = ジゴ
result-void = 無勝負
result-unknown = 結果不明
game-of-file = このファイルの{ $all }局中{ $n }局目
game-of-folder = このフォルダーの対局
game-of-archive = この圧縮ファイルの対局
game-sgf-title = アーカイブにある棋譜そのもの
game-sgf-here-title = 棋譜（対応する閲覧ソフトではこの局面で開きます）
game-diagram = 図
game-text = テキスト
game-link-title = この局面のアドレス
game-link = リンク
game-list = 一覧
game-print = 印刷
game-print-title = 対局を50手ごとの譜にして印刷
game-hit-before = 前の該当箇所
game-hit-after = 次の該当箇所
game-hit = 該当箇所 { $hit }／{ $all }
game-hits = 該当箇所{ $n }か所
game-same = 同一の対局
game-more-records = ほかの棋譜{ $n }件
game-same-moves = 手順が完全に一致
game-fullest = 最も詳しい棋譜
game-differs = { $n }手が相違
game-its-beginning = 最も詳しい棋譜の途中まで
game-disagree = { $fact }が一致していません。
game-disagree-values = { $fact }が一致していません：{ $values }。
fact-black = 黒番
fact-white = 白番
fact-date = 対局日
fact-result = 結果
fact-komi = コミ
fact-handicap = 置き石
fact-length = 手数
fact-moves = 手順
game-details = 詳細：プロパティ{ $n }個
game-details-odd = 詳細：プロパティ{ $n }個、不審な点{ $odd }件
game-odd = 棋譜の不審な点
game-cut = 長い値はここでは省略しています。全体はSGFファイルにあります。
game-properties = ルートのプロパティ（原文のまま）
game-beginning = 開始局面
game-move = { $number }手目
game-move-of-variation = 変化図の{ $number }手目
game-preview = 選択中の対局
game-open = 開く { $key }

## 対局の横：局面からの進行

here-title = ここからの進行
here-explore = この局面を検索
# $nは対局数、$totalは太字にした同じ数
here-total = { $n ->
   *[other] { $total }局
}
here-total-of-query = { $n ->
   *[other] 検索条件に合う{ $total }局
}
here-disc = { $point }：{ $n }局
here-disc-share = { $point }：{ $n }局、{ $share }パーセント
here-ways = ここからの進行
here-next = 次の手
here-games = 局数
here-results = 結果
here-elsewhere = 領域外
here-end = 棋譜の終わり
here-won = 黒{ $black }勝、白{ $white }勝
here-won-few = 黒{ $black }・白{ $white }
here-in-variations = ほかに変化図のみ{ $n }局
here-more-ways = ほか{ $n }手
here-none-follows = この棋譜に次の手はありません。
here-played-nowhere = 実戦は{ $color }{ $played }。本譜がこの局面に至る対局はありません。
here-played-only = 実戦は{ $color }{ $played }。この局面はこの1局のみです。
here-played = { $share ->
    [none] 実戦は{ $color }{ $played }。{ $total }局中に同じ手はありません。
    [all] 実戦は{ $color }{ $played }。{ $total }局すべてが同じ手です。
   *[some] 実戦は{ $color }{ $played }。{ $total }局中{ $n }局が同じ手です。
}
here-played-usual = { $share ->
    [none] 実戦は{ $color }{ $played }。{ $total }局中に同じ手はありません。
    [all] 実戦は{ $color }{ $played }。{ $total }局すべてが同じ手で、最も多い手です。
   *[some] 実戦は{ $color }{ $played }。{ $total }局中{ $n }局が同じ手で、最も多い手です。
}
here-played-other-usual = { $share ->
    [none] 実戦は{ $color }{ $played }。{ $total }局中に同じ手はなく、最も多い手は{ $usual }です。
    [all] 実戦は{ $color }{ $played }。{ $total }局すべてが同じ手ですが、最も多い手は{ $usual }です。
   *[some] 実戦は{ $color }{ $played }。{ $total }局中{ $n }局が同じ手で、最も多い手は{ $usual }です。
}

## 対局の手順の木

tree-region = 棋譜ツリー
tree-frame = 着手と変化図
tree-part = 全{ $all }ノードのうち、この付近の{ $shown }ノード
tree-move = { $number }手目
tree-pass = { $number }手目、パス
tree-beginning = 開始局面
tree-setup = 石の配置
tree-comment = { $node }、コメント
tree-hit = { $node }、該当箇所
tree-comment-hit = { $node }、コメント、該当箇所

## 直前の着手（対局の盤の下）

# 印刷譜の「20（26）」にあたる
steps-at-move = { $number }は{ $later }の点
steps-at-captured = { $number }は{ $point }、取られた石
steps-passed = { $color }パス
steps-played = { $color }{ $played }
steps-tried = { $played }（自分の手順{ $number }手目）
steps-setup = 石の配置
steps-no-move = 着手なし

## 「対局者」のページ：名前の先頭で探す全対局者の一覧

players-title = 対局者
players-all = 対局者{ $n }人。
players-beginning = 名前が「{ $name }」で始まる対局者。
players-name = 名前（どの表記でも可）
players-find = 検索
players-beside = { $name }との対戦成績
players-without = { $name }を外す
players-choose = 2人の対戦成績：下の一覧から2人を選んでください。
players-versus = 対戦成績
players-versus-of = 対戦成績：{ $name }
players-none = この文字で始まる名前の対局者はいません。
players-caption = 対局者（局数の多い順）
players-column-player = 対局者
players-column-years = 年
players-more = さらに表示
players-few = 勝敗のついた対局が{ $n }局未満の対局者は最後に並びます。

## 1人の対局者のページ

person-games-years = { $n }局、{ $first }年から{ $last }年。
person-games-year = { $n }局、{ $year }年。
person-games = { $n }局。
person-others = 同名の別人：{ $names }
person-careers = 一人の棋歴としては長すぎるため、同名の別人か、日付の誤りかもしれません：{ $years }
person-written = 別表記：{ $names }
# 大きな数字の下に出る
person-of-games-beside = 局、うち色の記録がないか変化図だけのもの{ $n }局
person-opponents = 対戦相手
person-opponent = 相手
person-won-and-lost = { $name }対{ $rival }：{ $won }勝{ $lost }敗
person-events = 棋戦
person-event = 棋戦

## 2人の対戦成績のページ

versus-expected = 対局日のレーティングから見込まれる{ $name }の得点は、レーティング対象の{ $n }局で{ $expected }点です。実際の得点は{ $score }点です。
versus-none = { $first }と{ $second }の対局はありません。
versus-games = { $first }対{ $second }は{ $n }局：{ $first }の{ $won }勝、{ $second }の{ $lost }勝。
versus-results = 成績は{ $name }から見たものです。
versus-other = { $name }から見た成績
# 大きな数字の下に出る
versus-of-games-years = 局、{ $first }年から{ $last }年
versus-of-games-year = 局、{ $year }年

## 対局者と対戦成績のページ：成績、年、表

own-narrowed = { $query }に合う対局のみ。
own-unnarrowed = すべての対局 ✕
own-all-games = 全{ $n }局
own-explore-as = { $color }番の局面検索
own-openings-against = { $rival }との{ $color }番の布石
# 大きな数字の下に出る
own-of-games = 局
own-rate = 勝敗のついた{ $n }局での勝率{ $share }
own-rate-as = { $color }番：勝敗のついた{ $n }局での勝率{ $share }
own-won = 勝率
own-as = { $color }番
own-won-lost-drawn = { $won }勝{ $lost }敗、ジゴ{ $n }
own-games-won = { $n }勝
own-games-lost = { $n }敗
own-years = 年別の局数
own-years-won = 勝ち
own-years-lost = 負け
own-years-open = ジゴ・結果不明
own-years-span = 年別の局数、{ $first }年から{ $last }年
own-year = { $year }年：{ $n }局、{ $won }勝
own-newest = 最近の対局
own-newest-all = すべての対局 →
own-openings = 布石
own-opening = 布石
own-all-rows = 全{ $n }行
own-whole-page = ページ全体に戻る
own-more = ほか{ $n }行
own-column-games = 局数
own-column-won = 勝率
own-column-won-and-lost = 勝敗

## 「次の一手問題」のページ：検索条件に合う局面の次の一手を当てる

practise-title = 次の一手問題
practise-sentence = 次の一手を当ててください（{ $games }）。
practise-board = 盤面
practise-answer = 解答
practise-question = 問題
practise-tally = 成績
practise-board-title = 盤面、{ $color }番
practise-move = { $number }手目
practise-find-better = 実戦の手は悪手でした。より良い手を見つけてください。
practise-problem = 詰碁
practise-open-problem = 変化図付きで問題を開く
practise-solution = 正解
practise-show = 答えを見る { $key }
practise-skip = 飛ばす { $key }
practise-next = 次へ { $key }
practise-type = 入力でも可 { $field }
practise-told = 答え：
practise-told-right = 正解：
practise-told-nearly = 惜しい：
practise-told-wrong = 不正解：
practise-is-best = { $point }が{ $engine }の最善手です。
practise-was-played = 実戦は{ $point }です。
practise-loses = { $guess }は{ $cost }の損。{ $engine }の最善手は{ $best }です。
practise-not-listed = { $guess }はエンジンの候補手にありません。{ $engine }の最善手は{ $best }です。
practise-unknown-cost = { $guess }は実戦の手ですが、損失は不明です。{ $engine }の最善手は{ $best }です。
practise-mistake-avoided = { $guess }なら、{ $cost }を失った{ $played }を避けられます。解析にはより良い手がありません。
practise-mistake = 実戦の{ $played }は{ $cost }を失いました。解析にはより良い手がありません。
practise-problem-right = { $guess }は正解です。
practise-problem-wrong = { $guess }は不正解です。正解は{ $right }です。
practise-problem-unlisted = { $guess }は棋譜にありません。正解は{ $right }です。
practise-problem-answer = 正解は{ $right }です。
practise-cost = { $points }目（{ $percent }%）
practise-cost-points = { $points }目
practise-answers = 着手
practise-answers-move = 着手
practise-answers-costs = 損失
practise-answers-is = 区分
practise-best = 最善手
practise-guess = あなたの手
practise-played = 実戦
practise-is-both = { $first }、{ $then }
practise-due = 今日の復習{ $n }問
practise-new = 新規{ $n }問
practise-new-more = 新規{ $n }問以上
practise-positions = { $n }問
practise-positions-more = { $n }問以上
practise-not-kept = 解答は保存されません：サーバーが読み取り専用か、ほかのコンピューターから接続できる状態です
practise-progress = 解答した局面
practise-answered = { $all }局面中{ $n }局面に解答済み
practise-upcoming = 次の問題
practise-none-due = { $day }まで、復習する問題はありません。
practise-go-on = { $day }まで復習はありません。新規の{ $n }問に進めます。
practise-go-on-more = { $day }まで復習はありません。新規の問題（{ $n }問以上）に進めます。
practise-tabs = 解答
practise-tab-query = この検索条件
practise-tab-all = すべて
practise-no-answers = 解答はまだありません。
practise-counts = 手数別・布石別の成績
practise-counts-moves = 手数
practise-right = 正解
practise-nearly = 惜しい
practise-wrong = 不正解
practise-openings = 布石
practise-from = { $first }手目～
practise-no-game = 該当する対局がありません。検索条件を減らすか、{ $games }を確認してください。
practise-the-games = 対局の一覧
practise-no-move = { $n }局に出題できる手がありません。
practise-which-moves = 検索条件で損な手（loss>=5、drop>20）を指定すると、その着手に代わる手が出題されます。指定がなければ、囲碁の対局の11手目以降と、詰碁の初手が出題されます。
practise-to-games = 対局の一覧へ
practise-done = 終了：この検索条件の{ $n }問をすべて覚えました。
practise-next-due = 次の復習は{ $day }です。

## 問題だけのアーカイブの問題集

problems-title = 詰碁
problems-solve = 問題集を選ぶと、問題を順に解けます。正解は棋譜の記載によります。
problems-number = { $n }問
problems-list = 一覧

## エンジンによる対局の解析（対局のページ）

analysis-title = 解析
analysis-rate = 黒の勝率
analysis-lead = リード
analysis-losses = 損失：黒は下、白は上
analysis-practise = 次の一手問題
analysis-counts = 損失{ $least }以上の着手
# 数字と空白の後に出る
analysis-points = 目
analysis-percent = %
analysis-accurate = 精度{ $rate }
analysis-mean-loss = 平均損失{ $mean }{ $unit }
analysis-blunders = 大悪手{ $n }手
analysis-side = { $color }：
analysis-costly = { $color }の損失の大きい手
analysis-costly-title = 損失の大きい手
analysis-cost-explained = −{ $loss }（{ $drop } %）は、その手で{ $loss }目を失い、勝率が{ $drop }ポイント下がったことを示します。
analysis-best = 最善
analysis-black-rate = 黒{ $percent }%
analysis-even = 互角
analysis-playouts = 探索数{ $n }
analysis-best-move = 最善手{ $point }
analysis-best-line = 最善の進行 { $key }

## 印刷用の棋譜：そのページと export --handout のファイル

handout-controls = 印刷用の棋譜
handout-print = 印刷
handout-back = 対局に戻る
handout-figure-moves = 第{ $figure }譜（{ $from }–{ $to }）
handout-figure-move = 第{ $figure }譜（{ $number }）
handout-figure-to-play = 第{ $figure }図　{ $color }番
handout-figure = 第{ $figure }図
handout-at = { $number }（{ $place }）
handout-variation = { $number }手目の変化：{ $moves }
handout-cut = 棋譜にはこのほかにも着手またはコメントがありますが、ここには印刷されません。

## 対局のコメントの一覧（対局のページ）

analysis-comments = コメント
# 数字の前に読み上げられる
analysis-comment-move = 手数

# 局面がなくなったアドレスのとき、盤の上に出る
practise-gone = その局面は、もうこの検索条件に含まれていません。

## 「アーカイブ」のページ：読み込んだもの、問題点、重複

archive-title = アーカイブ
archive-sentence = { $files }、{ $games }。
archive-back = ← アーカイブ
archive-list = { $before }、{ $next }
archive-pages = この一覧のページ
archive-page-before = ← 前へ
archive-page = { $page }／{ $last }ページ
archive-page-next = 次へ →
archive-copy-command = コピー：{ $command }
archive-copy-button = コピー
# 大きな数字の下に出る
archive-games-in = 局、{ $files }
archive-findings-unknown = 問題点
archive-findings-in = 件の問題点、{ $games }
archive-copies-of = 件の複製、{ $games }分
archive-without-game = 対局なしのファイル
archive-read = 読み込んだもの
archive-from = 読み込み元
archive-formats = 形式
archive-charsets = 文字コード
archive-index = 索引
archive-contents = 内容
archive-contents-read = { $date }に全ファイルの内容をすべて読み込み
archive-shard = （分割索引{ $shard }）
archive-include = 追加で読むもの：{ $patterns }
archive-exclude = 除くもの：{ $patterns }
archive-format-loa = { $format }（Lines of Action）
archive-format-other = { $format }（囲碁以外）
archive-charset-none = 文字コードなし
archive-changed-since = 索引作成後に変更されたファイル
archive-watch-fault = 変更をすぐに読み込めません：
archive-up-to-date = 最新：
archive-every-file-known = 索引の作成後に変更されたファイルはありません。
archive-since-built = 索引の作成後に{ $files }。
archive-files-new = 新規{ $n }
archive-files-changed = 変更{ $n }
archive-files-gone = 消失{ $n }
archive-new = 新規
archive-changed = 変更
archive-gone = 消失
archive-out-of-reach = アクセス不可：
archive-root-stays = { $root }を読み込めません。その対局は索引に残っています。
archive-all-files = 全{ $n }ファイル
archive-findings = 問題点
archive-nothing-wrong = 問題はありません。
archive-findings-by-kind = 種類別の問題点
archive-severity = 重要度
archive-kind = 種類
archive-places-head = 対局またはファイル
archive-error = エラー
archive-warning = 警告
archive-note = 情報
archive-times = { $n }回
archive-examining = ファイルを検査中：{ $files }中{ $done }、{ $games }。
archive-examined = 検査済み
archive-look-again = 再読み込み
archive-none-of-kind = この種類の問題は見つかりませんでした。
# Below the findings of a kind: $query is a query such as finding:wrong-charset.
archive-games-with-finding = これらの対局を検索：{ $query }
archive-places = { $n }か所
archive-places-only = { $places }。
archive-places-times = { $places }、{ $n }回。
archive-first-listed = 最初の{ $n }件を表示しています。
archive-same = 同一の対局
archive-groups = 複製{ $n }組
archive-no-copies = 同一の対局はありません。
archive-all-groups = 複製の全{ $n }組
archive-agree = すべての複製が一致
archive-disagree = 不一致：{ $facts }
archive-groups-differ = 対局者・日付・結果・コミ・置き石が一致しない複製{ $n }組
archive-differ = 一致しない複製
archive-none-differ = すべての複製の記載が一致しています。
archive-copies = 複製
archive-copy = 複製
archive-file = ファイル
archive-komi = コミ{ $komi }
archive-handicap = 置き石{ $stones }
archive-relation-fullest = { $moves }手
archive-relation-same = 同じ手順
archive-relation-first = 最初の{ $moves }手
archive-relation-differs = { $n }手相違
archive-relation-moves-differ = { $moves }手、{ $n }手相違
archive-relation-distant = { $moves }手、別の複製に類似
archive-relation-position = 同じ局面
archive-relation-position-turned = 同じ局面、回転・移動あり
archive-relation-turned = { $like }、回転・反転
archive-not-read = 読み込めなかったもの
archive-every-file-read = すべてのファイルを読み込みました。
archive-all = 全{ $n }件を表示

# 問題点の説明と対処法。KMやCAなどの大文字2字はSGFのプロパティ、date:などは検索フィールドで、どちらもそのまま残す
archive-kind-bad-analysis = 局面に付いたエンジンまたは解説者の評価値が読み取れず、無視しました。対局を解析し直してください。
archive-kind-bad-characters = ファイルの文字コードとして不正なバイトがあり、文字が失われています（{"\uFFFD"}と表示）。より良い複製を探してください。
archive-kind-bad-date = 日付を完全には読み取れません。元号が不明か、暦にない日や月があるか、数字であるべき所が英字になっています。DTを1996-05-06のように書いてください。
archive-kind-bad-json = JSON形式の棋譜に形式に合わない部分があり、無視しました。
archive-kind-bad-komi = コミが読み取れません。KMに目数を数字で書いてください。
archive-kind-bad-line = 対局サーバーの棋譜に解釈できない行があり、無視しました。
archive-kind-bad-move = 盤上の点ではない着手、または同じノードで同じ色の2つ目の着手があり、無視しました。着手または盤の路数を直してください。
archive-kind-bad-point = 盤の外に石が配置されており、無視しました。その石または盤の路数を直してください。
archive-kind-bad-result = 結果またはその目数が読み取れないため、result:でこの対局が見つかりません。REをW+RやB+3.5のように書いてください。
archive-kind-bad-row = 表の行が対局ではないか、表が読み取れないため、無視しました。
archive-kind-bad-size = 盤の路数が読み取れないため、通常の路数とみなしました。SZを直してください。
archive-kind-damaged = 圧縮ファイル、またはその中のファイルが壊れています。入手し直してください。
archive-kind-doubtful-handicap = 置き石の数（HA）が盤上の石の数と一致しません。どちらかを直してください。
archive-kind-doubtful-komi = コミが通常と異なる値です。KMを直してください。
archive-kind-doubtful-size = すべての石が隅の狭い範囲に収まっています。盤の路数（SZ）が誤っているか、欠けていると思われます。
archive-kind-early-date = 知られている対局のほとんどより前の日付です。DTの入力ミスかもしれません。
archive-kind-early-end = 目数で勝敗が決まった対局ですが、棋譜が途中で終わっています。残りが欠けているかもしれません。
archive-kind-encrypted = 圧縮ファイルにパスワードがかかっているか、暗号化されていると棋譜に書かれています。解除してパスワードなしで保存してください。
archive-kind-equal-names = 圧縮ファイルの中に同じ名前のファイルがあります。すべて索引に入りますが、多くのソフトは最後の1つしか展開しません。名前を変えてください。
archive-kind-future-date = 日付が未来です。DTを直してください。
archive-kind-guessed-charset = テキストがUTF-8ではなく、棋譜に文字コードの指定もないため、文字コードを推定しました。ファイルをUTF-8に変換し、CA[UTF-8]と書いてください。
archive-kind-handicap-without-stones = 置き碁なのに置き石がないため、局面に置き石が欠けています。置き石（AB）を加えるか、着手として打ってください。
archive-kind-illegal-move = 着手がルールに反しています：すでに石がある、コウをすぐに取り返している、または自殺手です。それより前の着手が誤っているか、欠けていると思われます。
archive-kind-illegal-variation = 変化図の着手がルールに反していますが、盤にはそのまま表示します。
archive-kind-info-in-later-node = 対局者・結果などの対局情報が最初のノードより後にあります。読み取りましたが、ほかのソフトでは見つからないかもしれません。
archive-kind-info-in-variation = 対局者・結果などの対局情報が変化図の中にあります。検索はできますが、対局そのものの情報にはなりません。
archive-kind-komi-against-result = このコミではありえない目数差の結果です（半目の有無が合いません）。REとKMのどちらかが誤りです。
archive-kind-missing-moves = 対局サーバーの棋譜が終局前に終わっているか、途中の着手が欠けています。入手し直してください。
archive-kind-missing-parenthesis = 閉じ括弧がありません。ファイルが途中で切れているかもしれません。ほかの複製と比べてください。
archive-kind-missing-semicolon = ノードが`;`で始まっていませんが、読み取りました。SGFエディターで保存し直すと直ります。
archive-kind-move-with-setup = 1つのノードに着手と石の配置の両方があります（SGFでは禁止）。配置を先に適用しました。
archive-kind-moves-after-end = 双方のパスの後に着手が続いています。解説か、別の対局かもしれません。
archive-kind-no-game = ファイル名は棋譜のようですが、対局が入っていません。削除するか、入手し直してください。
archive-kind-no-moves = 対局者や結果は書かれていますが、着手も石もありません。それらのある複製を探してください。
archive-kind-not-a-file = リンクが循環しているか切れている、または通常のファイルではないため、無視しました。
archive-kind-out-of-turn = 同じ側が続けて打っているか、互先なのに白から始まっています。着手が欠けているか、色が誤っているかもしれません。
archive-kind-property-without-value = プロパティに括弧で囲んだ値がなく、無視しました。括弧が欠けていないか確認してください。
archive-kind-rank-in-name = 対局者の名前に段位が含まれ、別の名前として扱われます。段位をBRまたはWRに移してください。
archive-kind-repeated-property = 1つのノードに同じプロパティが2回あり、最初の値を使いました。誤っている方を削除してください。
archive-kind-several-moves = 1つのノードに複数の着手があります（SGFでは禁止）。順に読み取りました。SGFエディターで保存すると失われることがあります。
archive-kind-double-encoded = テキストがUTF-8へ2度変換されています（JörgがJÃ¶rgになるなど）。すべての文字を元に戻せる所は直しました。ファイルを1度逆変換してください。
archive-kind-same-player = 両対局者の名前が同じです。PBとPWのどちらかが誤りかもしれません。
archive-kind-stray-characters = 対局の中に、どのプロパティにも属さない文字があり、無視しました。括弧が欠けていないか確認してください。
archive-kind-stray-text = ファイル内の対局の前・間・後に余分な文字があり、無視しました。削除するか、括弧が欠けていないか確認してください。
archive-kind-surplus-parenthesis = 閉じ括弧が1つ多く、無視しました。SGFエディターで保存し直すと直ります。
archive-kind-too-large = 大きさまたは深さの上限を超えるものがあり、無視しました。メッセージに示された上限を上げてください。
archive-kind-too-much-setup = 盤に入る数よりはるかに多くの石が配置されており、超過分を無視しました。
archive-kind-too-slow = 制限時間を超えたファイルを無視しました。
archive-kind-unclosed-value = 値の閉じ括弧がなく、対局の一部が失われているかもしれません。ファイルが途中で切れていると思われます。
archive-kind-unescaped-bracket = 文章の中の`]`が`\]`と書かれていません。全文を読み取りましたが、ほかのソフトではそこで切れます。
archive-kind-unknown-setup = Lines of Actionの初期配置が不明なため、標準の配置とみなしました。SUを直してください。
archive-kind-unreadable = ファイルまたはフォルダーを読み込めません。アクセス権とディスクを確認してください。
archive-kind-unreliable-positions = この記録方式ではすべての出来事が記録されないため、局面が誤っていることがあります。ファイルを直すことはできません。
archive-kind-unsupported-archive = 対応していない形式の圧縮ファイルです。展開するか、zipで圧縮し直してください。
archive-kind-wrong-charset = 棋譜に指定された文字コード（CA）で書かれておらず、正しいもので読み取りました。CAを直してください。
archive-kind-wrong-extension = 棋譜のように始まりますが、拡張子が棋譜のものではないため、索引に入っていません。名前を変えてください。

## 「マイページ」：スターを付けた対局、タグ、メモ、保存した検索条件

mine-title = マイページ
mine-sentence = { $starred }、{ $tags }、{ $noted }。
mine-starred-games = スター付き{ $n }局
mine-tags-number = タグ{ $n }個
mine-noted-games = メモ付き{ $n }局
mine-sentence-not-shown = 対局に付けたスター・タグ・メモはここには表示されません。
mine-sentence-read-only = このサーバーは読み取り専用です：スター・タグ・メモは表示されますが、変更はできません。
mine-not-shown = ほかのコンピューターからこのサーバーに接続できるため、スター・タグ・メモは表示されません。サーバーを起動する人は、次のコマンドで共有できます：{ $command }。
mine-practise = 次の一手を当てましょう。間違えた局面は再び出題されます：{ $practise }
mine-practise-link = 次の一手問題
mine-starred-section = スターを付けた対局
mine-starred = スター付き
mine-no-stars = このアーカイブにスターを付けた対局はありません。スターは各対局のページで付けられます。
mine-tags = タグ
mine-no-tags = タグはありません。
mine-saved = 保存した検索条件
# 「保存」はsave-openと同じにする
mine-none-saved = 保存した検索条件はありません。検索欄の下の「保存」で名前を付けて保存できます。
mine-count-games = 局数を数える
mine-remove-saved = { $name }を削除
mine-asked = 最近の検索
mine-forget = 消去
mine-none-asked = 最近の検索はありません。
mine-notes = メモ
mine-no-notes = メモはありません。
mine-unknown-game = このアーカイブにない対局
# $queryはタグ付きの対局へのリンク。
mine-more-tags = ほかに{ $n }個のタグがあります。タグ付きのすべての対局：{ $query }
# $commandはターミナルで実行するコマンド。
mine-more-saved = ほかに{ $n }件の保存した検索条件があります。すべてを表示するコマンド：{ $command }
# $queryはメモ付きの対局へのリンク、$commandはターミナルで実行するコマンド。
mine-more-notes = ほかに{ $n }件のメモがあります。メモ付きの対局：{ $query }。すべてのメモをファイルに書き出すコマンド：{ $command }
mine-whole-note = メモの全文
mine-rest-exported = 全文を書き出すコマンド：{ $command }

## 対局のページ：スター、タグ、メモ

mine-marks = 自分で付けたもの
mine-marks-row = スター・タグ・メモ
mine-is-starred = ★ スター付き
mine-star = ☆ スター
mine-remove-tag = タグ{ $tag }を削除
mine-new-tag = 追加するタグ
mine-add-tag = タグを追加
mine-add-button = 追加
mine-note = メモ

## 検索欄の下：保存のメニュー

save-open = 保存
save-as = この検索条件の保存名
save-button = 保存

## 「ヘルプ」のページ

help-title = ヘルプ
help-sentence = 検索できるものと、対局の数え方。
help-queries = 検索条件
help-positions = 局面
help-keys = キー
# OR、引用符、*、~、.. 、field:* はこのまま入力するもの
help-queries-told = 対局はすべての語を含む必要があります。OR、−（否定）、( )は通常どおり使えます。引用符で囲むと句、a*は前方一致、a~は綴りの揺れ、1990..1995、<、<=、>、>=は日付・数・段位の比較、field:*は任意の値を表します。
help-fields = 検索フィールド
help-field = フィールド
help-finds = 検索内容
help-example = 例
help-games = 局数
help-positions-told = 対局は、本譜がその局面（回転・反転を含む）になった最初の手の時点で1局と数えます。変化図だけでその局面に達する対局は別に数えます。
help-shapes-told = 形は盤の一部分です。盤の端に接する辺は端に固定され、太線で示されます（解除できます）。固定した辺がなければ、形は盤上のどこにあってもかまいません。?は任意の点、Aは黒石または空点、Vは白石または空点、*は黒白どちらかの石です。対局は、その形が最初に現れた手の時点で1局と数えます。黒白と勝率は描いた形のとおりのものです。手抜きは領域外への着手です。
help-rates-told = 勝率は打った側が勝った割合で、勝敗のついた対局で計算します。後ろの数は95%ウィルソン信頼区間です。青は局面全体より良い手、橙は悪い手、淡色は偶然の差かもしれない手です。局面全体の勝率が区間の外にあるときだけ、勝率に色が付きます。
help-single-keys = 文字・数字・記号のキーをページのショートカットとして使う
help-right-drag = 右ドラッグ
help-shift-click = Shift+クリック
help-ctrl-click = Ctrl+クリック
help-alt-click = Alt+クリック
help-key-query = 検索欄へ移動
help-key-escape = 検索欄から出る。さらに押すと盤全体に戻る。対局では試した手から対局に戻る
help-key-move-by-one = 1手戻る、1手進む
help-key-move-by-ten = 10手戻る、10手進む
help-key-ends = 最初の局面へ、最後の局面へ
help-key-rows = 行から行へ移動。→で行を開き、←で閉じる。対局では上下の変化図へ
help-key-nth = n番目の次の手を打つ
help-key-lettered = 盤上または表で、その文字の手を打つ
help-key-play = 盤上でフォーカスのある点に打つ。矢印キーで点を移動
help-key-around = 盤上で、その点と隣の点を読み上げる
help-key-region = 盤の領域の指定を始める：矢印で移動、Shift+矢印で大きさを変更、Enterで確定、Escで取り消し
help-key-wildcard = フォーカスのある点に置けるもの（?、A、V、*）を変える。フォーカスのある点がなければ、クリックで置くものを変える
help-key-drag-region = 盤上で、領域を描く
help-key-point-wildcard = 盤上で、その点に置けるものを変える
help-key-turn = 盤を回転。対局では棋譜のとおりに表示
help-key-hits = 対局内の次の該当箇所へ、前の該当箇所へ
help-key-expected-line = 解析済みの対局で、エンジンの予想進行を表示
help-key-guess = ページ「次の一手問題」で、答えを表示、次の局面へ。盤上のEnterは解答、もう一度で次の局面へ
help-key-select = 一覧の次の対局を選択、前の対局を選択
help-key-open-game = 選択中の対局を開く
help-key-explore-or-list = e：対局の局面から検索、u：対局一覧に戻る
help-key-copy-link = この局面へのリンクをコピー
help-key-theme = 明暗の切り替え
help-key-pages = 各文字のページへ：局面検索、定石、対局、対局者、アーカイブ
help-key-stone-move = 対局の石の上で：その石を打った手へ
help-key-without-value = 対局の一覧の横の値の上で：その値のない対局を表示
help-key-help = このページを開く

## 答えのないページ、最初の索引作成中の表示

error-no-answer = 結果なし
error-similar-names = 似た名前：{ $names }
error-reading = 対局を読み込み中
error-read-so-far = 読み込み済み
error-games-so-far = これまでに{ $games }局、{ $files }ファイル中{ $files_read }、{ $bytes }中{ $bytes_read }。
error-writing-index = 索引を書き込み中：{ $games }局。
error-look-again = 再読み込み

## ページの使用中にスクリプトが出す文。数による場合分けは使えない

script-no-program = プログラムが応答しません。kifu-index serveは動いていますか？
# script-not-keptなどの理由として文中に入る
script-silent = プログラムが応答しません
script-open-anything = 任意の点
script-open-black = 黒石または空点
script-open-white = 白石または空点
script-open-stone = 黒白どちらかの石
script-taken-black = { $point }には打てません：黒石があります。
script-taken-white = { $point }には打てません：白石があります。
script-ko-black = { $point }には打てません：黒はコウをすぐに取り返せません。
script-ko-white = { $point }には打てません：白はコウをすぐに取り返せません。
script-suicide-black = { $point }には打てません：黒の着手禁止点です。
script-suicide-white = { $point }には打てません：白の着手禁止点です。
script-nudge-left = 1路左へ
script-nudge-up = 1路上へ
script-nudge-down = 1路下へ
script-nudge-right = 1路右へ
script-play = { $point }に打つ
script-graph-move = { $number }手目
script-graph-rate = 黒{ $percent }%
script-put-black = { $point }に黒
script-put-white = { $point }に白
script-put-empty = { $point }を消す
script-put-sign = { $point }に{ $sign }
script-board = 盤面
script-cell-open = { $point }、{ $open }
script-cell-empty = { $point }、空点
script-cell-black = { $point }、黒
script-cell-white = { $point }、白
script-cell-black-move = { $point }、黒、{ $number }手目
script-cell-white-move = { $point }、白、{ $number }手目
script-cell-letter-one = { $point }、空点、{ $letter }：{ $games }局、{ $share }
script-cell-letter-many = { $point }、空点、{ $letter }：{ $games }局、{ $share }
script-cell-next-one = { $point }、空点、{ $games }局、{ $share }
script-cell-next-many = { $point }、空点、{ $games }局、{ $share }
script-around = { $cell }。上は{ $above }、右は{ $right }、下は{ $below }、左は{ $left }
script-beside-black = 黒
script-beside-white = 白
script-beside-empty = 空点
script-beside-edge = 盤の端
script-region = { $from }～{ $to }、{ $across }×{ $down }路
script-region-edges = { $from }～{ $to }、{ $across }×{ $down }路、{ $edges }の辺に接する
script-edge-left = 左
script-edge-upper = 上
script-edge-right = 右
script-edge-lower = 下
script-and = { $first }・{ $second }
script-region-keys = { $region }。矢印で移動、Shift+矢印で大きさを変更、Enterで確定、Escで取り消します。
script-region-none = 領域は描かれていません。
script-region-draw = 盤上に長方形を描いてください。
script-click-puts = クリックで置くもの：{ $what }。
script-shown-of = { $total }局中{ $shown }局
script-link-copied = リンクをコピーしました。
script-first-year = 最初の年
script-last-year = 最後の年
script-pasted = 貼り付けた内容
script-close = 閉じる
script-search-shape = この形を検索
script-search-position = この局面を検索
script-search-around = 石の周囲の形を検索
script-search-text = 文字列として検索
script-no-board = 盤面として読み取れません：{ $message }。
script-asked-here = 最近の検索
script-suggestions = 候補
script-games-one = { $games }局
script-games = { $games }局
script-asked-before = 最近の検索
script-on-the-board = 局面検索の盤で
script-games-shown-one = { $games }局を表示しています
script-games-shown = { $games }局を表示しています
script-copy = コピー
script-copied = コピーしました
script-not-copied = コピー失敗
script-command-copied = コピーしました：{ $text }
script-command-not-copied = コマンドをコピーできませんでした
script-counts-points = { $value }目
script-counts-percent = { $value }%
script-answer-not-kept = この解答は保存されませんでした：{ $fault }。
script-not-kept = 保存されませんでした：{ $fault }。
script-note-not-kept = 未保存：{ $fault }
# 別の場所で変わったメモの横
script-note-changed = このメモは別の場所で変更されました：「{ $text }」。
script-note-removed = このメモは別の場所で削除されました。
script-note-use-mine = 自分のメモを保存
script-note-use-other = もう一方のメモを残す
script-kept = 保存しました
script-unsaved = { $name }の保存を取り消しました。
script-saved = 保存しました：saved:{ $name }で検索できます。
script-not-saved = 未保存：{ $fault }
script-forgotten = 最近の検索を消去しました。
script-changed = このページの表示後にアーカイブが変わりました
script-changed-more-one = アーカイブが変わりました：新しい対局{ $games }局
script-changed-more-many = アーカイブが変わりました：新しい対局{ $games }局
script-changed-fewer-one = アーカイブが変わりました：{ $games }局減少
script-changed-fewer-many = アーカイブが変わりました：{ $games }局減少
script-show = 表示
script-what-is-new = 新着を見る

## ヘルプの検索フィールドの説明

field-player = 黒白どちらかの対局者。2つ書くと両対局者を指す
field-black = 黒番の対局者
field-white = 白番の対局者
field-person = 表記を問わず同一の人物。対局者一覧の数と一致する。2つ書くと両対局者を指す
field-black-person = 黒番の人物（表記を問わない）
field-white-person = 白番の人物（表記を問わない）
field-winner = 勝った対局者。black、white、draw、void、unknownも可
field-loser = 負けた対局者
field-vs = もう一方の対局者：player:A vs:B
field-result = 勝者と決まり方。draw、void、?も可
field-how = 対局の決まり方、またはunknown
field-margin = 勝ちの目数差
field-date = 対局日：日、月、年、年代、または期間
field-year = 対局の年
field-event = 大会または棋戦
field-series = 期・年・回戦を除いた棋戦名
field-edition = 棋戦の期
field-round = 棋戦の回戦
field-game = 番勝負の第何局か
field-place = 対局場所
field-title = 対局の題名
field-source = 出典の本またはサイト
field-annotator = コメントを書いた人
field-team = 対局者のチーム
field-country = 対局者の国
field-rules = ルール
field-opening = 布石（ファイルの記載、または石の配置から判定）
field-joseki = 19路盤の隅に現れた定石（石の配置から判定）
field-book-left = ブック（自分の変化集）を離脱した石が、その隅または盤で何手目か（複数の隅なら最も早いもの）
field-book-left-by = そこでブックを離脱した側：me（自分）、opponent（相手）、B、W、または対局者名
field-rank = どちらかの対局者の段位。30k < 1k < 1d < 9d < 1p < 9p
field-brank = 黒番の段位
field-wrank = 白番の段位
field-opponent-rank = 検索条件で指定した1人の対局者の相手の段位
field-time = 各対局者の持ち時間（秒、または2h30mの形）
field-overtime = 秒読み：日本式、カナダ式、フィッシャー式
field-komi = コミ
field-handicap = 置き石の数
field-size = 盤の路数
field-moves = 本譜の手数
field-captures = 本譜で両者が取った石（LOAでは駒）の数
field-ko-captures = 本譜でコウを取り返した回数
field-early-passes = 本譜で、あとに着手が続いたパスの数
field-gtype = KataGoが学習のために対局した理由（KataGoがルートに書いたもの）
field-gamehash = KataGoがこのハッシュ（またはこれで始まるハッシュ）を付けた対局
field-comment = コメント（言語を問わない）
field-term = コメント中の囲碁用語（英語、日本語、中国語、韓国語）
field-lang = コメントの言語、またはunknown
field-charset = ファイルの文字コード
field-format = ファイルの形式
field-kind = ゲームの種類
field-file = パス名の一部、またはワイルドカード
field-archive = 対局の入っているアーカイブのパス名の一部
field-toplay = 詰碁の先番
field-region = 盤上で詰碁が占める部分
field-solutions = コメントが正解とする詰碁の手順の数
field-tag = 自分が対局に付けたタグ
field-note = 自分が対局に付けたメモの語
field-saved = この名前で保存した検索条件に合う対局
field-has = 対局が含むもの
field-finding = 棋譜の問題点を重要度または種類で指定（doctorの報告と同じ）
field-is = 対局の属性：dupはほかと同一の対局、newは直近の追加分、finalは決勝戦またはタイトル戦、problemは解くために配置された局面、trendsetterは60手以内の新手がその後10局以上で採用された対局、mineは自分の対局、starredはスターを付けた対局
field-engine = 対局を解析したエンジン、またはその評価値を保存したソフト
field-loss = エンジンの評価による着手の損失（目）
field-drop = 打った側の勝率が下がった着手（%）
field-missed = エンジンの最善手が打たれなかった着手
field-lead = 黒がこの目数リードしている局面。B>10、W>=5の形も可。条件で指定した1人の対局者ならplayer>10
field-winrate = 黒の勝率（%）がこの値の局面。B>90、W>=60の形も可。条件で指定した1人の対局者ならplayer>90
field-visits = 局面の探索数
field-blunders = 対局中に5目（目数がなければ20%）以上損した着手の数
field-novelty = それより前の対局に（対称形も含めて）一度も現れなかった局面になった手数
field-accuracy = 対局者の精度（%）：100は損失なし、75は1手あたり1目の損失
field-turned = 敗者の勝率が一度90%に達した対局、またはこの目数リードした対局
field-added = 索引に追加された日：日付、today、過去の7d、2w、1y
field-copy-of = 検索条件に合う対局と同一の、別の対局
field-position = 盤全体の局面（対称形を含む）。順に現れる2局面：position:A then position:B
field-pattern = 盤の一部分の図
field-problem = 詰碁の最初の局面の一部（黒白の入れ替えを含む）
field-next = 該当箇所での次の一手
field-tomove = 該当箇所での手番
field-move = 該当箇所の手数
field-in = 該当箇所のある場所
field-colours = 該当箇所で黒白の入れ替えを認めるか
field-symmetry = 局面や形の回転・反転を認めるか
field-within = 順に現れる盤面の間の最大手数
field-sort = 検索結果の並び順。-で逆順
field-unique = 同じ対局は1回だけ：合う複製のうち最も詳しいもの
field-id = この番号の対局
field-prop-NAME = ルートのプロパティ。大文字1～2字なら単独で書ける：DT:1846

## What the server says of requests

# What is wrong; a message ending in -help says in a sentence behind it what to do.
error-answer-large = 結果が4 MiBを超えています
error-answer-large-help = 行数を減らしてください：limit=50
error-answer-slow = この結果を出すのに30秒以上かかりました
error-answer-bug = プログラムの不具合により結果を出せませんでした
error-answer-help = 検索条件を絞り込むか、行数を減らしてください
error-busy-searching = サーバーはほかの検索で混み合っています
error-busy-memory = サーバーは混み合っています：ほかのリクエストがメモリーを使い切っています
error-game-unpacking = ファイルをこの対局まで展開しています（{ $percent } %完了）
error-busy-help = しばらくしてからもう一度試してください
# $needed and $all are whole numbers.
error-game-memory = この対局の読み込みには{ $needed } MiBのメモリーが必要になる可能性がありますが、全リクエストで使えるのは合計{ $all } MiBです
error-reading-first = 対局を初めて読み込んでいるところです
error-no-address = このアドレスには何もありません
# What stands here are addresses; they stay.
error-no-address-help = ページは/、/games、/practise、/players、/mine、/archive、/helpです
error-token-needed = このサーバーは、トークンの付いたリクエストにだけ応答します
# What stands in ` ` is typed and stays, and so does ?token=….
error-token-needed-help = `kifu-index serve`が表示した、末尾が?token=…のアドレスを開いてください。プログラムはリクエストごとに`Authorization: Bearer TOKEN`としてトークンを送ります
error-token-old = ヘッダーX-Kifu-Tokenの値がこのサーバーのトークンではありません
# Stars, tags, notes, and answers of the page Practise.
error-private-site = タグ、メモ、保存した検索条件、次の一手問題の記録は、ほかのサイトからは閲覧も変更もできません
error-private-user = タグ、メモ、保存した検索条件、次の一手問題の記録は、このコンピューターのほかのユーザーからは閲覧も変更もできません
# What stands in ` ` is typed and stays.
error-private-help = サーバーを起動したユーザーとしてページを直接開いてください。`kifu-index serve --token`ならほかの人も使えます
error-nothing-kept = このサーバーはタグ、スター、メモ、検索条件を保存しません
error-nothing-kept-help = 保存するには、--read-onlyを付けず、ループバックアドレスでサーバーを起動してください
error-no-answers-kept = このサーバーは「次の一手問題」の解答を保存しません
error-no-answers-kept-help = 保存するには、--read-onlyを付けず、ループバックアドレスでサーバーを起動してください
error-answers-not-kept = 解答は保存されません：このサーバーが読み取り専用か、ほかのコンピューターから接続できる状態です
# A game that is to be starred; $id is what was sent.
error-no-single-game = 番号`{ $id }`の対局はないか、複数あります

## A text that was pasted into the query box

error-text-slow = テキストの受信に時間がかかりすぎました
# $most is a whole number.
error-text-long = テキストが{ $most } KiBを超えています
error-points-not-shown = テキストに、このページの盤では表せない点があります
# ?, A, V and * are signs; they stay.
error-points-not-shown-help = 石、空点、?、A、V、*だけで描いてください

## What cannot be read in an address. What is to be written stays, such as N9-T19

# $most are whole numbers.
error-address-query = 検索条件が{ $most }文字を超えています
error-address-query-help = 検索条件を短くしてください
error-address-area = `{ $text }`は盤の領域ではありません
error-address-area-help = whole、around、または対角の2点を書いてください：N9-T19
# Also what a move is called that was typed.
error-address-point = `{ $text }`はこの盤の点ではありません
error-address-point-help = 点は盤の座標で書きます（例：Q16）。パスはpassと書きます
error-address-size = `{ $text }`は盤の大きさではありません
error-address-size-help = 19または19x13のように書いてください（52まで）
error-address-side = `{ $text }`は領域の辺ではありません
error-address-side-help = left,topのように辺をコンマで区切って書くか、noneと書いてください
error-address-colour = `{ $text }`は色ではありません
error-address-colour-help = BかWと書いてください
# $name is a name in an address, such as node; $text is what stands behind it.
error-address-number = `{ $name }`が数値ではありません：`{ $text }`
error-address-number-help = 整数を書いてください
error-address-moves = アドレスの着手が{ $most }手を超えています
# b and w are names in an address.
error-address-moves-help = もっと先の局面から始め、石を`b`と`w`に書いてください
# $name is a name in an address, such as part.
error-address-items = `{ $name }`の項目が{ $most }種類を超えています
error-address-parts-help = 同じ部分は1回だけ書いてください
error-address-facets-help = 同じ絞り込み項目は1回だけ書いてください
error-address-by-help = 絞り込み項目は3つまで書けます（例：by=year,player,opening）。残りは別のリクエストで取得してください
error-address-least-help = 隅の数、割合、またはその両方を書いてください：least=5,1%
error-address-parameter = `{ $name }`はこのアドレスのパラメーターではありません
error-address-parameter-near = もしかして`{ $name }`？
error-address-parameter-none = このアドレスにパラメーターはありません
error-address-parameter-help = このアドレスで使えるのは{ $names }です
error-address-twice = パラメーター`{ $name }`が2つあります
error-address-twice-help = パラメーターは1つだけ書いてください
error-address-choice = `{ $text }`は`{ $name }`の値ではありません
error-address-choice-help = 次のいずれかを書いてください：{ $words }
error-address-range = `{ $name }`を{ $number }にすることはできません
error-address-range-help = { $least }から{ $most }までの数を書いてください
error-address-page = `{ $text }`はページ番号ではありません
error-address-page-help = ページ番号を書いてください。最初のページは1です

## What pages do not find

# $name is a name of a player.
error-no-player = `{ $name }`という対局者はいません
error-two-players = 比較には対局者をちょうど2人指定してください
error-two-players-help = player=A&player=Bと書いてください
error-several-players = `{ $name }`に当てはまる対局者が複数います
error-same-player = どちらの名前も同じ対局者です：`{ $name }`
# $name should be that of a kind of finding, such as bad-date.
error-no-finding-kind = `{ $name }`という種類の問題点はありません

## The page Practise

error-no-such-position = その局面はこの検索条件に含まれていません
error-no-guess = 保存する解答がありません
error-no-guess-help = 当てる手をguess=Q16のように書くか、手を答えない場合はguess=noneと書いてください
error-guess-taken = { $point }には石があります
error-guess-help = 盤の空点を書いてください（例：Q16）

## Dates in sentences and headings; in tables they are written as in records

# $year, $month and $day are digits. English has two for months and days, such as 05; other languages have 5.
date-day = { $year }年{ $month }月{ $day }日
date-month = { $year }年{ $month }月
date-year = { $year }年
date-about = { $date }頃
date-before = { $date }より前
date-after = { $date }より後
date-early = { $years }前期
date-middle = { $years }中期
date-late = { $years }後期
date-decade = { $year }年代
date-century = { $century }世紀
date-span = { $first }～{ $last }年
date-or = { $one }または{ $other }

## The page of a game

# The board for screen readers. $n is the number of moves before it, $color Black or White.
game-unpacking = ファイルをこの対局まで展開している間、索引の内容を表示しています（{ $percent } %完了）。盤上の記号など、ファイルだけにある内容は展開後に表示されます。
game-board-title = { $n }手目までの盤面、{ $color }番

## Explore, how this was counted: how the index answers a part of the question (the column “By”)

hints-way-all = すべての対局
hints-way-and = 以下のすべてに合うもの
hints-way-or = 以下のいずれかに合うもの
hints-way-not = 以下を除くすべての対局
# Of words: fields in which they are looked for.
hints-way-text = 語ごとの一覧：名前、棋戦、場所、題名、布石、コメント
hints-way-words = 語ごとの一覧
hints-way-phrase = 語ごとの一覧（位置付き）
hints-way-dictionary = 語の辞書、次に語ごとの一覧
hints-way-name = 名前全体が一致する対局の一覧
hints-way-keyword = キーワードが一致する対局の一覧
# The property (SGF) is known of these games.
hints-way-any = 値のある対局の一覧を参照
# A column is kept for all games, one value each.
hints-way-numbers = 数値の列
hints-way-openings = 布石の列
hints-way-joseki = 隅の形として盤面から判定
hints-way-book = 対局をブックでたどって判定
# Properties are those of SGF.
hints-way-property-words = 語ごとの一覧、次に対局のプロパティ
hints-way-property = 値全体が一致する対局の一覧、または対局のプロパティ
hints-way-paths = 索引内のすべてのファイルのパスと比較
hints-way-position = 局面の表を参照。不確かな対局は並べて確認
hints-way-sequence = それぞれの局面を表で参照し、現れる順序を比較
hints-way-replay = それぞれの局面がある対局を並べて確認
# Said by engines that analysed the games.
hints-way-judged = 対局のエンジン解析を参照
hints-way-saved = 保存した検索条件に合うもの
# Stars, tags and notes of the user.
hints-way-mine = 自分のタグ・スター・メモを、対局の内容で照合
hints-way-copies = 検索条件に合う対局の複製のグループ
hints-way-twice = この特徴を持つ対局の一覧

## Events in the language of the page: “54th Honinbo, game 3” (src/engine/events.rs)

# Editions of titles, which are counted by terms. $n is their number (in English with its ending, such as 54th), $series
# the name of the series.
event-edition = 第{ $n }期{ $series }
# Editions of cups and other tournaments
event-edition-of-cup = 第{ $n }回{ $series }
# $series is the series, with its edition if it has one.
event-year = { $year }年{ $series }
event-game = 第{ $n }局
# A match of so many games, such as 七番勝負. $n is a numeral: 七 in Chinese and Japanese, 7 in others.
event-match = { $n }番勝負
# $n is a letter.
event-group = { $n }組
event-round = { $n }回戦
event-final = 決勝
event-semifinal = 準決勝
event-quarterfinal = 準々決勝
# The round with 16 players
event-last-16 = ベスト16
event-last-32 = ベスト32
event-preliminary = 予選
# The preliminary of the Samsung Cup, which professionals and amateurs play together (통합예선)
event-open-preliminary = 統合予選
event-main = 本戦
event-league = リーグ戦
# Who plays for the title: that is decided here.
event-challenger = 挑戦者決定戦
# The challenger and the holder of a title
event-title = 挑戦手合
event-playoff = プレーオフ
event-third-place = 三位決定戦

## 名前に添える段級位：プロの段、アマの段、級

rank-professional = { $n ->
    [1] 初段
    [2] 二段
    [3] 三段
    [4] 四段
    [5] 五段
    [6] 六段
    [7] 七段
    [8] 八段
    [9] 九段
   *[other] { $n }段
}
rank-dan = { $n ->
    [1] 初段
    [2] 二段
    [3] 三段
    [4] 四段
    [5] 五段
    [6] 六段
    [7] 七段
    [8] 八段
    [9] 九段
   *[other] { $n }段
}
rank-kyu = { $n }級

error-no-game-to-write = 該当する対局がないため、書き出すものがありません
error-other-download = ほかのダウンロードが進行中です
error-other-download-help = ほかのダウンロードが終わるまでお待ちください

## Near positions

near-title = 近い局面
near-sentence = この局面と{ $stones }以内の違いになる対局は{ $n }局です。
near-searched = 探している局面
near-back = 局面検索に戻る
near-distance = 違ってもよい石の数
near-stones = { $n }子
near-loose = 取られた石が残っていてもよい
near-loose-title = 対局で取られた石が図に残っていてもかまいません。全着手を示した棋譜の図などに使えます。
near-lacks = { $stones } がない
near-has = { $stones } が多い

## Reports about a player, a position or a joseki, and for preparation

report-column-games = 局数
report-column-won = 勝
report-column-lost = 敗
report-column-rate = 勝率
report-column-mover-rate = 着手側の勝率
report-column-black-rate = 黒の勝率
report-column-colour = 手番
report-column-opponent-rank = 相手の段位
report-column-rank = 段位
report-column-years = 年代
report-column-as-black = { $name }の黒番
report-column-as-white = { $name }の白番
report-column-share = 割合
report-column-share-of-all = 全対局に占める割合
report-column-opponents = 相手
report-column-players = 打った人
report-column-player = 対局者
report-column-first = 最初の対局
report-column-move = 手
report-column-followers = 追随した対局
report-column-loss = 一手あたりの損
report-column-blunders = 悪手
report-column-chance = 確率
report-column-to-play = 手番
report-column-usual = いつもの手
report-column-best = 棋譜全体で最善
report-all-games = 全対局
report-unknown = 不明
report-results = 成績
report-opponent-ranks = 相手の段位別の成績
report-years = 年代と段位
report-openings = 本人と相手の布石
report-openings-note = 布石は石の配置から判定し、多くは黒番の布石です。1局に複数あることもあります。
report-joseki = 隅での本人と相手の着手
report-joseki-note = 隅は右上に回してあり、●はその隅に先に打った側です。各行は最後の手を打った側を数え、割合はその直前までの手順の後に同じ側が打った手全体に対するものです。
report-events = 棋戦
report-typical-games = 代表的な対局
report-typical-note = 最も多い布石それぞれの最新局の、初めの{ $n }手です。
report-last-games = 最近の対局
report-novelties = 新手
report-novelties-note = 60手以内で、棋譜集のそれ以前の対局にはなく、後の対局が追随した手です。
report-losses = エンジン解析による損失
report-player-sentence = { $name }の{ $n }局、{ $first }年から{ $last }年：{ $won }勝{ $lost }敗。
report-player-sentence-undated = { $name }の{ $n }局：{ $won }勝{ $lost }敗。
report-title-position = 局面 { $moves }
report-title-joseki = 隅 { $moves }
report-board-sentence = { $n }局に現れ、{ $first }年から{ $last }年。勝敗のついた対局の黒の勝率は{ $black }%。
report-board-sentence-undated = { $n }局に現れる。勝敗のついた対局の黒の勝率は{ $black }%。
report-continuations = 続きの手
report-decades = 年代
report-players = 誰が打つか
report-first-games = 最初の対局
report-first-games-note = 対局者ごとの最初の対局を早い順に示します。手数は局面までの手数です。
report-comments = コメント
report-title-prepare = { $player } 対 { $rival }
report-prepare-sentence = この相手との{ $player }の対局は{ $n }局：{ $won }勝{ $lost }敗。
report-repertoire = { $name }の布石
report-meetings = 両者が出会う局面：黒番{ $black }、白番{ $white }
report-meetings-note = 各手順は、相手が誰かを問わず、両者が同じ局面から打った手をたどります。確率は両者がこれまでどおり打つ場合のものです。最善の手は、手番側の勝率の95%区間の下端が最も高い手です。
