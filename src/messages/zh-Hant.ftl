# 本檔是網頁介面的正體中文文字，以及以文字說明查詢內容的句子；等號（=）後面的文字可以自由修改訂正。
#
# 以 # 開頭的行是註解。{ } 裡的內容由程式填入，例如 { $n } 是數字。語法見 https://projectfluent.org/fluent/guide/ 。

## 多處使用的文字

black = 黑
white = 白
games = { $n }局
moves = { $n }手
variations = { $n }個變化
comments = { $n }則評註
players = { $n }位棋手
files = { $n }個檔案
years = { $n }年
points = { $n }目
drawn = 和棋
to-play = 輪{ $color }下
pass = 虛手
not-all = 尚未搜尋全部棋局。
show-all = 顯示全部

## 查詢的句子
#
# 由片段拼成，例如「1,218局：棋手為「Lee」，且白勝，但貼目為6以上者除外，依日期排序，由新到舊」。

# 沒有任何條件
sentence-all = 全部棋局
# 同上，附局數
sentence-all-counted = { $n ->
    [1] 唯一的1局
   *[other] 全部{ $n }局
}
sentence-games = 棋局：{ $condition }
sentence-all-inside = 全部棋局
sentence-games-inside = 棋局：{ $condition }
sentence-found = { $n ->
    [0] 沒有符合條件的棋局：{ $condition }
   *[other] { $n }局：{ $condition }
}
# 以上兩句的 $condition：有要求時
sentence-where = { $condition }
# 只有排除條件時
sentence-without = { $condition }者除外
sentence-traits-where = { $traits }，且{ $condition }
# 接在條件和逗號之後
sentence-but-not = 但{ $condition }者除外
# 多個排除條件之間
sentence-or-where = { "或" }
sentence-comma = { "，" }
# 最後一個條件或值之前
sentence-and = { "，且" }
sentence-or = { "或" }
sentence-once = 每局只計一次
# $order 是下面的一種排序
sentence-sorted = 依{ $order }排序
sentence-then = 其次依{ $order }
# 兩個人名
sentence-plays = { $one }對{ $other }
# $parts 以「或」相連
sentence-either = 符合以下之一（{ $parts }）
sentence-not-so = 不符合（{ $condition }）
sentence-text = 人名、賽事、地點、標題、佈局、評註中出現{ $value }
sentence-texts = 人名、賽事、地點、標題、佈局、評註中分別出現{ $value }
sentence-also = { $value }（又作{ $names }）
# 先後出現的兩個局面之間
sentence-after = { "，之後" }
sentence-copy-where = 有副本符合（{ $condition }）
sentence-quoted = 「{ $text }」
# 字詞的開頭
sentence-prefix = 「{ $text }…」
sentence-fuzzy = 「{ $text }」或近似字詞
sentence-anything = 任意值
sentence-from-to = { $from }至{ $to }
# 以下五個接在「為」之後：「貼目為6以上」
sentence-or-more = { $from }以上
sentence-at-most = 至多{ $n }
sentence-less = 小於{ $n }
sentence-more = 大於{ $n }
sentence-at-least = 至少{ $n }
sentence-not = 非{ $what }

# 條件。$what 是下面的一個主語，例如「賽事」；$value 是人名、字詞或數字。
sentence-is = { $what }為{ $value }
sentence-is-exactly = { $what }恰為{ $value }
sentence-has = { $what }含{ $value }
sentence-known = { $what }已知
sentence-there-is = 有{ $what }
sentence-unknown-value = { $what }不詳
# 棋局所含的內容
sentence-what-tag = 標籤
sentence-with-tag = 有標籤
sentence-without-tag = 沒有標籤
sentence-what-note = 筆記
sentence-with-note = 有筆記
sentence-without-note = 沒有筆記
sentence-what-comments = 評註
sentence-with-comments = 有評註
sentence-without-comments = 沒有評註
sentence-what-analysis = 引擎分析
sentence-with-analysis = 有引擎分析
sentence-without-analysis = 沒有引擎分析
sentence-what-variations = 變化圖
sentence-with-variations = 有變化圖
sentence-without-variations = 沒有變化圖
sentence-what-setup = 預置棋子
sentence-with-setup = 有預置棋子
sentence-without-setup = 沒有預置棋子
sentence-what-result = 結果
sentence-with-result = 有結果
sentence-without-result = 沒有結果
sentence-what-date = 日期
sentence-with-date = 有日期
sentence-without-date = 沒有日期
sentence-what-year = 已知的年份
sentence-with-year = 年份已知
sentence-without-year = 年份不詳
sentence-what-errors = 棋譜錯誤
sentence-with-errors = 有棋譜錯誤
sentence-without-errors = 沒有棋譜錯誤
sentence-what-handicap = 讓子
sentence-with-handicap = 有讓子
sentence-without-handicap = 沒有讓子
sentence-what-copies = 副本
sentence-with-copies = 有副本
sentence-without-copies = 沒有副本
sentence-with-property = 有屬性{ $name }
sentence-without-property = 沒有屬性{ $name }
# $value: a kind or a severity of what is wrong, such as “wrong-charset” or “error”.
sentence-finding = 棋譜檢查發現問題{ $value }
sentence-finding-any = 棋譜檢查至少發現一處問題
sentence-won = { $who }勝
sentence-lost = { $who }負
sentence-won-points = { $who }以目數勝
sentence-won-resign = { $who }中盤勝
sentence-won-time = { $who }因對方超時獲勝
sentence-won-forfeit = { $who }因對方棄權獲勝
sentence-won-by = { $who }勝{ $margin }目
sentence-won-somehow = { $who }勝，勝法不詳
# 代替上面的黑或白
sentence-one-side = 一方
sentence-draw = 結果為和棋
sentence-void = 結果為無勝負
sentence-unknown-told = 棋譜載明結果不詳
sentence-unknown = 結果不詳
sentence-unknown-ending = 終局方式不詳
# $when 是「1990之前」、「1990或之後」、「1990」……
sentence-date = 日期在{ $when }
sentence-added = 加入時間在{ $when }
sentence-was-added = 加入時間已知
sentence-between = { $from }至{ $to }之間
sentence-or-later = { $day }或之後
sentence-or-earlier = { $day }或之前
sentence-before = { $day }之前
sentence-later-than = { $day }之後
# 「或之後」、「或之前」的 $day
sentence-in-day = { $day }
# $length 是下面四個之一
sentence-ago = { $length }前
sentence-within-last = 最近{ $length }內
sentence-days = { $n }天
sentence-weeks = { $n }週
sentence-months = { $n }個月
sentence-years = { $n }年
sentence-term = 評註提到{ $value }
sentence-joseki = 角上出現定石{ $value }
sentence-joseki-any = 角上出現有名稱的定石
sentence-book-left-by = { $who }先離開棋書
sentence-book-left-any = 有一方離開棋書
sentence-me = 您
sentence-my-opponent = 您的對手
sentence-lang-unknown = 評註的語言無法辨識
# $language 是語言的名稱，例如「日文」
sentence-lang = 評註為{ $language }
sentence-problem-to-play = 題目由{ $value }先下
sentence-problem-region = 題目所在區域為{ $value }
sentence-is-new = 棋局為新加入
sentence-is-problem = 棋譜為題目
sentence-is-mine = 自己下的棋局
sentence-is-starred = 棋局已加星號
sentence-is-trendsetter = 有後來棋局效仿的新手
sentence-is-final = 棋局為決賽或頭銜戰
sentence-is-title-match = 棋局為頭銜戰
sentence-is-copied = 棋局有副本
sentence-tag = 棋局的標籤為{ $value }
sentence-note = 您的筆記提到{ $value }
sentence-saved = 符合您儲存的查詢{ $value }
sentence-copy = 有副本符合{ $value }
sentence-position = 出現局面{ $value }
sentence-pattern = 出現棋形{ $value }
sentence-problem = 題目的起始局面含{ $value }
# $value 是 KataGo 之類的程式
sentence-engine = 經{ $value }分析
sentence-loss = 某手損失{ $n }目
sentence-drop = 某手損失{ $n }%的勝率
sentence-missed-any = 未下出引擎的最佳一手
sentence-missed = 引擎的最佳一手{ $value }未下出
sentence-lead-of = { $who }領先{ $n }目
sentence-that-player = 該棋手
sentence-rate-of = { $who }的勝率{ $n }%
sentence-turned-any = 已知敗方的勝率是否曾達90%
sentence-turned-no = 敗方的勝率從未達90%
sentence-turned = 敗方的勝率曾達90%
sentence-turned-points = 敗方曾領先{ $n }目
sentence-next = 接著下{ $value }
sentence-to-move = 該處輪{ $value }下
sentence-at-move = 該處的手數{ $n }
sentence-by-move = 在第{ $n }手以前出現
sentence-from-move = 在第{ $n }手或之後出現
sentence-between-moves = 在第{ $from }至{ $to }手出現
sentence-in-main = 該處在主線上
sentence-in-variation = 該處在變化圖中
sentence-in-any = 該處在主線上或變化圖中
sentence-in = 該處在{ $value }中
sentence-colours-any = 黑白可以互換
sentence-colours-fixed = 黑白不互換
sentence-symmetry-none = 不旋轉也不鏡射
sentence-symmetry-all = 可旋轉及鏡射
sentence-within = 前後相隔不超過{ $n }手
sentence-after-moves = 前後相隔{ $n }手
sentence-unique = 每局只計一次
sentence-sort = 排序為{ $value }

# 主語：上面各條件的 $what
sentence-the-player = 棋手
sentence-counts = { $what }{ $value }
sentence-value-comma = { "、" }
sentence-value-and = { $first }和{ $last }
sentence-value-or = { $first }或{ $last }
sentence-the-black = 黑方
sentence-the-white = 白方
sentence-today = 今天
sentence-yesterday = 昨天
sentence-the-opponent = 對手
sentence-the-margin = 勝差
sentence-the-date = 日期
sentence-the-result = 結果
sentence-the-ending = 終局方式
sentence-the-event = 賽事
sentence-the-series = 賽事系列
sentence-the-edition = 屆數
sentence-the-round = 輪次
sentence-the-game = 棋局
sentence-the-match-game = 局次
sentence-the-place = 地點
sentence-the-title = 標題
sentence-the-source = 來源
sentence-the-annotator = 評註者姓名
sentence-the-team = 隊名
sentence-the-country = 國家
sentence-the-rules = 規則
sentence-the-opening = 佈局
sentence-the-rank = 棋手段位
sentence-the-rank-of-black = 黑方段位
sentence-the-rank-of-white = 白方段位
sentence-the-opponent-rank = 對手的段位
sentence-the-time = 基本用時（秒）
sentence-the-overtime = 讀秒
sentence-the-komi = 貼目
sentence-the-handicap = 讓子
sentence-the-board = 棋盤大小
sentence-the-moves = 手數
sentence-the-captures = 提子數
sentence-the-ko-captures = 提回劫的次數
sentence-the-early-passes = 中途虛手的次數
sentence-the-comment = 評註
sentence-the-charset = 編碼
sentence-the-gtype = KataGo對局的類型
sentence-the-gamehash = KataGo的對局雜湊
sentence-the-format = 格式
sentence-the-path = 路徑
sentence-the-archive = 壓縮檔
sentence-the-solutions = 正解數
sentence-the-visits = 計算量
sentence-the-blunders = 大惡手數
sentence-the-book-left = 離開棋書的那一手的手數
sentence-the-novelty = 新手的手數
sentence-the-accuracy = 準確率
sentence-the-lead = 黑領先的目數
sentence-the-rate = 黑的勝率
sentence-the-id = 編號
# $name 是 SGF 屬性的名稱
sentence-the-property = 屬性{ $name }

# 排序，填入「依……排序」
order-date = 日期由舊到新
order-date-back = 日期由新到舊
order-moves = 手數由少到多
order-moves-back = 手數由多到少
order-captures = 提子數由少到多
order-captures-back = 提子數由多到少
order-ko-captures = 提回劫的次數由少到多
order-ko-captures-back = 提回劫的次數由多到少
order-hit = 符合處的手數由前到後
order-hit-back = 符合處的手數由後到前
order-loss = 該手的損失由小到大
order-loss-back = 該手的損失由大到小
order-relevance = 符合程度由高到低
order-relevance-back = 符合程度由低到高
order-black = 黑方姓名
order-black-back = 黑方姓名（倒序）
order-white = 白方姓名
order-white-back = 白方姓名（倒序）
order-rank = 段位由高到低
order-rank-back = 段位由低到高
order-margin = 勝差由小到大
order-margin-back = 勝差由大到小
order-added = 加入時間由舊到新
order-added-back = 加入時間由新到舊
order-place = 在棋譜庫中的位置
order-place-back = 在棋譜庫中的位置（倒序）

## 引擎對一手棋的評價

# 「B Q3損失8.6目（21%），最佳R14 · KataGo」的各部分。$played 是「B Q3」；$points 和 $percent 是數字。
judged-lost = { $played }損失{ $cost }
judged-gained = { $played }獲益{ $cost }
judged-lost-alone = 損失{ $cost }
judged-gained-alone = 獲益{ $cost }
judged-points-percent = { $points }目（{ $percent }%）
judged-points = { $points }目
judged-percent = { $percent }%
# $told 是上面兩者之一
judged-best = { $told }，最佳{ $best }
judged-playouts = 計算量{ $n }
standing-black = 黑{ $percent }%
standing-black-leads = 黑領先{ $points }目
standing-white-leads = 白領先{ $points }目

## 「探索」上方的句子：「1,257局出現此局面，可任意旋轉或鏡射；黑為「Lee」。」

reached-games = { $n ->
    [0] 沒有棋局出現此局面
   *[other] { $n }局出現此局面
}
# $place 是「位於角上，7×11路，含4個不限點」
shape-games = { $n ->
    [0] 沒有棋局出現此棋形，{ $place }
   *[other] { $n }局出現此棋形，{ $place }
}
reached-turned = 可任意旋轉或鏡射
reached-as-drawn = 不旋轉，不鏡射
# 在條件之前
reached-where = { "；" }
# 每個句子的結尾
sentence-end = { "。" }
shape-on-whole = 全盤
shape-lines = { $columns }×{ $rows }路
shape-open-points = 含{ $n }個不限點
shape-order = 依此順序的{ $n }手
# 在棋盤何處尋找棋形
place-anywhere = 棋盤任意位置
place-whole = 整個棋盤
place-corner = 位於角上
place-edges = 靠畫出的邊
place-across = 跨越兩邊
place-side = 位於邊上
place-turned = 任意旋轉及鏡射
place-as-drawn = 方向與圖示相同
place-colours = 黑白互換亦可

## 引擎評價的圖

graph-title = 黑的勝率與領先目數（{ $engine }）
# $played 是著手及其損失
graph-move = 第{ $number }手：{ $played }

# 螢幕閱讀器用：每頁上方的語言選單
frame-language = 語言

### 查詢的錯誤

## 查詢的錯誤：字詞和符號

# $name 是寫在欄位名稱位置上的字詞。
error-unknown-field = 未知的欄位`{ $name }`
error-unknown-field-property = 根節點屬性寫成prop.NAME:…
error-unknown-field-capitals = 若指根節點屬性，請寫prop.{ $name }:…
error-unknown-field-text = 要依原樣搜尋這段文字，請加引號
# $near 是拼寫相近的名稱或值；$list 是此處可用的所有值。
error-did-you-mean = 是否指`{ $near }`？
error-did-you-mean-of = 是否指`{ $near }`？（{ $list }）
# $example 和 $query 是查詢的寫法，如「date>=2016」。
error-write-example = 例如可寫{ $example }
error-write = 請寫{ $query }
error-many-combinations = 此處的選項組合超過{ $most }種
error-many-combinations-help = 請減少選項，或分成幾次查詢
error-too-deep = 括號和否定的巢狀超過{ $most }層
error-too-deep-help = 一對括號中可寫任意多個字詞：(a OR b OR c)；NOT NOT a就是a
error-copies-too-deep = `copy-of:`的巢狀超過{ $most }層
error-parenthesis-unopened = 多了一個右括號
error-parenthesis-unopened-help = 請刪去，或為這些字詞加引號
error-parenthesis-unclosed = 括號沒有閉合
error-parenthesis-unclosed-help = 請用)閉合，或為這些字詞加引號
error-empty-parentheses = 括號中沒有內容
error-quote-unclosed = 引號沒有閉合
error-quote-unclosed-help = 請用"閉合；引號中的\"表示引號本身
error-single-quote-unclosed-help = 請用'閉合；若指這個符號本身，請寫"'"
error-empty-quotes = 引號中沒有內容
error-empty-quotes-help = -{ $field }:*可找沒有此項的棋局
error-two-hyphens = `--`不是運算子
# 選項指命令的選項，如「--json」。
error-two-hyphens-help = 選項要寫在查詢之前；單一`-`排除棋局；要把`--`當文字尋找，請加引號
error-exclamation-mark = `!`不是運算子
error-exclamation-mark-help = 用單一`-`排除棋局：-{ $word }；要把`!`當文字尋找，請加引號
# $what 是輸入的運算子，或欄位及其符號：「OR」、「player:」。
error-nothing-after = `{ $what }`之後沒有內容
error-nothing-after-help = 其後須有字詞或值；要尋找這個字詞本身，請加引號："{ $word }"
error-nothing-after-hyphen-help = `-word`排除含有該字詞的棋局；要尋找連字號，請加引號："-"
error-nothing-before = `{ $what }`之前沒有內容
error-nothing-before-help = 其前須有字詞或值；要尋找這個字詞本身，請加引號："{ $word }"
error-no-value-help = 值要緊接在運算子之後，不加空格，如{ $example }
error-no-value-or-any-help = 值要緊接在運算子之後，不加空格，如{ $example }；{ $field }:*可找有此項的棋局
# 指值後面緊接的符號。
error-space-missing = 值與其後的內容之間缺少空格
error-space-missing-help = 請在值之後加空格，或為整個值加引號

## 查詢的錯誤：欄位、運算子和括號組

# 如 player:(Lee komi:5)：$name 是 komi，$group 是 player。
error-field-in-parentheses = `{ $group }:`的括號中不能有欄位`{ $name }`
error-field-in-parentheses-help = 請在該欄位之前閉合括號；要把欄位名當文字尋找，請為它加引號
# $sign 是 < <= > >= 之一。
error-field-without-order = `{ $name }`的值沒有大小之分，不能用`{ $sign }`
error-field-without-order-help = 請寫`{ $name }:…`；可比較的是數字、日期、段位和棋盤大小
# 組是括號中的多個值：player:(Lee OR Gu)。
error-group-takes-colon = 括號中的多個值要用`:`，不用`{ $sign }`
error-group-takes-colon-help = 請寫`{ $name }:( … )`，或為值加引號
error-field-without-group = `{ $name }`只能有一個值，不能在括號中寫多個值
error-field-without-group-help = 請為值加引號：{ $name }{ $sign }"…"
error-wide-parenthesis = 不能用全形括號括起多個值
error-wide-parenthesis-help = 請寫{ $name }:( … )，或為值加引號
error-field-takes-query = `{ $name }:`之後須寫放在括號中的查詢
error-two-operators = 連續兩個運算子
error-operator-alone = 運算子之前沒有欄位
error-operators-help = 運算子有 : = != < <= > >=，前後不加空格：komi>=6；要把運算子當文字尋找，請加引號
error-sign-takes-one = `{ $sign }`之後只能有一個值
# 「起」和「止」代表值，下同。
error-sign-takes-one-help = 範圍寫成{ $field }:起..止
error-range-without-ends = 範圍沒有起點和終點
error-range-dots = 一個範圍只能有一個`..`
error-range-help = 請寫起..止、起..或..止

## 查詢的錯誤：過長

error-long-phrase = 片語有{ $words }個字詞，最多只能找{ $most }個
error-long-phrase-help = 連續的幾個字詞就足以找到一段文字
error-many-words = 一次查詢的字詞和值超過{ $most }個
error-many-words-help = 請分次查詢；帶`~`的字詞算作{ $n }個
error-many-clauses = 一次查詢的條件超過{ $most }個
error-many-clauses-help = 請分次查詢
error-query-too-long = 一次查詢的文字超過{ $most }位元組

## 查詢的錯誤：值。$text 是輸入的內容。

# 欄位只有幾個值，而輸入的不在其中；$list 是所有的值。
error-no-choice = `{ $text }`不是此欄位的值
error-no-choice-help = 可寫{ $list }之一
# $kind: a kind of finding, such as equal-names.
error-finding-of-file = 問題`{ $kind }`屬於檔案和壓縮檔，不屬於棋局
error-no-result = `{ $text }`不是對局結果
# 這些就照這樣輸入。
error-no-result-help = 請寫W+、B+R、W+T、B+F、B+0.5、resign、time、forfeit、points、draw、void或?
error-no-result-side-help = 要查某人的勝負，請寫{ $example }
error-no-number = `{ $text }`不是數字
error-write-number = 請寫6.5，或範圍：5..7.5
# 如「1,500」：$one 是 1500，$other 是 1.500。
error-number-may-be = `{ $text }`可能是{ $one }，也可能是{ $other }
error-number-may-be-help = 請寫{ $one }或{ $other }
error-number-too-large = `{ $text }`太大，棋局中沒有這麼大的數字
error-number-too-large-help = 請寫小一點的數字
error-komi-too-large = 沒有`{ $text }`這麼大的貼目
error-no-time = `{ $text }`不是時間長度
error-no-time-help = 請寫秒數，或寫成2h30m
error-no-rank = `{ $text }`不是段位
error-no-rank-help = 請寫9p、5d、12k、pro、dan或kyu
error-no-size = `{ $text }`不是棋盤大小
error-no-size-help = 請寫19、9或19x13
error-regular-expression = 不支援正規表示式
error-regular-expression-help = 請寫字詞、字詞的開頭（lee*），或拼寫可能有誤的字詞（lee~）
error-question-mark = `?`不是萬用字元
error-question-mark-help = 拼寫可能有誤的字詞，請寫lee~；引號中的`?`會被忽略
error-mark-in-word = `*`和`~`要寫在字詞末尾
error-mark-in-word-help = 請寫字詞的開頭，如lee*；引號中的這些符號會被忽略

## 查詢的錯誤：排序

error-many-orders = 排序方式超過{ $most }個
error-many-orders-help = 第一個`sort:`最優先；請去掉最後幾個
error-sort-takes-one = `sort:`只能有一種排序
error-unknown-order = 未知的排序`{ $text }`
error-unknown-order-help = 可寫{ $list }之一；名稱前加-則為倒序：sort:-date
error-unique-yes-or-no = `unique:`的值是yes或no
error-unique-yes-or-no-help = 每局只列一次，請寫unique:yes
error-sort-inside = `sort:`為所有結果排序，不能寫在OR、NOT或括號之內
error-unique-inside = `unique:`針對所有結果，不能寫在OR、NOT或括號之內
error-setting-inside-help = 請把此條件寫在查詢的末尾：(a OR b) { $example }

## 棋局位置和局面的錯誤

# 位址指定一局棋及其中一手：game.sgf#42。
error-address-empty = 位址中沒有檔案或編號
error-address-empty-help = 請寫game.sgf#42、archive.zip!game.sgf@2#42或ID#42
error-place-time-out = 到達棋局中的該處之前，時間已用完
# $moves 是不帶千分位符號的 $n。
error-no-such-move = { $n ->
    [0] 沒有第{ $number }手：主線上沒有著手
   *[other] 沒有第{ $number }手：主線共{ $moves }手
}
# #0 等寫在位址之後。
error-no-such-move-help = { $n ->
    [0] 唯一的局面是#0
   *[other] #0是起始局面，#{ $moves }是最後局面
}
# 節點是棋局樹中的一處；$nodes 是不帶千分位符號的 $n。
error-no-such-node = { $n ->
   *[other] 沒有節點{ $number }：此棋局共有{ $nodes }個節點
}
error-no-such-node-help = { $n ->
    [1] 唯一的節點是#n0
   *[other] 節點為#n0到#n{ $last }
}
error-tried-other-game = 只能在圍棋對局中試下，且位址中須有棋盤大小
error-tried-illegal = 您的變化第{ $number }手{ $point }違反規則
error-tried-illegal-help = 請下在別處，或返回棋局
# GM[$number] 是 SGF 中的棋類編號。
error-kind-without-rules = GM[{ $number }]的規則不明，因此這類棋局沒有局面
error-kind-without-rules-help = 請指定可搜尋局面的棋種：go或loa
error-position-empty = 空白內容不是局面
error-small-columns = 直行以小寫字母標示：這是Lines of Action，或出自其他程式的圍棋局面
error-small-columns-help = 請註明棋種：go或loa

## 查詢的錯誤，或查詢所問之事的錯誤

error-sort-hit = `sort:hit`須恰好有一個局面：它依該局面出現的手數排序
error-sort-hit-help = 請寫position:"Q16 D4 Q3" sort:hit
error-sort-loss = `sort:loss`依符合處該手的損失排序，而此查詢並不找這類著手
error-sort-loss-help = 請寫loss>=5 sort:-loss
error-third-player = 一局棋只有兩位棋手，這已是第三個`player:`
error-third-player-help = 請在姓名之間用OR，或寫成一組：player:(Lee OR Gu)
error-needs-one-player = `{ $clause }`要求查詢中恰好有一位棋手
error-needs-one-player-help = 請在旁邊寫一位棋手，如{ $example }；第二位棋手用vs:指定
error-no-letters = 沒有可搜尋的文字或數字
error-no-letters-help = 標點不列入搜尋，請去掉
error-star-not-here = 此欄位不能用`*`
error-no-text-ranges = 文字欄位不能用範圍
error-name-a-word = 請寫一個要尋找的字詞
error-star-in-value = `*`和`~`只能用於文字和姓名
error-star-in-value-help = 請寫出完整的值
error-not-whole = `{ $field }=`找不到任何內容：評註只能依其中的字詞搜尋
error-not-whole-help = 請寫{ $clause }；引號用於尋找相連的字詞
error-one-value = 此欄位只取一個值
error-one-value-help = 請只寫一個值
error-field-within-group = 欄位不能放在另一欄位的括號裡

## 以`*`開頭的詞

error-star-alone = `*`旁邊須有文字
error-star-alone-help = 請在`*`之前寫上文字
error-star-first-in-field = `{ $field }:`的字詞不能以`*`開頭
error-star-first-in-field-help = 請寫{ $field }:{ $word }或{ $field }:{ $word }*；姓名、賽事和檔案可以用它開頭：player:*{ $word }
error-star-first-anywhere = 搜尋所有文字時，字詞不能以`*`開頭
error-star-first-anywhere-help = 請寫明欄位：player:*{ $word }、event:*{ $word }或file:*{ $word }

## 數字、日期等值

# $example 是一個條件，如 handicap:2..9。
error-number-help = 請寫{ $example }
error-margin-zero = 不可能以0目取勝
error-margin-zero-help = 請寫result:draw
error-never-below-zero = `{ $field }`不會小於0
error-whole-number = `{ $field }`須為整數
error-not-an-id = `{ $text }`不是編號
error-not-an-id-help = 編號由0-9和a-f組成，最多16位
# $name 是 SGF 屬性，如 AB。
error-values-not-searched = 不能搜尋`{ $name }`的值
error-values-not-searched-comments = 評註可以搜尋：comment:…
error-field-not-searched = 不能搜尋`{ $field }:`
error-range-empty = 此範圍是空的
error-range-empty-help = 請把較小的值寫在前面：1990..1995
error-not-a-date = `{ $text }`不是日期
error-not-a-date-help = 請寫1990、1990-05、1990-05-21、"21 May 1990"、1990s，範圍如1990..1995，或today、7d、2w、1y
error-date-too-old = 沒有早至`{ $text }`的日期
error-date-too-old-help = 最早的年份是1：西元200年寫200，到該年為止的所有年份寫..200
# $one 和 $other 是日期，如 1990-05-06 和 1990-06-05。
error-either-date = `{ $text }`可能是{ $one }，也可能是{ $other }
error-either-date-help = 請寫{ $one }或{ $other }
error-no-property = 這不是`is:`的值
# $choices 是以 error-no-property-or 相連的條件：is:dup或is:new。
error-no-property-help = 請寫{ $choices }
error-no-property-or = { " 或 " }
error-copy-of-no-query = `copy-of:`之後須寫放在括號中的查詢
error-no-go-term = `{ $text }`不是已知的圍棋術語
# $clause 是一個條件，如 term:joseki。
error-no-go-term-near = 是否指{ $clause }？
error-no-go-term-words = { $clause }依字面搜尋這些字詞
error-no-joseki = `{ $text }`不是已知的定石名稱
error-no-joseki-near = 是否指{ $clause }？
error-no-joseki-words = { $clause }在評註中搜尋這些字詞

## 局面與棋形

error-hit-without-position = `{ $field }:`須與局面連用，而旁邊沒有局面
error-hit-without-position-help = 請寫在一起：position:"Q16 D4 Q3" next:D16；整局的手數用`moves:`
error-within-one-position = `within:`限制局面之間相隔的手數，而這裡只有一個局面
error-within-one-position-help = 請寫position:"Q16 D4" then position:"Q16 D4 Q3" within:20
error-no-position-named = 查詢中沒有局面
error-which-pattern = 這既不是棋形，也不是局面的一部分
error-no-part-of-board = `{ $part }`不是此棋盤的一部分
error-which-pattern-help = 請寫pattern:"XO/OX"、pattern:@diagram.txt、pattern:"R16 P17 corner"或pattern:"ID#42 O13-T19"
error-files-not-read = `{ $text }`是檔名，而這裡不讀取檔案
error-files-not-read-help = 請貼上檔案的內容
error-file-of-diagram-help = 請在棋圖檔案的名稱前寫@
error-no-positions-without-rules = 此局的規則不明，因此沒有局面
error-not-about-hits = 此條件針對整局棋，與局面的符合處無關
error-not-a-side-to-move = `{ $text }`不是顏色
error-not-a-side-to-move-help = 請寫tomove:B或tomove:W
error-next-outside-pattern = `{ $text }`不在棋形之內
error-next-not-a-move = `{ $text }`不是著手
error-next-help = 請寫next:R14、next:"B R14"、next:pass或next:end；棋形還可用next:elsewhere
error-which-part-of-game = `{ $text }`不是棋局的一部分
error-which-part-of-game-help = 請寫in:main、in:variations或in:any
error-which-colours = `{ $text }`沒有說明黑白可否互換
error-which-colours-help = 請寫colours:as-drawn；黑白可互換則寫colours:any
error-which-symmetries = `{ $text }`沒有說明可否旋轉及鏡射
error-which-symmetries-help = 請寫symmetry:all；不旋轉也不鏡射則寫symmetry:none
error-judged-on-main-line = 引擎分析只能在主線上搜尋
error-sequence-on-main-line = 先後出現的局面只能在主線上搜尋
error-leave-out-or-one-position = 請去掉此條件，或只查一個局面
error-not-a-move-number = `{ $text }`不是手數
error-not-a-move-number-help = 請寫move:40、move:..50或move:30..50

## 引擎的評估

error-field-twice = `{ $field }:`在此出現了兩次
error-field-twice-help = 請寫成範圍，如{ $field }:5..20
error-missed-no-point = `{ $text }`不是棋盤上的點
error-missed-no-point-help = 請寫missed:Q16、missed:pass，任何著手則寫missed:*
error-lead-help = 請寫lead:B>5、lead:W>=3，黑方也可寫lead:-2..2
error-win-rate-help = 請寫winrate:B>90、winrate:W>=60，黑方也可寫winrate:40..60
error-turned-value = `{ $text }`既不是yes或no，也不是大於0的目數
error-turned-value-help = 請寫turned:yes（勝率90%）、turned:no或turned:10（領先10目）
error-judged-no-number = `{ $text }`不是數字
error-no-percentage = `{ $text }`不是百分比
error-win-rate-below-one = 勝率以百分比表示，`{ $text }`便不到1%

## 使用者對棋局的標記

error-marks-not-known = 此處沒有您的標籤、星號、筆記和儲存的查詢
error-marks-not-known-help = 請在儲存它們的電腦上用kifu-index查詢，或去掉此條件
error-no-own-names = 不知道您用哪些名字下棋
# 該行須有 me 和半形分號。
error-no-own-names-help = 請在設定資料夾的檔案aliases.tsv中加一行，寫上您的姓名和帳號，例如：me; Anna Lee; anna123
error-no-book = 沒有使用中的棋書
error-book-gone = 使用中的棋書{ $file }已不存在
error-book-unreadable = 無法讀取使用中的棋書{ $file }
error-saved-takes-name = `saved:`須寫一個已儲存查詢的名稱
# $way 是以箭頭相連的名稱：a → b → a。
error-saved-in-itself = 儲存的查詢包含自身：{ $way }
error-saved-in-itself-help = 請重新儲存其中一個，去掉其中指向下一個的`saved:`
error-saved-named-too-often = 此查詢展開後引用的儲存查詢超過{ $most }個
error-saved-named-too-often-help = 請把其中一些儲存查詢的條件直接寫出來
# $reason 是另一則錯誤訊息。
error-saved-not-understood = 儲存的查詢`{ $name }`無法理解：{ $reason }
# $reason 說明超過了哪項上限。
error-saved-too-large = 展開儲存的查詢`{ $name }`後，此查詢過大：{ $reason }
error-none-saved-as = 沒有儲存名為`{ $text }`的查詢

## 編號、分頁與表格

error-no-game-with-id = 沒有編號為`{ $id }`的棋局
error-games-with-id = 有{ $games }局的編號以`{ $id }`開頭
error-games-with-id-help = 請多寫幾位編號
error-no-page-key = 這不是此查詢的分頁標記
error-no-page-key-help = 請從第一頁開始，其中有下一頁的標記
error-not-narrowed = 不能以`{ $name }`縮小結果範圍
error-not-narrowed-near = 是否指`{ $near }`？（{ $list }）
error-not-narrowed-list = 請寫以下之一：{ $list }
error-not-ordered = 不能依`{ $name }`排序
error-not-ordered-help = 請依games或name排序
error-crosstable-players = 查到的棋局共有{ $players }位棋手，對戰表最多{ $most }位
error-crosstable-players-help = 請指定一項賽事，例如event:"45th Honinbo"
error-pattern-brace = `{ $pattern }`中有未閉合的大括號
error-pattern-brace-help = 請用大括號括住欄位名稱：{ $pattern }

## 關於輸入或貼上的著手、棋盤、圖與棋形的錯誤和提示

error-point-taken = { $point }已有{ $color }子
error-point-taken-help = 黑白輪流下，黑先；可用`B Q16 B D4`寫明顏色
note-ko = { $color }{ $point }立即提回劫
note-suicide = { $color }{ $point }是自殺：該子已提去
note-suicide-of-chain = { $color }{ $point }是自殺：提去{ $stones }子
note-no-liberties = 有些棋子沒有氣
error-position-forms = 著手：`Q16 D4 Q3`、`B Q16 W D4`，Lines of Action為`e1-e3` | 棋譜：`game.sgf#42`、`a.zip!x.sgf#42` | SGF：`(;B[pd];W[dd])` | 標準輸入：逐列畫出的棋盤（如`. X O .`）、Sensei's Library的圖（`$$B`）、GTP指令稿（`play B Q16`）
error-not-a-position = 這不是局面
error-only-go-diagrams = Sensei's Library的圖只用於圍棋
error-only-go-gtp = GTP指令稿只用於圍棋
error-only-go-help = Lines of Action請寫著手（如`e1-e3 a2-c2`）、SGF，或畫出棋盤
error-board-too-large = { $width }x{ $height }的棋盤太大
error-board-sizes = 棋盤的直行數和橫列數各為1至52
error-two-sizes = 棋盤不能同時是{ $one }和{ $other }
error-two-sizes-help = 請只保留一個大小
error-size-of-position = 該局面的棋盤是{ $board }，而`size:`要求{ $size }
error-drawn-size = 畫出的棋盤是{ $drawn }，要求的卻是{ $asked }
error-drawn-size-help = 請省略棋盤大小，或畫出整個棋盤

error-sign-unknown = 棋盤上沒有`{ $sign }`這種符號
error-sign-of-board-help = 畫棋盤時，棋子用X和O，空點用 . 或 +
error-sign-of-diagram-help = X和O是棋子， . 和 , 是空點，1至9和0是著手，a至z是標記
error-drawn-row-length = 圖的第{ $row }橫列有{ $points }個點，以上各列卻有{ $above }個
error-row-length = 第{ $row }橫列有{ $points }個點，以上各列卻有{ $above }個
error-row-length-help = 棋盤各橫列的長度相同
error-row-lengths = 各橫列長度不同
error-two-blacks = 圖中既有`#`又有`X`：可能都表示黑子，也可能其中之一另有所指
error-two-blacks-help = 黑子請都畫成X，空點畫成`.`
error-row-numbers = 圖的橫列編號沒有從{ $rows }依次遞減到1
error-row-numbers-help = 請畫出整個棋盤的所有橫列
error-axis-length = 圖中有{ $letters }個直行字母，各橫列卻有{ $points }個點
error-axis-length-help = 請畫出整個棋盤的所有直行
error-axis-letters = 圖的直行字母沒有從A開始依次排列
error-axis-letters-help = 請畫出整個棋盤；圍棋棋盤沒有I行，H之後是J
note-column-i = 圖中有I行：各直行已從左起計數，這裡改用通常的直行名稱
note-labels = 點上的字母視為空點的標記

error-shell-number = shell把`$$`換成了數字{ $number }
error-diagram-line = 圖中有一行文字不以`$$`開頭
error-diagram-line-help = Sensei's Library的圖每行文字都以`$$`開頭
error-diagram-no-row = 圖中沒有任何棋盤橫列
error-diagram-no-row-help = 橫列形如`$$ | . X O . |`，上下是由`-`組成的邊
error-diagram-header = 圖的首行無法讀取
error-diagram-header-help = 首行為`$$`，接著是B或W、c（座標）、棋盤大小、m加起始手數，以及標題：`$$Bc19m5 Title`
error-diagram-edge = 圖中多了一條邊
error-diagram-edge-help = 由`-`組成的邊，棋盤上方和下方各一條
error-row-below-edge = 下邊之下還有一列
error-row-below-edge-help = 下邊位於所有橫列之下
error-row-edges = 第{ $row }橫列的邊與以上各列不同
error-row-edges-help = 邊`|`要麼每列都有，要麼都沒有
error-number-twice = 編號{ $number }的棋子出現兩次
error-number-twice-help = 每個編號只用一次；0是第十手
error-point-open = `{ $sign }`沒有確定該點，而局面的每個點都須確定
error-point-open-help = 棋盤的每個點請寫X、O或 .
error-diagram-size = 首行寫的是{ $size }，畫出的卻是{ $width }x{ $height }
error-diagram-size-help = 請省略棋盤大小，或畫出所有橫列
error-diagram-part = 這個圖只是棋盤的一部分，而此處需要整個棋盤
error-diagram-part-help = 請用`-`、`|`和`+`畫出四邊
note-numbered-stone = 編號{ $number }的棋子已作為著手下出
note-numbered-stones = 編號{ $first }-{ $last }的棋子已依次作為著手下出
note-moves-not-drawn = 圖中沒有的著手：{ $numbers }

note-genmove = 已略過`{ $command }`：指令稿中沒有它的著手
error-gtp-arguments = 無法讀取`{ $command }`的參數
error-gtp-arguments-help = 請寫`boardsize 19`、`clear_board`、`play B Q16`、`set_free_handicap D4 Q16`、`undo`
error-gtp-not-told = 從指令稿無法得知`{ $command }`的結果
error-gtp-not-told-help = 請寫`set_free_handicap D4 Q16`、`play B Q16`
error-gtp-unknown = 不明的GTP指令`{ $command }`
error-gtp-unknown-help = 可用的指令：{ $commands }
error-gtp-size = 這不是棋盤大小
error-gtp-size-help = 請寫`boardsize 19`，最大為52
error-gtp-other-size = 指令稿的棋盤是{ $size }，要求的卻是{ $asked }
error-leave-size-out = 請省略棋盤大小
error-gtp-colour = `{ $word }`不是顏色
error-gtp-colour-help = 請寫`play B Q16`或`play white D4`
error-gtp-undo = 沒有可以收回的著手
error-gtp-undo-help = 一個`undo`收回一個`play`
error-gtp-handicap = { $point }已有棋子
error-gtp-handicap-help = 讓子須在任何著手之前放置，各占一點

error-loa-illegal = { $color }不能走{ $played }
error-loa-no-piece = { $square }沒有棋子
error-loa-other-piece = { $square }的棋子是{ $owner }方的；黑白輪流走，黑先
error-loa-stuck = { $square }的棋子無法移動
error-loa-targets = { $square }的棋子可以走到{ $squares }
error-loa-square = 在Lines of Action中，單獨一格不是著手
error-loa-square-help = 著手由兩格組成，如`e1-e3`
error-loa-not-a-move = `{ $word }`不是Lines of Action的著手
error-loa-not-a-move-help = 著手由兩格組成，如`e1-e3`，或為`pass`
error-loa-move-in-go = 這是Lines of Action的著手，不是圍棋的
error-loa-move-in-go-help = 請指明棋種loa，並且只寫它的著手

error-off-board = `{ $word }`在{ $size }棋盤之外
error-off-board-go = 直行從A到{ $right }（沒有I），橫列從1到{ $top }
error-off-board-loa = 直行從a到{ $right }，橫列從1到{ $top }
error-off-board-pairs = 按數字座標，直行從1到{ $right }，橫列從1（最上）到{ $bottom }
error-off-board-letters = 按SGF字母，直行從a到{ $right }，橫列從a（最上）到{ $bottom }
error-no-column-i = 沒有I行：圍棋棋盤的H之後是J
error-no-column-i-help = 第九行是J：也許是指{ $point }
error-not-a-point = `{ $word }`不是棋盤上的點
error-not-a-point-help = 點由直行的字母和橫列的數字組成：Q16
error-not-a-move = `{ $word }`不是著手
error-not-a-move-help = 著手是Q16這樣的點，或pass；`B Q16 W D4`寫明顏色
error-colour-twice = `{ $color }`之後應是著手，卻又是顏色
error-colour-twice-help = 請寫`B Q16 W D4`
error-colour-alone = `{ $color }`之後沒有著手
error-colour-alone-help = 請寫`B Q16 W D4`，或去掉顏色
error-sgf-letters = `{ $word }`是用SGF字母寫的點，與其他點的寫法不同
error-sgf-letters-help = 請用棋手通常的寫法：{ $point }
note-pairs = { $pair }即{ $point }：數字座標是從左上角數起的直行和橫列

note-first-game = 共{ $games }局，只讀取了第一局
note-move-illegal = 第{ $number }手違反規則；仍照樣執行
error-sgf-rules-help = 圍棋請寫GM[1]
error-sgf-kind = 這段SGF的棋種是{ $kind }，與要求的不同
error-sgf-kind-help = 請省略棋種，SGF的GM[…]已寫明棋種
error-sgf-other-size = 這段SGF的棋盤是{ $size }，要求的卻是{ $asked }
error-sgf-cut = 文字在一個值的中間結束
error-sgf-cut-help = 請寫完這個值和對局：(;B[pd])
error-sgf-second-move = 同一節點中有同一方的兩手
error-sgf-second-move-help = 每手棋各有一個以分號開頭的節點：(;B[pd];B[dd])
error-sgf-point = 這不是{ $size }棋盤上的點
error-sgf-point-help = SGF用兩個字母表示點，即從左上角數起的直行和橫列：Q16是B[pd]
error-sgf-loa-move = 這不是{ $size }棋盤上的著手或格
error-sgf-loa-move-help = Lines of Action的著手寫作B[e1-e3]，格寫作AB[e1]
error-sgf-size = 棋盤大小無法讀取
error-sgf-size-help = 請寫SZ[19]或SZ[19:13]

error-two-boards = 文字中有第二個棋盤
error-two-boards-help = 請只留下一個棋盤的各行文字
error-edge-not-drawn = 這一部分的座標到了棋盤的邊，卻沒有畫出邊
error-edge-not-drawn-help = 邊上的棋形請用`|`和`-`畫出邊，任意位置的棋形請去掉座標
error-stones-or-letters = 這裡的`B`和`W`可能是棋子，也可能是空點上的字母
error-stones-or-letters-help = 棋子請畫成X和O，其他點都畫成`.`
error-stone-or-letter = 這裡的`{ $sign }`可能是棋子，也可能是空點上的字母
error-stone-or-letter-help = 棋子請寫X和O；如果`{ $sign }`是字母，該點請寫`.`

note-words-are-rows = 以空格分開的各段各為一列（若只是一列，請去掉空格）
error-not-a-pattern = 這不是棋形
error-row-or-rows = 這可能是一列，也可能是以空格分開的幾列
error-row-or-rows-help = `/`表示換列，點之間不需空格：`XO/X.`是兩列，`XOX.`是一列
error-pattern-too-large = { $width }x{ $height }的棋形比任何棋盤都大
error-no-numbered-stones = 手順中沒有編號的棋子
error-no-numbered-stones-help = 著手按先後順序畫成1至9和0
error-pattern-open = 這個棋形的各點都不限
error-pattern-open-help = 請至少畫一個棋子，或邊上的一個空點
error-region-off-board = 該區域不在{ $size }棋盤上
error-region-empty = 區域是空的
error-region-no-move = 區域內沒有著手
error-region-many-moves = 區域內有{ $n }手，而手順最多{ $most }手
error-corner-not-told = 沒有棋子，無法得知是哪個角
error-corner-too-small = 這個角容不下所有棋子

## 結果中的錯誤與提示（src/engine）

error-time-over-before-answer = 結果尚未完整，時間已到
error-ratings-share = 先行學習的對局所占比例為{ $share }，但該比例必須不小於0且小於1
error-ratings-share-help = 請寫0.333這樣的比例
error-novelty-not-ready = 仍在尋找所有棋局的新手（已完成{ $percent }%）
error-novelty-not-ready-help = 請稍後再試；索引的每個狀態只尋找一次
error-novelty-of-shards = 單一分片無法得知所有棋局的新手
error-novelty-of-shards-help = 請同時開啟所有索引，或一次只查一局
error-novelty-no-sgf = 這不是SGF格式的棋譜
# $reason 為英文。
error-no-thread = 無法啟動執行緒（{ $reason }）
# $reason 為英文，可能是空的。
error-internal = 內部錯誤：{ $reason }
error-internal-at = 內部錯誤（{ $place }）：{ $reason }
error-index-seems-damaged = 索引似乎已損壞（或是程式出錯：{ $reason }）

# 棋局表格的欄，以網址中的欄名表示。$columns 與 $all 是以逗號分隔的欄名。
error-no-column = 沒有`{ $name }`這一欄
error-no-column-write = 請寫{ $columns }
error-no-column-tells = 沒有任何欄列出`{ $field }:`所查的內容；可用的欄：{ $all }
error-no-column-near = 是否指`{ $near }`？（全部：{ $all }）
error-no-column-all = 可用的欄：{ $all }

error-page-of-other-index = 該頁產生之後，索引已有變動
error-page-of-other-index-help = 請從第一頁重新開始

# 其前為檔案路徑與冒號。
error-file-no-longer-there = 檔案已不在原處
error-game-no-longer-in-file = 檔案在建立索引後已變更，其中已沒有這一局
# $problem 是檔案的問題。
error-file-changed = 檔案在建立索引後已變更：{ $problem }
# $problem 是路徑及所缺的內容，如「a.zip: has no member `b.sgf`」。
error-no-longer = { $problem }（建立索引時還有）
error-file-of-game-too-large-help = 請分割檔案，以便單獨讀取其中的各局

# $game 是棋局的編號。
error-game-without-rules = 棋局{ $game }的規則不明
error-game-without-rules-help = 只有圍棋與Lines of Action才有局面
# 顯示的是哪個局面。$game 是棋局的編號。
note-game-at-node = { $game }，節點{ $node }
note-game-after-moves = { $game }，{ $n }手之後
# $word 是輸入的 and、or、not，$operator 是其大寫。
note-operator-as-word = `{ $word }`在此是要尋找的字詞；運算子請寫成{ $operator }

## 標籤、筆記、儲存的查詢與練習的錯誤（src/store/userdata）

# 標籤或儲存的查詢的名稱。
error-name-missing = 缺少名稱
error-name-missing-help = 請寫一個詞，如study
error-name-too-long = 名稱最多{ $most }個字元
error-name-too-long-help = 請取較短的名稱
error-no-name = `{ $text }`不能作為名稱
error-no-name-help = 名稱可用字母（含漢字）、數字、-和_，如to-study
error-note-too-long = 筆記最多{ $most } KiB
error-note-too-long-help = 請把筆記寫短一些
error-note-changed = 筆記已被另一個分頁或程式更改
error-note-changed-help = 請比較兩份筆記，將正確的一份連同新版本號一併送出
# 要儲存的查詢，或要記入最近查詢的查詢。
error-kept-query-empty = 查詢是空的
error-kept-query-too-long = 查詢超過{ $most }個字元
error-kept-query-help = 請儲存至少含一個字詞、且不超過上限的查詢
error-too-many-tags = 棋局的標籤最多{ $most }個，這樣會超過
error-too-many-stars = 星號最多{ $most }個，這樣會超過
error-too-many-notes = 筆記最多{ $most }則，這樣會超過
error-too-many-saved-queries = 儲存的查詢最多{ $most }個，這樣會超過
error-too-many-kept-help = 請先移除一些既有的
error-nothing-kept-here = 沒有可儲存標籤和筆記的設定資料夾
# 其後為冒號與原因。
error-with-reason = { $doing }：{ $reason }
error-settings-folder-not-made = 無法建立設定資料夾
# 儲存標籤、筆記等的檔案。$file 是檔名，$reason 為英文。
error-settings-file-newer = 設定資料夾中的{ $file }是由本程式較新的版本寫入的
error-settings-file-newer-help = 檔案未變更；請使用較新版本的程式
error-settings-file-foreign = 設定資料夾中的{ $file }無法使用：它屬於其他程式
error-settings-file-damaged = 設定資料夾中的{ $file }已損壞：{ $reason }
error-settings-file-busy = 另一個程式正在寫入設定資料夾中的{ $file }
error-settings-file-busy-help = 請稍後再試
error-settings-file-unusable = 設定資料夾中的{ $file }無法使用：{ $reason }
error-settings-file-unusable-help = 請檢查您能否寫入該檔案及其資料夾，以及磁碟是否已滿
# 以前儲存練習答案的檔案。$line 是行號。
error-old-practice-unread = 設定資料夾中的{ $file }無法讀取：{ $reason }
error-old-practice-line = 設定資料夾中{ $file }的第{ $line }行無法讀取，已略過
error-old-practice-lines = 設定資料夾中{ $file }的第{ $line }行及另外{ $more }行無法讀取，已略過

## 遇到錯誤時怎麼辦：本程式的指令和選項

remedy-raise-it = 可用{ $option }提高此上限
remedy-raise-limit = 可用{ $option }提高上限
remedy-read-whole = 去掉--skip-slow即讀取整個檔案
remedy-build = 請先建立索引：kifu-index build FOLDER_WITH_GAMES
remedy-refresh = 檔案已不在索引記錄的位置，請更新索引：kifu-index build
remedy-forget = 請將檔案放回原處，或從索引中去掉其中的棋局：kifu-index build --forget { $root }
remedy-relocate = 要保留棋局編號和新棋局的判斷：kifu-index relocate { $old } { $new }；兩處都要索引：build --as-new
remedy-fewer-threads = 記憶體不足，或執行中的程式太多；--threads 1用得最少
remedy-rebuild = 棋譜未受影響，請重建索引：kifu-index build --rebuild --index { $folder }
remedy-publish = 請重新發布分片：kifu-index shards publish --force FOLDER…
remedy-verify = 查出哪個索引已損壞：kifu-index status --verify
remedy-name-roots = 請寫明資料夾或檔案：kifu-index build FOLDER_WITH_GAMES
remedy-name-rebuild-roots = 請寫明要讀取的資料夾：kifu-index build --rebuild FOLDER_WITH_GAMES
remedy-name-reachable-roots = 未作任何變更；請寫明要讀取的資料夾：kifu-index build --rebuild FOLDER
remedy-other-index = 請用--index另外指定資料夾；要建立新索引，請指定空資料夾
remedy-one-shard-each = 每個分片各有自己的索引，由--index指定；--rebuild會取代此索引
remedy-new-folder = 請指定空的或尚不存在的資料夾：--output FOLDER
remedy-overwrite = 請另取名稱，或用--force覆寫既有的檔案或資料夾
remedy-name-table = 請用--analysis FILE重新指定該表，或用--no-analysis去掉該表
remedy-name-file = 請另外指定檔案，或用 - 表示標準輸出
remedy-write-folder = 請指定檔案，或用--dir
remedy-write-file = 請指定資料夾，或用--sgf FILE
remedy-write-elsewhere = 請寫入另一個資料夾；單一檔案也可寫到標準輸出：--sgf - > FILE
remedy-list-fields = 列出所有欄位：kifu-index fields
remedy-fields-on-page = 所有欄位：見「說明」頁面
remedy-find-ids = 編號在此指令輸出的第一欄：kifu-index search … | cat
remedy-page-find-ids = 棋局清單中有編號：/api/v1/search?q=…
remedy-page-filter-games = 對棋局的條件請寫在查詢中：q=…
remedy-page-name-part = 請選擇區域或棋子周圍：area=O13-T19、area=around
remedy-page-name-corner = 請把棋子放在一個角上；/api/v1可用region=upper-right指定角
remedy-page-whole-board = 請選擇全盤：去掉area
remedy-page-draw-moves = 請在棋盤上下出各手，或去掉seq=1
remedy-page-draw-whole = 請選擇全盤，或去掉sym=none
remedy-page-write-size = 請寫size=19或size=19x13
remedy-filter-games = 對棋局的條件請寫在--filter中
remedy-ask-position = 尋找帶棋子和標記的全盤局面：kifu-index position
remedy-ask-pattern = 請依棋形查詢：`kifu-index pattern`
remedy-quote-diagram = 請把圖放在單引號中，或從標準輸入讀取：`kifu-index position - < diagram.txt`
remedy-draw-pattern = 逐列：`XO/OX`，`.`為空點，`?`為任意，`*`為棋子，`-`、`|`為邊 | 局面的一部分：`R16 P17 --corner 6`、`game.sgf#42 --region O13-T19` | 標準輸入：同樣的橫列，一列寫一行，或Sensei's Library的圖（`$$`）
remedy-draw-moves = 請把著手畫成1、2、3，或去掉--diagram sequence
remedy-draw-whole = 請畫出四邊，並去掉--symmetry
remedy-name-corner = 請指定角：--region upper-right（或upper-left、lower-right、lower-left）
remedy-name-part = 請用--region O13-T19或--corner 9指定這一部分
remedy-name-part-or-whole = 請加上--corner或--region O13-T19；整個棋盤則用：kifu-index position
remedy-leave-part-out = 要尋找此圖，請去掉{ $option }；要截取局面的一部分，請寫出著手或畫出整個棋盤
remedy-write-size = 請寫--size 19或--size 19x13
remedy-write-corner = 請寫--corner 9或--corner 9x7
remedy-write-kind = 請寫--kind go或--kind loa
remedy-list-moves = 不加--tree則列出該局面之後的著手
remedy-write-least = 請寫--least 5、--least 2%或--least 5,2%
remedy-build-with-parquet = 請安裝支援Parquet的版本：cargo install --path . --features parquet；--csv和--jsonl始終可用
remedy-restore-mine = 未作任何變更；請將該檔案改名，再讀入您最近一次的匯出：kifu-index tag --import FILE
remedy-use-book = 請指定一個含變化的SGF檔案作為棋書：kifu-index book FILE --use
remedy-mark-all = 未作任何變更；請縮小查詢範圍，或加--all變更全部棋局
remedy-save-query = 列出您儲存的查詢：kifu-index save；再存一個：kifu-index save NAME QUERY
remedy-report = 請回報此問題，並附上設定KIFU_BACKTRACE=1後輸出的呼叫堆疊
remedy-similar-name = { $name }（{ $games }局）
remedy-similar-names = 相近的姓名：{ $names }
remedy-or-list-fields = { $help }（所有欄位：kifu-index fields）
remedy-or-fields-on-page = { $help }（所有欄位：見「說明」頁面）
remedy-or = { $help }；也可以：{ $other }
remedy-behind = { $message }（{ $remedy }）

### 網頁

## 「棋局」頁：查詢找到的棋局

games-title = 棋局
games-restarted = 產生該頁之後棋譜庫已有變動。這裡是第一頁。
# 頁面各區域的名稱，螢幕閱讀器用。
games-results = 結果
games-selected = 選取的棋局
# 到篩選清單的連結，窄螢幕上清單在下方。
games-to-facets = 縮小範圍 ↓
games-advice-names = 相近的姓名：
games-advice-words = 也許是：
games-advice-without = 減少條件：
games-rows = 第{ $first }–{ $last }局，共{ $total }局
games-none = 沒有符合的棋局。
# 接在games-none之後，沒有其他建議時。
games-none-help = 請移除查詢的一部分。
# 清單下方的按鈕。
games-more = 更多棋局
games-first-page = 第一頁
# 棋局的列出方式。三個並排的按鈕，空間不多。
games-view = 檢視
games-view-comments = 附評註
games-view-table = 表格
games-view-boards = 棋盤
# 清單的排序，選單的按鈕顯示所選的項目。
games-order-usual = 預設順序
games-order-newest = 由新到舊
games-order-oldest = 由舊到新
games-order-strongest = 段位由高到低
games-order-longest = 手數由多到少
games-order-shortest = 手數由少到多
games-order-captures = 提子數由多到少
games-order-black = 依黑方姓名
games-order-white = 依白方姓名
# 勝差最小的棋局在前。
games-order-closest = 勝差由小到大
games-order-place = 依檔案順序
games-order-own = 自訂順序
# 表頭，空間不多。黑、白用 black 和 white。
games-head-result = 結果
games-head-date = 日期
games-head-moves = 手數
games-head-komi = 貼目
games-head-event = 賽事
# $moves 如「120手」，$variations 如「3個變化」。
games-moves-and-variations = { $moves }，{ $variations }
# 同一局還有 $n 處符合查詢。
games-more-hits = 本局另有{ $n }處
# 查詢在棋局中找到的位置。$number 是手數。
games-hit = 符合處
games-at-beginning = 起始局面
games-at-beginning-in-variation = 起始局面，變化圖中
games-at-move = 第{ $number }手
games-at-move-in-variation = 第{ $number }手，變化圖中

## 棋局清單旁：可以縮小到的範圍

# 整體的標題，螢幕閱讀器用。
facets-title = 縮小範圍
# 各清單的標題，空間不多。
facets-how = 終局方式
facets-archive = 壓縮檔或資料夾
facets-rank = 較強一方的段位
facets-size = 棋盤
facets-lang = 語言
facets-years = 年份
# 展開清單的其餘部分：還有 $n 個值。
facets-more = 另外{ $n }項
# 連結的作用，螢幕閱讀器用。$name 是清單的一個值，例如「中盤」。
facets-take-away = { $name }：移除
facets-without = 排除{ $name }
facets-without-take-away = 排除{ $name }：移除
# 有長條的年份之前的棋局。$games 如「7局」。
facets-earlier = 更早：{ $games }
# 年份的長條。$years 如「1998」或「1990–1999」，$games 如「7局」。
facets-games-of-years = { $years }：{ $games }
# 「終局方式」的值。
facets-how-resignation = 中盤
facets-how-time = 超時
facets-how-forfeit = 棄權
facets-how-points = 計目
facets-how-draw = 和棋
facets-how-void = 無勝負
# 結果寫為不詳；評註的語言無法辨識。
facets-unknown = 不詳
# 「較強一方」的值：職業與業餘的段級位。
facets-rank-professional = 職業
facets-rank-dan = 業餘段位
facets-rank-kyu = 級位
facets-without-rank = 無段位
# 「語言」下沒有評註的棋局。
facets-no-comments = 無評註
# 某值不詳的棋局，例如棋盤大小。
facets-not-known = 不詳
# 評註的語言。
language-ar = 阿拉伯文
language-bg = 保加利亞文
language-cs = 捷克文
language-da = 丹麥文
language-de = 德文
language-el = 希臘文
language-en = 英文
language-es = 西班牙文
language-fi = 芬蘭文
language-fr = 法文
language-he = 希伯來文
language-hu = 匈牙利文
language-it = 義大利文
language-ja = 日文
language-ko = 韓文
language-nb = 挪威文
language-nl = 荷蘭文
language-pl = 波蘭文
language-pt = 葡萄牙文
language-ro = 羅馬尼亞文
language-ru = 俄文
language-sr = 塞爾維亞文
language-sv = 瑞典文
language-th = 泰文
language-tr = 土耳其文
language-uk = 烏克蘭文
language-zh = 中文

## 可選欄位的棋局表格，以及下載檔案

# 列出所有欄位的選單按鈕，空間不多。
columns-menu = 欄位
# $files 是各格式的連結，例如「SGF · zip · CSV」。
columns-download = 全部下載：{ $files }
# 最後一個連結：表格顯示的欄位。
columns-csv-as-shown = 目前欄位的CSV
# 按鈕及其作用。
columns-practise = 練習
columns-practise-title = 猜這些棋局的著手

## 棋局表格的欄位，也用於欄位選單；空間不多

columns-head-id = 編號
# 檔案的路徑；member：壓縮檔內的檔案；game：檔案中的第幾局。
columns-head-path = 路徑
columns-head-member = 壓縮檔內檔案
columns-head-game = 檔內局號
# 原文所寫的對局者及段位。
columns-head-black = 黑方
columns-head-white = 白方
columns-head-black-rank = 黑方段位
columns-head-white-rank = 白方段位
# 姓名所指的人（可能多人），以及所屬隊伍。
columns-head-black-persons = 黑方各人
columns-head-white-persons = 白方各人
columns-head-black-team = 黑方隊伍
columns-head-white-team = 白方隊伍
columns-head-result = 結果
columns-head-date = 日期
# 對局的所有日期；首日至末日。
columns-head-dates = 各日期
columns-head-date-span = 起訖日期
columns-head-date-text = 日期（文字）
columns-head-event = 賽事
columns-head-round = 輪次
# 對局地點。
columns-head-place = 地點
columns-head-komi = 貼目
columns-head-handicap = 讓子
columns-head-handicap-inferred-from = 讓子推斷依據
# 原文所寫的規則，及其所指的規則。
columns-head-rules = 規則
columns-head-ruleset = 規則類別
# 基本用時（秒），原文所寫的讀秒。
columns-head-time = 用時
columns-head-overtime = 讀秒
# 講解者；棋譜標題；棋譜所寫的佈局；來源的書或伺服器。
columns-head-annotator = 評註者
columns-head-title = 標題
columns-head-opening = 佈局
columns-head-source = 來源
# 記錄棋譜的人。
columns-head-transcriber = 記錄者
columns-head-copyright = 版權
columns-head-game-comment = 全局評註
# 棋種（圍棋）、檔案格式、編碼、棋盤大小。
columns-head-kind = 棋種
columns-head-format = 格式
columns-head-charset = 編碼
columns-head-size = 棋盤大小
# 手數、節點數、變化數。
columns-head-moves = 手數
columns-head-nodes = 節點數
columns-head-variations = 變化數
# 從棋盤上辨識出的佈局。
columns-head-openings = 辨識的佈局
# SGF與GTP記法的著手、預置的棋子、最後局面。
columns-head-moves-sgf = 著手SGF
columns-head-moves-gtp = 著手GTP
columns-head-setup = 預置棋子
columns-head-final = 終局圖
# 符合處：第幾手、第幾節點、是否在變化中。
columns-head-move = 第幾手
columns-head-node = 節點
columns-head-variation = 變化
# 查詢找到的評註。
columns-head-comment = 評註
# 加入索引的時間。
columns-head-added = 加入時間
# 系列賽（如某頭銜賽）、第幾屆、番棋的第幾局。
columns-head-series = 賽事系列
columns-head-edition = 屆數
columns-head-match-game = 局次
# 對局者的國家。
columns-head-black-country = 黑方國家
columns-head-white-country = 白方國家
# 勝者、勝法（中盤、超時、目數）、勝差目數。
columns-head-winner = 勝者
columns-head-how = 終局方式
columns-head-margin = 勝差
columns-head-year = 年份
# 可能對局的首日與末日。
columns-head-date-from = 日期起
columns-head-date-to = 日期訖
# 對局者姓名所指的人。
columns-head-black-person = 黑方本人
columns-head-white-person = 白方本人
# 評註的語言。
columns-head-lang = 評註語言
# 死活題：誰先下、在棋盤何處、幾個正解。
columns-head-toplay = 先行方
columns-head-region = 區域
columns-head-solutions = 正解數
columns-head-captures = 提子數
columns-head-ko-captures = 提回劫
columns-head-early-passes = 中途虛手
columns-head-novelty-ply = 新手
columns-head-followers = 效仿局數
columns-head-gtype = 對局類型
columns-head-game-hash = 對局雜湊
# 引擎對一手棋的評價：哪個引擎、誰下的、下在哪、損失幾目、損失勝率、最佳一手、黑勝率、黑領先目數、計算量。
columns-head-tags = 標籤
columns-head-starred = 星號
columns-head-note = 筆記
columns-head-engine = 引擎
columns-head-mover = 落子方
columns-head-played = 實戰
columns-head-loss = 損失
columns-head-drop = 勝率下降
columns-head-best = 最佳
columns-head-black-winrate = 黑勝率
columns-head-black-lead = 黑領先
columns-head-visits = 計算量
columns-about = 約{ $size }

## 每頁的外框

# 各頁的連結，空間不多。
frame-tab-explore = 探索
frame-tab-joseki = 定石
frame-tab-games = 棋局
frame-tab-players = 棋手
# 使用者自己的東西：儲存的查詢、星號、筆記。
frame-tab-mine = 我的
frame-tab-archive = 棋譜庫
# 這些連結的名稱，螢幕閱讀器用。
frame-pages = 頁面
# 略過頁面內容上方的部分，給使用鍵盤的人。
frame-skip = 跳到結果
# 查詢框，螢幕閱讀器用：查什麼、框的名稱、按鈕。
frame-ask = 棋局
frame-query = 查詢
frame-search = 搜尋
# 邊上的兩個按鈕，螢幕閱讀器用。
frame-theme-and-help = 配色與說明
frame-theme = 淺色或深色
frame-help = 說明
# 查詢句子旁的小字。$games 是全部局數，$time 是毫秒。
frame-took = 共{ $games }局，用時{ $time }毫秒
frame-took-partly = 共{ $games }局，{ $time }毫秒內未全部查完
# $names 是網址中沒有意義的名稱。
frame-unknown = 網址中有無法辨識的名稱，已忽略：{ $names }
# 頁尾。$time 是索引建立的時間，例如「2026-11-22 09:59 UTC」。
frame-built = 索引建立於{ $time }
# 正在建立新的索引。
frame-refreshing = 索引更新中
frame-no-games = 此索引中沒有棋局。
frame-no-games-build = 要讀取棋譜資料夾，請在終端機執行：
frame-no-games-folder = 資料夾
frame-no-games-watch = 要隨時收錄新增與變更的棋譜，請這樣啟動伺服器：
frame-no-games-archive = 讀取了哪些、未讀取哪些
# 頁尾一行的按鍵及其作用，空間不多。
# 搜尋棋盤的一個區域。
frame-keys-region = { $key } 區域
# 讓一點成為不限點：任何情況皆可。
frame-keys-wildcard = { $key } 任意點
# 上一項的 $key：按住Shift點擊。
frame-keys-shift-click = ⇧點擊
# 再搜尋整個棋盤。
frame-keys-whole-board = { $key } 全盤
# 顯示答案、下一題。
frame-keys-answer = { $key } 答案
frame-keys-next = { $key } 下一題
# 逐手前進後退。
frame-keys-moves = { $keys } 著手
# 到查詢框。
frame-keys-query = { $key } 查詢
# 到按鍵一覽的連結。
frame-keys-help = { $key } 快速鍵

## 探索：頁面、分頁、比較、評註

# 頁面的標題。
explore-title = 探索
# 螢幕閱讀器用：下面的分頁。
explore-tabs = 結果的各部分
# 窄頁面上的分頁，空間不多。
explore-tab-moves = 著手
explore-tab-years = 年份
explore-tab-games = 棋局
explore-tab-comments = 評註
# 開啟第二個查詢的框。
explore-compare-open = 與其他棋局比較
# 第二個查詢的框之前。
explore-compare-with = 比較對象
# 按鈕，空間不多。
explore-compare = 比較
# 框旁的連結：與全部棋局比較。
explore-compare-all = 全部棋局
# 連結：兩個查詢互換。
explore-compare-swap = 對調
explore-compare-stop = 停止比較
# 所有棋局在此局面的評註。
explore-comments = 此處的評註
# 顯示哪些評註，長的在前：首末的編號與總數。
explore-comments-shown = 由長到短：{ $first }–{ $last }，共{ $all }
explore-comments-none = 沒有棋譜在此處有評註。
# 到前後評註的連結。
explore-comments-longer = 較長的評註
explore-comments-shorter = 較短的評註
# 未搜尋全部棋局：$all 中的 $n。
explore-comments-part = { $all }局有評註的棋局中，只搜尋了前{ $n }局。
# 接在棋局的對局者之後：評註在第 $n 手。
explore-comment-move = 第{ $n }手
explore-comment-variation = 第{ $n }手，變化圖中

## 探索：棋盤

# 螢幕閱讀器用：有棋盤的部分。
position-title = 局面
# 螢幕閱讀器用：棋盤顯示什麼。$n 是手數，$at 是最後一手，例如Q16。
position-board-first = 棋盤，輪{ $color }下
position-board = 棋盤，已下{ $n }手，最後一手{ $at }，輪{ $color }下
# 螢幕閱讀器用：逐手前進的按鈕與著手清單。
position-taken = { $point }已有棋子。
position-moves = 著手
position-first = 起始局面
position-back = 後退一手
position-forward = 前進一手
# 螢幕閱讀器用：有三個點的按鈕，展開棋盤下方的內容。
position-more = 更多棋盤功能
# 螢幕閱讀器用：旋轉、鏡射、連結的按鈕。
position-view = 檢視
position-turn = 旋轉棋盤
position-mirror = 鏡射棋盤
position-link = 此局面的連結
# 在19、13、9等棋盤大小之前，空間不多。
position-boards = 棋盤
# 展開較少用的大小，空間不多。
position-boards-other = 其他大小
# 螢幕閱讀器用，接在大小之後：「19路」。
position-lines = 路
# 輸入框之前。
position-type-move = 輪{ $color }下 · 輸入著手：
# 展開下面的描述。
position-words = 以文字描述局面
# $points 是一方的棋子，例如「Q16 R9, D4」，或 position-no-stones。
position-stones = { $color }：{ $points }。
position-no-stones = 無棋子
# $n 是手數，$at 是著手，例如Q16。
position-last = 最後一手：第{ $n }手，{ $color }{ $at }。
position-next-none = 輪{ $color }下。{ $n }局到達此局面。
# $moves 是著手及比例，例如「F3 33%, R9 30%」。
position-next = 輪{ $color }下。{ $n }局到達此局面；最常下：{ $moves }。

## 探索：下一手的表格

# 螢幕閱讀器用：有表格的部分。
moves-title = 下一手
# 粗體：$total 就是數字 $n。後面在「 · 」之後是 to-play 或 moves-first-time。
moves-total = { $n ->
   *[other] { $total }局
}
moves-any-order = 不論手順
# 棋形在每局以首次出現時計。
moves-first-time = 以棋形首次出現時計
# $n 是局數。
moves-without-winner = { $n }局無勝者
moves-only-in-variations = 另有{ $n }局僅在變化圖中出現。
# 棋盤上及螢幕閱讀器用：著手 $at 例如R9、其局數、下該手一方的勝率。
moves-row = { $at }：{ $n }局
moves-row-wins = { $at }：{ $n }局，勝率{ $wins }%
# 螢幕閱讀器用，接在「1,257局，輪黑下，」之後：最常見的一手 $at、比例、下該手一方的勝率。
moves-most = 最常下{ $at }，{ $share }
moves-most-wins = 最常下{ $at }，{ $share }，勝率{ $wins }%
# 代替著手：棋局到此局面為止。
moves-end = 到此為止
# 代替著手：下在區域之外。
moves-elsewhere = 他處
# 表格第一欄的表頭，空間不多；以及螢幕閱讀器用的表格說明。
moves-next = 下一手
moves-next-caption = 下一手，依頻率排列
moves-tenuki = 脫先
moves-tenuki-caption = 下在他處的著手，依頻率排列
moves-inside = 區域內
moves-inside-caption = 區域內的下一手，依頻率排列
moves-later = 區域內，不論早晚
moves-later-caption = 區域內的下一手，不論何時下
moves-none-inside = 沒有棋局的下一手在區域內。
# 展開表格 moves-later。
moves-later-open = 區域內的下一手，不論何時下
# 展開表格的其餘部分。$n 是列數，$games 是其局數。
moves-others = 另外{ $n }種下一手，{ $games }局
# 欄的表頭，空間不多。名稱以 -title 結尾的在滑鼠停留時顯示。
moves-head-games = 局數
# 占此局面棋局的比例。
moves-head-share = 比例
# 棋局的結果，以長條顯示。
moves-head-results = 結果
# 下該手一方的勝率（百分比）。
moves-head-wins = 勝率
moves-wins-title = 下該手一方的勝率，附95% Wilson區間的半寬
moves-head-years = 年份
moves-years-title = 占此局面棋局的比例，每五年一段
# 一手棋損失的目數。
moves-head-loss = 損失
moves-loss-title = 引擎評估該手平均損失的目數（五局以上）
# 螢幕閱讀器用：展開列的連結的欄。
moves-head-more = 更多
moves-head-book = 棋書
moves-book-title = 您的棋書中有的著手
moves-in-book = 棋書中有
# 黑勝與白勝的局數。
moves-won = 黑勝{ $black }，白勝{ $white }
# 代替勝率：棋局太少。空間不多。
moves-few = 過少
# 顏色圖例：在一排圓點之前與之後。
moves-worse = 低於平均
# 棋形：雙方都可能下。
moves-better-side = 高於平均（與該方在此局面的平均相比 · 淡色：局數太少，無法判斷）
moves-better = 高於平均（與{ $color }在此局面的平均相比 · 淡色：局數太少，無法判斷）
# 圖例中的連結。
moves-how-counted = 計算方式
# 按鈕：最後一欄改顯示著手的損失，代替年份。
moves-show-losses = 顯示著手的損失

## 探索：一手棋的詳情，在其列下方

# 螢幕閱讀器用。$at 是著手，例如R9；棋形則附黑白：B R9。
moves-more-about = { $at }的詳情
moves-more-none = 沒有其他資料。
# $years 是年份或範圍，例如1990–1999。
moves-more-years = 見於{ $years }年。
# 下該手之後的局面的局數，其中以其他次序到達的局數。
moves-more-reached = { $n }局到達該局面，其中{ $others }局次序不同。
# 螢幕閱讀器用：下該手的棋手。
moves-more-players = 棋手
# 棋手列表的結尾，如果還有更多。
moves-more-others = 等人
moves-more-local = 作為區域內的下一手共{ $n }局，立即下出或脫先（含虛手）之後：
moves-at-once = 立即
moves-after-one = { $stone }脫先1手後
moves-after-more = { $stone }脫先2手以上
moves-at-once-share = 立即{ $share }
moves-at-once-title = 作為區域內的下一手共{ $n }局，其中{ $share }立即下出

## 探索：沒什麼可顯示時的提示

# 可以嘗試的查詢的上方。
hints-first = 可以先看看
# $moves 是到達局面的著手，例如「Q16 D4 Q3」。
hints-after = { $moves }之後
hints-no-shape = 沒有棋局出現此棋形。
hints-no-position = 沒有棋局到達此局面。
hints-smaller = 縮小後有棋局的棋形：
hints-smaller-region = 只取{ $region }：{ $n }局
hints-smaller-stone = { $point }處不限：{ $n }局
# $seen 是連結，文字為下面兩者之一。
hints-last-seen = 最後出現：{ $seen }（{ $n }局）。
# $n 是手數，$at 是其最後一手，例如Q16。
hints-seen-after = 第{ $n }手{ $at }之後
hints-seen-before = 第一手之前
# 去掉查詢的一部分 $clause 後找到的棋局。
hints-without = 去掉{ $clause }：{ $n }局
# 連結。
hints-without-filter = 不加篩選
hints-near = 尋找與此局面相近的棋局
# 尚未搜尋全部棋局。$far 如12%，$n 是找到的局數。
hints-partial = 已搜尋{ $far }，目前{ $n }局。
# 連結。
hints-partial-rest = 搜尋其餘棋局
hints-partial-found = 檢視已找到的棋局

## 探索：計算方式

hints-counted = 計算方式
hints-counted-position = 計數時查了一次局面表。
hints-counted-shape = 計數時把所有可能出現該棋形的棋局檢查了一遍。
# 螢幕閱讀器用：查詢各部分的表格。
hints-parts = 查詢的各部分
# 表頭，空間不多：查詢的一部分、其局數、毫秒數、方法。
hints-parts-part = 部分
hints-parts-games = 局數
hints-parts-ms = 毫秒
hints-parts-by = 方法

## 探索：棋盤上哪些算作棋形，點擊放什麼

# 棋盤的哪個部分計入：下面三個按鈕的名稱，螢幕閱讀器用。
shape-what-counts = 棋盤的哪一部分計入
# 按鈕，空間不多。
shape-whole-board = 全盤
# 按鈕，空間不多：圍住棋子的最小矩形。
shape-around-stones = 棋子周圍
# 按鈕，空間不多；後面接區域的角，例如「區域 k10–t19」。
shape-region = 區域
# 輸入區域的角的框之前。
shape-type-region = 區域：
# 選擇點擊棋盤放什麼的按鈕之前。
shape-click-puts = 點擊放置
# 這類按鈕的標籤，螢幕閱讀器用：$word 是按鈕上的文字，$says 是說明。
shape-pen-label = { $word }：{ $says }
# 按鈕，空間極少；各自的說明在其下。
shape-pen-turn = 輪流
shape-puts-turn = 輪流放黑白棋子
shape-pen-black = 黑
shape-puts-black = 黑子
shape-pen-white = 白
shape-puts-white = 白子
shape-pen-any = 不限
shape-puts-any = 該點不限
shape-pen-no-white = 非白
shape-puts-no-white = 黑子或空點
shape-pen-no-black = 非黑
shape-puts-no-black = 白子或空點
shape-pen-stone = 有子
shape-puts-stone = 任一方的棋子
shape-pen-empty = 空
shape-puts-empty = 移除棋子與記號
# 棋盤的邊；也是後面兩則的 $edge。
shape-edge-left = 左邊
shape-edge-right = 右邊
shape-edge-top = 上邊
shape-edge-bottom = 下邊
# 固定於某邊的棋形，只在靠該邊時才算。連結的標籤。
shape-free = 解除固定{ $edge }
shape-bind = 固定於{ $edge }

## 探索：改變棋形認定的標記（空間都不多）

# 標記列的名稱，螢幕閱讀器用。
chips-title = 棋形的認定
# 啟用：黑白互換的棋形也算。
chips-colours = 黑白互換
# 啟用：旋轉、鏡射的棋形也算；$n 是8，非正方形棋盤是4。
chips-ways = { $n }種對稱
# 棋形不必靠邊。
chips-anywhere = 任意位置
# 棋形必須靠的邊數，1到4。
chips-edges = { $n }邊
# 棋形可在棋局何處：三個選項。
chips-main-lines = 主線
chips-variations-too = 含變化圖
chips-in-variations = 僅變化圖
# 必須接著的一手：$value 是著手如「B D4」，或不限、他處、虛手、終局（見下）。
chips-next-any = 下一手
chips-to-move-any = 輪到
chips-move-any = 手數
chips-next = 下一手：{ $value }
# 沒有條件。用於「下一手：不限」等，也單獨用於選單。
chips-any = 不限
# 下一手下在棋形之外。
chips-elsewhere = 他處
# 棋局到此為止。
chips-end = 終局
# 輪到誰：$side 是黑、白或不限。
chips-to-move = 輪到：{ $side }
# 棋形出現時已下幾手：$range 如「30..50」，或不限。
chips-move = 手數：{ $range }
# 該範圍的輸入框之前。
chips-move-label = 已下手數，如..50或30..50
# 框後的按鈕。
chips-choose = 選定
# 啟用：棋形的著手必須依編號的順序下。
chips-order = 依此順序下

## 探索：兩個查詢並列，一律稱為A和B

# 螢幕閱讀器用。
compare-title = 兩者的下一手
# $first 和 $second 是A和B的局數。
compare-total = { $first }局與{ $second }局
compare-total-corners = { $first }個角與{ $second }個角
# 代替空的查詢。
compare-all-games = 全部棋局
# $rate 是百分比，例如54%。
compare-black-wins = 黑勝率{ $rate }
# $points 是帶正負號的差，例如+3.2；$interval 是下一則。
compare-difference = 黑勝率A減B：{ $points }個百分點（{ $interval }）。
# 差的範圍，例如「−1.0至+7.4」。空間不多。
compare-interval = { $low }至{ $high }
compare-common = 兩者共有{ $n }局：區間的計算假設A與B沒有相同的棋局。
compare-none = 兩者都沒有這樣的棋局。
# 展開表格的其他列。
compare-more = 另外{ $n }種下一手
# 表格下方。
compare-legend = 差為A減B的百分點，附95%區間；無法僅以偶然解釋、且其中一方至少有5局時以粗體顯示。勝率是下該手一方的勝率。
compare-common-corners = 兩者共有{ $n }個角：區間的計算假設A與B沒有相同的角。
compare-none-corners = 兩者都沒有此形的角。
compare-legend-corners = 差為A減B的百分點，附95%區間；無法僅以偶然解釋、且其中一方至少有5個角時以粗體顯示。勝率是下該手一方的勝率。
# 表格的標題，螢幕閱讀器用。
compare-caption = 下一手，依兩者的局數排列
# 表頭：下一手。
compare-next = 下一手
# 表頭，空間不多。含 $side 的只看得到字母A或B，其餘供螢幕閱讀器用。
compare-share = 比例
compare-share-in = 查詢{ $side }的棋局中的比例
compare-wins = 勝率
compare-wins-in = 查詢{ $side }的棋局中的勝率
# 代替下一手：棋局到此為止。
compare-ends = 到此為止
# 代替下一手：下在棋形之外。
compare-elsewhere = 他處
# 代替差：局數太少。空間不多。
compare-few = 過少

## 探索：局面的棋局

# 標題與螢幕閱讀器用的標籤。
chosen-title = 棋局
# 清單的排序，空間不多。
chosen-order-newest = 由新到舊
chosen-order-oldest = 由舊到新
# 依對局者的段位。
chosen-order-strongest = 段位高在前
# 依手數。
chosen-order-shortest = 手數少在前
chosen-order-longest = 手數多在前
# 依勝差。
chosen-order-closest = 勝差小在前
# 依局面或棋形在棋局中出現的早晚。
chosen-order-earliest = 出現早在前
# 其他排序：$order 為網址中的寫法。
chosen-order-other = 依{ $order }排序
# 未列出的 $n 個副本。
chosen-copies = 每局只計一次：略去{ $n }個副本。
# 回到清單開頭的連結。
chosen-first = 最前面的棋局
# 到清單下一部分的連結。
chosen-more = 更多棋局
# 顯示 $n 局，共找到 $total 局。
chosen-shown = { $total }局中的{ $n }局
# 到所有棋局頁面的連結。
chosen-all = 全部棋局 →
# 檔案的連結。
chosen-tree-file = 後續著手的SGF
# 棋局前的手數的提示。
chosen-moves-before = 到該處已下的手數
# 只看得到數字，其餘供螢幕閱讀器用。
chosen-at-move = 第{ $number }手
# 棋形以黑白互換出現的記號。
chosen-exchanged = 黑白互換

## 定石：角上的下法
joseki-title = 定石
joseki-corners = { $n ->
    [0] 沒有角出現此形
   *[other] { $games }的{ $n }個角出現此形，包括鏡射和黑白互換
}
joseki-corners-empty = { $n ->
    [0] 沒有棋局在角上落子
   *[other] { $games }的{ $n }個角有落子
}
joseki-left-out = 不計有讓子或擺子的{ $n }個角
joseki-total = { $n ->
   *[other] { $total }個角
}
joseki-in-games = （{ $games }）
joseki-after-tenuki = { $color }脫先之後
joseki-first-color = 先在角上落子的一方為黑
joseki-head-corners = 角
joseki-caption = 角上的下一手，依頻率排列
joseki-tenuki = 脫先
joseki-tenuki-title = { $color }脫先，對方繼續在此落子
joseki-end = 到此為止
joseki-row = { $at }：{ $n }個角
joseki-row-wins = { $at }：{ $n }個角，勝率{ $wins }%
joseki-others = 另外{ $n }種下一手，{ $corners }個角
joseki-at-once = { $share }的角立即下此手
joseki-elsewhere = 否則在他處{ $n }手之後（中位數）
joseki-tenuki-elsewhere = 他處{ $n }手之後角上繼續（中位數）
joseki-games-later = 落子後，這裡列出有此形的棋局。
joseki-games-left-out = 其中{ $n }局只在有讓子或擺子的角有此形，表中不計。
joseki-explore = 把此角當作棋形探索
joseki-board = 角，輪到{ $color }
joseki-board-after = 角，至{ $at }，輪到{ $color }
joseki-of-game = 此角的定石

## 探索：局面的年份

# 螢幕閱讀器用的標籤。
years-title = 年份
# 標題：顯示年份的兩種方式。
years-games = 每年局數
years-shares = 占各年棋局的比例
# 兩者互相切換的連結。
years-show-shares = 顯示比例
years-show-counts = 顯示局數
# 取消年份選擇的連結。
years-all = 全部年份
# 查詢的日期不單是年份時該連結的文字。
years-dates = 日期
# 圖的文字描述，螢幕閱讀器用：首年、末年、最多的一年及其數值。
years-span = { $first }至{ $last }年
years-most-games = { $first }至{ $last }年，{ $year }年最多：{ $games }局
years-most-share = { $first }至{ $last }年，{ $year }年最高：{ $share }
# 早於圖的棋局。
years-before = { $year }年之前{ $n }局
years-none = 這裡沒有棋局有日期。
years-corners = 每年角數
years-corner-shares = 占各年所有角的比例
years-most-corners = { $first }至{ $last }年，{ $year }年最多：{ $games }個角
years-before-corners = { $year }年之前{ $n }個角
# 各在年份框之前：「從 [1990] 到 [1999]」。
years-from = 從
years-to = 到
# 兩者之後的按鈕。
years-choose = 選定年份
# 小曲線的文字描述，螢幕閱讀器用：著手的最大比例及年代。
years-curve = 最高{ $share }，約在{ $year }年

## 多頁使用的數字

# 後面開關的提示。
figures-copies-once = 同一局的副本只計一次
# 開關：同一局的副本算一局。空間不多。
figures-each-once = 每局計一次
# 接在兩個百分比之後，螢幕閱讀器用：「54% 46% 為黑勝與白勝」。
figures-won-by = 為黑勝與白勝

## 棋局的頁面（src/web/page/game.rs）

# 螢幕閱讀器用：棋譜庫中關於此局面和此局的資料。
game-around = 棋譜庫中的此局面與此局
game-about = 關於此棋譜
game-current-move = 這一手
game-generated-comment = 程式寫的評註
game-tried = 您的變化：
game-untry = 返回棋局 { $key }
game-tabs = 此局的內容
game-tab-costly = 失誤
game-tab-comments = 評註
game-tab-here = 他局
game-tab-tree = 變化圖
game-tab-about = 棋譜
# 螢幕閱讀器用：有棋盤的部分。
game-board = 棋盤
game-no-board = 不知道此棋的規則，因此沒有棋盤。
# 以下六則為螢幕閱讀器用：符號按鈕與按鍵的步進。
game-first = 起始局面
game-back = 後退一手
game-forward = 前進一手
game-last = 最後局面
game-ten-back = 後退十手
game-ten-forward = 前進十手
# 螢幕閱讀器用：著手的滑桿。
game-slider = 手數
# 很長的棋局中，滑桿範圍前後部分的連結。
game-earlier = 較前
game-later = 較後
# 兩連結之間：顯示的首末節點與總數。
game-window = { $from }–{ $to }，共{ $all }
# 螢幕閱讀器用：滑桿下的記號。符合處是符合查詢之處。
game-ticks = 評註與符合處
game-tick-hit = 符合處
game-tick-comment = 評註
# 對一手棋的說明，在棋盤下方。
game-against-rules = 違反規則
game-in-variation = 變化圖中
# 雙方被提的子數。
game-captured = 被提：黑{ $black }子，白{ $white }子
# 連結之前：接下來的主線與變化。
game-goes-on = 後續：
game-main = 主線
game-variation = 變化{ $n }
# $n：沒有自己的連結的變化數。
game-more-variations = 另有{ $n }個變化，依次列於前一個之下
# 螢幕閱讀器用：上下箭頭。
game-above = 上面的變化
game-below = 下面的變化
# 棋盤與讀者來源頁一樣旋轉或鏡射；後面接連結。
game-turned = 棋盤方向與前一頁相同
# 連結：不旋轉、不加框顯示棋盤。
game-as-recorded = 依棋譜方向顯示
# $komi：目數，例如6.5。
game-komi = 貼目{ $komi }
result-black = 黑
result-white = 白
result-won = { $who }勝
result-resign = { $who }中盤勝
result-time = { $who }超時勝
result-forfeit = { $who }棄權勝
result-by = { $who }勝{ $margin }目
result-by-points-and-half = { $who }勝{ $points }目半
result-by-half = { $who }勝半目
result-draw = 和棋
result-void = 無勝負
result-unknown = 結果不詳
game-of-file = 此檔案{ $all }局中的第{ $n }局
game-of-folder = 此資料夾中的棋局
game-of-archive = 此壓縮檔中的棋局
# 按鈕，空間不多：棋譜檔案（SGF按鈕的提示）、圖、文字圖、網址、來源棋局清單。
game-sgf-title = 棋譜庫中的原始棋譜
game-sgf-here-title = 棋譜（支援的打譜軟體會開啟至此局面）
game-diagram = 圖
game-text = 文字
game-link-title = 此局面的網址
game-link = 連結
game-list = 清單
game-print = 列印
game-print-title = 把棋局列印成每譜50手的棋譜
# 螢幕閱讀器用：到符合處的箭頭。
game-hit-before = 上一個符合處
game-hit-after = 下一個符合處
# 箭頭之間：第幾個符合處，或總數。
game-hit = 符合處{ $hit }／{ $all }
game-hits = 符合查詢{ $n }處
# 標題：棋譜庫中此局的其他棋譜。
game-same = 同一局
game-more-records = 另外{ $n }份棋譜
# 接在另一份棋譜的檔案之後：與手數最多的棋譜的關係。
game-same-moves = 著手完全相同
game-fullest = 最完整的棋譜
game-differs = { $n }手不同
game-its-beginning = 最完整棋譜的開頭部分
# $fact：game-fact 各則之一。$values：各棋譜的記載。
game-disagree = 各棋譜的{ $fact }不一致。
game-disagree-values = 各棋譜的{ $fact }不一致：{ $values }。
# 同一局的棋譜可能不一致的項目。
fact-black = 黑方
fact-white = 白方
fact-date = 日期
fact-result = 結果
fact-komi = 貼目
fact-handicap = 讓子
# 手數
fact-length = 手數
# 著手本身
fact-moves = 著手
# 展開部分的摘要：SGF根節點的屬性，例如PB和KM。
game-details = 詳細資料：{ $n }個屬性
# $odd：不合格式之處的數目。
game-details-odd = 詳細資料：{ $n }個屬性，{ $odd }處異常
# 標題：棋譜不合格式之處。
game-odd = 棋譜的異常之處
game-cut = 過長的值在此截短；SGF檔案中有全文。
# 螢幕閱讀器用：屬性的表格。
game-properties = 根節點的屬性（原文）
# 第一手之前的節點。
game-beginning = 起始局面
# 棋局清單旁的預覽的標題。
game-move = 第{ $number }手
game-move-of-variation = 變化圖第{ $number }手
# 螢幕閱讀器用：預覽。
game-preview = 選取的棋局
# 附按鍵的按鈕。
game-open = 開啟 { $key }

## 棋局旁：從此局面如何繼續（src/web/page/here.rs）

# 標題。
here-title = 此處的後續著手
# 按鈕：在「探索」中的此局面。
here-explore = 從此處探索
# $total：粗體的數字。
here-total = { $n ->
   *[other] { $total }局
}
here-total-of-query = { $n ->
   *[other] 查詢中的{ $total }局
}
# 棋盤上圓點的提示。$point：位置，例如Q16。$n：下在該處的局數。$share：百分比。
here-disc = { $point }：{ $n }局
here-disc-share = { $point }：{ $n }局，{ $share }%
# 螢幕閱讀器用：下一手的表格及表頭。
here-ways = 棋局的後續
here-next = 下一手
here-games = 局數
here-results = 結果
# 代替下一手：下在搜尋的棋盤部分之外。
here-elsewhere = 他處
# 代替下一手：沒有後續。
here-end = 棋譜結束
# 螢幕閱讀器用：黑勝與白勝的局數。
here-won = 黑勝{ $black }，白勝{ $white }
# 同上，有結果的棋局很少時。空間不多。
here-won-few = 黑{ $black } · 白{ $white }
here-in-variations = 另有{ $n }局僅在變化圖中出現
# 表格未列出的下一手。
here-more-ways = 另外{ $n }種下一手
# 此局本身的下一手。$color：黑或白。$played：位置，例如Q5。
here-none-follows = 此棋譜沒有後續著手。
here-played-nowhere = 此處{ $color }下{ $played }；沒有棋局在主線上出現此局面。
here-played-only = 此處{ $color }下{ $played }；沒有其他棋局出現此局面。
# 同上。$total 局有此局面，其中 $n 局也下該手；$share 說明是無、全部或部分。
here-played = { $share ->
    [none] 此處{ $color }下{ $played }，{ $total }局中無一如此。
    [all] 此處{ $color }下{ $played }，{ $total }局全都如此。
   *[some] 此處{ $color }下{ $played }，{ $total }局中有{ $n }局如此。
}
# 同上，該手為多數棋局的下法。
here-played-usual = { $share ->
    [none] 此處{ $color }下{ $played }，{ $total }局中無一如此。
    [all] 此處{ $color }下{ $played }，{ $total }局全都如此；這是最常見的一手。
   *[some] 此處{ $color }下{ $played }，{ $total }局中有{ $n }局如此；這是最常見的一手。
}
# 同上，多數棋局下另一手。$usual：該手。
here-played-other-usual = { $share ->
    [none] 此處{ $color }下{ $played }，{ $total }局中無一如此；最常見的是{ $usual }。
    [all] 此處{ $color }下{ $played }，{ $total }局全都如此；最常見的是{ $usual }。
   *[some] 此處{ $color }下{ $played }，{ $total }局中有{ $n }局如此；最常見的是{ $usual }。
}

## 棋局的樹狀圖（src/web/page/tree.rs）

# 螢幕閱讀器用：有樹狀圖的部分及其框。
tree-region = 棋譜樹狀圖
tree-frame = 著手與變化
# 節點是樹中的一處：一手棋，或預置的棋子。
tree-part = 共{ $all }個節點，顯示附近的{ $shown }個
# 螢幕閱讀器用：節點是什麼。$number：手數。
tree-move = 第{ $number }手
tree-pass = 第{ $number }手，虛手
tree-beginning = 起始局面
tree-setup = 預置棋子
# $node：上面四者之一。有評註、符合查詢，或兩者皆有。
tree-comment = { $node }，評註
tree-hit = { $node }，符合處
tree-comment-hit = { $node }，評註，符合處

## 最近幾手，在棋局的棋盤下方（src/web/page/steps.rs）

# 第20手下在目前第26手之處，如印刷棋譜。
steps-at-move = { $number }在{ $later }處
# 這一手的棋子被提。$point：原來的位置，例如Q16。
steps-at-captured = { $number }在{ $point }，被提
# 該節點的內容。$color：黑或白。$played：位置，例如Q16。
steps-passed = { $color }虛手
steps-played = { $color }{ $played }
steps-tried = { $played }，您的變化第{ $number }手
steps-setup = 預置棋子
steps-no-move = 無著手

## 「棋手」頁：所有棋手的清單，以姓名開頭尋找

# 標題、視窗名稱、清單名稱。
players-title = 棋手
# 上方的句子。
players-all = { $n }位棋手。
# 上方的句子；$name 是輸入的文字。
players-beginning = 姓名以「{ $name }」開頭的棋手。
# 輸入姓名的欄位之前。
players-name = 姓名（任何寫法皆可）
# 欄位旁的按鈕，空間不多。
players-find = 尋找
# $name 是已選的棋手；再選一位以作比較。
players-beside = 與{ $name }的對戰
# 螢幕閱讀器用：取消已選棋手的 ✕。
players-without = 取消{ $name }
players-choose = 兩位棋手的對戰：請在下面選擇。
# 按鈕，也是選擇兩位棋手的方框欄的表頭；空間不多。
players-versus = 對戰
# 螢幕閱讀器用：選擇一位棋手作比較的方框。
players-versus-of = 對戰：{ $name }
players-none = 沒有姓名如此開頭的棋手。
# 螢幕閱讀器用：表格的內容。
players-caption = 棋手，局數多者在前
# 表頭，空間不多。
players-column-player = 棋手
players-column-years = 年份
# 清單下方的連結。
players-more = 更多棋手
players-few = 分出勝負的對局不足{ $n }局的棋手排在最後。

## 一位棋手的頁面

# 上方的句子。$first 和 $last 是首局和末局的年份。
person-games-years = { $n }局，{ $first }至{ $last }年。
# 同上，所有棋局在同一年。
person-games-year = { $n }局，{ $year }年。
# 同上，年份不詳。
person-games = { $n }局。
# $names 是其他人，各附局數。
person-others = 同名的其他人：{ $names }
person-careers = 一個人不會下這麼多年棋：可能是兩人同名，或日期有誤。{ $years }
# 姓名下方；$names 是其他寫法，各附局數。
person-written = 也寫作{ $names }
# 在全部局數的大數字下方；其中 $n 局是有此棋手的隊伍的棋局。
person-of-games-beside = 局，其中{ $n }局未註明黑白或僅在變化圖中
# 表格的標題及第一欄的表頭。
person-opponents = 對手
person-opponent = 對手
# 螢幕閱讀器用：$name 對 $rival 的勝負局數。
person-won-and-lost = { $won }–{ $lost }：{ $name }對{ $rival }的勝負
# 表格的標題及第一欄的表頭。
person-events = 賽事
person-event = 賽事

## 兩位棋手對戰的頁面

# 上方的句子。
versus-expected = 依對局當日的等級分，{ $name }在{ $n }局計分對局中預期得{ $expected }分，實際得{ $score }分。
versus-none = { $first }與{ $second }沒有對局。
# 上方的句子。$won 是 $first 勝的局數，$lost 是 $second 勝的局數。
versus-games = { $first }與{ $second }對局{ $n }局：{ $first }勝{ $won }局，{ $second }勝{ $lost }局。
# 兩個姓名下方：頁面顯示誰的勝負。
versus-results = 以{ $name }的勝負計。
# 其後的連結，到從另一位棋手角度看的同一頁。
versus-other = 改看{ $name }的勝負
# 在全部局數的大數字下方。$first 和 $last 是首末局的年份。
versus-of-games-years = 局，{ $first }至{ $last }年
# 同上，所有棋局在同一年。
versus-of-games-year = 局，{ $year }年

## 一位及兩位棋手的頁面：結果、年份、表格

# 頁面上方，以查詢縮小範圍時；$query 是該查詢。
own-narrowed = 僅限符合{ $query }的棋局。
# 其後的連結，取消查詢。
own-unnarrowed = 全部棋局 ✕
# 到棋局清單的連結。
own-all-games = 全部{ $n }局
# 到「探索」頁的連結；$color 是黑或白。
own-explore-as = 探索執{ $color }的棋局
# 棋子的提示：到棋手執 $color 對 $rival 的佈局。
own-openings-against = 執{ $color }對{ $rival }的佈局
# 在全部局數的大數字下方。
own-of-games = 局
# 57%之類的勝率的提示：分出勝負的棋局中的 $share。
own-rate = 分出勝負的{ $n }局中勝{ $share }
# 同上，執黑或執白的棋局。
own-rate-as = 執{ $color }：分出勝負的{ $n }局中勝{ $share }
# 在大的百分比下方：是什麼的比率。後面接勝負局數：「勝率 · 12–9」。
own-won = 勝率
# 同上，執黑或執白：「執黑 · 12–9」。
own-as = 執{ $color }
# 勝、負、和的局數；$won 和 $lost 是連結，$n 是和棋數。
own-won-lost-drawn = { $won }–{ $lost }，{ $n }和
# 螢幕閱讀器用：勝局數、負局數。
own-games-won = { $n }勝
own-games-lost = { $n }負
# 長條圖的標題，每年一條。
own-years = 每年局數
# 長條顏色的意義，空間不多。
own-years-won = 勝
own-years-lost = 負
own-years-open = 和棋或不詳
# 螢幕閱讀器用：圖的首年和末年。
own-years-span = 每年局數，{ $first }至{ $last }年
# 長條的提示：該年的局數及勝局數。
own-year = { $year }年：{ $n }局，{ $won }勝
# 最新棋局清單的標題。
own-newest = 最新棋局
# 旁邊的連結。
own-newest-all = 全部棋局 →
# 表格的標題及第一欄的表頭。
own-openings = 佈局
own-opening = 佈局
# 展開起初未顯示的列。
own-all-rows = 全部{ $n }列
own-whole-page = 返回整頁
own-more = 另外{ $n }列
# 表頭，空間不多。own-column-won 是勝率或長條，own-column-won-and-lost 是兩個數字：「12–9」。
own-column-games = 局數
own-column-won = 勝率
own-column-won-and-lost = 勝負

## 「練習」頁：猜查詢中某局面的下一手

practise-title = 練習
# $games：以文字表示的查詢，例如：棋局：棋手為「Lee」。
practise-sentence = 猜下一手（{ $games }）。

# 螢幕閱讀器用：頁面各部分的名稱。
practise-board = 棋盤
practise-answer = 答案
practise-question = 題目
practise-tally = 成績
# 螢幕閱讀器用。$color：黑或白。
practise-board-title = 棋盤，輪{ $color }下

# 接在其他內容之後，以點分隔。$number：要猜的是第幾手。
practise-move = 第{ $number }手
practise-find-better = 實戰的這手棋是失誤，請找出更好的著法。
practise-problem = 死活題
practise-open-problem = 開啟此題及其變化
practise-solution = 正解
# 按鈕。$key：鍵盤上的按鍵。
practise-show = 顯示答案 { $key }
# 按鈕：略過此局面。$key：鍵盤上的按鍵。
practise-skip = 略過 { $key }
# 按鈕：到下一個局面。$key：鍵盤上的按鍵。
practise-next = 下一題 { $key }
# $field：輸入著手的欄位。
practise-type = 或輸入著手 { $field }

# 答案的開頭。後面接句子，例如：實戰下R14。
practise-told = 答案：
practise-told-right = 正確：
practise-told-nearly = 接近：
practise-told-wrong = 錯誤：

# 答案的句子。$point、$guess、$best：著手，例如R14。$engine：引擎名稱，例如KataGo。
practise-is-best = { $point }是{ $engine }的最佳一手。
practise-was-played = 實戰下{ $point }。
# $cost：目數或百分比，例如：1.2目（4%）。
practise-loses = { $guess }損失{ $cost }；{ $engine }的最佳一手是{ $best }。
practise-not-listed = { $guess }不在引擎的清單中；{ $engine }的最佳一手是{ $best }。
practise-unknown-cost = 實戰下{ $guess }，損失不詳；{ $engine }的最佳一手是{ $best }。
practise-mistake-avoided = { $guess }避免了損失{ $cost }的{ $played }；分析中沒有更好的著法。
practise-mistake = 實戰下了{ $played }，損失{ $cost }；分析中沒有更好的著法。
practise-problem-right = { $guess }正確。
practise-problem-wrong = { $guess }錯誤；正解是{ $right }。
practise-problem-unlisted = 棋譜中沒有{ $guess }；正解是{ $right }。
practise-problem-answer = 正解是{ $right }。
# 一手棋損失的目數與勝率百分比。空間不多。
practise-cost = { $points }目（{ $percent }%）
practise-cost-points = { $points }目

# 螢幕閱讀器用：著手的表格及表頭。
practise-answers = 著手
practise-answers-move = 著手
practise-answers-costs = 損失
practise-answers-is = 說明
# 表格中的著手是什麼：引擎的最佳、猜的、實戰下的。空間不多。
practise-best = 最佳
practise-guess = 您的答案
practise-played = 實戰
# 以上兩者。$first 本身可能就是兩者。
practise-is-both = { $first }，{ $then }

# 待答的題數。$n：今天到期的、從未答過的、找到的局面。
practise-due = 今日待複習{ $n }題
practise-new = 新題{ $n }題
practise-new-more = 新題{ $n }題以上
practise-positions = { $n }個局面
practise-positions-more = { $n }個局面以上
practise-not-kept = 不儲存答案：伺服器為唯讀，或其他電腦可以連到它
practise-progress = 已答局面
practise-answered = { $all }個局面中已答{ $n }個
practise-upcoming = 接下來
# $day：日期，例如2026-01-31。
practise-none-due = { $day }之前沒有待複習的題目。
practise-go-on = { $day }之前沒有待複習的題目；可繼續做{ $n }題新題。
practise-go-on-more = { $day }之前沒有待複習的題目；可繼續做{ $n }題以上的新題。

# 螢幕閱讀器用：此查詢的答案與全部答案之間的選擇。
practise-tabs = 答題記錄
# 按鈕。
practise-tab-query = 此查詢
practise-tab-all = 全部
practise-no-answers = 尚無答題記錄。
# 螢幕閱讀器用：統計答案的表格。
practise-counts = 依棋局階段與佈局統計的答題
# 表頭，空間不多。
practise-counts-moves = 手數
practise-right = 正確
practise-nearly = 接近
practise-wrong = 錯誤
# 各列之間的標題：以下為佈局。
practise-openings = 佈局
# 從此手數起。$first：手數。
practise-from = 第{ $first }手起

# $games：連結，即下一則。
practise-no-game = 沒有符合的棋局。請移除查詢的一部分，或查看{ $games }。
practise-the-games = 棋局清單
# $n：查詢的局數。下一則及其後的連結接在同一行。
practise-no-move = { $n }局中沒有可猜的著手。
# 括號內的文字原樣輸入查詢。
practise-which-moves = 若查詢要求有損失的著手（loss>=5、drop>20），就出比這些著手更好的下法；否則出圍棋棋局前十手以後的著手，以及死活題的第一手。
# 連結。
practise-to-games = 到棋局清單
practise-done = 全部完成：此查詢的{ $n }個局面您都會了。
# 接在上一則之後。$day：日期。
practise-next-due = 下一題於{ $day }複習。

## 只有死活題的棋譜庫：題集

problems-title = 死活題
problems-solve = 選擇一個題集，逐題作答。對錯以棋譜的記載為準。
problems-number = { $n }題
problems-list = 清單

## 棋局頁上引擎的分析

analysis-title = 分析
# 圖的兩條線：黑的勝率，以及領先的目數。空間不多。
analysis-rate = 黑勝率
analysis-lead = 領先目數
analysis-losses = 損失：黑下白上
# 連結：猜有損失的著手。
analysis-practise = 練習
# 滑桿：隱藏損失較小的著手。$least：例如5目或20%。
analysis-counts = 損失至少：{ $least }
# 單位，接在數字和空格之後。
analysis-points = 目
analysis-percent = %

# 一位棋手的表現：三者在同一行，以點分隔。$rate：例如87%。
analysis-accurate = 準確率{ $rate }
# $mean：例如1.2的數字。$unit：目或%。
analysis-mean-loss = 平均損失{ $mean }{ $unit }
analysis-blunders = { $n }手大惡手
# 螢幕閱讀器用：在該行之前。$color：黑或白。
analysis-side = { $color }：
# 螢幕閱讀器用：著手的清單。$color：黑或白。
analysis-costly = { $color }損失最大的著手
analysis-costly-title = 損失最大的著手
analysis-cost-explained = −{ $loss }（{ $drop } %）表示：這一手損失了{ $loss }目，勝率下降了{ $drop }個百分點。
# 清單的列中，以小字寫在更好的著手之前。空間不多。
analysis-best = 最佳

# 引擎對局面的評價：同一行，以點分隔。空間不多。
# $percent：黑的勝率，例如54。
analysis-black-rate = 黑{ $percent }%
# 雙方均勢；否則寫B+3.2。
analysis-even = 均勢
# 引擎計算的次數。
analysis-playouts = 計算量{ $n }
# $point：最佳一手，例如Q16。
analysis-best-move = 最佳{ $point }
# 按鈕：顯示引擎預期的著手。$key：鍵盤上的按鍵。
analysis-best-line = 最佳變化 { $key }

## 供列印的棋譜：頁面及 export --handout 的檔案

handout-controls = 列印用棋譜
handout-print = 列印
handout-back = 返回棋局
handout-figure-moves = 第{ $figure }譜（{ $from }–{ $to }）
handout-figure-move = 第{ $figure }譜（{ $number }）
handout-figure-to-play = 圖{ $figure }　輪{ $color }下
handout-figure = 圖{ $figure }
handout-at = { $number }＝{ $place }
handout-variation = 第{ $number }手的變化：{ $moves }
handout-cut = 棋譜中還有更多著手或評註，此處沒有列印。

## 棋局頁上的全部評註

# 螢幕閱讀器用：評註的清單。
analysis-comments = 評註
# 螢幕閱讀器用：在手數之前，中間有空格。
analysis-comment-move = 手數

# 棋盤上方，網址所指的局面已不存在時
practise-gone = 該局面已不在此查詢中。

## 「棋譜庫」頁：讀取了什麼、有什麼問題、有什麼重複

# 名稱：用於視窗和標題。
archive-title = 棋譜庫
# 頁面上方的句子。$games 如「7局」，$files 如「3個檔案」，$date 如「2024-05-06 07:08 UTC」。
archive-sentence = { $files }，{ $games }。
# 單一清單頁上：回到整頁。
archive-back = ← 棋譜庫
# 並列的文字，每次兩個：$before 本身可能已是並列。
archive-list = { $before }、{ $next }

# 長清單的分頁。第一則為螢幕閱讀器用，其餘是簡短的連結與位置。
archive-pages = 此清單的分頁
archive-page-before = ← 上一頁
archive-page = 第{ $page }頁，共{ $last }頁
archive-page-next = 下一頁 →

# 終端機指令旁的按鈕，簡短。第一則為螢幕閱讀器用。
archive-copy-command = 複製：{ $command }
archive-copy-button = 複製

# 頁面上方大數字之下，簡短。局數在其上，$files 如「3個檔案」。
archive-games-in = 局，在{ $files }中
# 問題數在其上；第一則尚不知數目。
archive-findings-unknown = 問題
archive-findings-in = 個問題，在{ $games }中
# 副本數在其上，$games 如「7局」。
archive-copies-of = 份副本，屬於{ $games }
# 沒有棋局的檔案數在其上。
archive-without-game = 個檔案無棋局

# 區段及其各列：資料夾、檔案格式、編碼、索引的大小與時間。
archive-read = 已讀取的內容
archive-from = 來自
archive-formats = 格式
archive-charsets = 編碼
archive-index = 索引
archive-contents = 內容
# 在「內容」旁：最後一次檢查所有檔案內容（不僅大小與時間）的時間。
archive-contents-read = 所有檔案已於{ $date }完整讀取
# 資料夾之後：索引所含的部分。$shard 如「1/4」。
archive-shard = （分片{ $shard }）
# 資料夾之下：另外讀取或排除的檔名樣式，如「*.txt」。
archive-include = 另外讀取：{ $patterns }
archive-exclude = 排除：{ $patterns }
# 非圍棋的棋局，數目在其前。$format 如「SGF」。
archive-format-loa = { $format } Lines of Action
archive-format-other = { $format }其他棋類
# 檔案沒有編碼的棋局，數目在其前。
archive-charset-none = 無編碼

# 與索引不一致的檔案。列出它們的頁面的標題：
archive-changed-since = 建立索引後變動的檔案
# 兩者在同一行，第一則為粗體。
archive-watch-fault = 變動未能即時讀取：
archive-up-to-date = 最新狀態：
archive-every-file-known = 建立索引後沒有檔案變動。
# $files 如「3個新增、1個消失」，由下面三則組成。
archive-since-built = 索引建立後{ $files }。
archive-files-new = { $n }個新增
archive-files-changed = { $n }個變更
archive-files-gone = { $n }個消失
# 檔案路徑之前，簡短。
archive-new = 新增
archive-changed = 變更
archive-gone = 消失
# 兩者在同一行，第一則為粗體。$root 是資料夾的路徑。
archive-out-of-reach = 無法存取：
archive-root-stays = { $root }無法讀取。其中的棋局仍保留在索引中。
# 到清單的連結。
archive-all-files = 全部{ $n }個檔案

# 區段：檔案中的問題。
archive-findings = 問題
archive-nothing-wrong = 沒有問題。
# 表格，螢幕閱讀器用：名稱及表頭。
archive-findings-by-kind = 各類問題
archive-severity = 嚴重程度
archive-kind = 類別
archive-places-head = 棋局或檔案
# 問題的嚴重程度，簡短。
archive-error = 錯誤
archive-warning = 警告
archive-note = 提示
# 出現次數，簡短。
archive-times = { $n }次
# 已完成 $done 個檔案；$files 如「30個檔案」，$games 如「7局」。
archive-examining = 正在檢查檔案：{ $files }中已完成{ $done }個，{ $games }。
# 長條，螢幕閱讀器用。
archive-examined = 檢查進度
# 重新載入頁面的連結。
archive-look-again = 重新整理
archive-none-of-kind = 沒有發現此類問題。
# Below the findings of a kind: $query is a query such as finding:wrong-charset.
archive-games-with-finding = 搜尋這些棋局：{ $query }
# 在多少棋局或檔案中發現。
archive-places = { $n }處
# 獨立的句子：$places 如「3處」；第二則共發現 $n 次。
archive-places-only = { $places }。
archive-places-times = { $places }，共{ $n }次。
archive-first-listed = 列出前{ $n }處。

# 區段：有多份副本的棋局。
archive-same = 同一局
archive-groups = { $n }組副本
archive-no-copies = 沒有重複的棋局。
# 到清單的連結。
archive-all-groups = 全部{ $n }組副本
# 接在棋局名稱之後，說明其副本。$facts 如「日期、貼目」，由下面的詞組成。
archive-agree = 各副本全部一致
archive-disagree = { $facts }不一致
archive-groups-differ = { $n }組副本的棋手、日期、結果、貼目或讓子不一致
archive-differ = 不一致的副本
archive-none-differ = 各副本的記載全部一致。
# 副本可能不一致的項目：表頭，也用於上面的句子。簡短。
# 表格，螢幕閱讀器用：名稱及表頭。
archive-copies = 副本
archive-copy = 副本
archive-file = 檔案
# 表格中的值，簡短。$komi 是數字或「–」，$stones 亦同。
archive-komi = 貼目{ $komi }
archive-handicap = 讓子{ $stones }
# 副本與最完整副本的關係，簡短。$moves 是其手數。
archive-relation-fullest = { $moves }手
archive-relation-same = 著手相同
archive-relation-first = 前{ $moves }手
archive-relation-differs = { $n }手不同
archive-relation-moves-differ = { $moves }手，{ $n }手不同
archive-relation-distant = { $moves }手，與另一副本相似
archive-relation-position = 局面相同
archive-relation-position-turned = 局面相同，經旋轉或移動
# $like 是上面之一；此副本的棋盤經旋轉或鏡射。
archive-relation-turned = { $like }，經旋轉

# 區段：沒有讀出棋局的檔案。
archive-not-read = 未讀取
archive-every-file-read = 所有檔案皆已讀取。
# 到清單的連結。
archive-all = 顯示全部{ $n }個

# 各類問題的意義，以及棋譜庫管理者能做什麼。兩個大寫字母（KM、CA）是SGF屬性的名稱；
# 帶冒號的字（date:）是查詢欄位。兩者保持原樣。
archive-kind-bad-analysis = 引擎或評註者對局面的評估值無法讀取，已略過；請重新分析此局。
archive-kind-bad-characters = 部分位元組不合檔案的編碼，因此字元遺失（顯示為{"\uFFFD"}）；請另找較好的副本。
archive-kind-bad-date = 日期無法完整讀取：年號不明、曆上沒有這一天或這個月，或以字母代替了數字。DT請寫成1996-05-06。
archive-kind-bad-json = JSON棋譜的一部分不合格式，已略過。
archive-kind-bad-komi = 貼目無法讀取；KM請寫目數。
archive-kind-bad-line = 伺服器棋譜的一行無法理解，已略過。
archive-kind-bad-move = 有一手不是棋盤上的點，或是同一節點中同色的第二手，已略過；請更正該手或棋盤大小。
archive-kind-bad-point = 有預置的棋子在棋盤之外，已略過；請更正該子或棋盤大小。
archive-kind-bad-result = 結果或勝差無法讀取，因此result:找不到此局；RE請寫成W+R或B+3.5。
archive-kind-bad-row = 表格中的列不是棋局，或表格無法讀取，已略過。
archive-kind-bad-size = 棋盤大小無法讀取，以常用大小代替；請更正SZ。
archive-kind-damaged = 壓縮檔或其中的檔案已損壞；請重新取得壓縮檔。
archive-kind-doubtful-handicap = 讓子數（HA）與棋盤上的子數不符；請更正其中之一。
archive-kind-doubtful-komi = 貼目不尋常；請更正KM。
archive-kind-doubtful-size = 所有棋子都在較小棋盤範圍的角落；棋盤大小（SZ）可能有誤或缺漏。
archive-kind-early-date = 日期早於幾乎所有已知的棋局；可能是DT輸入錯誤。
archive-kind-early-end = 此局以目數分勝負，但棋譜提早結束；其餘部分可能缺漏。
archive-kind-encrypted = 壓縮檔有密碼，或棋譜註明已加密；請解鎖後存成無密碼的檔案。
archive-kind-equal-names = 壓縮檔內有同名檔案：全部都已編入索引，但多數程式只會解出最後一個；請更改檔名。
archive-kind-future-date = 日期在未來；請更正DT。
archive-kind-guessed-charset = 文字不是UTF-8，棋譜也未註明編碼，因此編碼是猜測的；請轉成UTF-8並寫CA[UTF-8]。
archive-kind-handicap-without-stones = 讓子棋沒有讓子的棋子，因此各局面缺少這些棋子；請加上（AB），或改為著手。
archive-kind-illegal-move = 有一手違反規則：該處已有棋子、立即提回劫，或為自殺。之前的某手可能有誤或缺漏。
archive-kind-illegal-variation = 變化圖中有一手違反規則；棋盤上仍照樣顯示。
archive-kind-info-in-later-node = 對局者、結果或其他對局資訊在第一個節點之後；已讀取，但其他程式可能找不到。
archive-kind-info-in-variation = 對局者、結果或其他對局資訊在變化圖中；可以搜尋，但不代表此局本身。
archive-kind-komi-against-result = 以此貼目不可能有這樣的勝差（半目不合）；RE與KM其中之一有誤。
archive-kind-missing-moves = 伺服器的棋譜在對局結束前就中斷，或中間缺少著手；請重新取得。
archive-kind-missing-parenthesis = 缺少右括號：檔案可能不完整；請與其他副本比對。
archive-kind-missing-semicolon = 有節點的開頭缺少`;`；已讀取。以SGF編輯器另存即可修復。
archive-kind-move-with-setup = 一個節點同時有著手和預置的棋子，SGF不允許；先套用預置的棋子。
archive-kind-moves-after-end = 雙方虛手之後仍有著手；可能是評註或另一局。
archive-kind-no-game = 檔名像棋譜但沒有棋局；請刪除，或重新取得。
archive-kind-no-moves = 棋局有對局者或結果，但沒有著手也沒有棋子；請尋找有著手的副本。
archive-kind-not-a-file = 連結循環或已失效，或項目不是一般檔案；已略過。
archive-kind-out-of-turn = 一方連下兩手，或分先棋由白先下；可能缺少一手或顏色有誤。
archive-kind-property-without-value = 有屬性沒有括號中的值，已略過。請檢查是否缺少括號。
archive-kind-rank-in-name = 棋手姓名中含段位，因此被視為不同的姓名；請把段位移到BR或WR。
archive-kind-repeated-property = 同一節點中屬性出現兩次；以第一個值為準。請刪除錯的那個。
archive-kind-several-moves = 一個節點中有多手棋（SGF不允許）；已依序讀取。用SGF編輯器儲存可能會遺失。
archive-kind-double-encoded = 文字被兩次轉換為UTF-8（如Jörg變成JÃ¶rg）；所有字元都能還原之處已修復。請把檔案反向轉換一次。
archive-kind-same-player = 雙方姓名相同；PB與PW其中之一可能有誤。
archive-kind-stray-characters = 棋局中有不屬於任何屬性的字元，已略過。請檢查是否缺少括號。
archive-kind-stray-text = 檔案的棋局之前、之間或之後有文字，已略過。請刪除，或檢查是否缺少括號。
archive-kind-surplus-parenthesis = 多了一個右括號，已略過。以SGF編輯器另存即可修復。
archive-kind-too-large = 有內容超過大小或深度的上限，已略過；請提高訊息所指的上限。
archive-kind-too-much-setup = 棋局預置的棋子遠超過棋盤所能容納；多餘的已略過。
archive-kind-too-slow = 檔案處理超過時限，已略過。
archive-kind-unclosed-value = 有值缺少右括號，因此棋局的一部分可能遺失；檔案可能不完整。
archive-kind-unescaped-bracket = 文字中的`]`沒有寫成`\]`；全文已讀取，但其他程式會在該處截斷。
archive-kind-unknown-setup = Lines of Action棋局的起始擺法不明，以標準擺法代替；請更正SU。
archive-kind-unreadable = 檔案或資料夾無法讀取；請檢查權限與磁碟。
archive-kind-unreliable-positions = 此記法未記錄全部過程，因此局面可能有誤；此檔案無法更正。
archive-kind-unsupported-archive = 不支援此壓縮檔格式；請解壓縮，或改壓成zip。
archive-kind-wrong-charset = 棋譜的編碼與註明的（CA）不符；已使用正確的編碼。請更正CA。
archive-kind-wrong-extension = 檔案開頭像棋譜，但副檔名不是，因此未編入索引；請更改檔名。

## 「我的」頁：使用者的星號、標籤、筆記、儲存的查詢

# 名稱：用於視窗和標題。
mine-title = 我的
# 頁面上方的句子。$starred、$tags、$noted 由下面三則組成。
mine-sentence = { $starred }，{ $tags }，{ $noted }。
mine-starred-games = 已加星號{ $n }局
mine-tags-number = { $n }個標籤
mine-noted-games = 有筆記{ $n }局
mine-sentence-not-shown = 您的星號、標籤和筆記不在此顯示。
mine-sentence-read-only = 此伺服器為唯讀：會顯示您的星號、標籤和筆記，但不能變更。
# $command 是終端機指令。
mine-not-shown = 其他電腦可以連到此伺服器，因此不顯示您的星號、標籤和筆記。啟動伺服器的人可以分享：{ $command }。
# $practise 是連結，文字為下一則。
mine-practise = 猜下一手，答錯的題目會再出現：{ $practise }
mine-practise-link = 練習
# 區段：螢幕閱讀器用的名稱，以及標題（後面接數目）。
mine-starred-section = 已加星號的棋局
mine-starred = 已加星號
mine-no-stars = 此棋譜庫中沒有已加星號的棋局。星號在各局的頁面上。
mine-tags = 標籤
mine-no-tags = 沒有標籤。
mine-saved = 儲存的查詢
# 「儲存」即 save-open。
mine-none-saved = 沒有儲存的查詢。在查詢下方按「儲存」即可命名儲存。
# 按鈕。
mine-count-games = 計算局數
# 按鈕，螢幕閱讀器用。$name 是儲存的查詢的名稱。
mine-remove-saved = 移除{ $name }
# 區段：最近的查詢。標題後有個清除它們的小按鈕。
mine-asked = 最近的查詢
mine-forget = 清除
mine-none-asked = 沒有最近的查詢。
mine-notes = 筆記
mine-no-notes = 沒有筆記。
# 筆記上方，代替棋局。
mine-unknown-game = 此棋譜庫中沒有的棋局
# $query 是有標籤棋局的連結。
mine-more-tags = 還有{ $n }個標籤未列出；所有有標籤的棋局：{ $query }
# $command 是終端機指令。
mine-more-saved = 還有{ $n }個儲存的查詢未列出；列出全部：{ $command }
# $query 是有筆記棋局的連結，$command 是終端機指令。
mine-more-notes = 還有{ $n }則筆記未列出。有筆記的棋局：{ $query }。匯出所有筆記：{ $command }
mine-whole-note = 筆記全文
mine-rest-exported = 筆記全文：{ $command }

## 棋局頁上：使用者的星號、標籤和筆記

# 螢幕閱讀器用。
mine-marks = 您的註記
mine-marks-row = 星號、標籤、筆記
# 按鈕，已按與未按；簡短。
mine-is-starred = ★ 已加星號
mine-star = ☆ 加星號
# 按鈕，螢幕閱讀器用。
mine-remove-tag = 移除標籤{ $tag }
# 標籤的欄位：螢幕閱讀器用的名稱、空白時的文字、按鈕；簡短。
mine-new-tag = 要新增的標籤
mine-add-tag = 新增標籤
mine-add-button = 新增
# 文字欄位之前。
mine-note = 筆記

## 查詢下方：儲存查詢的選單

# 選單及其中的按鈕，簡短。
save-open = 儲存
save-as = 將此查詢儲存為
save-button = 儲存

## 「說明」頁

# 頁面及視窗的標題。
help-title = 說明
# 查詢框下的一行。
help-sentence = 可以查詢什麼，以及如何計算。
# 頁面各部分的標題。
help-queries = 查詢
help-positions = 局面
help-keys = 快速鍵
# 查詢的寫法。OR、引號、*、~、.. 和 field:* 就照這樣輸入。
help-queries-told = 棋局必須包含所有字詞。OR、−（非）和( )用法如常；引號表示片語；a*找開頭，a~找拼寫相近的；1990..1995、<、<=、>和>=用於日期、數字和段位；field:*找任意值。
# 欄位表格的說明，螢幕閱讀器用。
help-fields = 欄位
# 表頭，空間不多。
help-field = 欄位
help-finds = 尋找
help-example = 範例
help-games = 局數
help-positions-told = 每局只計一次，以主線首次到達該局面（可任意旋轉或鏡射）的那一手計。僅在變化圖中到達的棋局另外計算。
# ?、A、V 和 * 是棋形中點的記號。「脫先」即「探索」頁中的名稱。
help-shapes-told = 棋形是棋盤的一部分。位於棋盤邊上的一側固定於該邊，以粗線顯示，直到解除；沒有固定邊的棋形可在任意位置。?表示該點不限，A是黑子或空點，V是白子或空點，*是任一方的棋子。每局只計一次，以棋形首次出現的那一手計。顏色與勝率以圖示的棋形為準。脫先是下在他處的著手。
help-rates-told = 勝率是下該手一方在分出勝負的棋局中的勝率；其後是95% Wilson區間。藍色優於局面整體，橙色較差，淡色表示差異可能出於偶然。只有局面整體的勝率在區間之外時，勝率的文字才上色。
# 可勾選的方框旁。
help-single-keys = 在各頁面上以字母鍵、數字鍵和符號鍵作為快速鍵

# 按鍵表中按下的東西。各地的按鍵名稱相同，因此只有這些是訊息。
# 按住滑鼠右鍵移動。
help-right-drag = 右鍵拖曳
help-shift-click = Shift＋點擊
help-ctrl-click = Ctrl＋點擊
help-alt-click = Alt＋點擊

# 各按鍵的作用。按鍵的字母和符號保持原樣。
# / 鍵到查詢框。
help-key-query = 移到查詢框
# Esc 鍵。
help-key-escape = 離開查詢框；再按則回到全盤；在棋局中，從試下的著手返回棋局
help-key-move-by-one = 後退一手、前進一手
help-key-move-by-ten = 後退十手、前進十手
help-key-ends = 到起始局面、到最後局面
help-key-rows = 逐列移動；→ 展開該列，← 收合；在棋局中為上面或下面的變化
help-key-nth = 下表中第n個下一手
help-key-lettered = 下棋盤上或表格中該字母的著手
help-key-play = 下在棋盤的焦點位置；方向鍵逐點移動
# c 鍵：向螢幕閱讀器說出該點與旁邊的情況。
help-key-around = 在棋盤上：說出該點及相鄰的點
help-key-region = 開始選擇棋盤區域：方向鍵移動，Shift＋方向鍵調整大小，Enter確定，Esc取消
# w 鍵：?、A、V 和 * 是不限點的記號。
help-key-wildcard = 變更焦點處可以有什麼：?、A、V或*；焦點不在任何點上時，變更點擊放置什麼
help-key-drag-region = 在棋盤上：畫出區域
help-key-point-wildcard = 在棋盤上：變更該點可以有什麼
help-key-turn = 旋轉棋盤；在棋局中依棋譜方向顯示
# n 和 N 鍵。符合處是查詢在棋局中找到的位置。
help-key-hits = 到棋局的下一個、上一個符合處
help-key-expected-line = 在已分析的棋局中：顯示引擎預期的變化
# 「練習」頁的 s 和 n 鍵。
help-key-guess = 在「練習」頁面：顯示答案、到下一題；在棋盤上按Enter先猜，再到下一題
# j 和 k 鍵。
help-key-select = 選擇清單的下一局、上一局
help-key-open-game = 開啟選取的棋局
# e 和 u 鍵。
help-key-explore-or-list = e：從棋局的局面開始探索；u：回到棋局清單
help-key-copy-link = 複製此局面的連結
help-key-theme = 切換淺色與深色
# g e、g g、g p、g a 鍵。各語言都用英文名稱的字母；頁面名稱與連結相同。
help-key-pages = 前往該字母所代表的頁面：e探索、j定石、g棋局、p棋手、a棋譜庫
help-key-stone-move = 在棋局的棋子上：到下該子的那一手
help-key-without-value = 在棋局清單旁的值上：顯示沒有該值的棋局
help-key-help = 開啟本頁

## 沒有結果的頁面，以及第一次建立索引時的畫面

# 查詢有問題時的視窗標題，也是螢幕閱讀器用的頁面標題。
error-no-answer = 沒有結果
# 在查無此棋手的錯誤之下。$names 是棋手的連結，以逗號分隔。
error-similar-names = 相近的姓名：{ $names }
# 建立索引時頁面及視窗的標題。
error-reading = 正在讀取棋局
# 進度條的說明，螢幕閱讀器用。
error-read-so-far = 讀取進度
# $bytes_read 和 $bytes 是附單位的大小，例如1.5 GiB。
error-games-so-far = 目前{ $games }局，已讀取{ $files_read }／{ $files }個檔案，{ $bytes_read }／{ $bytes }。
# 所有棋局皆已讀取。
error-writing-index = 正在寫入索引：{ $games }局。
# 重新載入頁面的連結。
error-look-again = 重新整理

## 使用頁面時程式顯示的文字。不依數字變化；需要時分為兩則。

script-no-program = 程式沒有回應。kifu-index serve還在執行嗎？
# script-not-kept 等訊息的原因：在句子中間。
script-silent = 程式沒有回應

# 棋盤。對棋形中不限點的說明，用於 script-cell-open。
script-open-anything = 不限
script-open-black = 黑子或空點
script-open-white = 白子或空點
script-open-stone = 任一方的棋子
# 為何不能下在該點。$point 是點的名稱，例如D4。
script-taken-black = { $point }不能下：該處已有黑子。
script-taken-white = { $point }不能下：該處已有白子。
script-ko-black = { $point }不能下：黑不能立即提回劫。
script-ko-white = { $point }不能下：白不能立即提回劫。
script-suicide-black = { $point }不能下：黑在該處沒有氣，也提不到子。
script-suicide-white = { $point }不能下：白在該處沒有氣，也提不到子。
# 箭頭按鈕：把手指所指的棋子移一路。
script-nudge-left = 左移一路
script-nudge-up = 上移一路
script-nudge-down = 下移一路
script-nudge-right = 右移一路
# 棋盤下的按鈕，空間不多：下手指所指的棋子。
script-play = 下{ $point }
script-graph-move = 第{ $number }手
script-graph-rate = 黑{ $percent }%
# 同上，點擊用來擺棋形時：棋子、空點，或記號（$sign 是 ?、A、V 或 *）。
script-put-black = { $point }放黑子
script-put-white = { $point }放白子
script-put-empty = 清空{ $point }
script-put-sign = { $point }放{ $sign }
# 棋盤，螢幕閱讀器用。
script-board = 棋盤
# 對螢幕閱讀器說的各點。$open 是 script-open-… 之一。
script-cell-open = { $point }，{ $open }
script-cell-empty = { $point }，空
script-cell-black = { $point }，黑子
script-cell-white = { $point }，白子
# $number 是下該子的手數。
script-cell-black-move = { $point }，黑子，第{ $number }手
script-cell-white-move = { $point }，白子，第{ $number }手
# 有後續棋局的空點：$letter 是圓點的字母，$share 是百分比。
script-cell-letter-one = { $point }，空，{ $letter }：{ $games }局，{ $share }
script-cell-letter-many = { $point }，空，{ $letter }：{ $games }局，{ $share }
script-cell-next-one = { $point }，空，{ $games }局，{ $share }
script-cell-next-many = { $point }，空，{ $games }局，{ $share }
# 一點（$cell 是 script-cell-… 之一）及其相鄰各點，每個是 script-beside-… 之一。
script-around = { $cell }；上{ $above }，右{ $right }，下{ $below }，左{ $left }
script-beside-black = 黑子
script-beside-white = 白子
script-beside-empty = 空點
script-beside-edge = 棋盤邊緣

# 區域。從左下到右上的矩形，例如C3至F6。
script-region = { $from }至{ $to }，{ $across }×{ $down }路
# $edges 是 script-edge-… 之一，或以 script-and 相連的數個。
script-region-edges = { $from }至{ $to }，{ $across }×{ $down }路，靠{ $edges }邊
script-edge-left = 左
script-edge-upper = 上
script-edge-right = 右
script-edge-lower = 下
script-and = { $first }、{ $second }
# $region 是上面兩則之一。
script-region-keys = { $region }。方向鍵移動，Shift＋方向鍵調整大小，Enter確定，Esc取消。
script-region-none = 沒有區域。
script-region-draw = 在棋盤上畫出矩形。
# $what 是「點擊放置」旁按鈕的標題。
script-click-puts = 點擊放置：{ $what }。

# 探索。列出的局數與總數。
script-shown-of = { $shown }／{ $total }
script-link-copied = 已複製連結。
# 年份的兩個把手。
script-first-year = 起始年
script-last-year = 結束年

# 貼到查詢框的棋盤：其面板與按鈕。
script-pasted = 貼上的內容
script-close = 關閉
script-search-shape = 搜尋此棋形
script-search-position = 搜尋此局面
script-search-around = 搜尋其棋子周圍的棋形
script-search-text = 當作文字搜尋
# $message 說明原因，不含句號。
script-no-board = 這不是棋盤：{ $message }。

# 查詢框。查詢清單的標題。
script-asked-here = 最近的查詢
# 可接續內容的清單，螢幕閱讀器用。
script-suggestions = 建議
# 建議旁，空間不多。$games 可能是1。
script-games-one = { $games }局
script-games = { $games }局
# 建議是什麼：先前的查詢；輸入的著手之後的局面。
script-asked-before = 最近的查詢
script-on-the-board = 在「探索」的棋盤上

# 「棋局」頁：載入更多列之後。
script-games-shown-one = 已顯示{ $games }局
script-games-shown = 已顯示{ $games }局

# 按下後的按鈕和連結，空間不多。
script-copy = 複製
script-copied = 已複製
script-not-copied = 未複製
# 同上，螢幕閱讀器用。$text 是指令。
script-command-copied = 已複製：{ $text }
script-command-not-copied = 無法複製指令

# 棋局的分析：計入的下限。$value 可能有半單位。
script-counts-points = { $value }目
script-counts-percent = { $value }%

# 「練習」頁。$fault 說明原因，不含句號。
script-answer-not-kept = 此答案未儲存：{ $fault }。

# 星號、標籤、筆記和儲存的查詢。$fault 說明原因，不含句號。
script-not-kept = 未儲存：{ $fault }。
# 筆記旁。
script-note-not-kept = 未儲存：{ $fault }
# 筆記在別處被更改時
script-note-changed = 這則筆記已在別處更改：「{ $text }」。
script-note-removed = 這則筆記已在別處刪除。
script-note-use-mine = 儲存我的筆記
script-note-use-other = 保留另一則筆記
script-kept = 已儲存
# $name 是儲存的查詢的名稱。「saved:」是尋找它的欄位。
script-unsaved = 已不再儲存{ $name }。
script-saved = 已儲存：可用saved:{ $name }找到。
script-not-saved = 未儲存：{ $fault }
# 在此查過的查詢。
script-forgotten = 已清除最近的查詢。

# 索引重建後頁面上方的一行。後面接按鈕 script-show 和 script-what-is-new。
script-changed = 開啟本頁後，棋譜庫已有變動
script-changed-more-one = 棋譜庫已有變動：新增{ $games }局
script-changed-more-many = 棋譜庫已有變動：新增{ $games }局
script-changed-fewer-one = 棋譜庫已有變動：減少{ $games }局
script-changed-fewer-many = 棋譜庫已有變動：減少{ $games }局
script-show = 顯示
script-what-is-new = 有何新增

## 查詢欄位的說明（「說明」頁的表格）
#
# 帶冒號的字（player:A）、數字和運算符號是查詢語法，保持原樣。

field-player = 任一方的棋手；寫兩個則分別指對局雙方
field-black = 執黑的棋手
field-white = 執白的棋手
field-person = 同一位棋手，任何寫法皆可，與棋手清單的計數一致；寫兩個則分別指對局雙方
field-black-person = 執黑的同一位棋手
field-white-person = 執白的同一位棋手
field-winner = 獲勝的棋手；也可用black、white、draw、void和unknown
field-loser = 落敗的棋手
field-vs = 對方棋手：player:A vs:B
field-result = 誰勝、如何勝；也可用draw、void和?
field-how = 終局方式，或unknown
field-margin = 勝差的目數
field-date = 對局時間：日、月、年、年代或範圍
field-year = 對局的年份
field-event = 比賽或番棋
field-series = 去掉屆數、年份和輪次的賽事名
field-edition = 賽事的屆數
field-round = 賽事的輪次
field-game = 番棋中的第幾局
field-place = 對局地點
field-title = 棋局的名稱
field-source = 取自的書籍或網站
field-annotator = 撰寫評註的人
field-team = 棋手的隊伍
field-country = 棋手的國家
field-rules = 規則
field-opening = 佈局，以檔案所寫或棋盤上的棋子為準
field-joseki = 19路棋盤任一角上的定石，以棋子為準
field-book-left = 離開棋書（您的變化集）的那一手是該角或全盤的第幾手；有多個角時取手數最少的
field-book-left-by = 在那裡離開棋書的一方：me（您）、opponent（對手）、B、W或棋手名
field-rank = 任一方的段位；30k < 1k < 1d < 9d < 1p < 9p
field-brank = 黑方的段位
field-wrank = 白方的段位
field-opponent-rank = 查詢所指的那一位棋手的對手的段位
field-time = 每位棋手的基本用時，以秒計，或寫成2h30m
field-overtime = 讀秒：日式讀秒、加拿大制、費雪制
field-komi = 貼目
field-handicap = 讓子數
field-size = 棋盤大小
field-moves = 主線的手數
field-captures = 主線上雙方提掉的棋子數
field-ko-captures = 主線上提回劫的次數
field-early-passes = 主線上其後又有落子的虛手次數
field-gtype = KataGo為訓練下這局棋的緣由，如棋譜開頭所寫
field-gamehash = KataGo標有此雜湊值或以此開頭的雜湊值的對局
field-comment = 評註，任何語言皆可
field-term = 評註中的圍棋術語，英文、日文、中文、韓文皆可
field-lang = 評註的語言，或unknown
field-charset = 檔案的編碼
field-format = 檔案的格式
field-kind = 棋種
field-file = 路徑的一部分，或萬用字元樣式
field-archive = 所在壓縮檔的路徑的一部分
field-toplay = 題目中先下的一方
field-region = 題目占據的棋盤部分
field-solutions = 評註標為正解的題目變化
field-tag = 您為棋局加的標籤
field-note = 您為棋局寫的筆記中的字詞
field-saved = 您以此名稱儲存的查詢所找到的棋局
field-has = 棋局有什麼
field-finding = 棋譜的問題，按嚴重程度或類別，與doctor所報告的相同
field-is = 棋局是什麼：dup，與另一局相同；new，最近一次有新增棋局的建立索引時加入；final，決賽或頭銜戰；problem，擺出來待解的局面；trendsetter，前60手內有新手且後來至少十局效仿；mine，您下的；starred，您加了星號的
field-engine = 分析過此局的引擎，或保存其數值的程式
field-loss = 依引擎評估的損失目數找著手
field-drop = 依下該手棋手的勝率下降百分比找著手
field-missed = 未下出引擎最佳一手的著手
field-lead = 黑領先這麼多目的局面，或寫成B>10、W>=5；查詢只指一位棋手時可寫player>10
field-winrate = 黑的勝率為此百分比的局面，或寫成B>90、W>=60；查詢只指一位棋手時可寫player>90
field-visits = 依計算量找局面
field-blunders = 依損失5目（未註明目數時為20%）以上的著手數找棋局
field-novelty = 走到此前棋局（含對稱形）從未出現過的局面的手數
field-accuracy = 依棋手表現的百分比找棋局：100為無損失，75為每手損失一目
field-turned = 敗方的勝率曾達90%或曾領先這麼多目的棋局
field-added = 棋局加入索引的時間：某日、today、最近的7d、2w、1y
field-copy-of = 與符合查詢的另一局相同的棋局
field-position = 整個棋盤的局面，任何對稱皆可；先後出現：position:A then position:B
field-pattern = 棋盤的一部分：棋形圖
field-problem = 題目起始局面的一部分，黑白互換亦可
field-next = 符合處的下一手
field-tomove = 符合處輪到誰下
field-move = 符合處的手數
field-in = 符合處必須在何處
field-colours = 符合處黑白可否互換
field-symmetry = 局面或棋形可否旋轉及鏡射
field-within = 先後出現的前後兩個局面最多相隔的手數
field-sort = 結果的排序；-表示倒序
field-unique = 每局只計一次：符合的副本中最完整的
field-id = 此編號的棋局
field-prop-NAME = 根節點屬性；一或兩個大寫字母可單獨使用，DT:1846

## What the server says of requests

# What is wrong; a message ending in -help says in a sentence behind it what to do.
error-answer-large = 結果超過4 MiB
error-answer-large-help = 請減少列數：limit=50
error-answer-slow = 此查詢用時超過30秒
error-answer-bug = 程式發生錯誤，未能得出結果
error-answer-help = 請縮小查詢範圍，或減少列數
error-busy-searching = 伺服器正忙於其他查詢
error-busy-memory = 伺服器忙碌中：記憶體已被其他請求用盡
error-game-unpacking = 正在將檔案解壓縮到這盤棋（已完成{ $percent } %）
error-busy-help = 請稍後再試
# $needed and $all are whole numbers.
error-game-memory = 讀取此棋局可能需要{ $needed } MiB記憶體，而全部請求合計只能使用{ $all } MiB
error-reading-first = 正在首次讀取棋局
error-no-address = 此網址沒有內容
# What stands here are addresses; they stay.
error-no-address-help = 可用的頁面有/、/games、/practise、/players、/mine、/archive和/help
error-token-needed = 此伺服器只回應附有其權杖的請求
# What stands in ` ` is typed and stays, and so does ?token=….
error-token-needed-help = 請開啟`kifu-index serve`顯示的以?token=…結尾的網址；程式須在每次請求中附上權杖：`Authorization: Bearer TOKEN`
error-token-old = 標頭X-Kifu-Token中的權杖不屬於此伺服器
# Stars, tags, notes, and answers of the page Practise.
error-private-site = 其他網站不得讀取或變更您的標籤、筆記、儲存的查詢和練習
error-private-user = 這台電腦的其他使用者不得讀取或變更您的標籤、筆記、儲存的查詢和練習
# What stands in ` ` is typed and stays.
error-private-help = 請以啟動伺服器的使用者身分直接開啟頁面；`kifu-index serve --token`可讓其他人使用
error-nothing-kept = 此伺服器不儲存標籤、星號、筆記和查詢
error-nothing-kept-help = 若要儲存，請在回送位址（loopback）上啟動伺服器，且不加--read-only
error-no-answers-kept = 此伺服器不儲存「練習」頁面的答案
error-no-answers-kept-help = 若要儲存，請在回送位址（loopback）上啟動伺服器，且不加--read-only
error-answers-not-kept = 不儲存答案：此伺服器為唯讀，或其他電腦可以連到它
# A game that is to be starred; $id is what was sent.
error-no-single-game = 編號`{ $id }`沒有對應的棋局，或不只一局

## A text that was pasted into the query box

error-text-slow = 文字傳送逾時
# $most is a whole number.
error-text-long = 文字超過{ $most } KiB
error-points-not-shown = 文字中有本頁棋盤無法顯示的點
# ?, A, V and * are signs; they stay.
error-points-not-shown-help = 只能畫棋子、空點以及?、A、V和*

## What cannot be read in an address. What is to be written stays, such as N9-T19

# $most are whole numbers.
error-address-query = 查詢超過{ $most }個字元
error-address-query-help = 請縮短查詢
error-address-area = `{ $text }`不是棋盤的區域
error-address-area-help = 請寫whole、around，或兩個角：N9-T19
# Also what a move is called that was typed.
error-address-point = `{ $text }`不是此棋盤上的點
error-address-point-help = 點以棋盤座標表示，如Q16；虛手寫作pass
error-address-size = `{ $text }`不是棋盤大小
error-address-size-help = 請寫19或19x13，最大52
error-address-side = `{ $text }`不是區域的邊
error-address-side-help = 請寫各邊並以逗號分隔，如left,top，或寫none
error-address-colour = `{ $text }`不是顏色
error-address-colour-help = 請寫B或W
# $name is a name in an address, such as node; $text is what stands behind it.
error-address-number = `{ $name }`不是數字：`{ $text }`
error-address-number-help = 請寫整數
error-address-moves = 網址中的著手超過{ $most }手
# b and w are names in an address.
error-address-moves-help = 請從更後面的局面開始，用`b`和`w`列出其棋子
# $name is a name in an address, such as part.
error-address-items = `{ $name }`中的不同項目超過{ $most }個
error-address-parts-help = 每個部分只寫一次
error-address-facets-help = 每個分類項目只寫一次
error-address-by-help = 最多寫三個分類項目，如by=year,player,opening；其餘的請另行查詢
error-address-least-help = 請寫角的數目、比例，或兩者：least=5,1%
error-address-parameter = `{ $name }`不是此位址的參數
error-address-parameter-near = 是否想寫`{ $name }`？
error-address-parameter-none = 此位址沒有參數
error-address-parameter-help = 此位址可用的參數：{ $names }
error-address-twice = 參數`{ $name }`出現了兩次
error-address-twice-help = 請只寫一次
error-address-choice = `{ $text }`不是`{ $name }`的值
error-address-choice-help = 請寫下列之一：{ $words }
error-address-range = `{ $name }`不能是{ $number }
error-address-range-help = 請寫{ $least }到{ $most }之間的數字
error-address-page = `{ $text }`不是頁碼
error-address-page-help = 請寫頁碼；第一頁為1

## What pages do not find

# $name is a name of a player.
error-no-player = 沒有名為`{ $name }`的棋手
error-two-players = 比較須恰好有兩位棋手
error-two-players-help = 請寫player=A&player=B
error-several-players = 有多位棋手符合`{ $name }`
error-same-player = 兩個姓名是同一位棋手：`{ $name }`
# $name should be that of a kind of finding, such as bad-date.
error-no-finding-kind = 沒有名為`{ $name }`的問題類別

## The page Practise

error-no-such-position = 該局面不屬於此查詢
error-no-guess = 沒有可儲存的答案
error-no-guess-help = 請寫一手棋：guess=Q16，或不答：guess=none
error-guess-taken = { $point }處已有棋子
error-guess-help = 請寫棋盤上的空點，如Q16

## Dates in sentences and headings; in tables they are written as in records

# $year, $month and $day are digits. English has two for months and days, such as 05; other languages have 5.
date-day = { $year }年{ $month }月{ $day }日
date-month = { $year }年{ $month }月
date-year = { $year }年
date-about = 約{ $date }
date-before = { $date }之前
date-after = { $date }之後
date-early = { $years }初期
date-middle = { $years }中期
date-late = { $years }後期
date-decade = { $year }年代
date-century = { $century }世紀
date-span = { $first }–{ $last }年
date-or = { $one }或{ $other }

## The page of a game

# The board for screen readers. $n is the number of moves before it, $color Black or White.
game-unpacking = 正在將檔案解壓縮到這盤棋（已完成{ $percent } %），目前顯示的是索引中的內容。棋盤標記等只存在於檔案中的內容將隨後顯示。
game-board-title = 棋盤，已下{ $n }手，輪{ $color }下

## Explore, how this was counted: how the index answers a part of the question (the column “By”)

hints-way-all = 全部棋局
hints-way-and = 其各部分共同的結果
hints-way-or = 其任一部分的結果
hints-way-not = 除其部分的結果之外的全部棋局
# Of words: fields in which they are looked for.
hints-way-text = 字詞索引：姓名、賽事、地點、標題、佈局、評註
hints-way-words = 字詞索引
hints-way-phrase = 帶位置的字詞索引
hints-way-dictionary = 先查詞典，再查字詞索引
hints-way-name = 完整姓名的棋局清單
hints-way-keyword = 關鍵字的棋局清單
# The property (SGF) is known of these games.
hints-way-any = 查有此值的棋局清單
# A column is kept for all games, one value each.
hints-way-numbers = 數值欄
hints-way-openings = 佈局欄
hints-way-joseki = 作為角上的棋形在盤面上搜尋
hints-way-book = 在您的棋書中追蹤棋局來搜尋
# Properties are those of SGF.
hints-way-property-words = 先查字詞索引，再查棋局的屬性
hints-way-property = 完整值的棋局清單，或棋局的屬性
hints-way-paths = 與索引中全部檔案的路徑比較
hints-way-position = 查局面表，不確定的棋局再重演核對
hints-way-sequence = 各局面分別查局面表，再比較出現的先後
hints-way-replay = 重演含有各個局面的棋局
# Said by engines that analysed the games.
hints-way-judged = 讀取棋局的引擎分析
hints-way-saved = 儲存的查詢的結果
# Stars, tags and notes of the user.
hints-way-mine = 您的標籤、星號與筆記，依棋局內容對應
hints-way-copies = 查詢結果的副本組
hints-way-twice = 具有此特徵的棋局清單

## Events in the language of the page: “54th Honinbo, game 3” (src/engine/events.rs)

# Editions of titles, which are counted by terms. $n is their number (in English with its ending, such as 54th), $series
# the name of the series.
event-edition = 第{ $n }期{ $series }
# Editions of cups and other tournaments
event-edition-of-cup = 第{ $n }屆{ $series }
# $series is the series, with its edition if it has one.
event-year = { $year }年{ $series }
event-game = 第{ $n }局
# A match of so many games, such as 七番勝負. $n is a numeral: 七 in Chinese and Japanese, 7 in others.
event-match = { $n }番棋
# $n is a letter.
event-group = { $n }組
event-round = 第{ $n }輪
event-final = 決賽
event-semifinal = 準決賽
event-quarterfinal = 八強賽
# The round with 16 players
event-last-16 = 16強
event-last-32 = 32強
event-preliminary = 預選賽
# The preliminary of the Samsung Cup, which professionals and amateurs play together (통합예선)
event-open-preliminary = 綜合預選賽
event-main = 本賽
event-league = 循環賽
# Who plays for the title: that is decided here.
event-challenger = 挑戰者決定戰
# The challenger and the holder of a title
event-title = 挑戰賽
event-playoff = 加賽
event-third-place = 季軍賽

## 姓名旁的段級位：職業段、業餘段、級

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

error-no-game-to-write = 沒有符合的棋局，因此沒有可寫出的內容
error-other-download = 另一個下載正在進行
error-other-download-help = 請等另一個下載完成

## Near positions

near-title = 相近局面
near-sentence = 與此局面相差不超過{ $stones }的棋局有{ $n }局。
near-searched = 所查局面
near-back = 返回探索
near-distance = 容許相差的子數
near-stones = { $n }子
near-loose = 被提的子可留在盤上
near-loose-title = 對局中已被提的子可以仍在圖上，例如標出全部著手的棋譜圖。
near-lacks = 缺{ $stones }
near-has = 多{ $stones }

## Reports about a player, a position or a joseki, and for preparation

report-column-games = 局數
report-column-won = 勝
report-column-lost = 負
report-column-rate = 勝率
report-column-mover-rate = 落子方勝率
report-column-black-rate = 黑方勝率
report-column-colour = 執子
report-column-opponent-rank = 對手段位
report-column-rank = 段位
report-column-years = 年代
report-column-as-black = { $name }執黑
report-column-as-white = { $name }執白
report-column-share = 比例
report-column-share-of-all = 占全部對局的比例
report-column-opponents = 對手
report-column-players = 棋手
report-column-player = 棋手
report-column-first = 首局
report-column-move = 著手
report-column-followers = 後續對局
report-column-loss = 每手損失
report-column-blunders = 惡手
report-column-chance = 機率
report-column-to-play = 輪到
report-column-usual = 慣用著法
report-column-best = 全部棋譜中成績最好
report-all-games = 全部對局
report-unknown = 不詳
report-results = 戰績
report-opponent-ranks = 依對手段位的戰績
report-years = 年代與段位
report-openings = 本人與對手的佈局
report-openings-note = 佈局由棋子的位置辨識，多為黑方的佈局。一局棋可有多種佈局。
report-joseki = 本人與對手在角上的著法
report-joseki-note = 角已轉到右上，●為先在該角落子的一方。每列統計最後一手由誰所下；比例是同一方在此前手順之後全部著法中的比例。
report-events = 賽事
report-typical-games = 典型對局
report-typical-note = 最常見的每種佈局的最新一局，顯示前{ $n }手。
report-last-games = 最近的對局
report-novelties = 新手
report-novelties-note = 前60手之內、棋譜庫中更早的對局未曾出現且被後來的對局沿用的著法。
report-losses = 引擎分析的損失
report-player-sentence = { $name }的{ $n }局，{ $first }至{ $last }年：{ $won }勝{ $lost }負。
report-player-sentence-undated = { $name }的{ $n }局：{ $won }勝{ $lost }負。
report-title-position = 局面 { $moves }
report-title-joseki = 角 { $moves }
report-board-sentence = 出現於{ $n }局，{ $first }至{ $last }年；分出勝負的對局中黑方勝率{ $black }%。
report-board-sentence-undated = 出現於{ $n }局；分出勝負的對局中黑方勝率{ $black }%。
report-continuations = 後續著法
report-decades = 年代
report-players = 誰下此形
report-first-games = 最早的對局
report-first-games-note = 每位棋手的首局，由早到晚。手數為此局面之前的手數。
report-comments = 評註
report-title-prepare = { $player }對{ $rival }
report-prepare-sentence = { $player }與該對手對局{ $n }局：{ $won }勝{ $lost }負。
report-repertoire = { $name }的佈局
report-meetings = 雙方相遇之處：{ $black }執黑，{ $white }執白
report-meetings-note = 每條變化沿著雙方在相同局面下過的著法，不論對手是誰。機率是雙方照舊行棋時該變化出現的機率。最好的著法是輪到一方勝率的95%區間下限最高者。
