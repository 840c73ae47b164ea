# 本文件是 kifu-index 网页的简体中文文本；等号（=）后面的文字可以随意修改，{ } 里的内容由程序填入，请保留。

## 多处使用

black = 黑方
white = 白方
games = { $n }局
moves = { $n }手
variations = { $n }个变化
comments = { $n }条评注
players = { $n }位棋手
files = { $n }个文件
years = { $n }年
points = { $n }目
drawn = 和棋
to-play = 轮到{ $color }
pass = 停一手
not-all = 尚未查完全部棋局。
show-all = 显示全部

## 查询条件的句子
#
# 句子由多个片段拼成，例如：“1,218局：棋手为“Lee”，且白方胜，但排除贴目超过6的棋局，按日期（新的在前）排序”。

# 没有任何条件
sentence-all = 所有棋局
# 同上，带局数
sentence-all-counted = { $n ->
    [1] 仅有的1局
   *[other] 全部{ $n }局
}
sentence-games = 棋局：{ $condition }
sentence-all-inside = 所有棋局
sentence-games-inside = 棋局：{ $condition }
sentence-found = { $n ->
    [0] 没有符合条件的棋局：{ $condition }
   *[other] { $n }局：{ $condition }
}
# 上面两条的 $condition
sentence-where = { $condition }
# 只有排除条件时
sentence-without = 排除{ $condition }的棋局
sentence-traits-where = { $traits }，且{ $condition }
# 接在条件和逗号之后
sentence-but-not = 但排除{ $condition }的棋局
# 几个排除条件之间
sentence-or-where = { "，或" }
sentence-comma = { "，" }
# 最后一个条件或值之前
sentence-and = { "，且" }
sentence-or = { "或" }
sentence-once = 每局只列一次
# $order 是下面的一种排序
sentence-sorted = 按{ $order }排序
sentence-then = 再按{ $order }排序
# 两位棋手
sentence-plays = { $one }对{ $other }
# $parts 之间用“或”连接
sentence-either = 满足其一（{ $parts }）
sentence-not-so = 并非（{ $condition }）
sentence-text = { $value }见于姓名、赛事、地点、标题、布局或评注
sentence-texts = { $value }各见于姓名、赛事、地点、标题、布局或评注
sentence-also = { $value }（又作{ $names }）
# 先后出现的两个局面之间
sentence-after = { "，其后" }
sentence-copy-where = 有副本（{ $condition }）
sentence-quoted = “{ $text }”
# 词的开头
sentence-prefix = “{ $text }…”
sentence-fuzzy = “{ $text }”或近似写法
sentence-anything = 任意
sentence-from-to = { $from }至{ $to }
sentence-or-more = 至少{ $from }
sentence-at-most = 最多{ $n }
sentence-less = 不到{ $n }
sentence-more = 超过{ $n }
sentence-at-least = 至少{ $n }
sentence-not = 非{ $what }

# 条件。$what 是下面的一个主语，$value 是名称、词或数。主语后接名称的（如“棋手为”）已含“为”字，接数的不含：“贴目超过6”。
sentence-is = { $what }为{ $value }
sentence-is-exactly = { $what }正好是{ $value }
sentence-has = { $what }含{ $value }
sentence-known = { $what }已知
sentence-there-is = 有{ $what }
sentence-unknown-value = { $what }未知
# 棋局所含的内容
sentence-what-tag = 标签
sentence-with-tag = 有标签
sentence-without-tag = 没有标签
sentence-what-note = 笔记
sentence-with-note = 有笔记
sentence-without-note = 没有笔记
sentence-what-comments = 评注
sentence-with-comments = 有评注
sentence-without-comments = 没有评注
sentence-what-analysis = 引擎分析
sentence-with-analysis = 有引擎分析
sentence-without-analysis = 没有引擎分析
sentence-what-variations = 变化图
sentence-with-variations = 有变化图
sentence-without-variations = 没有变化图
sentence-what-setup = 预置棋子
sentence-with-setup = 有预置棋子
sentence-without-setup = 没有预置棋子
sentence-what-result = 结果
sentence-with-result = 有结果
sentence-without-result = 没有结果
sentence-what-date = 日期
sentence-with-date = 有日期
sentence-without-date = 没有日期
sentence-what-year = 已知的年份
sentence-with-year = 年份已知
sentence-without-year = 年份未知
sentence-what-errors = 棋谱错误
sentence-with-errors = 有棋谱错误
sentence-without-errors = 没有棋谱错误
sentence-what-handicap = 让子
sentence-with-handicap = 有让子
sentence-without-handicap = 没有让子
sentence-what-copies = 副本
sentence-with-copies = 有副本
sentence-without-copies = 没有副本
sentence-with-property = 有属性{ $name }
sentence-without-property = 没有属性{ $name }
# $value: a kind or a severity of what is wrong, such as “wrong-charset” or “error”.
sentence-finding = 棋谱检查发现问题{ $value }
sentence-finding-any = 棋谱检查至少发现一处问题
sentence-won = { $who }胜
sentence-lost = { $who }负
sentence-won-points = { $who }数子胜
sentence-won-resign = { $who }中盘胜
sentence-won-time = { $who }因对方超时获胜
sentence-won-forfeit = { $who }因对方弃权获胜
sentence-won-by = { $who }胜{ $margin }目
sentence-won-somehow = { $who }胜（方式未知）
# 代替上面的黑方或白方
sentence-one-side = 一方
sentence-draw = 和棋
sentence-void = 无胜负
sentence-unknown-told = 棋谱注明结果未知
sentence-unknown = 结果未知
sentence-unknown-ending = 终局方式未知
# $when 如“1990之前”“1990至今”“1990”……
sentence-date = 日期为{ $when }
sentence-added = 加入日期为{ $when }
sentence-was-added = 加入日期已知
sentence-between = { $from }至{ $to }
sentence-or-later = { $day }或更晚
sentence-or-earlier = { $day }或更早
sentence-before = { $day }之前
sentence-later-than = { $day }之后
# “至今”和“或更早”的 $day
sentence-in-day = { $day }
# $length 是后面四条之一
sentence-ago = { $length }前
sentence-within-last = 最近{ $length }内
sentence-days = { $n }天
sentence-weeks = { $n }周
sentence-months = { $n }个月
sentence-years = { $n }年
sentence-term = 评注提到{ $value }
sentence-joseki = 角上出现定式{ $value }
sentence-joseki-any = 角上出现有名称的定式
sentence-book-left-by = { $who }先离开棋书
sentence-book-left-any = 有一方离开棋书
sentence-me = 你
sentence-my-opponent = 你的对手
sentence-lang-unknown = 评注语言无法判断
# $language 是语言名，如“日语”
sentence-lang = 评注语言为{ $language }
sentence-problem-to-play = 题目的先行方为{ $value }
sentence-problem-region = 题目所在区域为{ $value }
sentence-is-new = 新加入
sentence-is-problem = 棋谱为题目
sentence-is-mine = 自己下的棋局
sentence-is-starred = 已加星标
sentence-is-trendsetter = 有后来棋局效仿的新手
sentence-is-final = 决赛或头衔战对局
sentence-is-title-match = 头衔战对局
sentence-is-copied = 有副本
sentence-tag = 标签为{ $value }
sentence-note = 你的笔记含{ $value }
sentence-saved = 符合已存查询{ $value }
sentence-copy = 有副本（{ $value }）
sentence-position = 出现局面{ $value }
sentence-pattern = 出现棋形{ $value }
sentence-problem = 题目的起始局面含{ $value }
# $value 是 KataGo 之类的程序
sentence-engine = { $value }分析过
sentence-loss = 有一手损失{ $n }目
sentence-drop = 有一手使胜率下降{ $n }%
sentence-missed-any = 未下出引擎的最佳着手
sentence-missed = 引擎的最佳着手{ $value }未下出
sentence-lead-of = { $who }领先{ $n }目
sentence-that-player = 该棋手
sentence-rate-of = { $who }胜率{ $n }%
sentence-turned-any = 已知负方是否曾有90%的胜率
sentence-turned-no = 负方的胜率从未达到90%
sentence-turned = 负方的胜率曾达到90%
sentence-turned-points = 负方曾领先{ $n }目
sentence-next = 下一手为{ $value }
sentence-to-move = 此时轮到{ $value }
sentence-at-move = 此时手数{ $n }
sentence-by-move = 不晚于第{ $n }手出现
sentence-from-move = 第{ $n }手或之后出现
sentence-between-moves = 第{ $from }至{ $to }手出现
sentence-in-main = 位于主线
sentence-in-variation = 位于变化图
sentence-in-any = 位于主线或变化图
sentence-in = 位于{ $value }
sentence-colours-any = 黑白可互换
sentence-colours-fixed = 黑白不互换
sentence-symmetry-none = 不旋转、不镜像
sentence-symmetry-all = 可旋转、可镜像
sentence-within = 前后相隔{ $n }手以内
sentence-after-moves = 前后相隔手数{ $n }
sentence-unique = 每局只计一次
sentence-sort = 排序为{ $value }

# 主语：上面各条件的 $what
sentence-the-player = 棋手
sentence-counts = { $what }{ $value }
sentence-value-comma = { "、" }
sentence-value-and = { $first }和{ $last }
sentence-value-or = { $first }或{ $last }
sentence-the-black = 黑方
sentence-the-white = 白方
sentence-today = 今天
sentence-yesterday = 昨天
sentence-the-opponent = 对手
sentence-the-margin = 胜差
sentence-the-date = 日期
sentence-the-result = 结果
sentence-the-ending = 终局方式
sentence-the-event = 赛事
sentence-the-series = 赛事系列
sentence-the-edition = 届次
sentence-the-round = 轮次
sentence-the-game = 棋局
sentence-the-match-game = 番棋局次
sentence-the-place = 地点
sentence-the-title = 标题
sentence-the-source = 来源
sentence-the-annotator = 评注者姓名
sentence-the-team = 队名
sentence-the-country = 国家名
sentence-the-rules = 规则名
sentence-the-opening = 布局
sentence-the-rank = 棋手段位
sentence-the-rank-of-black = 黑方段位
sentence-the-rank-of-white = 白方段位
sentence-the-opponent-rank = 对手的段位
sentence-the-time = 基本用时（秒）
sentence-the-overtime = 读秒
sentence-the-komi = 贴目
sentence-the-handicap = 让子
sentence-the-board = 棋盘大小
sentence-the-moves = 手数
sentence-the-captures = 提子数
sentence-the-ko-captures = 提回劫的次数
sentence-the-early-passes = 中途停一手的次数
sentence-the-comment = 评注
sentence-the-charset = 编码
sentence-the-gtype = KataGo对局的类型
sentence-the-gamehash = KataGo的对局哈希
sentence-the-format = 格式
sentence-the-path = 路径
sentence-the-archive = 压缩包
sentence-the-solutions = 正解数
sentence-the-visits = 计算量
sentence-the-blunders = 大恶手数
sentence-the-book-left = 离开棋书时的手数
sentence-the-novelty = 出现新手时的手数
sentence-the-accuracy = 准确率
sentence-the-lead = 黑方领先目数
sentence-the-rate = 黑方胜率
sentence-the-id = 编号
# $name 是 SGF 属性名
sentence-the-property = 属性{ $name }

# 排序，填入“按……排序”
order-date = 日期（旧的在前）
order-date-back = 日期（新的在前）
order-moves = 手数（短的在前）
order-moves-back = 手数（长的在前）
order-captures = 提子数（少的在前）
order-captures-back = 提子数（多的在前）
order-ko-captures = 提回劫的次数（少的在前）
order-ko-captures-back = 提回劫的次数（多的在前）
order-hit = 命中手数（早的在前）
order-hit-back = 命中手数（晚的在前）
order-loss = 着手损失（小的在前）
order-loss-back = 着手损失（大的在前）
order-relevance = 匹配程度（高的在前）
order-relevance-back = 匹配程度（低的在前）
order-black = 黑方姓名
order-black-back = 黑方姓名（倒序）
order-white = 白方姓名
order-white-back = 白方姓名（倒序）
order-rank = 段位（强的在前）
order-rank-back = 段位（弱的在前）
order-margin = 胜差（小的在前）
order-margin-back = 胜差（大的在前）
order-added = 加入日期（旧的在前）
order-added-back = 加入日期（新的在前）
order-place = 在棋谱库中的位置
order-place-back = 在棋谱库中的位置（倒序）

## 引擎对一手棋的评价

# “B Q3损失8.6目（21%），最佳R14 · KataGo”的各部分
judged-lost = { $played }损失{ $cost }
judged-gained = { $played }获益{ $cost }
judged-lost-alone = 损失{ $cost }
judged-gained-alone = 获益{ $cost }
judged-points-percent = { $points }目（{ $percent }%）
judged-points = { $points }目
judged-percent = { $percent }%
judged-best = { $told }，最佳{ $best }
judged-playouts = 计算量{ $n }
standing-black = 黑方{ $percent }%
standing-black-leads = 黑方领先{ $points }目
standing-white-leads = 白方领先{ $points }目

## “探索”页上方的句子：“1,257局到达此局面，包括旋转和镜像；黑方“Lee”。”

reached-games = { $n ->
    [0] 没有棋局到达此局面
   *[other] { $n }局到达此局面
}
# $place 如“角上，7×11路，含4个任意点”
shape-games = { $n ->
    [0] 没有棋局出现此棋形（{ $place }）
   *[other] { $n }局出现此棋形（{ $place }）
}
reached-turned = 包括旋转和镜像
reached-as-drawn = 不旋转，不镜像
# 条件之前
reached-where = { "；" }
# 每句的结尾
sentence-end = { "。" }
shape-on-whole = 全盘
shape-lines = { $columns }×{ $rows }路
shape-open-points = 含{ $n }个任意点
shape-order = 其中{ $n }手须按此次序
# 在哪里找棋形
place-anywhere = 盘上任意位置
place-whole = 全盘
place-corner = 角上
place-edges = 紧贴画出的边
place-across = 从一边到对边
place-side = 边上
place-turned = 包括各种旋转和镜像
place-as-drawn = 与所画方向相同
place-colours = 黑白可互换

## 引擎评价的曲线图

graph-title = 黑方的胜率与领先目数（{ $engine }）
# $played 是着手及其损失
graph-move = 第{ $number }手：{ $played }

# 供屏幕阅读器：每页顶部的语言菜单
frame-language = 语言

### 查询的错误

## 查询的错误：词和符号

# $name 是写在字段名位置上的词。
error-unknown-field = 未知字段`{ $name }`
error-unknown-field-property = 根节点属性写作prop.NAME:…
error-unknown-field-capitals = 若指根节点属性，请写prop.{ $name }:…
error-unknown-field-text = 要按原样查找这段文字，请加引号
# $near 是拼写相近的名称或值；$list 是此处可用的全部值。
error-did-you-mean = 是否指`{ $near }`？
error-did-you-mean-of = 是否指`{ $near }`？（{ $list }）
# $example 和 $query 是查询语句，如“date>=2016”。
error-write-example = 例如可写{ $example }
error-write = 请写{ $query }
error-many-combinations = 此处的选项组合超过{ $most }种
error-many-combinations-help = 请减少选项，或分成几次查询
error-too-deep = 括号和否定的嵌套超过{ $most }层
error-too-deep-help = 一对括号中可写任意多个词：(a OR b OR c)；NOT NOT a就是a
error-copies-too-deep = `copy-of:`的嵌套超过{ $most }层
error-parenthesis-unopened = 多了一个右括号
error-parenthesis-unopened-help = 请删去，或给这些词加引号
error-parenthesis-unclosed = 括号没有闭合
error-parenthesis-unclosed-help = 请用)闭合，或给这些词加引号
error-empty-parentheses = 括号中没有内容
error-quote-unclosed = 引号没有闭合
error-quote-unclosed-help = 请用"闭合；引号中的\"表示引号本身
error-single-quote-unclosed-help = 请用'闭合；若指这个符号本身，请写"'"
error-empty-quotes = 引号中没有内容
error-empty-quotes-help = -{ $field }:*查找没有此项的棋局
error-two-hyphens = `--`不是运算符
# 选项指命令的选项，如“--json”。
error-two-hyphens-help = 选项要写在查询之前；单个`-`排除棋局；要把`--`当文字查找，请加引号
error-exclamation-mark = `!`不是运算符
error-exclamation-mark-help = 用单个`-`排除棋局：-{ $word }；要把`!`当文字查找，请加引号
# $what 是输入的运算符，或字段及其符号：“OR”、“player:”。
error-nothing-after = `{ $what }`之后没有内容
error-nothing-after-help = 其后须有词或值；要查找这个词本身，请加引号："{ $word }"
error-nothing-after-hyphen-help = `-word`排除含有该词的棋局；要查找连字符，请加引号："-"
error-nothing-before = `{ $what }`之前没有内容
error-nothing-before-help = 其前须有词或值；要查找这个词本身，请加引号："{ $word }"
error-no-value-help = 值要紧接在运算符之后，不加空格，如{ $example }
error-no-value-or-any-help = 值要紧接在运算符之后，不加空格，如{ $example }；{ $field }:*查找有此项的棋局
# 指值后面紧接的符号。
error-space-missing = 值与其后的内容之间缺少空格
error-space-missing-help = 请在值之后加空格，或给整个值加引号

## 查询的错误：字段、运算符和括号组

# 如 player:(Lee komi:5)：$name 是 komi，$group 是 player。
error-field-in-parentheses = `{ $group }:`的括号中不能有字段`{ $name }`
error-field-in-parentheses-help = 请在该字段之前闭合括号；要把字段名当文字查找，请给它加引号
# $sign 是 < <= > >= 之一。
error-field-without-order = `{ $name }`的值没有大小之分，不能用`{ $sign }`
error-field-without-order-help = 请写`{ $name }:…`；可比较的是数字、日期、段位和棋盘大小
# 组是括号中的多个值：player:(Lee OR Gu)。
error-group-takes-colon = 括号中的多个值要用`:`，不用`{ $sign }`
error-group-takes-colon-help = 请写`{ $name }:( … )`，或给值加引号
error-field-without-group = `{ $name }`只能有一个值，不能在括号中写多个值
error-field-without-group-help = 请给值加引号：{ $name }{ $sign }"…"
error-wide-parenthesis = 不能用全角括号括起多个值
error-wide-parenthesis-help = 请写{ $name }:( … )，或给值加引号
error-field-takes-query = `{ $name }:`之后须写放在括号中的查询
error-two-operators = 连续两个运算符
error-operator-alone = 运算符之前没有字段
error-operators-help = 运算符有 : = != < <= > >=，前后不加空格：komi>=6；要把运算符当文字查找，请加引号
error-sign-takes-one = `{ $sign }`之后只能有一个值
# “起”和“止”代表值，下同。
error-sign-takes-one-help = 范围写作{ $field }:起..止
error-range-without-ends = 范围没有起点和终点
error-range-dots = 一个范围只能有一个`..`
error-range-help = 请写起..止、起..或..止

## 查询的错误：过长

error-long-phrase = 词组有{ $words }个词，最多只能查{ $most }个词
error-long-phrase-help = 连续的几个词就足以找到一段文字
error-many-words = 一次查询的词和值超过{ $most }个
error-many-words-help = 请分几次查询；带`~`的词算作{ $n }个
error-many-clauses = 一次查询的条件超过{ $most }个
error-many-clauses-help = 请分几次查询
error-query-too-long = 一次查询的文字超过{ $most }字节

## 查询的错误：值。$text 是输入的内容。

# 字段只有几个值，而输入的不在其中；$list 是全部的值。
error-no-choice = `{ $text }`不是此字段的值
error-no-choice-help = 可写{ $list }之一
# $kind: a kind of finding, such as equal-names.
error-finding-of-file = 问题`{ $kind }`属于文件和压缩包，不属于棋局
error-no-result = `{ $text }`不是对局结果
# 这些照原样输入。
error-no-result-help = 请写W+、B+R、W+T、B+F、B+0.5、resign、time、forfeit、points、draw、void或?
error-no-result-side-help = 要查某人的胜负，请写{ $example }
error-no-number = `{ $text }`不是数字
error-write-number = 请写6.5，或范围：5..7.5
# 如“1,500”：$one 是 1500，$other 是 1.500。
error-number-may-be = `{ $text }`可能是{ $one }，也可能是{ $other }
error-number-may-be-help = 请写{ $one }或{ $other }
error-number-too-large = `{ $text }`太大，棋局中没有这样大的数字
error-number-too-large-help = 请写小一些的数字
error-komi-too-large = 没有`{ $text }`这样大的贴目
error-no-time = `{ $text }`不是时间长度
error-no-time-help = 请写秒数，或如2h30m
error-no-rank = `{ $text }`不是段位
error-no-rank-help = 请写9p、5d、12k、pro、dan或kyu
error-no-size = `{ $text }`不是棋盘大小
error-no-size-help = 请写19、9或19x13
error-regular-expression = 不支持正则表达式
error-regular-expression-help = 请写词、词的开头（lee*），或拼写可能有误的词（lee~）
error-question-mark = `?`不是通配符
error-question-mark-help = 拼写可能有误的词，请写lee~；引号中的`?`会被忽略
error-mark-in-word = `*`和`~`要写在词尾
error-mark-in-word-help = 请写词的开头，如lee*；引号中的这些符号会被忽略

## 查询的错误：排序

error-many-orders = 排序方式超过{ $most }个
error-many-orders-help = 第一个`sort:`最优先；请去掉最后几个
error-sort-takes-one = `sort:`只能有一种排序
error-unknown-order = 未知的排序`{ $text }`
error-unknown-order-help = 可写{ $list }之一；名称前加-则为倒序：sort:-date
error-unique-yes-or-no = `unique:`的值是yes或no
error-unique-yes-or-no-help = 每局只列一次，请写unique:yes
error-sort-inside = `sort:`对全部结果排序，不能写在OR、NOT或括号之内
error-unique-inside = `unique:`针对全部结果，不能写在OR、NOT或括号之内
error-setting-inside-help = 请把此条件写在查询的末尾：(a OR b) { $example }

## 棋局位置和局面的错误

# 地址指定一局棋及其中一手：game.sgf#42。
error-address-empty = 地址中没有文件或编号
error-address-empty-help = 请写game.sgf#42、archive.zip!game.sgf@2#42或ID#42
error-place-time-out = 到达棋局中的该处之前，时间已用完
# $moves 是不带千位分隔符的 $n。
error-no-such-move = { $n ->
    [0] 没有第{ $number }手：主线上没有着手
   *[other] 没有第{ $number }手：主线共{ $moves }手
}
# #0 等写在地址之后。
error-no-such-move-help = { $n ->
    [0] 唯一的局面是#0
   *[other] #0是起始局面，#{ $moves }是最后局面
}
# 节点是对局树中的一处；$nodes 是不带千位分隔符的 $n。
error-no-such-node = { $n ->
   *[other] 没有节点{ $number }：此棋局共{ $nodes }个节点
}
error-no-such-node-help = { $n ->
    [1] 唯一的节点是#n0
   *[other] 节点为#n0到#n{ $last }
}
error-tried-other-game = 只能在围棋对局中试下，且地址中须有棋盘大小
error-tried-illegal = 你的变化第{ $number }手{ $point }违反规则
error-tried-illegal-help = 请下在别处，或返回棋局
# GM[$number] 是 SGF 中的棋类编号。
error-kind-without-rules = GM[{ $number }]的规则未知，因此这类棋局没有局面
error-kind-without-rules-help = 请指定可搜索局面的棋种：go或loa
error-position-empty = 空白内容不是局面
error-small-columns = 列以小写字母标示：这是集结棋（Lines of Action），或出自其他程序的围棋局面
error-small-columns-help = 请注明棋种：go或loa

## 查询的错误，或查询所问之事的错误

error-sort-hit = `sort:hit`须恰好有一个局面：它按该局面出现的手数排序
error-sort-hit-help = 请写position:"Q16 D4 Q3" sort:hit
error-sort-loss = `sort:loss`按命中着手的损失排序，而此查询并不找这类着手
error-sort-loss-help = 请写loss>=5 sort:-loss
error-third-player = 一局棋只有两位棋手，这已是第三个`player:`
error-third-player-help = 请在姓名之间用OR，或写成一组：player:(Lee OR Gu)
error-needs-one-player = `{ $clause }`要求查询中恰好有一位棋手
error-needs-one-player-help = 请在旁边写一位棋手，如{ $example }；第二位棋手用vs:指定
error-no-letters = 没有可查找的文字或数字
error-no-letters-help = 标点不参与搜索，请去掉
error-star-not-here = 此字段不能用`*`
error-no-text-ranges = 文字字段不能用范围
error-name-a-word = 请写一个要查找的词
error-star-in-value = `*`和`~`只能用于文字和姓名
error-star-in-value-help = 请写出完整的值
error-not-whole = `{ $field }=`查不到任何内容：评注只能按其中的词查找
error-not-whole-help = 请写{ $clause }；引号用于查找相连的词
error-one-value = 此字段只取一个值
error-one-value-help = 请只写一个值
error-field-within-group = 字段不能放在另一字段的括号里

## 以`*`开头的词

error-star-alone = `*`旁边须有文字
error-star-alone-help = 请在`*`之前写上文字
error-star-first-in-field = `{ $field }:`的词不能以`*`开头
error-star-first-in-field-help = 请写{ $field }:{ $word }或{ $field }:{ $word }*；姓名、赛事和文件可以用它开头：player:*{ $word }
error-star-first-anywhere = 搜索所有文字时，词不能以`*`开头
error-star-first-anywhere-help = 请写明字段：player:*{ $word }、event:*{ $word }或file:*{ $word }

## 数字、日期等值

# $example 是一个条件，如 handicap:2..9。
error-number-help = 请写{ $example }
error-margin-zero = 不可能以0目取胜
error-margin-zero-help = 请写result:draw
error-never-below-zero = `{ $field }`不会小于0
error-whole-number = `{ $field }`须为整数
error-not-an-id = `{ $text }`不是编号
error-not-an-id-help = 编号由0-9和a-f组成，最多16位
# $name 是 SGF 属性，如 AB。
error-values-not-searched = 不能搜索`{ $name }`的值
error-values-not-searched-comments = 评注可以搜索：comment:…
error-field-not-searched = 不能搜索`{ $field }:`
error-range-empty = 此范围为空
error-range-empty-help = 请把较小的值写在前面：1990..1995
error-not-a-date = `{ $text }`不是日期
error-not-a-date-help = 请写1990、1990-05、1990-05-21、"21 May 1990"、1990s，范围如1990..1995，或today、7d、2w、1y
error-date-too-old = 没有早至`{ $text }`的日期
error-date-too-old-help = 最早的年份是1：公元200年写200，截至该年的所有年份写..200
# $one 和 $other 是日期，如 1990-05-06 和 1990-06-05。
error-either-date = `{ $text }`可能是{ $one }，也可能是{ $other }
error-either-date-help = 请写{ $one }或{ $other }
error-no-property = 这不是`is:`的值
# $choices 是以 error-no-property-or 相连的条件：is:dup或is:new。
error-no-property-help = 请写{ $choices }
error-no-property-or = { "或" }
error-copy-of-no-query = `copy-of:`之后须写放在括号中的查询
error-no-go-term = `{ $text }`不是已知的围棋术语
# $clause 是一个条件，如 term:joseki。
error-no-go-term-near = 是否指{ $clause }？
error-no-go-term-words = { $clause }按字面查找这些词
error-no-joseki = `{ $text }`不是已知的定式名称
error-no-joseki-near = 是否指{ $clause }？
error-no-joseki-words = { $clause }在评注中查找这些词

## 局面与棋形

error-hit-without-position = `{ $field }:`须与局面连用，而旁边没有局面
error-hit-without-position-help = 请写在一起：position:"Q16 D4 Q3" next:D16；整局的手数用`moves:`
error-within-one-position = `within:`限制局面之间相隔的手数，而这里只有一个局面
error-within-one-position-help = 请写position:"Q16 D4" then position:"Q16 D4 Q3" within:20
error-no-position-named = 查询中没有局面
error-which-pattern = 这既不是棋形，也不是局面的一部分
error-no-part-of-board = `{ $part }`不是此棋盘的一部分
error-which-pattern-help = 请写pattern:"XO/OX"、pattern:@diagram.txt、pattern:"R16 P17 corner"或pattern:"ID#42 O13-T19"
error-files-not-read = `{ $text }`是文件名，而这里不读取文件
error-files-not-read-help = 请粘贴文件的内容
error-file-of-diagram-help = 请在棋图文件的名称前写@
error-no-positions-without-rules = 此局的规则未知，因此没有局面
error-not-about-hits = 此条件针对整局棋，与局面的命中处无关
error-not-a-side-to-move = `{ $text }`不是颜色
error-not-a-side-to-move-help = 请写tomove:B或tomove:W
error-next-outside-pattern = `{ $text }`不在棋形之内
error-next-not-a-move = `{ $text }`不是着手
error-next-help = 请写next:R14、next:"B R14"、next:pass或next:end；棋形还可用next:elsewhere
error-which-part-of-game = `{ $text }`不是棋局的一部分
error-which-part-of-game-help = 请写in:main、in:variations或in:any
error-which-colours = `{ $text }`没有说明黑白可否互换
error-which-colours-help = 请写colours:as-drawn；黑白可互换则写colours:any
error-which-symmetries = `{ $text }`没有说明可否旋转和镜像
error-which-symmetries-help = 请写symmetry:all；不旋转、不镜像则写symmetry:none
error-judged-on-main-line = 引擎分析只能在主线上搜索
error-sequence-on-main-line = 先后出现的局面只能在主线上搜索
error-leave-out-or-one-position = 请去掉此条件，或只查一个局面
error-not-a-move-number = `{ $text }`不是手数
error-not-a-move-number-help = 请写move:40、move:..50或move:30..50

## 引擎的评价

error-field-twice = `{ $field }:`在此出现了两次
error-field-twice-help = 请写成范围，如{ $field }:5..20
error-missed-no-point = `{ $text }`不是棋盘上的点
error-missed-no-point-help = 请写missed:Q16、missed:pass，任意着手则写missed:*
error-lead-help = 请写lead:B>5、lead:W>=3，黑方也可写lead:-2..2
error-win-rate-help = 请写winrate:B>90、winrate:W>=60，黑方也可写winrate:40..60
error-turned-value = `{ $text }`既不是yes或no，也不是大于0的目数
error-turned-value-help = 请写turned:yes（胜率90%）、turned:no或turned:10（领先10目）
error-judged-no-number = `{ $text }`不是数字
error-no-percentage = `{ $text }`不是百分数
error-win-rate-below-one = 胜率以百分数表示，`{ $text }`便不到1%

## 用户对棋局的标记

error-marks-not-known = 此处没有你的标签、星标、笔记和已存查询
error-marks-not-known-help = 请在保存它们的机器上用kifu-index查询，或去掉此条件
error-no-own-names = 不知道你用哪些名字下棋
# 该行须有 me 和半角分号。
error-no-own-names-help = 请在设置文件夹的文件aliases.tsv中加一行，写上你的姓名和账号，例如：me; Anna Lee; anna123
error-no-book = 没有在用的棋书
error-book-gone = 在用的棋书{ $file }已不存在
error-book-unreadable = 无法读取在用的棋书{ $file }
error-saved-takes-name = `saved:`须写一个已存查询的名称
# $way 是以箭头相连的名称：a → b → a。
error-saved-in-itself = 已存查询包含自身：{ $way }
error-saved-in-itself-help = 请重新保存其中一个，去掉其中指向下一个的`saved:`
error-saved-named-too-often = 此查询展开后引用的已存查询超过{ $most }个
error-saved-named-too-often-help = 请把其中一些已存查询的条件直接写出来
# $reason 是另一条错误信息。
error-saved-not-understood = 已存查询`{ $name }`无法理解：{ $reason }
# $reason 说明超过了哪项上限。
error-saved-too-large = 展开已存查询`{ $name }`后，此查询过大：{ $reason }
error-none-saved-as = 没有名为`{ $text }`的已存查询

## 编号、分页与表格

error-no-game-with-id = 没有编号为`{ $id }`的棋局
error-games-with-id = 有{ $games }局的编号以`{ $id }`开头
error-games-with-id-help = 请多写几位编号
error-no-page-key = 这不是此查询的分页标记
error-no-page-key-help = 请从第一页开始，其中有下一页的标记
error-not-narrowed = 不能按`{ $name }`筛选结果
error-not-narrowed-near = 是否指`{ $near }`？（{ $list }）
error-not-narrowed-list = 请写以下之一：{ $list }
error-not-ordered = 不能按`{ $name }`排序
error-not-ordered-help = 请按games或name排序
error-crosstable-players = 查到的棋局共有{ $players }位棋手，对战表最多{ $most }位
error-crosstable-players-help = 请指定一项赛事，例如event:"45th Honinbo"
error-pattern-brace = `{ $pattern }`中有未闭合的花括号
error-pattern-brace-help = 请用花括号括住列名：{ $pattern }

## 关于输入或粘贴的着手、棋盘、图与棋形的错误和提示

error-point-taken = { $point }处已有{ $color }的棋子
error-point-taken-help = 黑白轮流落子，黑先；可用`B Q16 B D4`写明颜色
note-ko = { $color }{ $point }未隔一手即提回劫
note-suicide = { $color }{ $point }是自杀：该子已提去
note-suicide-of-chain = { $color }{ $point }是自杀：提去{ $stones }子
note-no-liberties = 有些棋子没有气
error-position-forms = 着手：`Q16 D4 Q3`、`B Q16 W D4`，集结棋`e1-e3` | 棋谱：`game.sgf#42`、`a.zip!x.sgf#42` | SGF：`(;B[pd];W[dd])` | 标准输入：逐行画出的棋盘（如`. X O .`）、Sensei's Library的图（`$$B`）、GTP脚本（`play B Q16`）
error-not-a-position = 这不是局面
error-only-go-diagrams = Sensei's Library的图只用于围棋
error-only-go-gtp = GTP脚本只用于围棋
error-only-go-help = 集结棋请写着手（如`e1-e3 a2-c2`）、SGF，或画出棋盘
error-board-too-large = { $width }x{ $height }的棋盘太大
error-board-sizes = 棋盘的行数和列数为1至52
error-two-sizes = 棋盘不能同时是{ $one }和{ $other }
error-two-sizes-help = 请只保留一个大小
error-size-of-position = 该局面的棋盘是{ $board }，而`size:`要求{ $size }
error-drawn-size = 画出的棋盘是{ $drawn }，要求的却是{ $asked }
error-drawn-size-help = 请省略棋盘大小，或画出整个棋盘

error-sign-unknown = 棋盘上没有`{ $sign }`这种符号
error-sign-of-board-help = 画棋盘时，棋子用X和O，空点用 . 或 +
error-sign-of-diagram-help = X和O是棋子， . 和 , 是空点，1至9和0是着手，a至z是标记
error-drawn-row-length = 图的第{ $row }行有{ $points }个点，以上各行却有{ $above }个
error-row-length = 第{ $row }行有{ $points }个点，以上各行却有{ $above }个
error-row-length-help = 棋盘各行的长度相同
error-row-lengths = 各行长度不同
error-two-blacks = 图中既有`#`又有`X`：可能都表示黑子，也可能其中之一另有所指
error-two-blacks-help = 黑子请都画成X，空点画成`.`
error-row-numbers = 图的行号没有从{ $rows }依次递减到1
error-row-numbers-help = 请画出整个棋盘的所有行
error-axis-length = 图中有{ $letters }个列字母，各行却有{ $points }个点
error-axis-length-help = 请画出整个棋盘的所有列
error-axis-letters = 图的列字母没有从A开始依次排列
error-axis-letters-help = 请画出整个棋盘；围棋棋盘没有I列，H之后是J
note-column-i = 图中有I列：各列已从左起计数，这里改用通常的列名
note-labels = 点上的字母按空点的标记读取

error-shell-number = shell把`$$`换成了数字{ $number }
error-diagram-line = 图中有一行不以`$$`开头
error-diagram-line-help = Sensei's Library的图每行都以`$$`开头
error-diagram-no-row = 图中没有任何棋盘行
error-diagram-no-row-help = 棋盘行形如`$$ | . X O . |`，上下是由`-`组成的行
error-diagram-header = 图的第一行无法读取
error-diagram-header-help = 第一行为`$$`，然后是B或W、c（坐标）、棋盘大小、m加起始手数，以及标题：`$$Bc19m5 Title`
error-diagram-edge = 图中多了一条边
error-diagram-edge-help = 由`-`组成的行，棋盘上方和下方各一行
error-row-below-edge = 下边之下还有一行
error-row-below-edge-help = 下边位于所有行之下
error-row-edges = 第{ $row }行的边与以上各行不同
error-row-edges-help = 边`|`要么每行都有，要么都没有
error-number-twice = 编号{ $number }的棋子出现两次
error-number-twice-help = 每个编号只用一次；0是第十手
error-point-open = `{ $sign }`没有确定该点，而局面的每个点都须确定
error-point-open-help = 棋盘的每个点请写X、O或 .
error-diagram-size = 第一行写的是{ $size }，画出的却是{ $width }x{ $height }
error-diagram-size-help = 请省略棋盘大小，或画出所有行
error-diagram-part = 这个图只是棋盘的一部分，而此处需要整个棋盘
error-diagram-part-help = 请用`-`、`|`和`+`画出四边
note-numbered-stone = 编号{ $number }的棋子已作为着手下出
note-numbered-stones = 编号{ $first }-{ $last }的棋子已依次作为着手下出
note-moves-not-drawn = 图中没有的着手：{ $numbers }

note-genmove = 已跳过`{ $command }`：脚本中没有它的着手
error-gtp-arguments = 无法读取`{ $command }`的参数
error-gtp-arguments-help = 请写`boardsize 19`、`clear_board`、`play B Q16`、`set_free_handicap D4 Q16`、`undo`
error-gtp-not-told = 从脚本无法得知`{ $command }`的结果
error-gtp-not-told-help = 请写`set_free_handicap D4 Q16`、`play B Q16`
error-gtp-unknown = 未知的GTP命令`{ $command }`
error-gtp-unknown-help = 可用的命令：{ $commands }
error-gtp-size = 这不是棋盘大小
error-gtp-size-help = 请写`boardsize 19`，最大为52
error-gtp-other-size = 脚本的棋盘是{ $size }，要求的却是{ $asked }
error-leave-size-out = 请省略棋盘大小
error-gtp-colour = `{ $word }`不是颜色
error-gtp-colour-help = 请写`play B Q16`或`play white D4`
error-gtp-undo = 没有可以撤回的着手
error-gtp-undo-help = 一个`undo`撤回一个`play`
error-gtp-handicap = { $point }处已有棋子
error-gtp-handicap-help = 让子须在任何着手之前放置，各占一点

error-loa-illegal = { $color }不能走{ $played }
error-loa-no-piece = { $square }没有棋子
error-loa-other-piece = { $square }的棋子是{ $owner }的；黑白轮流走，黑先
error-loa-stuck = { $square }的棋子无法移动
error-loa-targets = { $square }的棋子可以走到{ $squares }
error-loa-square = 在集结棋（Lines of Action）中，单独一格不是着手
error-loa-square-help = 着手由两格组成，如`e1-e3`
error-loa-not-a-move = `{ $word }`不是集结棋的着手
error-loa-not-a-move-help = 着手由两格组成，如`e1-e3`，或为`pass`
error-loa-move-in-go = 这是集结棋的着手，不是围棋的
error-loa-move-in-go-help = 请指明棋种loa，并且只写它的着手

error-off-board = `{ $word }`在{ $size }棋盘之外
error-off-board-go = 列从A到{ $right }（没有I），行从1到{ $top }
error-off-board-loa = 列从a到{ $right }，行从1到{ $top }
error-off-board-pairs = 按数字坐标，列从1到{ $right }，行从1（最上）到{ $bottom }
error-off-board-letters = 按SGF字母，列从a到{ $right }，行从a（最上）到{ $bottom }
error-no-column-i = 没有I列：围棋棋盘的H之后是J
error-no-column-i-help = 第九列是J：也许是指{ $point }
error-not-a-point = `{ $word }`不是棋盘上的点
error-not-a-point-help = 点由列的字母和行的数字组成：Q16
error-not-a-move = `{ $word }`不是着手
error-not-a-move-help = 着手是Q16这样的点，或pass；`B Q16 W D4`写明颜色
error-colour-twice = `{ $color }`之后应是着手，却又是颜色
error-colour-twice-help = 请写`B Q16 W D4`
error-colour-alone = `{ $color }`之后没有着手
error-colour-alone-help = 请写`B Q16 W D4`，或去掉颜色
error-sgf-letters = `{ $word }`是用SGF字母写的点，与其他点的写法不同
error-sgf-letters-help = 请用棋手通常的写法：{ $point }
note-pairs = { $pair }即{ $point }：数字坐标是从左上角数起的列和行

note-first-game = 共{ $games }局，只读取了第一局
note-move-illegal = 第{ $number }手违反规则；已照样执行
error-sgf-rules-help = 围棋请写GM[1]
error-sgf-kind = 这段SGF的棋种是{ $kind }，与要求的不同
error-sgf-kind-help = 请省略棋种，SGF的GM[…]已写明棋种
error-sgf-other-size = 这段SGF的棋盘是{ $size }，要求的却是{ $asked }
error-sgf-cut = 文本在一个值的中间结束
error-sgf-cut-help = 请写完这个值和对局：(;B[pd])
error-sgf-second-move = 同一节点中有同一方的两手
error-sgf-second-move-help = 每手棋各有一个以分号开头的节点：(;B[pd];B[dd])
error-sgf-point = 这不是{ $size }棋盘上的点
error-sgf-point-help = SGF用两个字母表示点，即从左上角数起的列和行：Q16是B[pd]
error-sgf-loa-move = 这不是{ $size }棋盘上的着手或格
error-sgf-loa-move-help = 集结棋的着手写作B[e1-e3]，格写作AB[e1]
error-sgf-size = 棋盘大小无法读取
error-sgf-size-help = 请写SZ[19]或SZ[19:13]

error-two-boards = 文本中有第二个棋盘
error-two-boards-help = 请只留下一个棋盘的各行
error-edge-not-drawn = 这一部分的坐标到了棋盘的边，却没有画出边
error-edge-not-drawn-help = 边上的棋形请用`|`和`-`画出边，任意位置的棋形请去掉坐标
error-stones-or-letters = 这里的`B`和`W`可能是棋子，也可能是空点上的字母
error-stones-or-letters-help = 棋子请画成X和O，其他点都画成`.`
error-stone-or-letter = 这里的`{ $sign }`可能是棋子，也可能是空点上的字母
error-stone-or-letter-help = 棋子请写X和O；如果`{ $sign }`是字母，该点请写`.`

note-words-are-rows = 以空格分开的各段各为一行（若只是一行，请去掉空格）
error-not-a-pattern = 这不是棋形
error-row-or-rows = 这可能是一行，也可能是以空格分开的几行
error-row-or-rows-help = `/`表示换行，点之间不需空格：`XO/X.`是两行，`XOX.`是一行
error-pattern-too-large = { $width }x{ $height }的棋形比任何棋盘都大
error-no-numbered-stones = 手顺中没有编号的棋子
error-no-numbered-stones-help = 着手按先后顺序画成1至9和0
error-pattern-open = 这个棋形的各点都是任意点
error-pattern-open-help = 请至少画一个棋子，或边上的一个空点
error-region-off-board = 该区域不在{ $size }棋盘上
error-region-empty = 区域是空的
error-region-no-move = 区域内没有着手
error-region-many-moves = 区域内有{ $n }手，而手顺最多{ $most }手
error-corner-not-told = 没有棋子，无法得知是哪个角
error-corner-too-small = 这个角容不下所有棋子

## 结果中的错误与提示（src/engine）

error-time-over-before-answer = 结果尚未完整，时间已到
error-ratings-share = 先行学习的对局所占比例为{ $share }，但该比例必须不小于0且小于1
error-ratings-share-help = 请写0.333这样的比例
error-novelty-not-ready = 仍在查找所有棋局的新手（已完成{ $percent }%）
error-novelty-not-ready-help = 请稍后再试；索引的每个状态只查找一次
error-novelty-of-shards = 单个分片无法得知所有棋局的新手
error-novelty-of-shards-help = 请同时打开所有索引，或一次只查一局
error-novelty-no-sgf = 这不是SGF格式的棋谱
# $reason 为英文
error-no-thread = 无法启动线程（{ $reason }）
# $reason 为英文，可能为空
error-internal = 内部错误：{ $reason }
error-internal-at = 内部错误（{ $place }）：{ $reason }
error-index-seems-damaged = 索引似乎已损坏（或是程序出错：{ $reason }）

# 棋局表格的列，按地址中的列名。$columns 和 $all 是以逗号分隔的列名
error-no-column = 没有`{ $name }`这一列
error-no-column-write = 请写{ $columns }
error-no-column-tells = 没有一列给出`{ $field }:`所查的内容；可用的列：{ $all }
error-no-column-near = 是否指`{ $near }`？（全部：{ $all }）
error-no-column-all = 可用的列：{ $all }

error-page-of-other-index = 该页生成之后，索引已有变动
error-page-of-other-index-help = 请从第一页重新开始

# 其前为文件路径和冒号
error-file-no-longer-there = 文件已不在原处
error-game-no-longer-in-file = 文件在建立索引后已改动，其中已没有这局棋
# $problem 是文件的问题
error-file-changed = 文件在建立索引后已改动：{ $problem }
# $problem 是路径及所缺的内容，如“a.zip: has no member `b.sgf`”
error-no-longer = { $problem }（建立索引时还有）
error-file-of-game-too-large-help = 请拆分文件，以便单独读取其中的各局

# $game 是棋局的编号
error-game-without-rules = 棋局{ $game }的规则未知
error-game-without-rules-help = 只有围棋和集结棋（Lines of Action）才有局面
# 显示的是哪个局面。$game 是棋局的编号
note-game-at-node = { $game }，节点{ $node }
note-game-after-moves = { $game }，{ $n }手之后
# $word 是输入的 and、or、not，$operator 是其大写形式
note-operator-as-word = `{ $word }`在此是要查找的词；运算符请写作{ $operator }

## 标签、笔记、已存查询和练习的错误（src/store/userdata）

# 标签或已存查询的名称
error-name-missing = 缺少名称
error-name-missing-help = 请写一个词，如study
error-name-too-long = 名称最多{ $most }个字符
error-name-too-long-help = 请取短一些的名称
error-no-name = `{ $text }`不能用作名称
error-no-name-help = 名称可用字母（含汉字）、数字、-和_，如to-study
error-note-too-long = 笔记最多{ $most } KiB
error-note-too-long-help = 请把笔记写短一些
error-note-changed = 笔记已被另一标签页或程序更改
error-note-changed-help = 请比较两份笔记，将正确的一份与新版本号一起发送
# 要保存的查询，或要记入最近查询的查询
error-kept-query-empty = 查询为空
error-kept-query-too-long = 查询超过{ $most }个字符
error-kept-query-help = 请保存至少含一个词、且不超过上限的查询
error-too-many-tags = 棋局的标签最多{ $most }个，这样会超出
error-too-many-stars = 星标最多{ $most }个，这样会超出
error-too-many-notes = 笔记最多{ $most }条，这样会超出
error-too-many-saved-queries = 已存查询最多{ $most }个，这样会超出
error-too-many-kept-help = 请先删除一些已有的
error-nothing-kept-here = 没有可保存标签和笔记的设置文件夹
# 其后为冒号和原因
error-with-reason = { $doing }：{ $reason }
error-settings-folder-not-made = 无法创建设置文件夹
# 保存标签、笔记等的文件。$file 是文件名，$reason 为英文
error-settings-file-newer = 设置文件夹中的{ $file }由本程序的较新版本写入
error-settings-file-newer-help = 文件未作更改；请使用较新版本的程序
error-settings-file-foreign = 设置文件夹中的{ $file }无法使用：它属于其他程序
error-settings-file-damaged = 设置文件夹中的{ $file }已损坏：{ $reason }
error-settings-file-busy = 另一程序正在写入设置文件夹中的{ $file }
error-settings-file-busy-help = 请稍后再试
error-settings-file-unusable = 设置文件夹中的{ $file }无法使用：{ $reason }
error-settings-file-unusable-help = 请检查你能否写入该文件及其文件夹，以及磁盘是否已满
# 以前保存练习答案的文件。$line 是行号
error-old-practice-unread = 设置文件夹中的{ $file }无法读取：{ $reason }
error-old-practice-line = 设置文件夹中{ $file }的第{ $line }行无法读取，已跳过
error-old-practice-lines = 设置文件夹中{ $file }的第{ $line }行及另外{ $more }行无法读取，已跳过

## 遇到错误时怎么办：本程序的命令和选项

remedy-raise-it = 可用{ $option }提高此上限
remedy-raise-limit = 可用{ $option }提高上限
remedy-read-whole = 去掉--skip-slow即读取整个文件
remedy-build = 请先建立索引：kifu-index build FOLDER_WITH_GAMES
remedy-refresh = 文件已不在索引记录的位置，请更新索引：kifu-index build
remedy-forget = 请将文件放回原处，或从索引中去掉其中的棋局：kifu-index build --forget { $root }
remedy-relocate = 要保留棋局编号和新棋局的判断：kifu-index relocate { $old } { $new }；两处都要索引：build --as-new
remedy-fewer-threads = 内存不足，或运行的程序太多；--threads 1占用最少
remedy-rebuild = 棋谱未受影响，请重建索引：kifu-index build --rebuild --index { $folder }
remedy-publish = 请重新发布分片：kifu-index shards publish --force FOLDER…
remedy-verify = 查出哪个索引已损坏：kifu-index status --verify
remedy-name-roots = 请写明文件夹或文件：kifu-index build FOLDER_WITH_GAMES
remedy-name-rebuild-roots = 请写明要读取的文件夹：kifu-index build --rebuild FOLDER_WITH_GAMES
remedy-name-reachable-roots = 未作任何更改；请写明要读取的文件夹：kifu-index build --rebuild FOLDER
remedy-other-index = 请用--index另指定一个文件夹；要新建索引，请指定空文件夹
remedy-one-shard-each = 每个分片各有自己的索引，由--index指定；--rebuild会替换此索引
remedy-new-folder = 请指定空的或尚不存在的文件夹：--output FOLDER
remedy-overwrite = 请另取名称，或用--force覆盖已有的文件或文件夹
remedy-name-table = 请用--analysis FILE重新指定该表，或用--no-analysis去掉该表
remedy-name-file = 请另指定一个文件，或用 - 表示标准输出
remedy-write-folder = 请指定文件，或用--dir
remedy-write-file = 请指定文件夹，或用--sgf FILE
remedy-write-elsewhere = 请写入另一个文件夹；单个文件也可写到标准输出：--sgf - > FILE
remedy-list-fields = 列出所有字段：kifu-index fields
remedy-fields-on-page = 所有字段：见“帮助”页面
remedy-find-ids = 编号在此命令输出的第一列：kifu-index search … | cat
remedy-page-find-ids = 棋局列表中有编号：/api/v1/search?q=…
remedy-page-filter-games = 对棋局的条件请写在查询中：q=…
remedy-page-name-part = 请选择区域或棋子周围：area=O13-T19、area=around
remedy-page-name-corner = 请把棋子放在一个角上；/api/v1可用region=upper-right指定角
remedy-page-whole-board = 请选择全盘：去掉area
remedy-page-draw-moves = 请在棋盘上下出各手，或去掉seq=1
remedy-page-draw-whole = 请选择全盘，或去掉sym=none
remedy-page-write-size = 请写size=19或size=19x13
remedy-filter-games = 对棋局的条件请写在--filter中
remedy-ask-position = 查找带棋子和标记的全盘局面：kifu-index position
remedy-ask-pattern = 请按棋形查询：`kifu-index pattern`
remedy-quote-diagram = 请把图放在单引号中，或从标准输入读取：`kifu-index position - < diagram.txt`
remedy-draw-pattern = 逐行：`XO/OX`，`.`为空点，`?`为任意，`*`为棋子，`-`、`|`为边 | 局面的一部分：`R16 P17 --corner 6`、`game.sgf#42 --region O13-T19` | 标准输入：同样的行，每行一条，或Sensei's Library的图（`$$`）
remedy-draw-moves = 请把着手画成1、2、3，或去掉--diagram sequence
remedy-draw-whole = 请画出四边，并去掉--symmetry
remedy-name-corner = 请指定角：--region upper-right（或upper-left、lower-right、lower-left）
remedy-name-part = 请用--region O13-T19或--corner 9指定这一部分
remedy-name-part-or-whole = 请加上--corner或--region O13-T19；整个棋盘则用：kifu-index position
remedy-leave-part-out = 要查找此图，请去掉{ $option }；要截取局面的一部分，请写出着手或画出整个棋盘
remedy-write-size = 请写--size 19或--size 19x13
remedy-write-corner = 请写--corner 9或--corner 9x7
remedy-write-kind = 请写--kind go或--kind loa
remedy-list-moves = 不加--tree则列出该局面之后的着手
remedy-write-least = 请写--least 5、--least 2%或--least 5,2%
remedy-build-with-parquet = 请安装支持Parquet的版本：cargo install --path . --features parquet；--csv和--jsonl始终可用
remedy-restore-mine = 未作任何更改；请给该文件改名，再读入你最近一次的导出：kifu-index tag --import FILE
remedy-use-book = 请指定一个含变化的SGF文件作为棋书：kifu-index book FILE --use
remedy-mark-all = 未作任何更改；请缩小查询范围，或加--all更改全部棋局
remedy-save-query = 列出你的已存查询：kifu-index save；另存一个：kifu-index save NAME QUERY
remedy-report = 请报告此问题，并附上设置KIFU_BACKTRACE=1后输出的调用栈
remedy-similar-name = { $name }（{ $games }局）
remedy-similar-names = 相近的姓名：{ $names }
remedy-or-list-fields = { $help }（所有字段：kifu-index fields）
remedy-or-fields-on-page = { $help }（所有字段：见“帮助”页面）
remedy-or = { $help }；也可以：{ $other }
remedy-behind = { $message }（{ $remedy }）

### 网页

## “棋局”页：查询找到的棋局

games-title = 棋局
games-restarted = 该页生成后棋谱库有变动，现显示第一页。
games-results = 结果
games-selected = 选中的棋局
games-to-facets = 筛选 ↓
games-advice-names = 相近的姓名：
games-advice-words = 也许是：
games-advice-without = 减少条件：
games-rows = 第{ $first }–{ $last }局，共{ $total }局
games-none = 没有符合的棋局。
games-none-help = 请去掉一部分查询条件。
games-more = 更多棋局
games-first-page = 第一页
games-view = 显示方式
games-view-comments = 带评注
games-view-table = 表格
games-view-boards = 棋盘
games-order-usual = 默认顺序
games-order-newest = 新的在前
games-order-oldest = 旧的在前
games-order-strongest = 强手在前
games-order-longest = 长的在前
games-order-shortest = 短的在前
games-order-captures = 提子多的在前
games-order-black = 按黑方姓名
games-order-white = 按白方姓名
# 胜差小的在前
games-order-closest = 胜差小的在前
games-order-place = 按文件顺序
games-order-own = 自定顺序
games-head-result = 结果
games-head-date = 日期
games-head-moves = 手数
games-head-komi = 贴目
games-head-event = 赛事
games-moves-and-variations = { $moves }，{ $variations }
games-more-hits = 本局另有{ $n }处
games-hit = 命中处
games-at-beginning = 起始局面
games-at-beginning-in-variation = 起始局面，变化图中
games-at-move = 第{ $number }手
games-at-move-in-variation = 第{ $number }手，变化图中

## 棋局列表旁的筛选项

facets-title = 筛选
facets-how = 终局方式
facets-archive = 压缩包或文件夹
facets-rank = 较强一方的段位
facets-size = 棋盘
facets-lang = 语言
facets-years = 年份
facets-more = 另有{ $n }项
facets-take-away = { $name }：取消
facets-without = 排除{ $name }
facets-without-take-away = 排除{ $name }：取消
facets-earlier = 更早：{ $games }
facets-games-of-years = { $years }：{ $games }
facets-how-resignation = 中盘
facets-how-time = 超时
facets-how-forfeit = 弃权
facets-how-points = 数子
facets-how-draw = 和棋
facets-how-void = 无胜负
# 结果写为未知；评注语言无法判断
facets-unknown = 未知
facets-rank-professional = 职业
facets-rank-dan = 业余段位
facets-rank-kyu = 级位
facets-without-rank = 无段位
facets-no-comments = 无评注
facets-not-known = 不详
language-ar = 阿拉伯语
language-bg = 保加利亚语
language-cs = 捷克语
language-da = 丹麦语
language-de = 德语
language-el = 希腊语
language-en = 英语
language-es = 西班牙语
language-fi = 芬兰语
language-fr = 法语
language-he = 希伯来语
language-hu = 匈牙利语
language-it = 意大利语
language-ja = 日语
language-ko = 韩语
language-nb = 挪威语
language-nl = 荷兰语
language-pl = 波兰语
language-pt = 葡萄牙语
language-ro = 罗马尼亚语
language-ru = 俄语
language-sr = 塞尔维亚语
language-sv = 瑞典语
language-th = 泰语
language-tr = 土耳其语
language-uk = 乌克兰语
language-zh = 中文

## 自选列的棋局表格及其下载

columns-menu = 选择列
columns-download = 下载全部：{ $files }
columns-csv-as-shown = CSV（按所示列）
columns-practise = 练习
columns-practise-title = 猜这些棋局的着手

## 棋局表格的列名，也用于列菜单；须简短

columns-head-id = 编号
# 文件路径；压缩包内的文件；棋局在文件中的序号
columns-head-path = 路径
columns-head-member = 包内文件
columns-head-game = 文件内局号
columns-head-black = 黑方
columns-head-white = 白方
columns-head-black-rank = 黑方段位
columns-head-white-rank = 白方段位
columns-head-black-persons = 黑方各人
columns-head-white-persons = 白方各人
columns-head-black-team = 黑方队伍
columns-head-white-team = 白方队伍
columns-head-result = 结果
columns-head-date = 日期
columns-head-dates = 各日日期
columns-head-date-span = 起止日期
columns-head-date-text = 日期（文字）
columns-head-event = 赛事
columns-head-round = 轮次
columns-head-place = 地点
columns-head-komi = 贴目
columns-head-handicap = 让子
columns-head-handicap-inferred-from = 让子推断依据
# 规则原文；归一后的规则
columns-head-rules = 规则
columns-head-ruleset = 规则体系
columns-head-time = 用时
columns-head-overtime = 读秒
columns-head-annotator = 评注者
columns-head-title = 标题
columns-head-opening = 布局
columns-head-source = 来源
columns-head-transcriber = 录入者
columns-head-copyright = 版权
columns-head-game-comment = 棋局说明
columns-head-kind = 棋种
columns-head-format = 格式
columns-head-charset = 编码
columns-head-size = 棋盘大小
columns-head-moves = 手数
columns-head-nodes = 节点数
columns-head-variations = 变化数
# 从盘面识别出的布局
columns-head-openings = 识别布局
columns-head-moves-sgf = 着手（SGF）
columns-head-moves-gtp = 着手（GTP）
columns-head-setup = 预置子
columns-head-final = 终局图
# 命中处的手数、节点、是否在变化图中
columns-head-move = 命中手
columns-head-node = 节点
columns-head-variation = 变化
columns-head-comment = 评注
columns-head-added = 加入日期
columns-head-series = 赛事系列
columns-head-edition = 届次
columns-head-match-game = 局次
columns-head-black-country = 黑方国家
columns-head-white-country = 白方国家
columns-head-winner = 胜者
columns-head-how = 终局方式
columns-head-margin = 胜差
columns-head-year = 年份
columns-head-date-from = 最早日期
columns-head-date-to = 最晚日期
columns-head-black-person = 黑方本人
columns-head-white-person = 白方本人
columns-head-lang = 评注语言
# 题目：先行方、区域、解的数目
columns-head-toplay = 先行方
columns-head-region = 区域
columns-head-solutions = 正解数
columns-head-captures = 提子数
columns-head-ko-captures = 提回劫
columns-head-early-passes = 中途停一手
columns-head-novelty-ply = 新手
columns-head-followers = 效仿局数
columns-head-gtype = 对局类型
columns-head-game-hash = 对局哈希
# 引擎对一手棋的评价
columns-head-tags = 标签
columns-head-starred = 星标
columns-head-note = 笔记
columns-head-engine = 引擎
columns-head-mover = 落子方
columns-head-played = 着手
columns-head-loss = 损失目数
columns-head-drop = 胜率下降
columns-head-best = 最佳
columns-head-black-winrate = 黑方胜率
columns-head-black-lead = 黑方领先
columns-head-visits = 计算量
columns-about = 约{ $size }

## 每页的四周

frame-tab-explore = 探索
frame-tab-joseki = 定式
frame-tab-games = 棋局
frame-tab-players = 棋手
# 用户自己的内容：已存查询、星标、笔记
frame-tab-mine = 我的
frame-tab-archive = 棋谱库
frame-pages = 页面
frame-skip = 跳到结果
frame-ask = 棋局
frame-query = 查询
frame-search = 搜索
frame-theme-and-help = 主题与帮助
frame-theme = 浅色或深色
frame-help = 帮助
frame-took = 共{ $games }局，用时{ $time }毫秒
frame-took-partly = 共{ $games }局，{ $time }毫秒内未全部查完
frame-unknown = 网址中有无法识别的名称，已忽略：{ $names }
# $time 是索引的建立时间
frame-built = 索引建于{ $time }
frame-refreshing = 正在更新索引
frame-no-games = 此索引中没有棋局。
frame-no-games-build = 要读取一个棋谱文件夹，请在终端中运行：
frame-no-games-folder = 文件夹
frame-no-games-watch = 要随时收录新增和更改的棋谱，请这样启动服务器：
frame-no-games-archive = 读取了哪些，未读取哪些
# 页脚一行里的按键说明，须简短
frame-keys-region = { $key } 区域
frame-keys-wildcard = { $key } 任意点
frame-keys-shift-click = ⇧ 点击
frame-keys-whole-board = { $key } 全盘
frame-keys-answer = { $key } 答案
frame-keys-next = { $key } 下一题
frame-keys-moves = { $keys } 着手
frame-keys-query = { $key } 查询
frame-keys-help = { $key } 快捷键

## 探索：页面、标签、比较、评注

explore-title = 探索
explore-tabs = 结果各部分
explore-tab-moves = 着手
explore-tab-years = 年份
explore-tab-games = 棋局
explore-tab-comments = 评注
explore-compare-open = 与其他棋局比较
explore-compare-with = 比较对象
explore-compare = 比较
explore-compare-all = 所有棋局
explore-compare-swap = 互换
explore-compare-stop = 停止比较
explore-comments = 此处评注
explore-comments-shown = 由长到短：{ $all }条中的第{ $first }–{ $last }条
explore-comments-none = 没有棋谱在此处有评注。
explore-comments-longer = 更长的评注
explore-comments-shorter = 更短的评注
# 未全部查完：$all 局中的 $n 局
explore-comments-part = { $all }局有评注的棋局中，只查了前{ $n }局。
explore-comment-move = 第{ $n }手
explore-comment-variation = 第{ $n }手，变化图中

## 探索：棋盘

position-title = 局面
position-board-first = 棋盘，轮到{ $color }
position-board = 棋盘，已下{ $n }手，最后一手{ $at }，轮到{ $color }
position-taken = { $point }已有棋子。
position-moves = 着手
position-first = 起始局面
position-back = 后退一手
position-forward = 前进一手
position-more = 棋盘更多选项
position-view = 视图
position-turn = 旋转棋盘
position-mirror = 镜像棋盘
position-link = 此局面的链接
position-boards = 棋盘
position-boards-other = 其他大小
# 供屏幕阅读器，接在路数后：“19路”
position-lines = 路
position-type-move = 轮到{ $color } · 输入着手：
position-words = 局面的文字描述
position-stones = { $color }：{ $points }。
position-no-stones = 无子
position-last = 最后一手：第{ $n }手，{ $color }{ $at }。
position-next-none = 轮到{ $color }。{ $n }局到达此局面。
position-next = 轮到{ $color }。{ $n }局到达此局面；最常下：{ $moves }。

## 探索：后续着手表

moves-title = 后续着手
moves-total = { $n ->
   *[other] { $total }局
}
moves-any-order = 不论手顺
# 棋形按每局首次出现计
moves-first-time = 以棋形首次出现计
moves-without-winner = { $n }局未分胜负
moves-only-in-variations = 另有{ $n }局仅见于变化图。
# $at 是着手，$n 是局数，$wins 是落子方胜率
moves-row = { $at }：{ $n }局
moves-row-wins = { $at }：{ $n }局，胜率{ $wins }%
moves-most = 最常下{ $at }，{ $share }
moves-most-wins = 最常下{ $at }，{ $share }，胜率{ $wins }%
moves-end = 棋谱到此为止
moves-elsewhere = 他处
moves-next = 下一手
moves-next-caption = 后续着手，按频率
moves-tenuki = 脱先
moves-tenuki-caption = 脱先下在何处，按频率
moves-inside = 区域内
moves-inside-caption = 区域内的后续着手，按频率
moves-later = 区域内，不论何时
moves-later-caption = 区域内的下一手，不论何时下出
moves-none-inside = 没有紧接着下在区域内的着手。
moves-later-open = 区域内的下一手，不论何时下出
moves-others = 另有{ $n }种后续着手，{ $games }局
moves-head-games = 局数
moves-head-share = 占比
moves-head-results = 结果
moves-head-wins = 胜率
moves-wins-title = 落子方的胜率，附95%威尔逊区间的半宽
moves-head-years = 年份
moves-years-title = 在此局面各局中的占比，每五年一格
moves-head-loss = 损失
moves-loss-title = 引擎评估的该手平均损失目数（至少五局）
moves-head-more = 更多
moves-head-book = 棋书
moves-book-title = 你的棋书中有的着手
moves-in-book = 棋书中有
moves-won = 黑胜{ $black }，白胜{ $white }
# 局数太少，没有胜率；须简短
moves-few = 局少
moves-worse = 低于平均
moves-better-side = 高于平均（与该方在此局面的平均相比 · 浅色：局数太少，难以判断）
moves-better = 高于平均（与{ $color }在此局面的平均相比 · 浅色：局数太少，难以判断）
moves-how-counted = 统计方法
moves-show-losses = 显示着手的损失

## 探索：一种后续着手的详情

moves-more-about = { $at }的详情
moves-more-none = 没有更多信息。
moves-more-years = 见于{ $years }年。
# 到达着手之后局面的局数，其中 $others 局次序不同
moves-more-reached = { $n }局到达该局面，其中{ $others }局次序不同。
moves-more-players = 棋手
moves-more-others = 等
moves-more-local = 作为区域内的下一手共{ $n }局，立即下出或脱先（含停一手）之后：
moves-at-once = 立即
moves-after-one = { $stone }脱先1手后
moves-after-more = { $stone }脱先2手以上
moves-at-once-share = 立即{ $share }
moves-at-once-title = 作为区域内的下一手共{ $n }局，其中{ $share }立即下出

## 探索：内容很少时的提示

hints-first = 可以先看看
hints-after = { $moves }之后
hints-no-shape = 没有棋局出现此棋形。
hints-no-position = 没有棋局到达此局面。
hints-smaller = 缩小后有棋局的棋形：
hints-smaller-region = 只取{ $region }：{ $n }局
hints-smaller-stone = { $point }处不限：{ $n }局
# $seen 是一个链接，文字为下面两条之一
hints-last-seen = 最后出现：{ $seen }（{ $n }局）。
hints-seen-after = 第{ $n }手{ $at }之后
hints-seen-before = 第一手之前
hints-without = 去掉{ $clause }：{ $n }局
hints-without-filter = 去掉筛选条件
hints-near = 查找与此局面相近的棋局
hints-partial = 已查{ $far }，目前{ $n }局。
hints-partial-found = 查看已找到的棋局
hints-partial-rest = 查完其余棋局

## 探索：统计方法

hints-counted = 统计方法
hints-counted-position = 计数时查了一次局面表。
hints-counted-shape = 计数时把所有可能出现该棋形的棋局查看了一遍。
hints-parts = 查询的各部分
hints-parts-part = 部分
hints-parts-games = 局数
hints-parts-ms = 毫秒
hints-parts-by = 方法

## 探索：棋盘上的棋形范围，以及点击时放置什么

shape-what-counts = 棋盘的哪一部分计入
shape-whole-board = 全盘
shape-around-stones = 棋子周围
# 后接区域的两角，如“区域 k10–t19”
shape-region = 区域
shape-type-region = 区域：
shape-click-puts = 点击放置
shape-pen-label = { $word }：{ $says }
# 按钮极短，其下是各自的说明
shape-pen-turn = 交替
shape-puts-turn = 黑白交替落子
shape-pen-black = 黑子
shape-puts-black = 放黑子
shape-pen-white = 白子
shape-puts-white = 放白子
shape-pen-any = 任意
shape-puts-any = 可为任何内容
shape-pen-no-white = 非白
shape-puts-no-white = 黑子或空点
shape-pen-no-black = 非黑
shape-puts-no-black = 白子或空点
shape-pen-stone = 有子
shape-puts-stone = 黑子或白子均可
shape-pen-empty = 清除
shape-puts-empty = 去掉棋子和标记
shape-edge-left = 左边
shape-edge-right = 右边
shape-edge-top = 上边
shape-edge-bottom = 下边
# 固定在某边的棋形须紧贴该边
shape-free = 不固定在{ $edge }
shape-bind = 固定在{ $edge }

## 探索：改变棋形含义的小按钮（都须简短）

chips-title = 怎样算同一棋形
chips-colours = 黑白互换
# $n 是 8；棋盘非正方形时是 4
chips-ways = { $n }种对称
chips-anywhere = 任意位置
# 棋形须紧贴的边数，1 至 4
chips-edges = 贴{ $n }边
chips-main-lines = 主线
chips-variations-too = 含变化图
chips-in-variations = 仅变化图
chips-next-any = 下一手
chips-to-move-any = 轮到
chips-move-any = 手数
chips-next = 下一手：{ $value }
# 无条件
chips-any = 不限
chips-elsewhere = 他处
chips-end = 终局
chips-to-move = 轮到：{ $side }
chips-move = 手数：{ $range }
chips-move-label = 已下手数，如..50或30..50
chips-choose = 选定
chips-order = 按此次序下出

## 探索：两个查询并列，始终称为 A 和 B

compare-title = 两者的后续着手
compare-total = { $first }局与{ $second }局
compare-total-corners = { $first }个角与{ $second }个角
compare-all-games = 所有棋局
compare-black-wins = 黑方胜率{ $rate }
compare-difference = 黑方胜率A减B：{ $points }个百分点（{ $interval }）。
compare-interval = { $low }至{ $high }
compare-common = 有{ $n }局为两者共有：区间的计算假定A与B没有共同的棋局。
compare-none = 两者都没有这样的棋局。
compare-more = 另有{ $n }种后续着手
compare-legend = 差值为A减B（百分点），附95%区间；不能仅用偶然解释、且其中一方至少有5局的差值以粗体显示。胜率均为落子方的胜率。
compare-common-corners = 有{ $n }个角为两者共有：区间的计算假定A与B没有共同的角。
compare-none-corners = 两者都没有此形的角。
compare-legend-corners = 差值为A减B（百分点），附95%区间；不能仅用偶然解释、且其中一方至少有5个角的差值以粗体显示。胜率均为落子方的胜率。
compare-caption = 后续着手，按两者局数
compare-next = 下一手
compare-share = 占比
compare-share-in = 查询{ $side }的棋局中的占比
compare-wins = 胜率
compare-wins-in = 查询{ $side }的棋局中的胜率
compare-ends = 棋谱到此为止
compare-elsewhere = 他处
compare-few = 局少

## 探索：局面的棋局

chosen-title = 棋局
chosen-order-newest = 新的在前
chosen-order-oldest = 旧的在前
chosen-order-strongest = 强手在前
chosen-order-shortest = 短的在前
chosen-order-longest = 长的在前
chosen-order-closest = 胜差小的在前
chosen-order-earliest = 出现早的在前
chosen-order-other = 按{ $order }排序
chosen-copies = 每局只列一次：略去{ $n }个副本。
chosen-first = 最前面的棋局
chosen-more = 更多棋局
chosen-shown = { $total }局中的{ $n }局
chosen-all = 所有棋局 →
chosen-tree-file = 后续着手（SGF）
chosen-moves-before = 此前手数
chosen-at-move = 第{ $number }手
chosen-exchanged = 黑白互换

## 定式：角上的下法
joseki-title = 定式
joseki-corners = { $n ->
    [0] 没有角出现此形
   *[other] { $games }的{ $n }个角出现此形，包括镜像和黑白互换
}
joseki-corners-empty = { $n ->
    [0] 没有棋局在角上落子
   *[other] { $games }的{ $n }个角有落子
}
joseki-left-out = 不计有让子或摆子的{ $n }个角
joseki-total = { $n ->
   *[other] { $total }个角
}
joseki-in-games = （{ $games }）
joseki-after-tenuki = { $color }脱先之后
joseki-first-color = 先在角上落子的一方为黑
joseki-head-corners = 角
joseki-caption = 角上的后续着手，按频率
joseki-tenuki = 脱先
joseki-tenuki-title = { $color }脱先，对方继续在此落子
joseki-end = 到此为止
joseki-row = { $at }：{ $n }个角
joseki-row-wins = { $at }：{ $n }个角，胜率{ $wins }%
joseki-others = 另有{ $n }种后续着手，{ $corners }个角
joseki-at-once = { $share }的角立即下此手
joseki-elsewhere = 否则在他处{ $n }手之后（中位数）
joseki-tenuki-elsewhere = 他处{ $n }手之后角上继续（中位数）
joseki-games-later = 落子后，这里列出有此形的棋局。
joseki-games-left-out = 其中{ $n }局仅在有让子或摆子的角上有此形，表中不计。
joseki-explore = 把此角作为棋形探索
joseki-board = 角，轮到{ $color }
joseki-board-after = 角，至{ $at }，轮到{ $color }
joseki-of-game = 此角的定式

## 探索：局面的年份

years-title = 年份
years-games = 每年局数
years-shares = 占当年棋局的比例
years-show-shares = 显示比例
years-show-counts = 显示局数
years-all = 所有年份
years-dates = 日期
years-span = { $first }至{ $last }年
years-most-games = { $first }至{ $last }年，{ $year }年最多：{ $games }局
years-most-share = { $first }至{ $last }年，{ $year }年最高：{ $share }
years-before = { $year }年之前有{ $n }局
years-none = 这里的棋局都没有日期。
years-corners = 每年角数
years-corner-shares = 占当年所有角的比例
years-most-corners = { $first }至{ $last }年，{ $year }年最多：{ $games }个角
years-before-corners = { $year }年之前有{ $n }个角
# 各在年份框之前：“从[1990]到[1999]”
years-from = 从
years-to = 到
years-choose = 选定年份
years-curve = 最高{ $share }，约在{ $year }年

## 多页共用的数字

figures-copies-once = 同一局的副本只计一次
figures-each-once = 每局只计一次
# 供屏幕阅读器，接在两个百分比之后：“54% 46% 黑胜与白胜”
figures-won-by = 黑胜与白胜

## 一局棋的页面（src/web/page/game.rs）

game-around = 棋谱库中的此局面和此局
game-about = 关于此棋谱
game-current-move = 这一手
game-generated-comment = 程序写的评注
game-tried = 你的变化：
game-untry = 返回棋局 { $key }
game-tabs = 此局的内容
game-tab-costly = 失误
game-tab-comments = 评注
game-tab-here = 他局
game-tab-tree = 变化图
game-tab-about = 棋谱
game-board = 棋盘
game-no-board = 此棋种的规则未知，因此没有棋盘。
game-first = 起始局面
game-back = 后退一手
game-forward = 前进一手
game-last = 最后局面
game-ten-back = 后退十手
game-ten-forward = 前进十手
game-slider = 手数
game-earlier = 更早
game-later = 更晚
game-window = { $from }–{ $to } / { $all }
game-ticks = 评注与命中处
game-tick-hit = 命中
game-tick-comment = 评注
# 棋盘下方对一手棋的说明，各部分以圆点分隔
game-against-rules = 违反规则
game-in-variation = 变化图中
game-captured = 被提：黑{ $black }子，白{ $white }子
game-goes-on = 后续：
game-main = 主线
game-variation = 变化{ $n }
game-more-variations = 还有{ $n }个变化，依次在前一个之下
game-above = 上一个变化
game-below = 下一个变化
# 后接一个链接
game-turned = 棋盘方向与前一页相同
game-as-recorded = 按棋谱方向显示
game-komi = 贴{ $komi }目
result-black = 黑
result-white = 白
result-won = { $who }胜
result-resign = { $who }中盘胜
result-time = { $who }超时胜
result-forfeit = { $who }弃权胜
result-by = { $who }胜{ $margin }目
result-by-points-and-half = { $who }胜{ $points }目半
result-by-half = { $who }胜半目
result-draw = 和棋
result-void = 无胜负
result-unknown = 结果未知
game-of-file = 此文件{ $all }局中的第{ $n }局
game-of-folder = 此文件夹中的棋局
game-of-archive = 此压缩包中的棋局
game-sgf-title = 棋谱库中的原棋谱
game-sgf-here-title = 棋谱（支持的打谱软件会打开到此局面）
game-diagram = 图
game-text = 文字
game-link-title = 此局面的网址
game-link = 链接
game-list = 列表
game-print = 打印
game-print-title = 把棋局打印成每谱50手的棋谱
game-hit-before = 上一命中处
game-hit-after = 下一命中处
game-hit = 命中{ $hit } / { $all }
game-hits = 命中{ $n }处
# 标题：棋谱库中同一局的其他棋谱
game-same = 同一局
game-more-records = 另有{ $n }份棋谱
game-same-moves = 着手完全相同
game-fullest = 最完整的棋谱
game-differs = { $n }手不同
game-its-beginning = 最完整棋谱的开头部分
game-disagree = 各谱不一致：{ $fact }。
game-disagree-values = 各谱{ $fact }不一致：{ $values }。
fact-black = 黑方
fact-white = 白方
fact-date = 日期
fact-result = 结果
fact-komi = 贴目
fact-handicap = 让子
fact-length = 手数
fact-moves = 着手
game-details = 详细信息：{ $n }个属性
game-details-odd = 详细信息：{ $n }个属性，{ $odd }处异常
game-odd = 棋谱的异常之处
game-cut = 过长的值在此截断；SGF文件中有全文。
game-properties = 根节点属性原文
# 第一手之前的节点
game-beginning = 起始局面
game-move = 第{ $number }手
game-move-of-variation = 变化图第{ $number }手
game-preview = 选中的棋局
game-open = 打开 { $key }

## 棋局旁：此局面的后续（src/web/page/here.rs）

here-title = 此处的后续着手
here-explore = 由此探索
here-total = { $n ->
   *[other] { $total }局
}
here-total-of-query = { $n ->
   *[other] 查询中的{ $total }局
}
here-disc = { $point }：{ $n }局
here-disc-share = { $point }：{ $n }局，{ $share }%
here-ways = 棋局的后续
here-next = 下一手
here-games = 局数
here-results = 结果
here-elsewhere = 他处
here-end = 棋谱到此结束
here-won = 黑胜{ $black }，白胜{ $white }
here-won-few = 黑{ $black } · 白{ $white }
here-in-variations = 另有{ $n }局仅见于变化图
here-more-ways = 另有{ $n }种后续着手
here-none-follows = 此棋谱到此为止，没有后续着手。
here-played-nowhere = 本局{ $color }在此下{ $played }；没有棋局的主线到达此局面。
here-played-only = 本局{ $color }在此下{ $played }：到达此局面的只有这一局。
# $share：共 $total 局中没有一局、全部、或其中 $n 局也这样下
here-played = { $share ->
    [none] 本局{ $color }在此下{ $played }，{ $total }局中无一如此。
    [all] 本局{ $color }在此下{ $played }，{ $total }局均如此。
   *[some] 本局{ $color }在此下{ $played }，{ $total }局中有{ $n }局如此。
}
here-played-usual = { $share ->
    [none] 本局{ $color }在此下{ $played }，{ $total }局中无一如此。
    [all] 本局{ $color }在此下{ $played }，{ $total }局均如此；这是最常见的下法。
   *[some] 本局{ $color }在此下{ $played }，{ $total }局中有{ $n }局如此；这是最常见的下法。
}
here-played-other-usual = { $share ->
    [none] 本局{ $color }在此下{ $played }，{ $total }局中无一如此；常见的下法是{ $usual }。
    [all] 本局{ $color }在此下{ $played }，{ $total }局均如此；常见的下法是{ $usual }。
   *[some] 本局{ $color }在此下{ $played }，{ $total }局中有{ $n }局如此；常见的下法是{ $usual }。
}

## 棋局的树（src/web/page/tree.rs）

tree-region = 棋谱树状图
tree-frame = 着手与变化
# 节点是树中的一处：一手棋，或预置的棋子
tree-part = 显示当前附近的{ $shown }个节点，共{ $all }个
tree-move = 第{ $number }手
tree-pass = 第{ $number }手，停一手
tree-beginning = 起始局面
tree-setup = 预置棋子
tree-comment = { $node }，有评注
tree-hit = { $node }，命中
tree-comment-hit = { $node }，有评注，命中

## 棋局棋盘下方：最近几手（src/web/page/steps.rs）

# 与印刷棋谱相同：第 20 手下在现为第 26 手之处
steps-at-move = { $number }在{ $later }处
# 该手的棋子已被提
steps-at-captured = { $number }在{ $point }，被提
steps-passed = { $color }停一手
steps-played = { $color }{ $played }
steps-tried = { $played }，你的变化第{ $number }手
steps-setup = 预置棋子
steps-no-move = 无着手

## “棋手”页：按姓名开头查找的棋手列表

players-title = 棋手
players-all = 共{ $n }位棋手。
players-beginning = 姓名以“{ $name }”开头的棋手。
players-name = 姓名，任何写法均可
players-find = 查找
players-beside = 与{ $name }的对战
players-without = 取消{ $name }
players-choose = 两位棋手的对战：请在下面选择。
players-versus = 对战
players-versus-of = 对战：{ $name }
players-none = 没有姓名以此开头的棋手。
players-caption = 棋手，局数多的在前
players-column-player = 棋手
players-column-years = 年份
players-more = 更多棋手
players-few = 分出胜负的对局不足{ $n }局的棋手排在最后。

## 一位棋手的页面

person-games-years = { $n }局，{ $first }至{ $last }年。
person-games-year = { $n }局，{ $year }年。
person-games = { $n }局。
person-others = 同名的其他人：{ $names }
person-careers = 一个人不会下这么多年棋：可能是两人同名，或日期有误。{ $years }
person-written = 又写作{ $names }
# 接在总局数的大字之下
person-of-games-beside = 局，其中{ $n }局未注明黑白或仅在变化图中
person-opponents = 对手
person-opponent = 对手
person-won-and-lost = { $won }–{ $lost }：{ $name }对{ $rival }的胜负
person-events = 赛事
person-event = 赛事

## 两位棋手对战的页面

versus-expected = 按对局当日的等级分，{ $name }在{ $n }局计分对局中预期得{ $expected }分，实际得{ $score }分。
versus-none = { $first }与{ $second }没有交手记录。
versus-games = { $first }与{ $second }交手{ $n }局：{ $first }胜{ $won }局，{ $second }胜{ $lost }局。
versus-results = 胜负以{ $name }计。
versus-other = 以{ $name }计
# 接在总局数的大字之下
versus-of-games-years = 局，{ $first }至{ $last }年
versus-of-games-year = 局，{ $year }年

## 一位与两位棋手的页面：成绩、年份、表格

own-narrowed = 仅限符合{ $query }的棋局。
own-unnarrowed = 所有棋局 ✕
own-all-games = 全部{ $n }局
own-explore-as = 探索其执{ $color }的棋局
own-openings-against = 执{ $color }对{ $rival }的布局
# 接在总局数的大字之下
own-of-games = 局
own-rate = 分出胜负的{ $n }局中胜{ $share }
own-rate-as = 执{ $color }：分出胜负的{ $n }局中胜{ $share }
# 其后是胜负局数：“胜率 · 12–9”
own-won = 胜率
own-as = 执{ $color }
own-won-lost-drawn = { $won }–{ $lost }，{ $n }和
own-games-won = { $n }胜
own-games-lost = { $n }负
own-years = 每年局数
own-years-won = 胜
own-years-lost = 负
own-years-open = 和棋或未知
own-years-span = 每年局数，{ $first }至{ $last }年
own-year = { $year }年：{ $n }局，{ $won }胜
own-newest = 最新棋局
own-newest-all = 所有棋局 →
own-openings = 布局
own-opening = 布局
own-all-rows = 全部{ $n }行
own-whole-page = 返回整页
own-more = 另有{ $n }行
own-column-games = 局数
own-column-won = 胜率
own-column-won-and-lost = 胜–负

## “练习”页：出示查询中的一个局面，猜下一手

practise-title = 练习
# $games 是查询的句子，如：棋局：棋手为“Lee”
practise-sentence = 猜下一手，题目取自{ $games }。

practise-board = 棋盘
practise-answer = 答案
practise-question = 题目
practise-tally = 成绩
practise-board-title = 棋盘，轮到{ $color }

practise-move = 第{ $number }手
practise-find-better = 实战的这手棋是失误，请找出更好的着法。
practise-problem = 死活题
practise-open-problem = 打开此题及其变化
practise-solution = 正解
practise-show = 显示答案 { $key }
practise-skip = 跳过 { $key }
practise-next = 下一题 { $key }
practise-type = 或输入着手 { $field }

practise-told = 答案：
practise-told-right = 正确：
practise-told-nearly = 接近：
practise-told-wrong = 错误：

# 答案的句子。$point、$guess、$best 是着手，如 R14；$engine 是引擎名
practise-is-best = { $point }是{ $engine }的最佳着手。
practise-was-played = 实战下在{ $point }。
practise-loses = { $guess }损失{ $cost }；{ $engine }的最佳着手是{ $best }。
practise-not-listed = { $guess }不在引擎的候选之列；{ $engine }的最佳着手是{ $best }。
practise-unknown-cost = 实战下了{ $guess }，损失不明；{ $engine }的最佳着手是{ $best }。
practise-mistake-avoided = { $guess }避免了损失{ $cost }的{ $played }；分析中没有更好的着法。
practise-mistake = 实战下了{ $played }，损失{ $cost }；分析中没有更好的着法。
practise-problem-right = { $guess }正确。
practise-problem-wrong = { $guess }错误；正解是{ $right }。
practise-problem-unlisted = 棋谱中没有{ $guess }；正解是{ $right }。
practise-problem-answer = 正解是{ $right }。
practise-cost = { $points }目（{ $percent }%）
practise-cost-points = { $points }目

practise-answers = 着手
practise-answers-move = 着手
practise-answers-costs = 损失
practise-answers-is = 性质
practise-best = 最佳
practise-guess = 你的选择
practise-played = 实战
practise-is-both = { $first }，{ $then }

practise-due = 今日待复习{ $n }题
practise-new = { $n }道新题
practise-new-more = { $n }道以上新题
practise-positions = { $n }题
practise-positions-more = { $n }题以上
practise-not-kept = 答案不会保存：服务器为只读，或其他机器可以访问它
practise-progress = 已答局面
practise-answered = { $all }个局面中已答{ $n }个
practise-upcoming = 接下来
practise-none-due = { $day }之前没有待复习的题目。
practise-go-on = { $day }之前没有待复习的题目；可继续做{ $n }道新题。
practise-go-on-more = { $day }之前没有待复习的题目；可继续做{ $n }道以上新题。

practise-tabs = 答题记录
practise-tab-query = 本查询
practise-tab-all = 全部
practise-no-answers = 还没有答题。
practise-counts = 答题记录，按棋局阶段和布局
practise-counts-moves = 手数
practise-right = 正确
practise-nearly = 接近
practise-wrong = 错误
practise-openings = 布局
practise-from = 第{ $first }手起

practise-no-game = 没有符合的棋局。请去掉一部分查询条件，或查看{ $games }。
practise-the-games = 棋局
practise-no-move = { $n }局中没有可猜的着手。
practise-which-moves = 如果查询要找有损失的着手（loss>=5、drop>20），就考比这些着手更好的下法；否则考围棋对局中第十手之后的着手，以及死活题的第一手。
practise-to-games = 查看棋局
practise-done = 全部完成：本查询的{ $n }题均已掌握。
practise-next-due = 下一题在{ $day }复习。

## 只有死活题的棋谱库：题集

problems-title = 死活题
problems-solve = 选择一个题集，逐题作答。对错以棋谱的记载为准。
problems-number = { $n }题
problems-list = 列表

## 棋局页面上的引擎分析

analysis-title = 分析
analysis-rate = 黑方胜率
analysis-lead = 领先目数
analysis-losses = 损失：黑下白上
analysis-practise = 练习
# 滑块：损失更小的着手不显示
analysis-counts = 损失至少：{ $least }
# 单位，前面是数和空格
analysis-points = 目
analysis-percent = %

analysis-accurate = 准确率{ $rate }
analysis-mean-loss = 平均损失{ $mean }{ $unit }
analysis-blunders = { $n }手大恶手
analysis-side = { $color }：
analysis-costly = { $color }损失最大的着手
analysis-costly-title = 损失最大的着手
analysis-cost-explained = −{ $loss }（{ $drop } %）表示：这一手损失了{ $loss }目，胜率下降了{ $drop }个百分点。
analysis-best = 最佳

analysis-black-rate = 黑方{ $percent }%
analysis-even = 均势
analysis-playouts = 计算量{ $n }
analysis-best-move = 最佳{ $point }
analysis-best-line = 最佳变化 { $key }

## 供打印的棋谱：页面及 export --handout 的文件

handout-controls = 打印用棋谱
handout-print = 打印
handout-back = 返回棋局
handout-figure-moves = 第{ $figure }谱（{ $from }–{ $to }）
handout-figure-move = 第{ $figure }谱（{ $number }）
handout-figure-to-play = 图{ $figure }　轮到{ $color }
handout-figure = 图{ $figure }
handout-at = { $number }＝{ $place }
handout-variation = 第{ $number }手的变化：{ $moves }
handout-cut = 棋谱中还有更多着手或评注，此处未打印。

## 棋局页面上连成一篇的评注

analysis-comments = 评注
# 供屏幕阅读器，在手数之前
analysis-comment-move = 手数

# 棋盘上方：网址所指的题目已不存在
practise-gone = 该局面已不在本查询之中。

## “棋谱库”页：读入的内容、其中的问题与重复

archive-title = 棋谱库
archive-sentence = { $files }，{ $games }。
archive-back = ← 棋谱库
archive-list = { $before }，{ $next }

archive-pages = 此列表的各页
archive-page-before = ← 上一页
archive-page = 第{ $page }页，共{ $last }页
archive-page-next = 下一页 →

archive-copy-command = 复制：{ $command }
archive-copy-button = 复制

# 在大号数字之下，须简短。数字是局数
archive-games-in = 局，在{ $files }中
# 数字是问题数
archive-findings-unknown = 个问题
archive-findings-in = 个问题，涉及{ $games }
# 数字是副本数
archive-copies-of = 个副本，涉及{ $games }
# 数字是没有棋局的文件数
archive-without-game = 个文件无棋局

archive-read = 读入内容
archive-from = 来源
archive-formats = 格式
archive-charsets = 编码
archive-index = 索引
archive-contents = 内容
archive-contents-read = 所有文件均已于{ $date }完整读取
archive-shard = （分片{ $shard }）
archive-include = 另外读取：{ $patterns }
archive-exclude = 排除：{ $patterns }
archive-format-loa = { $format }集结棋（Lines of Action）
archive-format-other = { $format }其他棋类
archive-charset-none = 无编码

archive-changed-since = 建立索引后变动的文件
archive-watch-fault = 改动未能即时读取：
archive-up-to-date = 已是最新：
archive-every-file-known = 建立索引后没有文件变动。
archive-since-built = 索引建立以来：{ $files }。
archive-files-new = { $n }个新增
archive-files-changed = { $n }个改动
archive-files-gone = { $n }个消失
archive-new = 新增
archive-changed = 改动
archive-gone = 消失
archive-out-of-reach = 无法访问：
archive-root-stays = { $root }无法读取。其中的棋局仍保留在索引中。
archive-all-files = 全部{ $n }个文件

archive-findings = 问题
archive-nothing-wrong = 没有问题。
archive-findings-by-kind = 各类问题
archive-severity = 严重程度
archive-kind = 种类
archive-places-head = 棋局或文件
archive-error = 错误
archive-warning = 警告
archive-note = 提示
archive-times = { $n }次
archive-examining = 正在检查文件：{ $files }中已完成{ $done }个，{ $games }。
archive-examined = 检查进度
archive-look-again = 重新查看
archive-none-of-kind = 没有发现此类问题。
# Below the findings of a kind: $query is a query such as finding:wrong-charset.
archive-games-with-finding = 搜索这些棋局：{ $query }
archive-places = { $n }处
archive-places-only = { $places }。
archive-places-times = { $places }，共{ $n }次。
archive-first-listed = 列出前{ $n }个。

archive-same = 同一局
archive-groups = { $n }组副本
archive-no-copies = 没有相同的棋局。
archive-all-groups = 全部{ $n }组副本
archive-agree = 各副本全部一致
archive-disagree = 不一致：{ $facts }
archive-groups-differ = { $n }组副本的棋手、日期、结果、贴目或让子不一致
archive-differ = 不一致的副本
archive-none-differ = 各副本的记载全部一致。
archive-copies = 副本
archive-copy = 副本
archive-file = 文件
archive-komi = 贴目{ $komi }
archive-handicap = 让子{ $stones }
archive-relation-fullest = { $moves }手
archive-relation-same = 着手相同
archive-relation-first = 前{ $moves }手
archive-relation-differs = { $n }手不同
archive-relation-moves-differ = { $moves }手，{ $n }手不同
archive-relation-distant = { $moves }手，与另一副本相似
archive-relation-position = 局面相同
archive-relation-position-turned = 局面相同，经旋转或移位
archive-relation-turned = { $like }，经旋转

archive-not-read = 未读入
archive-every-file-read = 每个文件都已读入。
archive-all = 显示全部{ $n }个

# 各类问题的含义与处理办法。两个大写字母（KM、CA）是 SGF 属性名，带冒号的词（date:）是查询字段，都保持原样。
archive-kind-bad-analysis = 引擎或评注者对局面的评价无法读取，已跳过；请重新分析该局。
archive-kind-bad-characters = 有些字节在文件的编码中无效，因此丢失了字符（显示为{"\uFFFD"}）；请找更好的副本。
archive-kind-bad-date = 日期无法完整读取：年号未知、日历中没有这一天或这个月，或者数字写成了字母。请把DT写成1996-05-06的形式。
archive-kind-bad-json = JSON棋谱中有一部分不合格式，已跳过。
archive-kind-bad-komi = 贴目无法读取；请把KM写成目数。
archive-kind-bad-line = 服务器的棋谱中有一行无法理解，已跳过。
archive-kind-bad-move = 有一手不在棋盘上，或是同一节点中同色的第二手，已跳过；请更正该手或棋盘大小。
archive-kind-bad-point = 有一枚预置的棋子不在棋盘上，已跳过；请更正它或棋盘大小。
archive-kind-bad-result = 结果或胜差无法读取，因此用result:查不到该局；请把RE写成W+R或B+3.5的形式。
archive-kind-bad-row = 表格中的行不是棋局，或表格无法读取，已跳过。
archive-kind-bad-size = 棋盘大小无法读取，已按通常的大小处理；请更正SZ。
archive-kind-damaged = 压缩包或其中的某个文件已损坏；请重新获取压缩包。
archive-kind-doubtful-handicap = 让子数（HA）与盘上的让子不符；请更正其中之一。
archive-kind-doubtful-komi = 贴目异常；请更正KM。
archive-kind-doubtful-size = 所有棋子都在较小棋盘的范围内；棋盘大小（SZ）可能有误或缺失。
archive-kind-early-date = 日期早于几乎所有已知的棋局；DT可能有笔误。
archive-kind-early-end = 该局数子分出胜负，但棋谱过早结束；其余部分可能缺失。
archive-kind-encrypted = 压缩包有密码，或棋谱注明已加密；请解锁后以无密码的形式保存。
archive-kind-equal-names = 压缩包中有同名文件：都已编入索引，但多数程序只会解压最后一个；请改名。
archive-kind-future-date = 日期在将来；请更正DT。
archive-kind-guessed-charset = 文本不是UTF-8，棋谱也未注明编码，因此编码是猜测的；请转换为UTF-8并写上CA[UTF-8]。
archive-kind-handicap-without-stones = 让子棋没有让子，因此各局面都缺少这些棋子；请补上（AB），或作为着手下出。
archive-kind-illegal-move = 有一手违反规则：该处已有棋子、立即提回劫，或是自杀。此前可能有一手错误或缺失。
archive-kind-illegal-variation = 变化图中有一手违反规则；棋盘上仍照样显示。
archive-kind-info-in-later-node = 棋手、结果或其他对局信息出现在首节点之后；已读取，但其他程序可能找不到。
archive-kind-info-in-variation = 棋手、结果或其他对局信息出现在变化图中；可以搜索，但不代表该局本身。
archive-kind-komi-against-result = 以此贴目不可能有这样的胜差（半目对不上）；RE与KM之一有误。
archive-kind-missing-moves = 服务器的棋谱在棋局结束之前中断，或中间缺少着手；请重新获取。
archive-kind-missing-parenthesis = 缺少右括号：文件可能被截断；请与其他副本比较。
archive-kind-missing-semicolon = 有节点的开头没有`;`；已读取。用SGF编辑器保存一次即可修复。
archive-kind-move-with-setup = 同一节点中既有着手又有预置棋子，SGF不允许；已先执行预置。
archive-kind-moves-after-end = 双方停一手之后仍有着手；可能是评注或另一局棋。
archive-kind-no-game = 文件名像棋谱，内容却没有棋局；请删除或重新获取。
archive-kind-no-moves = 棋谱注明了对局者或结果，却没有着手和棋子；请找有着手的副本。
archive-kind-not-a-file = 链接循环或失效，或该项不是普通文件；已跳过。
archive-kind-out-of-turn = 一方连下两手，或分先棋由白方先下；可能缺少一手，或颜色有误。
archive-kind-property-without-value = 有属性没有方括号中的值，已跳过。请检查是否缺少括号。
archive-kind-rank-in-name = 棋手姓名中含有段位，因此被当作另一个名字；请把段位移到BR或WR。
archive-kind-repeated-property = 同一节点中有属性出现两次；以第一个值为准。请删除错误的那个。
archive-kind-several-moves = 一个节点中有多手棋（SGF不允许）；已依次读取。用SGF编辑器保存可能会丢失。
archive-kind-double-encoded = 文字被两次转换为UTF-8（如Jörg变成JÃ¶rg）；所有字符都能还原之处已修复。请把文件反向转换一次。
archive-kind-same-player = 双方姓名相同；PB与PW之一可能有误。
archive-kind-stray-characters = 棋局中有不属于任何属性的字符，已跳过。请检查是否缺少括号。
archive-kind-stray-text = 文件中的棋局之前、之间或之后有文字，已跳过。请删除，或检查是否缺少括号。
archive-kind-surplus-parenthesis = 多了一个右括号，已跳过。用SGF编辑器保存一次即可修复。
archive-kind-too-large = 有内容超出大小或深度的限制，已跳过；请提高消息中所说的限制。
archive-kind-too-much-setup = 棋局预置的棋子远多于棋盘所能容纳；多余的已跳过。
archive-kind-too-slow = 读取某个文件超过时限，已跳过。
archive-kind-unclosed-value = 有值缺少右方括号，棋局可能丢失一部分；文件很可能被截断。
archive-kind-unescaped-bracket = 文本中的`]`没有写成`\]`；已读取全文，但其他程序会在该处截断。
archive-kind-unknown-setup = 集结棋（Lines of Action）的开局布置未知，已按标准布置处理；请更正SU。
archive-kind-unreadable = 文件或文件夹无法读取；请检查权限和磁盘。
archive-kind-unreliable-positions = 该记谱方式没有记录全部经过，因此局面可能有误；此文件无法更正。
archive-kind-unsupported-archive = 压缩包的格式不受支持；请解压，或重新打包为zip。
archive-kind-wrong-charset = 棋谱的实际编码与所注明的（CA）不同；已使用正确的编码。请更正CA。
archive-kind-wrong-extension = 文件开头像棋谱，扩展名却不是，因此未编入索引；请改名。

## “我的”页：用户的星标棋局、标签、笔记和已存查询

mine-title = 我的
mine-sentence = { $starred }，{ $tags }，{ $noted }。
mine-starred-games = { $n }局加星标
mine-tags-number = { $n }个标签
mine-noted-games = { $n }局有笔记
mine-sentence-not-shown = 你的星标、标签和笔记不在此显示。
mine-sentence-read-only = 此服务器为只读：显示你的星标、标签和笔记，但不能更改。
mine-not-shown = 其他机器可以访问此服务器，因此不显示你的星标、标签和笔记。启动服务器的人可以共享它们：{ $command }。
mine-practise = 猜下一手，猜错的会再次出现：{ $practise }
mine-practise-link = 练习
mine-starred-section = 星标棋局
mine-starred = 星标
mine-no-stars = 此棋谱库中没有加星标的棋局。星标在每局的页面上。
mine-tags = 标签
mine-no-tags = 没有标签。
mine-saved = 已存查询
# “保存”即 save-open
mine-none-saved = 没有已存查询。查询框下的“保存”可为查询命名。
mine-count-games = 统计局数
mine-remove-saved = 删除{ $name }
mine-asked = 最近的查询
mine-forget = 清除
mine-none-asked = 没有最近的查询。
mine-notes = 笔记
mine-no-notes = 没有笔记。
mine-unknown-game = 此棋谱库中没有的棋局
# $query 是有标签棋局的链接。
mine-more-tags = 还有{ $n }个标签未列出；所有有标签的棋局：{ $query }
# $command 是终端命令。
mine-more-saved = 还有{ $n }个已存查询未列出；列出全部：{ $command }
# $query 是有笔记棋局的链接，$command 是终端命令。
mine-more-notes = 还有{ $n }条笔记未列出。有笔记的棋局：{ $query }。导出全部笔记：{ $command }
mine-whole-note = 笔记全文
mine-rest-exported = 笔记全文：{ $command }

## 棋局页面上：用户的星标、标签和笔记

mine-marks = 你的标记
mine-marks-row = 星标、标签、笔记
mine-is-starred = ★ 已加星标
mine-star = ☆ 加星标
mine-remove-tag = 删除标签{ $tag }
mine-new-tag = 要添加的标签
mine-add-tag = 添加标签
mine-add-button = 添加
mine-note = 笔记

## 查询框下：保存查询的菜单

save-open = 保存
save-as = 将此查询存为
save-button = 保存

## “帮助”页

help-title = 帮助
help-sentence = 可以查询什么，以及如何统计。
help-queries = 查询
help-positions = 局面
help-keys = 快捷键
# OR、引号、*、~、.. 和 field:* 须照原样输入
help-queries-told = 棋局必须含有所有的词。OR、−（非）和( )用法照常；引号表示词组；a*找开头相同的词，a~找拼写相近的词；1990..1995、<、<=、>和>=用于日期、数字和段位；field:*找任意值。
help-fields = 字段
help-field = 字段
help-finds = 查找内容
help-example = 示例
help-games = 局数
help-positions-told = 每局只计一次，计在主线首次到达该局面的那一手之后；局面可任意旋转或镜像。仅在变化图中到达的棋局另计。
# ?、A、V 和 * 是棋形中的标记
help-shapes-told = 棋形是棋盘的一部分。棋形的某边若在棋盘边上，就固定在该边，以粗线表示，直到解除固定；没有固定边的棋形可在盘上任意位置。?表示任意，A表示黑子或空点，V表示白子或空点，*表示黑子或白子。每局只计一次，计在棋形首次出现的那一手之后。颜色与胜率以所画棋形为准。脱先指下在他处。
help-rates-told = 胜率是落子方的胜率，只计分出胜负的棋局；其后是95%威尔逊区间。蓝色优于该局面的整体水平，橙色较差，浅色表示差异可能出于偶然。只有局面整体的胜率在区间之外时，胜率的文字才着色。
help-single-keys = 在各页面上将字母键、数字键和符号键用作快捷键

help-right-drag = 右键拖动
help-shift-click = Shift+点击
help-ctrl-click = Ctrl+点击
help-alt-click = Alt+点击

# 各键的作用
help-key-query = 移到查询框
help-key-escape = 离开查询框；再按则回到全盘；在棋局中，从试下的着手返回棋局
help-key-move-by-one = 后退一手，前进一手
help-key-move-by-ten = 后退十手，前进十手
help-key-ends = 到起始局面，到最后局面
help-key-rows = 逐行移动；→展开一行，←收起；在棋局中，上一个或下一个变化
help-key-nth = 下第n个后续着手
help-key-lettered = 下棋盘上或表格中以该字母标出的着手
help-key-play = 在棋盘上的焦点处落子；用箭头键逐点移动
help-key-around = 在棋盘上：读出该点及其四邻
help-key-region = 开始选择棋盘区域：箭头键移动，Shift加箭头键改变大小，Enter确认，Esc取消
help-key-wildcard = 更改焦点处可能的内容：?、A、V或*；焦点不在任何点上时，更改点击放置什么
help-key-drag-region = 在棋盘上：画出区域
help-key-point-wildcard = 在棋盘上：更改该点可能的内容
help-key-turn = 旋转棋盘；在棋局中，按棋谱方向显示
help-key-hits = 到棋局中的下一命中处，上一命中处
help-key-expected-line = 在已分析的棋局中，显示引擎预想的变化
help-key-guess = 在“练习”页面：显示答案，到下一题；在棋盘上按Enter先猜，再到下一题
help-key-select = 选择列表中的下一局，上一局
help-key-open-game = 打开选中的棋局
help-key-explore-or-list = e：从棋局的局面开始探索；u：回到棋局列表
help-key-copy-link = 复制此局面的链接
help-key-theme = 切换浅色和深色
# 字母取自英文页名（Explore、Games、Players、Archive）
help-key-pages = 前往该字母所代表的页面：e探索、j定式、g棋局、p棋手、a棋谱库
help-key-stone-move = 在棋局的棋子上：转到下出该子的那一手
help-key-without-value = 在棋局列表旁的值上：显示没有该值的棋局
help-key-help = 打开本页

## 没有结果的页面，以及首次建立索引时所见

error-no-answer = 没有结果
error-similar-names = 相近的姓名：{ $names }
error-reading = 正在读取棋局
error-read-so-far = 读取进度
error-games-so-far = 目前{ $games }局，文件{ $files_read } / { $files }，{ $bytes_read } / { $bytes }。
error-writing-index = 正在写入索引：{ $games }局。
error-look-again = 重新查看

## 页面使用中由脚本显示的文字

script-no-program = 程序没有响应。kifu-index serve还在运行吗？
# script-not-kept 等消息中的原因：在句子中间
script-silent = 程序没有响应

script-open-anything = 任意
script-open-black = 黑子或空点
script-open-white = 白子或空点
script-open-stone = 黑子或白子均可
script-taken-black = { $point }已有黑子。
script-taken-white = { $point }已有白子。
script-ko-black = { $point }不能下：黑方打劫须隔一手。
script-ko-white = { $point }不能下：白方打劫须隔一手。
script-suicide-black = { $point }不能下：黑子在此无气，也提不到子。
script-suicide-white = { $point }不能下：白子在此无气，也提不到子。
script-nudge-left = 左移一路
script-nudge-up = 上移一路
script-nudge-down = 下移一路
script-nudge-right = 右移一路
script-play = 下在{ $point }
script-graph-move = 第{ $number }手
script-graph-rate = 黑方{ $percent }%
script-put-black = { $point }放黑子
script-put-white = { $point }放白子
script-put-empty = 清除{ $point }
script-put-sign = { $point }放{ $sign }
script-board = 棋盘
script-cell-open = { $point }，{ $open }
script-cell-empty = { $point }，空
script-cell-black = { $point }，黑子
script-cell-white = { $point }，白子
script-cell-black-move = { $point }，黑子，第{ $number }手
script-cell-white-move = { $point }，白子，第{ $number }手
script-cell-letter-one = { $point }，空，{ $letter }：{ $games }局，{ $share }
script-cell-letter-many = { $point }，空，{ $letter }：{ $games }局，{ $share }
script-cell-next-one = { $point }，空，{ $games }局，{ $share }
script-cell-next-many = { $point }，空，{ $games }局，{ $share }
script-around = { $cell }；上：{ $above }，右：{ $right }，下：{ $below }，左：{ $left }
script-beside-black = 黑子
script-beside-white = 白子
script-beside-empty = 空
script-beside-edge = 棋盘边缘

# 区域：从左下到右上的长方形，如 C3 至 F6
script-region = { $from }至{ $to }，{ $across }×{ $down }路
# $edges 是 script-edge-… 之一，或用 script-and 连接的几个
script-region-edges = { $from }至{ $to }，{ $across }×{ $down }路，贴{ $edges }边
script-edge-left = 左
script-edge-upper = 上
script-edge-right = 右
script-edge-lower = 下
script-and = { $first }、{ $second }
script-region-keys = { $region }。箭头键移动，Shift加箭头键改变大小，Enter确认，Esc取消。
script-region-none = 没有区域。
script-region-draw = 请在棋盘上画一个长方形。
script-click-puts = 点击放置：{ $what }。

script-shown-of = { $total }局中的{ $shown }局
script-link-copied = 链接已复制。
script-first-year = 起始年份
script-last-year = 结束年份

script-pasted = 粘贴的内容
script-close = 关闭
script-search-shape = 搜索此棋形
script-search-position = 搜索此局面
script-search-around = 搜索棋子周围的棋形
script-search-text = 作为文字搜索
script-no-board = 这不是棋盘：{ $message }。

script-asked-here = 最近的查询
script-suggestions = 建议
script-games-one = { $games }局
script-games = { $games }局
script-asked-before = 最近的查询
script-on-the-board = 在“探索”的棋盘上

script-games-shown-one = 已显示{ $games }局
script-games-shown = 已显示{ $games }局

script-copy = 复制
script-copied = 已复制
script-not-copied = 未能复制
script-command-copied = 已复制：{ $text }
script-command-not-copied = 未能复制命令

script-counts-points = { $value }目
script-counts-percent = { $value }%

script-answer-not-kept = 此答案未保存：{ $fault }。

script-not-kept = 未保存：{ $fault }。
script-note-not-kept = 未保存：{ $fault }
# 笔记在别处被更改时
script-note-changed = 这条笔记已在别处更改：“{ $text }”。
script-note-removed = 这条笔记已在别处删除。
script-note-use-mine = 保存我的笔记
script-note-use-other = 保留另一份笔记
script-kept = 已保存
script-unsaved = { $name }已不再保存。
# saved: 是查找它的字段
script-saved = 已保存，查找方法：saved:{ $name }
script-not-saved = 未保存：{ $fault }
script-forgotten = 已清除最近的查询。

script-changed = 打开本页后，棋谱库有变动
script-changed-more-one = 棋谱库有变动：新增{ $games }局
script-changed-more-many = 棋谱库有变动：新增{ $games }局
script-changed-fewer-one = 棋谱库有变动：减少{ $games }局
script-changed-fewer-many = 棋谱库有变动：减少{ $games }局
script-show = 显示
script-what-is-new = 查看新增

## 帮助：查询字段的说明

field-player = 任一方的棋手；用两次则为对局双方
field-black = 黑方棋手
field-white = 白方棋手
field-person = 同一位棋手，任何写法均可，与棋手列表的计数一致；用两次则为对局双方
field-black-person = 执黑的同一位棋手
field-white-person = 执白的同一位棋手
field-winner = 胜方棋手；也可为black、white、draw、void和unknown
field-loser = 负方棋手
field-vs = 另一方棋手：player:A vs:B
field-result = 胜者及胜法；也可为draw、void和?
field-how = 终局方式，或unknown
field-margin = 胜差目数
field-date = 对局日期：日、月、年、年代或范围
field-year = 对局年份
field-event = 比赛或番棋
field-series = 赛事名称，不含届次、年份和轮次
field-edition = 赛事届次
field-round = 赛事轮次
field-game = 番棋中的局次
field-place = 对局地点
field-title = 棋局名称
field-source = 出处的书籍或网站
field-annotator = 评注者
field-team = 棋手所属队伍
field-country = 棋手的国家
field-rules = 规则
field-opening = 布局，按文件所写或棋子所示
field-joseki = 19路棋盘任一角上的定式，按棋子所示
field-book-left = 离开棋书（你的变化集）的那一手是该角或全盘的第几手；有多个角时取手数最少的
field-book-left-by = 在那里离开棋书的一方：me（你）、opponent（对手）、B、W或棋手名
field-rank = 任一方棋手的段位；30k < 1k < 1d < 9d < 1p < 9p
field-brank = 黑方段位
field-wrank = 白方段位
field-opponent-rank = 查询所指的那一位棋手的对手的段位
field-time = 每方的基本用时，以秒计，或如2h30m
field-overtime = 加时方式：读秒、加拿大式、菲舍尔式
field-komi = 贴目
field-handicap = 让子数
field-size = 棋盘
field-moves = 主线的手数
field-captures = 主线上双方提掉的棋子数
field-ko-captures = 主线上提回劫的次数
field-early-passes = 主线上其后又有落子的停一手次数
field-gtype = KataGo为训练下这局棋的缘由，如棋谱开头所写
field-gamehash = KataGo标有此哈希或以此开头的哈希的对局
field-comment = 评注，任何语言
field-term = 评注中的围棋术语，英、日、中、韩文均可
field-lang = 评注的语言，或unknown
field-charset = 文件的编码
field-format = 文件的格式
field-kind = 棋种
field-file = 路径的一部分，或通配模式
field-archive = 所在压缩包的路径的一部分
field-toplay = 题目的先行方
field-region = 题目占据的棋盘部分
field-solutions = 题目中被评注称为正解的变化数
field-tag = 你给棋局加的标签
field-note = 你的棋局笔记中的词
field-saved = 你以此名保存的查询所找到的棋局
field-has = 棋局含有什么
field-finding = 棋谱的问题，按严重程度或种类，与doctor所报告的相同
field-is = 棋局的属性：dup，与另一局相同；new，最近一次有新增棋局的建立索引时加入；final，决赛或头衔战对局；problem，供解答的摆好的局面；trendsetter，前60手内有新手且后来至少十局效仿；mine，你下的棋；starred，你加过星标
field-engine = 分析过棋局的引擎，或保存其数值的程序
field-loss = 按引擎评估的损失目数找着手
field-drop = 按落子方胜率下降的百分点找着手
field-missed = 未下出引擎最佳着手之处
field-lead = 黑方领先此目数的局面，或如B>10、W>=5；查询只指一位棋手时可写player>10
field-winrate = 黑方胜率为此百分数的局面，或如B>90、W>=60；查询只指一位棋手时可写player>90
field-visits = 按计算量找局面
field-blunders = 按损失至少5目（无目数时为20%）的着手数找棋局
field-novelty = 走到此前棋局（含对称形）从未出现过的局面的手数
field-accuracy = 按一方的准确率（百分数）找棋局：100为毫无损失，75为每手损失一目
field-turned = 负方的胜率曾达到90%或曾领先此目数的棋局
field-added = 棋局加入索引的日期：某日、today、最近的7d、2w、1y
field-copy-of = 与符合某查询的另一局相同
field-position = 整个棋盘，任何对称形均可；先后出现：position:A then position:B
field-pattern = 棋盘的一部分：以图表示
field-problem = 题目起始局面的一部分，黑白可互换
field-next = 命中处的下一手
field-tomove = 命中处轮到谁
field-move = 命中处的手数
field-in = 命中处须在何处
field-colours = 命中处黑白是否可互换
field-symmetry = 局面或棋形是否可旋转和镜像
field-within = 先后出现的前后两个局面最多相隔的手数
field-sort = 结果的排序；-为倒序
field-unique = 每局只计一次：取符合的副本中最完整的
field-id = 此编号的棋局
field-prop-NAME = 根节点属性；一两个大写字母可单独使用，DT:1846

## What the server says of requests

# What is wrong; a message ending in -help says in a sentence behind it what to do.
error-answer-large = 结果超过4 MiB
error-answer-large-help = 请减少行数：limit=50
error-answer-slow = 此查询用时超过30秒
error-answer-bug = 程序出错，未能得出结果
error-answer-help = 请缩小查询范围，或减少行数
error-busy-searching = 服务器正忙于其他查询
error-busy-memory = 服务器繁忙：内存已被其他请求占满
error-game-unpacking = 正在将文件解压到这盘棋（已完成{ $percent } %）
error-busy-help = 请稍后再试
# $needed and $all are whole numbers.
error-game-memory = 读取此棋局可能需要{ $needed } MiB内存，而全部请求合计只能使用{ $all } MiB
error-reading-first = 正在首次读取棋局
error-no-address = 此网址没有内容
# What stands here are addresses; they stay.
error-no-address-help = 可用的页面有/、/games、/practise、/players、/mine、/archive和/help
error-token-needed = 此服务器只响应附有其令牌的请求
# What stands in ` ` is typed and stays, and so does ?token=….
error-token-needed-help = 请打开`kifu-index serve`显示的以?token=…结尾的网址；程序须在每次请求中附上令牌：`Authorization: Bearer TOKEN`
error-token-old = 请求头X-Kifu-Token中的令牌不属于此服务器
# Stars, tags, notes, and answers of the page Practise.
error-private-site = 其他网站不得读取或更改你的标签、笔记、已存查询和练习
error-private-user = 本机的其他用户不得读取或更改你的标签、笔记、已存查询和练习
# What stands in ` ` is typed and stays.
error-private-help = 请以启动服务器的用户身份直接打开页面；`kifu-index serve --token`可让其他人访问
error-nothing-kept = 此服务器不保存标签、星标、笔记和查询
error-nothing-kept-help = 要保存，请在环回地址上启动服务器，且不加--read-only
error-no-answers-kept = 此服务器不保存“练习”页面的答案
error-no-answers-kept-help = 要保存，请在环回地址上启动服务器，且不加--read-only
error-answers-not-kept = 答案不会保存：此服务器为只读，或其他机器可以访问它
# A game that is to be starred; $id is what was sent.
error-no-single-game = 编号`{ $id }`没有对应的棋局，或不止一局

## A text that was pasted into the query box

error-text-slow = 文本传送超时
# $most is a whole number.
error-text-long = 文本超过{ $most } KiB
error-points-not-shown = 文本中有本页棋盘无法显示的点
# ?, A, V and * are signs; they stay.
error-points-not-shown-help = 只能画棋子、空点以及?、A、V和*

## What cannot be read in an address. What is to be written stays, such as N9-T19

# $most are whole numbers.
error-address-query = 查询超过{ $most }个字符
error-address-query-help = 请缩短查询
error-address-area = `{ $text }`不是棋盘的区域
error-address-area-help = 请写whole、around，或两个角：N9-T19
# Also what a move is called that was typed.
error-address-point = `{ $text }`不是此棋盘上的点
error-address-point-help = 点用棋盘坐标表示，如Q16；停一手写作pass
error-address-size = `{ $text }`不是棋盘大小
error-address-size-help = 请写19或19x13，最大52
error-address-side = `{ $text }`不是区域的边
error-address-side-help = 请写各边并以逗号分隔，如left,top，或写none
error-address-colour = `{ $text }`不是颜色
error-address-colour-help = 请写B或W
# $name is a name in an address, such as node; $text is what stands behind it.
error-address-number = `{ $name }`不是数字：`{ $text }`
error-address-number-help = 请写整数
error-address-moves = 网址中的着手超过{ $most }手
# b and w are names in an address.
error-address-moves-help = 请从更后面的局面开始，用`b`和`w`列出其棋子
# $name is a name in an address, such as part.
error-address-items = `{ $name }`中的不同项目超过{ $most }个
error-address-parts-help = 每个部分只写一次
error-address-facets-help = 每个筛选项只写一次
error-address-by-help = 最多写三个筛选项，如by=year,player,opening；其余的请另行查询
error-address-least-help = 请写角的数目、比例，或两者：least=5,1%
error-address-parameter = `{ $name }`不是此地址的参数
error-address-parameter-near = 是否想写`{ $name }`？
error-address-parameter-none = 此地址没有参数
error-address-parameter-help = 此地址可用的参数：{ $names }
error-address-twice = 参数`{ $name }`出现了两次
error-address-twice-help = 请只写一次
error-address-choice = `{ $text }`不是`{ $name }`的值
error-address-choice-help = 请写下列之一：{ $words }
error-address-range = `{ $name }`不能是{ $number }
error-address-range-help = 请写{ $least }到{ $most }之间的数字
error-address-page = `{ $text }`不是页码
error-address-page-help = 请写页码；第一页为1

## What pages do not find

# $name is a name of a player.
error-no-player = 没有名为`{ $name }`的棋手
error-two-players = 比较须恰好有两位棋手
error-two-players-help = 请写player=A&player=B
error-several-players = 有多位棋手符合`{ $name }`
error-same-player = 两个姓名是同一位棋手：`{ $name }`
# $name should be that of a kind of finding, such as bad-date.
error-no-finding-kind = 没有名为`{ $name }`的问题种类

## The page Practise

error-no-such-position = 该局面不属于此查询
error-no-guess = 没有可保存的答案
error-no-guess-help = 请写一手棋：guess=Q16，或不答：guess=none
error-guess-taken = { $point }处已有棋子
error-guess-help = 请写棋盘上的空点，如Q16

## Dates in sentences and headings; in tables they are written as in records

# $year, $month and $day are digits. English has two for months and days, such as 05; other languages have 5.
date-day = { $year }年{ $month }月{ $day }日
date-month = { $year }年{ $month }月
date-year = { $year }年
date-about = 约{ $date }
date-before = { $date }之前
date-after = { $date }之后
date-early = { $years }初期
date-middle = { $years }中期
date-late = { $years }后期
date-decade = { $year }年代
date-century = { $century }世纪
date-span = { $first }–{ $last }年
date-or = { $one }或{ $other }

## The page of a game

# The board for screen readers. $n is the number of moves before it, $color Black or White.
game-unpacking = 正在将文件解压到这盘棋（已完成{ $percent } %），目前显示的是索引中的内容。棋盘标记等只存在于文件中的内容将随后显示。
game-board-title = 棋盘，已下{ $n }手，轮到{ $color }

## Explore, how this was counted: how the index answers a part of the question (the column “By”)

hints-way-all = 全部棋局
hints-way-and = 其各部分共同的结果
hints-way-or = 其任一部分的结果
hints-way-not = 除其部分的结果之外的全部棋局
# Of words: fields in which they are looked for.
hints-way-text = 词索引：姓名、赛事、地点、标题、布局、评注
hints-way-words = 词索引
hints-way-phrase = 带位置的词索引
hints-way-dictionary = 先查词典，再查词索引
hints-way-name = 完整姓名的棋局列表
hints-way-keyword = 关键词的棋局列表
# The property (SGF) is known of these games.
hints-way-any = 查有此值的棋局列表
# A column is kept for all games, one value each.
hints-way-numbers = 数值列
hints-way-openings = 布局列
hints-way-joseki = 作为角上的棋形在盘面上查找
hints-way-book = 在你的棋书中跟踪棋局来查找
# Properties are those of SGF.
hints-way-property-words = 先查词索引，再查棋局的属性
hints-way-property = 完整值的棋局列表，或棋局的属性
hints-way-paths = 与索引中全部文件的路径比较
hints-way-position = 查局面表，不确定的棋局再重演核对
hints-way-sequence = 各局面分别查局面表，再比较出现的先后
hints-way-replay = 重演含有各个局面的棋局
# Said by engines that analysed the games.
hints-way-judged = 读取棋局的引擎分析
hints-way-saved = 已存查询的结果
# Stars, tags and notes of the user.
hints-way-mine = 你的标签、星标和笔记，按棋局内容对应
hints-way-copies = 查询结果的副本组
hints-way-twice = 具有此特征的棋局列表

## Events in the language of the page: “54th Honinbo, game 3” (src/engine/events.rs)

# Editions of titles, which are counted by terms. $n is their number (in English with its ending, such as 54th), $series
# the name of the series.
event-edition = 第{ $n }期{ $series }
# Editions of cups and other tournaments
event-edition-of-cup = 第{ $n }届{ $series }
# $series is the series, with its edition if it has one.
event-year = { $year }年{ $series }
event-game = 第{ $n }局
# A match of so many games, such as 七番勝負. $n is a numeral: 七 in Chinese and Japanese, 7 in others.
event-match = { $n }番棋
# $n is a letter.
event-group = { $n }组
event-round = 第{ $n }轮
event-final = 决赛
event-semifinal = 半决赛
event-quarterfinal = 四分之一决赛
# The round with 16 players
event-last-16 = 16强
event-last-32 = 32强
event-preliminary = 预选赛
# The preliminary of the Samsung Cup, which professionals and amateurs play together (통합예선)
event-open-preliminary = 综合预选赛
event-main = 本赛
event-league = 循环赛
# Who plays for the title: that is decided here.
event-challenger = 挑战者决定战
# The challenger and the holder of a title
event-title = 挑战赛
event-playoff = 加赛
event-third-place = 季军赛

## 姓名旁的段级位：职业段、业余段、级

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
rank-kyu = { $n }级

error-no-game-to-write = 没有符合的棋局，因此没有可写出的内容
error-other-download = 另一个下载正在进行
error-other-download-help = 请等另一个下载完成

## Near positions

near-title = 相近局面
near-sentence = 与此局面相差不超过{ $stones }的棋局有{ $n }局。
near-searched = 所查局面
near-back = 返回探索
near-distance = 允许相差的子数
near-stones = { $n }子
near-loose = 被提的子可留在盘上
near-loose-title = 对局中已被提的子可以仍在图上，例如标出全部着手的棋谱图。
near-lacks = 缺{ $stones }
near-has = 多{ $stones }

## Reports about a player, a position or a joseki, and for preparation

report-column-games = 局数
report-column-won = 胜
report-column-lost = 负
report-column-rate = 胜率
report-column-mover-rate = 落子方胜率
report-column-black-rate = 黑方胜率
report-column-colour = 执子
report-column-opponent-rank = 对手段位
report-column-rank = 段位
report-column-years = 年代
report-column-as-black = { $name }执黑
report-column-as-white = { $name }执白
report-column-share = 比例
report-column-share-of-all = 占全部对局的比例
report-column-opponents = 对手
report-column-players = 棋手
report-column-player = 棋手
report-column-first = 首局
report-column-move = 着手
report-column-followers = 后续对局
report-column-loss = 每手损失
report-column-blunders = 恶手
report-column-chance = 概率
report-column-to-play = 轮到
report-column-usual = 惯用着法
report-column-best = 全部棋谱中成绩最好
report-all-games = 全部对局
report-unknown = 不详
report-results = 战绩
report-opponent-ranks = 按对手段位的战绩
report-years = 年代与段位
report-openings = 本人与对手的布局
report-openings-note = 布局由棋子的位置识别，多为黑方的布局。一局棋可有多种布局。
report-joseki = 本人与对手在角上的着法
report-joseki-note = 角已转到右上，●为先在该角落子的一方。每行统计最后一手由谁所下；比例是同一方在此前手顺之后全部着法中的比例。
report-events = 赛事
report-typical-games = 典型对局
report-typical-note = 最常见的每种布局的最新一局，显示前{ $n }手。
report-last-games = 最近的对局
report-novelties = 新手
report-novelties-note = 前60手之内、棋谱库中更早的对局未曾出现且被后来的对局沿用的着法。
report-losses = 引擎分析的损失
report-player-sentence = { $name }的{ $n }局，{ $first }至{ $last }年：{ $won }胜{ $lost }负。
report-player-sentence-undated = { $name }的{ $n }局：{ $won }胜{ $lost }负。
report-title-position = 局面 { $moves }
report-title-joseki = 角 { $moves }
report-board-sentence = 出现于{ $n }局，{ $first }至{ $last }年；分出胜负的对局中黑方胜率{ $black }%。
report-board-sentence-undated = 出现于{ $n }局；分出胜负的对局中黑方胜率{ $black }%。
report-continuations = 后续着法
report-decades = 年代
report-players = 谁下此形
report-first-games = 最早的对局
report-first-games-note = 每位棋手的首局，由早到晚。手数为此局面之前的手数。
report-comments = 评注
report-title-prepare = { $player }对{ $rival }
report-prepare-sentence = { $player }与该对手对局{ $n }局：{ $won }胜{ $lost }负。
report-repertoire = { $name }的布局
report-meetings = 双方相遇之处：{ $black }执黑，{ $white }执白
report-meetings-note = 每条变化沿着双方在相同局面下过的着法，不论对手是谁。概率是双方照旧行棋时该变化出现的概率。最好的着法是轮到一方胜率的95%区间下限最高者。
