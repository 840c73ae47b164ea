# English texts for users: pages, sentences of queries, errors, notes and advice.
#
# Lines with # are comments. A text behind `id =` may be changed freely; what stands in { } is filled in, such as { $n }
# with a number. A text with several forms by a number is written `{ $n -> [one] … *[other] … }`. Elements of the page,
# such as keys, are filled in as well. See https://projectfluent.org/fluent/guide/.

## Words used in many places

black = Black
white = White
games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
moves = { $n ->
    [one] { $n } move
   *[other] { $n } moves
}
variations = { $n ->
    [one] { $n } variation
   *[other] { $n } variations
}
comments = { $n ->
    [one] { $n } comment
   *[other] { $n } comments
}
players = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}
years = { $n ->
    [one] { $n } year
   *[other] { $n } years
}
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}
drawn = drawn
to-play = { $color } to play
pass = pass
not-all = Not all games were searched.
show-all = show all

## The sentence of a query
#
# The program composes it from the messages below: "1,218 games where a player is “Lee” and White won, but not those
# where …, sorted by date". A language in which the condition stands first may write it first: `{ $condition }` stands
# for the whole condition.

# Without any condition
sentence-all = All games
# All games, with their number
sentence-all-counted = { $n ->
    [1] The only game
   *[other] All { $n } games
}
sentence-games = Games { $condition }
# The two messages sentence-all and sentence-games inside another sentence
sentence-all-inside = all games
sentence-games-inside = games { $condition }
sentence-found = { $n ->
    [0] No games { $condition }
    [one] { $n } game { $condition }
   *[other] { $n } games { $condition }
}
# $condition of the messages above, if the query requires something
sentence-where = where { $condition }
# $condition of the messages above, if the query only excludes games
sentence-without = except those where { $condition }
# $traits are joined by "and": "with comments and without any tag"; $condition begins with "where".
sentence-traits-where = { $traits } { $condition }
# Follows a condition and a comma
sentence-but-not = but not those where { $condition }
# Between several conditions that exclude games
sentence-or-where = { " or where " }
sentence-comma = { ", " }
# Before the last of several conditions or values
sentence-and = { " and " }
sentence-or = { " or " }
# Between values of one field: “Lee”, “Gu” or “Cho”
sentence-value-comma = { ", " }
sentence-value-and = { $first } and { $last }
sentence-value-or = { $first } or { $last }
sentence-once = each once
# $order is one of the orders below
sentence-sorted = sorted by { $order }
sentence-then = then by { $order }
# $one and $other are names of players
sentence-plays = { $one } plays { $other }
# $parts are joined by "or"
sentence-either = either { $parts }
sentence-not-so = it is not true that { $condition }
sentence-text = { $value } is in a name, the event, the place, the title, the opening or a comment
sentence-texts = { $value } are each in a name, the event, the place, the title, the opening or a comment
sentence-also = { $value } (also { $names })
# Between two positions that come one after the other
sentence-after = { ", and after it " }
sentence-copy-where = the game has a copy where { $condition }
sentence-quoted = “{ $text }”
# The beginning of a word
sentence-prefix = “{ $text }…”
sentence-fuzzy = “{ $text }” or a similar spelling
sentence-anything = anything
sentence-from-to = { $from } to { $to }
sentence-or-more = { $from } or more
sentence-at-most = at most { $n }
sentence-less = less than { $n }
sentence-more = more than { $n }
sentence-at-least = at least { $n }
sentence-not = not { $what }

# Conditions. $what is one of the subjects below, such as "the event"; $value is a name, a word or a number.
sentence-is = { $what } is { $value }
# $value is a number or a comparison, such as "more than 100"
sentence-counts = { $what } is { $value }
sentence-is-exactly = { $what } is exactly { $value }
sentence-has = { $what } has { $value }
sentence-known = { $what } is known
sentence-there-is = the game has { $what }
sentence-unknown-value = { $what } is unknown
# What games have: sentence-what-… is filled into sentence-there-is, the others follow "Games" or their number
sentence-what-tag = a tag
sentence-with-tag = with a tag
sentence-without-tag = without any tag
sentence-what-note = a note
sentence-with-note = with a note
sentence-without-note = without any note
sentence-what-comments = comments
sentence-with-comments = with comments
sentence-without-comments = without comments
sentence-what-analysis = engine analysis
sentence-with-analysis = with engine analysis
sentence-without-analysis = without engine analysis
sentence-what-variations = variations
sentence-with-variations = with variations
sentence-without-variations = without variations
sentence-what-setup = set-up stones
sentence-with-setup = with set-up stones
sentence-without-setup = without set-up stones
sentence-what-result = a result
sentence-with-result = with a result
sentence-without-result = without a result
sentence-what-date = a date
sentence-with-date = with a date
sentence-without-date = without a date
sentence-what-year = a known year
sentence-with-year = with a known year
sentence-without-year = without a known year
sentence-what-errors = errors in the record
sentence-with-errors = with errors in the record
sentence-without-errors = without errors in the record
sentence-what-handicap = handicap stones
sentence-with-handicap = with handicap stones
sentence-without-handicap = without handicap stones
sentence-what-copies = copies
sentence-with-copies = that have copies
sentence-without-copies = that have no copies
sentence-with-property = with the property { $name }
sentence-without-property = without the property { $name }
# $value: a kind or a severity of what is wrong, such as “wrong-charset” or “error”.
sentence-finding = the check of the record found { $value }
sentence-finding-any = the check of the record found at least one problem
sentence-won = { $who } won
sentence-lost = { $who } lost
sentence-won-points = { $who } won by points
sentence-won-resign = { $who } won by resignation
sentence-won-time = { $who } won on time
sentence-won-forfeit = { $who } won by forfeit
sentence-won-by = { $who } won by { $margin }
sentence-won-somehow = { $who } won in an unknown way
# $who of the messages above if the query names no colour
sentence-one-side = one side
sentence-draw = the game was a draw
sentence-void = the game was void
sentence-unknown-told = the record gives the result as unknown
sentence-unknown = the result is unknown
sentence-unknown-ending = the way the game ended is unknown
# $when is "before 1990", "1990 or later", "1990" …
sentence-date = the date is { $when }
sentence-added = the game was added { $when }
sentence-was-added = the game was added
sentence-between = between { $from } and { $to }
sentence-or-later = { $day } or later
sentence-or-earlier = { $day } or earlier
sentence-before = before { $day }
sentence-later-than = after { $day }
# $day of "or later" and "or earlier"
sentence-in-day = in { $day }
# $length is one of the messages sentence-days to sentence-years
sentence-ago = { $length } ago
sentence-today = today
sentence-yesterday = yesterday
sentence-within-last = within the last { $length }
sentence-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
sentence-weeks = { $n ->
    [one] { $n } week
   *[other] { $n } weeks
}
sentence-months = { $n ->
    [one] { $n } month
   *[other] { $n } months
}
sentence-years = { $n ->
    [one] { $n } year
   *[other] { $n } years
}
sentence-term = a comment mentions { $value }
sentence-joseki = a corner has the joseki { $value }
sentence-joseki-any = a corner has a joseki with a name
sentence-book-left-by = { $who } left the book
sentence-book-left-any = a player left the book
sentence-me = you
sentence-my-opponent = your opponent
sentence-lang-unknown = the language of the comments is unknown
# $language is its name, such as "Japanese"
sentence-lang = comments are in { $language }
sentence-problem-to-play = the record is a problem with { $value } to play
sentence-problem-region = the record is a problem whose region is the { $value }
sentence-is-new = the game is new
sentence-is-problem = the record is a problem
sentence-is-mine = you played
sentence-is-starred = the game is starred
sentence-is-trendsetter = the game has a new move that later games took up
sentence-is-final = the game is a final or a title match
sentence-is-title-match = the game is of a title match
sentence-is-copied = the game has copies
sentence-tag = the game is tagged { $value }
sentence-note = your note has { $value }
sentence-saved = your saved query { $value } finds the game
sentence-copy = the game has a copy where { $value }
sentence-position = the position { $value } comes up
sentence-pattern = the pattern { $value } comes up
sentence-problem = the record is a problem that begins with { $value }
# $value is a program such as KataGo
sentence-engine = { $value } analysed the game
sentence-loss = a move lost { $n } points
sentence-drop = a move lost { $n } % of the winning rate
sentence-missed-any = the engine’s best move was not played
sentence-missed = { $value } was the engine’s best move and was not played
sentence-lead-of = { $who } leads by { $n } points
# Stands for Black or White in `sentence-lead-of`: the one player whom the query names.
sentence-that-player = this player
sentence-rate-of = { $who } has a winning rate of { $n } %
sentence-turned-any = it is known whether the loser once had a winning rate of 90 %
sentence-turned-no = the loser never had a winning rate of 90 %
sentence-turned = the loser once had a winning rate of 90 %
sentence-turned-points = the loser once led by { $n } points
sentence-next = then { $value } is played
sentence-to-move = with { $value } to move
sentence-at-move = reached at move { $n }
sentence-by-move = reached by move { $n }
sentence-from-move = reached at move { $n } or later
sentence-between-moves = reached at moves { $from } to { $to }
sentence-in-main = on the main line
sentence-in-variation = in a variation
sentence-in-any = on the main line or in a variation
sentence-in = in { $value }
sentence-colours-any = with the colours as drawn or exchanged
sentence-colours-fixed = with the colours as drawn
sentence-symmetry-none = neither turned nor mirrored
sentence-symmetry-all = turned and mirrored too
sentence-within = each position within { $n } moves of the previous one
sentence-after-moves = each position { $n } moves after the previous one
sentence-unique = each game counts once
sentence-sort = the order is { $value }

# Subjects: $what of the conditions above
sentence-the-player = a player
sentence-the-black = Black
sentence-the-white = White
sentence-the-opponent = the opponent
sentence-the-margin = the margin
sentence-the-date = the date
sentence-the-result = the result
sentence-the-ending = the way the game ended
sentence-the-event = the event
sentence-the-series = the series of events
sentence-the-edition = the number of the event
sentence-the-round = the round
sentence-the-game = the game
sentence-the-match-game = the number of the game in its match
sentence-the-place = the place
sentence-the-title = the title
sentence-the-source = the source
sentence-the-annotator = the annotator’s name
sentence-the-team = a team’s name
sentence-the-country = a country’s name
sentence-the-rules = the rules’ name
sentence-the-opening = the opening
sentence-the-rank = a player’s rank
sentence-the-rank-of-black = Black’s rank
sentence-the-rank-of-white = White’s rank
sentence-the-opponent-rank = the rank of the opponent
sentence-the-time = the main time in seconds
sentence-the-overtime = the overtime
sentence-the-komi = the komi
sentence-the-handicap = the handicap
sentence-the-board = the board size
sentence-the-moves = the number of moves
sentence-the-captures = the number of captures
sentence-the-ko-captures = the number of stones retaken in a ko
sentence-the-early-passes = the number of early passes
sentence-the-comment = a comment
sentence-the-charset = the charset
sentence-the-gtype = the type of KataGo's game
sentence-the-gamehash = KataGo's hash of the game
sentence-the-format = the format
sentence-the-path = the path
sentence-the-archive = the archive
sentence-the-solutions = the number of solutions
sentence-the-visits = the number of playouts
sentence-the-blunders = the number of blunders
sentence-the-book-left = the number of the stone that left the book
# Subject of “… is at most 20”: the number of the move at which a game leaves all older games.
sentence-the-novelty = the new move
sentence-the-accuracy = the accuracy
sentence-the-lead = the lead of Black
sentence-the-rate = the winning rate of Black
sentence-the-id = the id
# $name is that of an SGF property
sentence-the-property = the property { $name }

# Orders, behind "sorted by"
order-date = date, the oldest first
order-date-back = date, the newest first
order-moves = length, the shortest first
order-moves-back = length, the longest first
order-captures = captures, the fewest first
order-captures-back = captures, the most first
order-ko-captures = stones retaken in a ko, the fewest first
order-ko-captures-back = stones retaken in a ko, the most first
order-hit = the move of the hit, the earliest first
order-hit-back = the move of the hit, the latest first
order-loss = the loss of the move, the smallest first
order-loss-back = the loss of the move, the largest first
order-relevance = relevance, the best match first
order-relevance-back = relevance, the worst match first
order-black = Black's name
order-black-back = Black's name, in reverse order
order-white = White's name
order-white-back = White's name, in reverse order
order-rank = the ranks, the strongest players first
order-rank-back = the ranks, the weakest players first
order-margin = the margin, the closest first
order-margin-back = the margin, the largest first
order-added = the time when the games were added, the oldest first
order-added-back = the time when the games were added, the newest first
order-place = their place in the archive
order-place-back = their place in the archive, the last first

## Engine analysis of a move

# The parts of "B Q3 lost 8.6 points (21 %), best R14 · KataGo". $played is "B Q3"; $points and $percent are numbers.
judged-lost = { $played } lost { $cost }
judged-gained = { $played } gained { $cost }
# The two messages above without the name of the move
judged-lost-alone = lost { $cost }
judged-gained-alone = gained { $cost }
judged-points-percent = { $points } points ({ $percent } %)
judged-points = { $points } points
judged-percent = { $percent } %
# $told is one of the messages judged-lost… or judged-gained…
judged-best = { $told }, best { $best }
judged-playouts = { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}
standing-black = Black { $percent } %
standing-black-leads = Black leads by { $points }
standing-white-leads = White leads by { $points }

## The sentence above Explore: "1,257 games reach this position, turned or mirrored in any way; Black is “Lee”."

reached-games = { $n ->
    [0] No game reaches this position
    [one] { $n } game reaches this position
   *[other] { $n } games reach this position
}
# $place is "in a corner, 7 × 11 lines, with 4 open points"
shape-games = { $n ->
    [0] No game has this shape { $place }
    [one] { $n } game has this shape { $place }
   *[other] { $n } games have this shape { $place }
}
reached-turned = turned or mirrored in any way
reached-as-drawn = not turned, not mirrored
# Separates "1,257 games reach this position" from the condition that these games meet, such as "Black is “Lee”".
reached-where = { "; " }
# At the end of every sentence
sentence-end = { "." }
shape-on-whole = on the whole board
shape-lines = { $columns } × { $rows } lines
shape-open-points = { $n ->
    [one] with { $n } open point
   *[other] with { $n } open points
}
shape-order = { $n ->
    [one] with { $n } move in this order
   *[other] with { $n } moves in this order
}
# Where a shape is looked for
place-anywhere = anywhere on the board
place-whole = the whole board
place-corner = in a corner
place-edges = at the edges that are drawn
place-across = from edge to edge
place-side = at a side
place-turned = turned and mirrored in every way
place-as-drawn = exactly as drawn
place-colours = in both colours

## The graph of an engine analysis

graph-title = Winning rate and lead of Black, by { $engine }
# $played is the move and what it cost
graph-move = Move { $number }: { $played }

# For screen readers: the menu with the names of the languages, at the top of every page
frame-language = Language

### What is wrong with a question, and what to do

## Errors in a query: words and signs

# $name is the word in the place of a field's name.
error-unknown-field = unknown field `{ $name }`
error-unknown-field-property = a root property is written prop.NAME:…
error-unknown-field-capitals = for the root property, write prop.{ $name }:…
error-unknown-field-text = to search for the text as typed, put it in quotes
# $near is a name or a value with a similar spelling; $list is all valid values.
error-did-you-mean = did you mean `{ $near }`?
error-did-you-mean-of = did you mean `{ $near }`? ({ $list })
# $example and $query are in the language of queries, such as “date>=2016”.
error-write-example = for example, write { $example }
error-write = write { $query }
error-many-combinations = the alternatives here combine in more than { $most } ways
error-many-combinations-help = write fewer alternatives, or several queries
error-too-deep = more than { $most } parentheses and negations inside each other
error-too-deep-help = one pair of parentheses holds any number of words: (a OR b OR c); NOT NOT a means a
error-copies-too-deep = more than { $most } `copy-of:` inside each other
error-parenthesis-unopened = a closing parenthesis without an opening one
error-parenthesis-unopened-help = remove the parenthesis, or put the words in quotes
error-parenthesis-unclosed = a parenthesis that is never closed
error-parenthesis-unclosed-help = close the parenthesis with ), or put the words in quotes
error-empty-parentheses = nothing between the parentheses
error-quote-unclosed = a quote that is never closed
error-quote-unclosed-help = end the quoted text with "; inside quotes, write \" for a quote
error-single-quote-unclosed-help = end the quoted text with ', or write "'" for the character itself
error-empty-quotes = nothing between the quotes
error-empty-quotes-help = -{ $field }:* finds games without a value
error-two-hyphens = `--` is not an operator
# Options are those of a command, such as “--json”.
error-two-hyphens-help = put options before the query; one `-` excludes games; to search for `--` as text, put it in quotes
error-exclamation-mark = `!` is not an operator
error-exclamation-mark-help = one `-` excludes games: -{ $word }; to search for `!` as text, put it in quotes
# $what is an operator, or a field with its sign, as typed: “OR”, “player:”.
error-nothing-after = nothing after `{ $what }`
error-nothing-after-help = a word or a value must follow; to search for the word itself, put it in quotes: "{ $word }"
error-nothing-after-hyphen-help = `-word` excludes the games with the word; to search for a hyphen, put it in quotes: "-"
error-nothing-before = nothing before `{ $what }`
error-nothing-before-help = a word or a value must come first; to search for the word itself, put it in quotes: "{ $word }"
error-no-value-help = write the value directly after the operator, without a space, such as { $example }
error-no-value-or-any-help = write the value directly after the operator, without a space, such as { $example }; { $field }:* finds games with any value
# The error is marked at the sign behind the value.
error-space-missing = a space is missing between the value and what follows it
error-space-missing-help = put a space after the value, or put the whole value in quotes

## Errors in a query: fields, operators and groups

# As in player:(Lee komi:5): $name is komi, $group is player.
error-field-in-parentheses = the field `{ $name }` cannot be inside the parentheses of `{ $group }:`
error-field-in-parentheses-help = close the parenthesis before the field; to search for its name as text, put the name in quotes
# $sign is one of < <= > >=.
error-field-without-order = values of `{ $name }` have no order, so `{ $sign }` cannot be used
error-field-without-order-help = write `{ $name }:…`; numbers, dates, ranks and sizes can be compared
# A group is several values in parentheses: player:(Lee OR Gu).
error-group-takes-colon = several values in parentheses need `:`, not `{ $sign }`
error-group-takes-colon-help = write `{ $name }:( … )`, or put the value in quotes
error-field-without-group = `{ $name }` takes a single value, not several values in parentheses
error-field-without-group-help = put the value in quotes: { $name }{ $sign }"…"
error-wide-parenthesis = full-width parentheses cannot enclose several values
error-wide-parenthesis-help = write { $name }:( … ), or put the value in quotes
error-field-takes-query = `{ $name }:` needs a query in parentheses
error-two-operators = two operators in a row
error-operator-alone = an operator without a field before it
error-operators-help = the operators are : = != < <= > >=, without spaces: komi>=6; to search for an operator as text, put it in quotes
error-sign-takes-one = the operator `{ $sign }` takes only one value
# from and to stand for values, here and below.
error-sign-takes-one-help = a range is { $field }:from..to
error-range-without-ends = the range has neither a beginning nor an end
error-range-dots = a range contains `..` only once
error-range-help = write from..to, from.. or ..to

## Errors in a query: its size

error-long-phrase = a phrase of { $words } words is longer than the limit of { $most }
error-long-phrase-help = a few words that follow each other are enough to find a text
error-many-words = more than { $most } words and values in one query
error-many-words-help = search for some of the words at a time; a word with `~` counts as { $n } words
error-many-clauses = more than { $most } clauses in one query
error-many-clauses-help = search with some of the clauses at a time
error-query-too-long = more than { $most } bytes of text in one query

## Errors in a query: values. $text is what was typed.

# The value is none of the few that a field takes; $list is all of them.
error-no-choice = `{ $text }` is not a value of this field
error-no-choice-help = write one of { $list }
# $kind: a kind of finding, such as equal-names.
error-finding-of-file = the doctor finds `{ $kind }` in files and archives, not in games
error-no-result = `{ $text }` is not a result
# Users type these words as they are; do not translate them.
error-no-result-help = write W+, B+R, W+T, B+F, B+0.5, resign, time, forfeit, points, draw, void or ?
# $example is a clause, such as loser:Lee.
error-no-result-side-help = for the result of one player, write { $example }
error-no-number = `{ $text }` is not a number
error-write-number = write 6.5, or a range: 5..7.5
# As “1,500”: $one is 1500, $other is 1.500.
error-number-may-be = `{ $text }` may be { $one } or { $other }
error-number-may-be-help = write { $one } or { $other }
error-number-too-large = `{ $text }` is larger than any number in a game
error-number-too-large-help = write a smaller number
error-komi-too-large = no komi is as large as `{ $text }`
error-no-time = `{ $text }` is not a length of time
error-no-time-help = write seconds, or 2h30m
error-no-rank = `{ $text }` is not a rank
error-no-rank-help = write 9p, 5d, 12k, pro, dan or kyu
error-no-size = `{ $text }` is not a board size
error-no-size-help = write 19, 9 or 19x13
error-regular-expression = regular expressions are not supported
error-regular-expression-help = write the word, its beginning (lee*), or a word that may be misspelt (lee~)
error-question-mark = `?` is not a wildcard
error-question-mark-help = for a word that may be misspelt, write lee~; a `?` in quotes is ignored
error-mark-in-word = `*` and `~` belong at the end of a word
error-mark-in-word-help = write the beginning of the word, as in lee*; in quotes, `*` and `~` are ignored

## Errors in a query: order of the hits

error-many-orders = more than { $most } sort orders
error-many-orders-help = the first `sort:` counts most; leave the last ones out
error-sort-takes-one = `sort:` takes one order
error-unknown-order = unknown sort order `{ $text }`
error-unknown-order-help = write one of { $list }; a - before the name reverses the order: sort:-date
error-unique-yes-or-no = `unique:` is either yes or no
error-unique-yes-or-no-help = write unique:yes for each game once
error-sort-inside = `sort:` orders all hits, so it cannot stand inside OR, NOT or parentheses
error-unique-inside = `unique:` is about all hits, so it cannot stand inside OR, NOT or parentheses
error-setting-inside-help = write this clause at the end of the query: (a OR b) { $example }

## Errors in the place of a game and in a position

# An address names a game and a move in it: game.sgf#42.
error-address-empty = the address names neither a file nor an id
error-address-empty-help = write game.sgf#42, archive.zip!game.sgf@2#42 or ID#42
error-place-time-out = time ran out before the place in the game was reached
# $moves is $n without separators.
error-no-such-move = { $n ->
    [0] there is no move { $number }: the main line has no moves
    [one] there is no move { $number }: the main line has { $moves } move
   *[other] there is no move { $number }: the main line has { $moves } moves
}
# #0 and so on are typed behind an address.
error-no-such-move-help = { $n ->
    [0] #0 is the only position of this game
   *[other] #0 is the start, and #{ $moves } is the end
}
# A node is a place in the tree of a game; $nodes is $n without separators.
error-no-such-node = { $n ->
    [one] there is no node { $number }: the game has { $nodes } node
   *[other] there is no node { $number }: the game has { $nodes } nodes
}
error-no-such-node-help = { $n ->
    [one] the only node is #n0
   *[other] the nodes are numbered from #n0 to #n{ $last }
}
# The address of a game names moves that the visitor tries.
error-tried-other-game = a line can be tried only in a game of Go, with the size of its board in the address
# $number: which of the tried moves. $point: such as Q16.
error-tried-illegal = move { $number } of your line, { $point }, is against the rules
error-tried-illegal-help = play elsewhere, or go back to the game
# GM[$number] is the kind of game as SGF writes it.
error-kind-without-rules = the rules of GM[{ $number }] are unknown, so games of this kind have no positions
error-kind-without-rules-help = name a kind of game whose positions can be searched: go or loa
error-position-empty = an empty text is not a position
error-small-columns = the columns have small letters, so this is Lines of Action, or Go from another program
error-small-columns-help = name the kind of game: go or loa

## Errors in a query: conditions that cannot be searched for

error-sort-hit = `sort:hit` sorts by the move at which a position is reached, so the query needs exactly one position
error-sort-hit-help = write position:"Q16 D4 Q3" sort:hit
error-sort-loss = `sort:loss` sorts by the loss of the move at the hit, but this query searches for no such move
error-sort-loss-help = write loss>=5 sort:-loss
error-third-player = a game has two players, but this is a third `player:`
error-third-player-help = use OR between names, or write several names in one clause: player:(Lee OR Gu)
error-needs-one-player = `{ $clause }` needs exactly one player in the query
error-needs-one-player-help = name one player beside it, as in { $example }; a second player is named by vs:
error-no-letters = there is no letter or digit to look for
error-no-letters-help = punctuation is not searched; leave it out
error-star-not-here = `*` cannot be used with this field
error-no-text-ranges = text fields have no ranges
error-name-a-word = write a word to search for
error-star-in-value = `*` and `~` work only in texts and names
error-star-in-value-help = write the whole value
error-not-whole = `{ $field }=` finds nothing: comments can be searched only by their words
error-not-whole-help = write { $clause }; quotes find words that stand side by side
error-one-value = this field takes one value
error-one-value-help = write one value
error-field-within-group = a field cannot stand inside another field's parentheses

## Words that begin with `*`

error-star-alone = `*` needs letters next to it
error-star-alone-help = write letters before the `*`
error-star-first-in-field = a word of `{ $field }:` cannot begin with `*`
error-star-first-in-field-help = write { $field }:{ $word } or { $field }:{ $word }*; names, events and files may begin with `*`: player:*{ $word }
error-star-first-anywhere = a word cannot begin with `*` when all texts are searched
error-star-first-anywhere-help = name the field: player:*{ $word }, event:*{ $word } or file:*{ $word }

## Numbers, dates and other values

# $example is a clause, such as handicap:2..9.
error-number-help = write { $example }
error-margin-zero = a game cannot be won by 0 points
error-margin-zero-help = write result:draw
error-never-below-zero = `{ $field }` is never below 0
error-whole-number = `{ $field }` is a whole number
error-not-an-id = `{ $text }` is not an id
error-not-an-id-help = an id is up to 16 of the digits 0-9 and a-f
# $name is a property of SGF, such as AB.
error-values-not-searched = the values of `{ $name }` are not searched
error-values-not-searched-comments = to search comments, write comment:…
error-field-not-searched = `{ $field }:` is not searched
error-range-empty = this range is empty
error-range-empty-help = the smaller value comes first: 1990..1995
error-not-a-date = `{ $text }` is not a date
error-not-a-date-help = write 1990, 1990-05, 1990-05-21, "21 May 1990", 1990s, a range: 1990..1995, or today, 7d, 2w, 1y
error-date-too-old = `{ $text }` is earlier than any date
error-date-too-old-help = the first year is 1: write 200 for the year 200, or ..200 for all years until then
# $one and $other are dates, such as 1990-05-06 and 1990-06-05.
error-either-date = `{ $text }` may be { $one } or { $other }
error-either-date-help = write { $one } or { $other }
error-no-property = this is not a value of `is:`
# $choices are clauses with error-no-property-or between them: is:dup or is:new.
error-no-property-help = write { $choices }
error-no-property-or = { " or " }
error-copy-of-no-query = `copy-of:` takes a query in parentheses
error-no-go-term = `{ $text }` is not a known Go term
# $clause is a clause, such as term:joseki.
error-no-go-term-near = did you mean { $clause }?
error-no-go-term-words = { $clause } searches for the words themselves
error-no-joseki = `{ $text }` is the name of no joseki
# $clause is a clause, such as joseki:taisha.
error-no-joseki-near = did you mean { $clause }?
# $clause is a clause, such as comment:slant.
error-no-joseki-words = { $clause } searches comments for the words; `kifu-index fields joseki` lists the names

## Positions and patterns

error-hit-without-position = `{ $field }:` applies to a position, but no position stands beside it
error-hit-without-position-help = write both together: position:"Q16 D4 Q3" next:D16; for the length of the game, write `moves:`
error-within-one-position = `within:` limits the distance between positions, but the query has only one position
error-within-one-position-help = write position:"Q16 D4" then position:"Q16 D4 Q3" within:20
error-no-position-named = the query has no position
error-which-pattern = this is neither a pattern nor a part of a position
error-no-part-of-board = `{ $part }` is not a part of this board
error-which-pattern-help = write pattern:"XO/OX", pattern:@diagram.txt, pattern:"R16 P17 corner" or pattern:"ID#42 O13-T19"
error-files-not-read = `{ $text }` names a file, and files are not read here
error-files-not-read-help = paste the text of the file
error-file-of-diagram-help = write @ before the name of a file with a diagram
error-no-positions-without-rules = the rules of this game are unknown, so it has no positions
error-not-about-hits = this clause is a condition on the game, not on the hits of a position
error-not-a-side-to-move = `{ $text }` is not a colour
error-not-a-side-to-move-help = write tomove:B or tomove:W
error-next-outside-pattern = `{ $text }` is not in the pattern
error-next-not-a-move = `{ $text }` is not a move
error-next-help = write next:R14, next:"B R14", next:pass or next:end; for a pattern also next:elsewhere
error-which-part-of-game = `{ $text }` is not a part of a game
error-which-part-of-game-help = write in:main, in:variations or in:any
error-which-colours = `{ $text }` does not say which colours
error-which-colours-help = write colours:as-drawn, or colours:any to allow exchanged colours as well
error-which-symmetries = `{ $text }` does not say which symmetries
error-which-symmetries-help = write symmetry:all, or symmetry:none for the board as it is drawn
error-judged-on-main-line = engine analysis is searched only on the main line
error-sequence-on-main-line = sequences are searched for only on the main line
error-leave-out-or-one-position = leave this clause out, or search for a single position
error-not-a-move-number = `{ $text }` is not a move number
error-not-a-move-number-help = write move:40, move:..50 or move:30..50

## Errors in a query: engine analysis

error-field-twice = `{ $field }:` is written twice
error-field-twice-help = write a range, such as { $field }:5..20
error-missed-no-point = `{ $text }` is not a point
error-missed-no-point-help = write missed:Q16, missed:pass or missed:* for any move
error-lead-help = write lead:B>5, lead:W>=3, or for Black lead:-2..2
error-win-rate-help = write winrate:B>90, winrate:W>=60, or for Black winrate:40..60
error-turned-value = `{ $text }` is neither yes, no nor a number of points above 0
error-turned-value-help = write turned:yes (a winning rate of 90 %), turned:no, or turned:10 (a lead of 10 points)
error-judged-no-number = `{ $text }` is not a number
error-no-percentage = `{ $text }` is not a percentage
error-win-rate-below-one = winning rates are in percent, and `{ $text }` would be below 1 %

## Errors in a query: tags, notes, stars and saved queries of the user

error-marks-not-known = your tags, stars, notes and saved queries cannot be read here
error-marks-not-known-help = run the query with kifu-index on the machine that stores them, or leave this clause out
error-no-own-names = the names under which you play are unknown
# The line has `me` and semicolons.
error-no-own-names-help = add a line with your name and your accounts to the file aliases.tsv in your settings folder, such as: me; Anna Lee; anna123
error-no-book = no book is in use
# $file is the name of a file or a folder.
error-book-gone = the book in use, { $file }, is no longer there
error-book-unreadable = the book in use, { $file }, cannot be read
error-saved-takes-name = `saved:` takes the name of one query
# $way are names with arrows between them: a → b → a.
error-saved-in-itself = the saved query contains itself: { $way }
error-saved-in-itself-help = save one of these queries again, without the clause `saved:` that names the next one
error-saved-named-too-often = the query expands to more than { $most } saved queries
error-saved-named-too-often-help = write some of the saved queries out in full
# $reason is another error.
error-saved-not-understood = the saved query `{ $name }` cannot be understood: { $reason }
# $reason is the limit that is exceeded.
error-saved-too-large = the saved query `{ $name }` makes this query too large: { $reason }
error-none-saved-as = no query is saved as `{ $text }`

## Ids, pages and tables

error-no-game-with-id = no game has the id `{ $id }`
error-games-with-id = { $games } games have an id that begins with `{ $id }`
error-games-with-id-help = write more digits of the id
error-no-page-key = this key does not belong to a page of this query
error-no-page-key-help = open the first page, which contains the key of the second one
error-not-narrowed = a result cannot be narrowed by `{ $name }`
error-not-narrowed-near = did you mean `{ $near }`? ({ $list })
error-not-narrowed-list = write one of { $list }
error-not-ordered = values cannot be ordered by `{ $name }`
error-not-ordered-help = order the values by games or by name
# $players and $most are numbers of players
error-crosstable-players = the query finds games of { $players } players, and a cross-table has at most { $most }
error-crosstable-players-help = name one event, as in event:"45th Honinbo"
# $pattern is a pattern of file names, such as {year}/{black}.sgf
error-pattern-brace = `{ $pattern }` has a brace that is not closed
error-pattern-brace-help = write names of columns in braces: { $pattern }

## Errors and notes about moves, boards, diagrams and patterns that are typed or pasted

# Errors have no full stop at the end. A message whose id ends with -help follows the error and says what to write.
# Words in backticks (`…`) and in SGF stay as they are.

# $color is `black` or `white`; $point is such as Q16.
error-point-taken = { $color } already has a stone on { $point }
error-point-taken-help = colours alternate, Black first; `B Q16 B D4` names the colours of the moves
# A remark on a move: $color is `black` or `white`; $point is such as Q16.
note-ko = { $color } { $point } takes back a ko at once
note-suicide = { $color } { $point } is suicide: the stone came off
note-suicide-of-chain = { $color } { $point } is suicide: { $stones } stones came off
note-no-liberties = some stones have no liberties
# Follows error-not-a-position: everything that can be read as a position
error-position-forms = moves: `Q16 D4 Q3`, `B Q16 W D4`, in Lines of Action `e1-e3` | a game: `game.sgf#42`, `a.zip!x.sgf#42` | SGF: `(;B[pd];W[dd])` | on standard input: a board drawn with rows such as `. X O .`, a Sensei's Library diagram (`$$B`), a GTP script (`play B Q16`)
error-not-a-position = this is not a position
error-only-go-diagrams = Sensei's Library diagrams are read for Go only
error-only-go-gtp = GTP scripts are read for Go only
# Follows the two messages above
error-only-go-help = for Lines of Action write moves such as `e1-e3 a2-c2`, SGF, or a drawn board
error-board-too-large = a board of { $width }x{ $height } is too large
error-board-sizes = boards have 1 to 52 columns and rows
# Sizes such as 19x19
error-two-sizes = the board cannot be { $one } and { $other } at once
error-two-sizes-help = leave one of the sizes out
error-size-of-position = the position is on a { $board } board, and `size:` asks for { $size }
error-drawn-size = the drawn board is { $drawn }, but the size given is { $asked }
error-drawn-size-help = leave the size out, or draw all of the board

# $sign is a character of a drawing. One of the two helps follows the message.
error-sign-unknown = `{ $sign }` does not stand for anything on a board
error-sign-of-board-help = a board is drawn with X and O for stones and . or + for empty points
error-sign-of-diagram-help = X and O are stones, . and , empty points, 1 to 9 and 0 moves, a to z labels
# $row: the number of the row, $points: of its points, $above: of the points in each row above it
error-drawn-row-length = row { $row } of the drawing has { $points } points, but the rows above have { $above }
error-row-length = row { $row } has { $points } points, but the rows above have { $above }
error-row-length-help = all rows of a board have the same length
error-row-lengths = the rows have different lengths
error-two-blacks = `#` and `X` are both drawn: two signs for Black, or one of them for something else
error-two-blacks-help = draw all black stones as X, and empty points as `.`
# The numbers at the sides of a drawing
error-row-numbers = the row numbers of this drawing do not run from { $rows } down to 1
error-row-numbers-help = draw the whole board, all of its rows
# The letters above or below a drawing
error-axis-length = the drawing has { $letters } column letters, but its rows have { $points } points
error-axis-length-help = draw the whole board, all of its columns
error-axis-letters = the column letters of this drawing do not run from A without a gap
error-axis-letters-help = draw the whole board; the columns of a Go board have no letter I: H is followed by J
note-column-i = the drawing has a column I: its columns were counted from the left, and are named here as usual
note-labels = letters on points were read as labels of empty points

# In a diagram of Sensei's Library, in which all lines begin with `$$`
error-shell-number = the shell turned `$$` into the number { $number }
error-diagram-line = a line of the diagram does not begin with `$$`
error-diagram-line-help = every line of a Sensei's Library diagram begins with `$$`
error-diagram-no-row = the diagram has no row
error-diagram-no-row-help = rows look like `$$ | . X O . |`, between lines of `-`
error-diagram-header = the first line of the diagram cannot be read
error-diagram-header-help = the first line has `$$`, then B or W, c (coordinates), the board size, m with the first move number, and a title: `$$Bc19m5 Title`
error-diagram-edge = the diagram has one edge too many
error-diagram-edge-help = one line of `-` stands above the rows and one below
error-row-below-edge = a row stands below the lower edge
error-row-below-edge-help = the lower edge stands below all rows
error-row-edges = row { $row } has other edges than the rows above
error-row-edges-help = an edge `|` stands in every row or in none
error-number-twice = two stones have the number { $number }
error-number-twice-help = write each number once; 0 is the tenth move
# $sign is one of ? * A V
error-point-open = `{ $sign }` leaves this point open, but a position needs every point
error-point-open-help = write X, O or . for every point of the board
# $size is such as 19x19; $width and $height are numbers of points.
error-diagram-size = the first line says { $size }, but { $width }x{ $height } is drawn
error-diagram-size-help = leave the size out, or draw all rows
error-diagram-part = this diagram shows only a part of the board, but a whole board is needed here
error-diagram-part-help = draw all four edges, with `-`, `|` and `+`
note-numbered-stone = numbered stone { $number } was played
note-numbered-stones = numbered stones { $first }-{ $last } were played
# $numbers is such as "2, 5"
note-moves-not-drawn = moves not on the diagram: { $numbers }

# In a GTP script (for programs that play Go); $command is a command of it.
note-genmove = `{ $command }` was skipped: its move is not in the script
error-gtp-arguments = the arguments of `{ $command }` cannot be read
error-gtp-arguments-help = write `boardsize 19`, `clear_board`, `play B Q16`, `set_free_handicap D4 Q16`, `undo`
error-gtp-not-told = the script does not show what `{ $command }` did
error-gtp-not-told-help = write `set_free_handicap D4 Q16`, `play B Q16`
error-gtp-unknown = unknown GTP command `{ $command }`
error-gtp-unknown-help = known commands: { $commands }
error-gtp-size = this is not a board size
error-gtp-size-help = write `boardsize 19`, at most 52
error-gtp-other-size = the script's board is { $size }, but the size given is { $asked }
error-leave-size-out = leave the size out
error-gtp-colour = `{ $word }` is not a colour
error-gtp-colour-help = write `play B Q16` or `play white D4`
error-gtp-undo = there is no move to undo
error-gtp-undo-help = `undo` takes back one `play`
error-gtp-handicap = there is already a stone on { $point }
error-gtp-handicap-help = handicap stones are set before any move, each on its own point

# Moves of Lines of Action, a game with pieces that move. $color and $owner are `black` or `white`; $played is such as
# e1-e3; $square and $squares are such as "e3" and "e3, g3, c3". The reason is one of the next four messages.
error-loa-illegal = { $color } may not move { $played }
error-loa-no-piece = there is no piece on { $square }
error-loa-other-piece = the piece on { $square } is { $owner }'s; colours alternate, Black first
error-loa-stuck = the piece on { $square } cannot move
error-loa-targets = the piece on { $square } can move to { $squares }
error-loa-square = one square alone is not a move of Lines of Action
error-loa-square-help = a move is two squares, `e1-e3`
error-loa-not-a-move = `{ $word }` is not a move of Lines of Action
error-loa-not-a-move-help = a move is two squares, `e1-e3`, or `pass`
error-loa-move-in-go = this is a move of Lines of Action, not of Go
error-loa-move-in-go-help = name the kind of game, loa, and write only its moves

# $size is such as 19x19. One of the next four messages follows and names the columns and rows of the board.
error-off-board = `{ $word }` is off the { $size } board
error-off-board-go = columns go from A to { $right } without I, rows from 1 to { $top }
error-off-board-loa = columns go from a to { $right }, rows from 1 to { $top }
error-off-board-pairs = in pairs, columns go from 1 to { $right }, rows from 1 (the top) to { $bottom }
error-off-board-letters = in SGF letters, columns go from a to { $right }, rows from a (the top) to { $bottom }
error-no-column-i = there is no column I: on Go boards, H is followed by J
# $point is such as J5
error-no-column-i-help = the ninth column is J: did you mean { $point }?
error-not-a-point = `{ $word }` is not a point
error-not-a-point-help = a point is a column's letter and a row's number: Q16
error-not-a-move = `{ $word }` is not a move
error-not-a-move-help = moves are points such as Q16, or pass; `B Q16 W D4` gives the colours
# $color is B or W
error-colour-twice = after `{ $color }` there is another colour instead of a move
error-colour-twice-help = write `B Q16 W D4`
error-colour-alone = there is no move after `{ $color }`
error-colour-alone-help = write `B Q16 W D4`, or leave the colour out
error-sgf-letters = `{ $word }` is a point in SGF letters, unlike the other points
error-sgf-letters-help = write this point as players do: { $point }
# $pair is such as 16-4
note-pairs = { $pair } is { $point }: pairs are column and row from the upper left

# In a fragment of SGF
note-first-game = only the first of { $games } games was read
note-move-illegal = move { $number } breaks the rules; it was executed
error-sgf-rules-help = write GM[1] for Go
# $kind is go or loa
error-sgf-kind = the fragment is of kind { $kind }, but another kind was given
error-sgf-kind-help = leave out the kind of game; the fragment states it in GM[…]
error-sgf-other-size = the fragment's board is { $size }, but the size given is { $asked }
error-sgf-cut = the text ends inside a value
error-sgf-cut-help = close the value and the game: (;B[pd])
error-sgf-second-move = a node has two moves of one colour
error-sgf-second-move-help = every move has a node of its own, which begins with a semicolon: (;B[pd];B[dd])
error-sgf-point = this is not a point of the { $size } board
error-sgf-point-help = SGF writes a point as two letters, column and row from the upper left: Q16 is B[pd]
error-sgf-loa-move = this is not a move or a square of the { $size } board
error-sgf-loa-move-help = in Lines of Action a move is B[e1-e3], a square AB[e1]
error-sgf-size = the board size cannot be read
error-sgf-size-help = write SZ[19] or SZ[19:13]

# In a board that was copied from this program
error-two-boards = the text contains a second board
error-two-boards-help = leave only the lines of one board
error-edge-not-drawn = the coordinates of this part reach the edge of the board, but no edge is drawn
error-edge-not-drawn-help = for a pattern at the edge, draw the edge with `|` and `-`; for a pattern anywhere, leave the coordinates out
error-stones-or-letters = `B` and `W` may be stones here, or letters on empty points
error-stones-or-letters-help = draw stones as X and O, and all other points as `.`
# $sign is o or x
error-stone-or-letter = `{ $sign }` may be a stone here, or a letter on an empty point
error-stone-or-letter-help = write stones as X and O, and `.` for the point if `{ $sign }` is a letter on it

# Patterns: shapes on a part of the board
note-words-are-rows = each word was read as a row of the pattern (for a single row, leave out the spaces)
error-not-a-pattern = this is not a pattern
error-row-or-rows = this may be one row, or several rows with a space between them
error-row-or-rows-help = `/` ends a row, and points need no space: `XO/X.` is two rows, `XOX.` is one
error-pattern-too-large = a pattern of { $width }x{ $height } is larger than any board
error-no-numbered-stones = the sequence has no numbered stones
error-no-numbered-stones-help = the moves are drawn as 1 to 9 and 0, in the order in which they are played
error-pattern-open = this pattern leaves every point open
error-pattern-open-help = draw at least one stone, or an empty point at an edge
error-region-off-board = the region is not on the { $size } board
error-region-empty = the region is empty
error-region-no-move = no move is played inside the region
error-region-many-moves = { $n } moves are played inside the region, but a sequence has at most { $most }
error-corner-not-told = there are no stones to show which corner to search
error-corner-too-small = some stones lie outside the corner

## Errors and notes of an answer (src/engine)

error-time-over-before-answer = the time limit was reached before the answer was complete
error-ratings-share = the share of the games to learn first is { $share }, but it must be from 0 to less than 1
error-ratings-share-help = write a share such as 0.333
# $percent is the share of the work that is done.
error-novelty-not-ready = the new moves of all games are still being looked for ({ $percent }% done)
error-novelty-not-ready-help = ask again in a moment; they are looked for once for each state of the index
error-novelty-of-shards = the new moves of all games are not known to a single shard
error-novelty-of-shards-help = open all indexes together, or ask about one game at a time
error-novelty-no-sgf = this is not a game in SGF
# $reason is in English
error-no-thread = no thread can be started ({ $reason })
error-internal = internal error: { $reason }
error-internal-at = internal error in { $place }: { $reason }
# $reason is in English, or empty
error-index-seems-damaged = the index seems to be damaged (or this is a fault of the program: { $reason })

# A column of the table of games, by its name in the address. $columns and $all are names with commas between them
error-no-column = there is no column `{ $name }`
error-no-column-write = write { $columns }
error-no-column-tells = there is no column for `{ $field }:`; the columns are { $all }
error-no-column-near = did you mean `{ $near }`? (all: { $all })
error-no-column-all = the columns are { $all }

error-page-of-other-index = the index has changed since that page was made
error-page-of-other-index-help = open the first page again

# These messages follow the path of the file and a colon
error-file-no-longer-there = the file is no longer there
error-game-no-longer-in-file = the game is no longer in this file, which has changed since it was indexed
# $problem is what is wrong with the file
error-file-changed = the file has changed since it was indexed: { $problem }
# $problem is a path and what it lacks, such as "a.zip: has no member `b.sgf`"
error-no-longer = { $problem } any more
error-file-of-game-too-large-help = split the file, so that single games of it can be read

# $game is the id of a game
error-game-without-rules = the rules of the game { $game } are unknown
error-game-without-rules-help = only Go and Lines of Action have positions
# Which position is shown. $game is the id of a game
note-game-at-node = { $game } at node { $node }
note-game-after-moves = { $n ->
    [one] { $game } after { $n } move
   *[other] { $game } after { $n } moves
}
# $word is and, or, not as it was typed; $operator is the same in capital letters
note-operator-as-word = `{ $word }` is a word to look for here; the operator is written { $operator }

## Errors about tags, notes, saved queries and practice (src/store/userdata)

# Of a tag or of a saved query
error-name-missing = a name is missing
error-name-missing-help = write a word, such as study
error-name-too-long = the name is longer than { $most } characters
error-name-too-long-help = choose a shorter name
error-no-name = `{ $text }` is not a name
error-no-name-help = a name has letters, digits, - and _, such as to-study
error-note-too-long = the note is longer than { $most } KiB
error-note-too-long-help = write a shorter note
error-note-changed = the note was changed in another tab or by another program
error-note-changed-help = compare both notes, and send the right one with the new version
# For a query to be saved, or to be stored among the recent queries
error-kept-query-empty = the query is empty
error-kept-query-too-long = the query is longer than { $most } characters
error-kept-query-help = save a query with at least one word, and no longer than the limit
error-too-many-tags = this change would exceed the limit of { $most } tags of games
error-too-many-stars = this change would exceed the limit of { $most } stars
error-too-many-notes = this change would exceed the limit of { $most } notes
error-too-many-saved-queries = this change would exceed the limit of { $most } saved queries
error-too-many-kept-help = remove some of the existing ones first
error-nothing-kept-here = there is no settings folder to store tags and notes in
# The reason follows, after a colon
error-with-reason = { $doing }: { $reason }
error-settings-folder-not-made = your settings folder cannot be created
# The file with tags, notes and so on. $file is its name, $reason is in English
error-settings-file-newer = { $file } in your settings was written by a newer version of this program
error-settings-file-newer-help = the file was not changed; use the newer version of the program
error-settings-file-foreign = { $file } in your settings cannot be used: it belongs to another program
error-settings-file-damaged = { $file } in your settings is damaged: { $reason }
error-settings-file-busy = another program is writing { $file } in your settings
error-settings-file-busy-help = try again in a moment
error-settings-file-unusable = { $file } in your settings cannot be used: { $reason }
error-settings-file-unusable-help = check that you may write that file and its folder, and that the disk is not full
# The file in which older versions stored answers of the page Practise. $line is the number of a line
error-old-practice-unread = { $file } in your settings cannot be read: { $reason }
error-old-practice-line = line { $line } of { $file } in your settings cannot be read and was skipped
error-old-practice-lines = line { $line } and { $more } more of { $file } in your settings cannot be read and were skipped

## What to do about an error, in commands and options of this program

# Do not translate commands and options (kifu-index …, --option), text between ` `, and words in capitals such as
# FOLDER and QUERY. $root and $folder are folders, $option is such as --max-entry.
# Advice behind a message about a limit, for one file or archive or in general. $option raises this limit.
remedy-raise-it = { $option } raises this limit
remedy-raise-limit = { $option } raises the limit
remedy-read-whole = leave out --skip-slow to read the whole file
remedy-build = build an index: kifu-index build FOLDER_WITH_GAMES
remedy-refresh = the file is not where the index saw it; update the index: kifu-index build
remedy-forget = bring the files back, or take their games out of the index: kifu-index build --forget { $root }
remedy-relocate = to keep the ids of the games and what counts as new: kifu-index relocate { $old } { $new }; to index both places: build --as-new
remedy-fewer-threads = there is too little memory, or too many programs are running; --threads 1 needs the least memory
remedy-rebuild = the games are untouched; build the index again: kifu-index build --rebuild --index { $folder }
remedy-publish = publish the shards again: kifu-index shards publish --force FOLDER…
remedy-verify = find out which index is damaged: kifu-index status --verify
remedy-name-roots = name a folder or a file: kifu-index build FOLDER_WITH_GAMES
remedy-name-rebuild-roots = name the folders to read: kifu-index build --rebuild FOLDER_WITH_GAMES
remedy-name-reachable-roots = nothing was changed; name the folders to read: kifu-index build --rebuild FOLDER
remedy-other-index = name another folder with --index, or an empty one to build a new index in
remedy-one-shard-each = each shard has an index of its own, named by --index; --rebuild replaces this index
remedy-new-folder = name a folder that is empty or does not exist: --output FOLDER
remedy-overwrite = choose another name, or use --force to replace the existing file or folder
remedy-name-table = name the table again with --analysis FILE, or leave the table out with --no-analysis
remedy-name-file = name another file, or - for standard output
remedy-write-folder = name a file, or use --dir
remedy-write-file = name a folder, or use --sgf FILE
remedy-write-elsewhere = write to another folder; a single file can also go to standard output: --sgf - > FILE
remedy-list-fields = list all fields: kifu-index fields
remedy-fields-on-page = all fields: on the page Help
remedy-find-ids = ids are in the first column of: kifu-index search … | cat
remedy-page-find-ids = lists of games contain the ids: /api/v1/search?q=…
remedy-page-filter-games = conditions on the games go into the query, q=…
remedy-page-name-part = choose the region or what lies around the stones: area=O13-T19, area=around
remedy-page-name-corner = put the stones into one corner; with /api/v1, region=upper-right names the corner
remedy-page-whole-board = choose the whole board: leave area out
remedy-page-draw-moves = put the moves on the board, or leave out seq=1
remedy-page-draw-whole = choose the whole board, or leave out sym=none
remedy-page-write-size = write size=19 or size=19x13
remedy-filter-games = conditions on the games go into --filter
remedy-ask-position = to search for a whole board with stones and marks: kifu-index position
remedy-ask-pattern = search for a pattern: `kifu-index pattern`
remedy-quote-diagram = put the diagram between single quotes, or send it to standard input: `kifu-index position - < diagram.txt`
remedy-draw-pattern = rows: `XO/OX`, with `.` for an empty point, `?` for any, `*` for a stone and `-`, `|` for edges | a part of a position: `R16 P17 --corner 6`, `game.sgf#42 --region O13-T19` | on standard input: the same rows line by line, a Sensei's Library diagram (`$$`)
remedy-draw-moves = draw the moves as 1, 2, 3, or leave out --diagram sequence
remedy-draw-whole = draw all four edges, and leave out --symmetry
remedy-name-corner = name the corner: --region upper-right (or upper-left, lower-right, lower-left)
remedy-name-part = name the part with --region O13-T19 or --corner 9
remedy-name-part-or-whole = add --corner, or --region O13-T19; for the whole board: kifu-index position
remedy-leave-part-out = leave out { $option } to search for the drawing; to cut a part out of a position, write its moves or draw the whole board
remedy-write-size = write --size 19 or --size 19x13
remedy-write-corner = write --corner 9 or --corner 9x7
remedy-write-kind = write --kind go or --kind loa
remedy-list-moves = leave out --tree to list the moves that follow the position
remedy-write-least = write --least 5, --least 2% or --least 5,2%
remedy-build-with-parquet = install a build with Parquet: cargo install --path . --features parquet; --csv and --jsonl are always available
remedy-restore-mine = nothing was changed; rename this file, then read your last export: kifu-index tag --import FILE
remedy-use-book = name a book, an SGF file with variations: kifu-index book FILE --use
remedy-mark-all = nothing was changed; narrow the query, or add --all to change all of these games
remedy-save-query = to list your saved queries: kifu-index save; to save another one: kifu-index save NAME QUERY
remedy-report = please report this fault, with the backtrace that KIFU_BACKTRACE=1 prints
# $games is how many games there are of that name. Several of them, with sentence-value-comma between them, are $names.
remedy-similar-name = { $name } ({ $games })
remedy-similar-names = similar names: { $names }
# $help is what to write instead, one of the messages that end with -help; $other is one of the messages above.
remedy-or-list-fields = { $help }   (all fields: kifu-index fields)
remedy-or-fields-on-page = { $help }   (all fields: on the page Help)
remedy-or = { $help }, or { $other }
# $message is an error or a warning, $remedy is one of the messages above.
remedy-behind = { $message } ({ $remedy })

### The pages

## Page Games: the games that a query finds

games-title = Games
games-restarted = The archive has changed since that page was made. This is the first page.
# Names of areas of the page, for screen readers.
games-results = Results
games-selected = Selected game
# A link to the list of facets, which stands below on narrow screens.
games-to-facets = Narrow down ↓
games-advice-names = Similar names:
games-advice-words = Perhaps you mean:
games-advice-without = With fewer clauses:
games-rows = { $first }–{ $last } of { $total }
games-none = No game matches the query.
# Follows games-none if the page proposes nothing else.
games-none-help = Remove a part of the query.
# Buttons below the list.
games-more = More games
games-first-page = First page
# How the games are listed. Three buttons side by side: room is short.
games-view = View
games-view-comments = With comments
games-view-table = Table
games-view-boards = Boards
# Orders of the list, in a menu whose button shows the chosen one. The usual order is that of the archive; one’s own
# order is written in the query.
games-order-usual = default order
games-order-newest = newest first
games-order-oldest = oldest first
games-order-strongest = strongest players first
games-order-longest = longest first
games-order-shortest = shortest first
games-order-captures = most captures first
games-order-black = by Black’s name
games-order-white = by White’s name
# The game with the smallest margin first.
games-order-closest = closest first
games-order-place = in order of files
games-order-own = order of the query
# Heads of a table: room is short. Those for Black and White are `black` and `white`.
games-head-result = Result
games-head-date = Date
games-head-moves = Moves
games-head-komi = Komi
games-head-event = Event
# $moves is such as `120 moves`, $variations such as `3 variations`.
games-moves-and-variations = { $moves }, { $variations }
# $n further places in the same game fit the query.
games-more-hits = +{ $n } more in this game
# The place in a game that the query found. $number is the number of the move.
games-hit = the hit
games-at-beginning = at the beginning
games-at-beginning-in-variation = at the beginning, in a variation
games-at-move = move { $number }
games-at-move-in-variation = move { $number }, in a variation

## What the result may be narrowed to, beside the list of games

# Heading of the whole, for screen readers.
facets-title = Narrow down
# Headings of the lists; room is short.
facets-how = How the game ended
facets-archive = Archive
facets-rank = Stronger player
facets-size = Board
facets-lang = Language
facets-years = Years
# Opens the rest of a list: $n further values.
facets-more = { $n } more
# What a link does, for screen readers. $name is a value of a list, such as `resignation`.
facets-take-away = { $name }: remove
facets-without = without { $name }
facets-without-take-away = without { $name }: remove
# A link to the games before the years that have a bar. $games is such as `7 games`.
facets-earlier = earlier: { $games }
# A bar of the years. $years is such as `1998` or `1990–1999`, $games such as `7 games`.
facets-games-of-years = { $years }: { $games }
# Values under `How it ended`.
facets-how-resignation = resignation
facets-how-time = time
facets-how-forfeit = forfeit
facets-how-points = points
facets-how-draw = draw
facets-how-void = void
# The record gives the result as unknown, or the language of the comments could not be recognised.
facets-unknown = unknown
# Values under `Stronger player`: kinds of ranks, of professionals and of amateurs.
facets-rank-professional = professional
facets-rank-dan = dan
facets-rank-kyu = kyu
facets-without-rank = without a rank
# Games without comments, under `Language`.
facets-no-comments = no comments
# Games with an unknown value, such as the size of the board.
facets-not-known = value unknown
# Languages of comments.
language-ar = Arabic
language-bg = Bulgarian
language-cs = Czech
language-da = Danish
language-de = German
language-el = Greek
language-en = English
language-es = Spanish
language-fi = Finnish
language-fr = French
language-he = Hebrew
language-hu = Hungarian
language-it = Italian
language-ja = Japanese
language-ko = Korean
language-nb = Norwegian
language-nl = Dutch
language-pl = Polish
language-pt = Portuguese
language-ro = Romanian
language-ru = Russian
language-sr = Serbian
language-sv = Swedish
language-th = Thai
language-tr = Turkish
language-uk = Ukrainian
language-zh = Chinese

## The table of games with chosen columns, and its games as a file

# The button of a menu with all columns; room is short.
columns-menu = columns
# $files are links to formats, such as `SGF · zip · CSV`.
columns-download = Download all: { $files }
# The last of these links: the columns that the table shows.
columns-csv-as-shown = CSV as shown
# A button, and what it does.
columns-practise = Practise
columns-practise-title = Guess moves of these games

## Columns of the table of games, also in the menu of all columns; room is short

columns-head-id = id
# The path of the file, and its member: the file inside an archive such as a zip. Game: the number of the game in its
# file.
columns-head-path = path
columns-head-member = member
columns-head-game = game
# The players as written, with their ranks as written.
columns-head-black = black
columns-head-white = white
columns-head-black-rank = black rank
columns-head-white-rank = white rank
# The persons behind the names, where several play, and the teams that they play for.
columns-head-black-persons = black persons
columns-head-white-persons = white persons
columns-head-black-team = black team
columns-head-white-team = white team
columns-head-result = result
columns-head-date = date
# All days of a game that took several, and the first and the last of them.
columns-head-dates = dates
columns-head-date-span = date span
columns-head-date-text = date text
columns-head-event = event
columns-head-round = round
# Where the game was played.
columns-head-place = place
columns-head-komi = komi
columns-head-handicap = handicap
# Where the number of handicap stones comes from if the record does not state it: “setup” (stones that are set up) or
# “moves” (the first moves).
columns-head-handicap-inferred-from = handicap inferred from
# The rules as written, and the rule set of that name.
columns-head-rules = rules
columns-head-ruleset = ruleset
# The main time in seconds, and the overtime (byo-yomi) as written.
columns-head-time = time
columns-head-overtime = overtime
# Who commented the game. Title: of the record. Opening: as the record names it. Source: a book, a server.
columns-head-annotator = annotator
columns-head-title = title
columns-head-opening = opening
columns-head-source = source
# Who wrote the record down.
columns-head-transcriber = transcriber
columns-head-copyright = copyright
columns-head-game-comment = game comment
# The game that is played (go), the file format, its character set, the size of the board.
columns-head-kind = kind
columns-head-format = format
columns-head-charset = charset
columns-head-size = size
# How many moves, nodes of the record and variations there are.
columns-head-moves = moves
columns-head-nodes = nodes
columns-head-variations = variations
# Openings that were recognised on the board.
columns-head-openings = openings
# The moves in the notations of SGF and GTP, the stones placed before, and the last position.
columns-head-moves-sgf = moves sgf
columns-head-moves-gtp = moves gtp
columns-head-setup = setup
columns-head-final = final
# Of the hit, the place in the game that the query found: the number of the move, of the node, whether in a variation.
columns-head-move = move
columns-head-node = node
columns-head-variation = variation
# The comment that the query found.
columns-head-comment = comment
# When the game came into the index.
columns-head-added = added
# The series of events (such as a title), which edition of it, and which game of the match.
columns-head-series = series
columns-head-edition = edition
columns-head-match-game = match game
# The countries of the players.
columns-head-black-country = black country
columns-head-white-country = white country
# Who won, how (resignation, time, points), and by how many points.
columns-head-winner = winner
columns-head-how = how
columns-head-margin = margin
columns-head-year = year
# The first and the last day on which the game may have been played.
columns-head-date-from = date from
columns-head-date-to = date to
# The person behind the name of a player.
columns-head-black-person = black person
columns-head-white-person = white person
# Short for language: of the comments.
columns-head-lang = lang
# Of problems: who is to play, where on the board, how many solutions.
columns-head-toplay = toplay
columns-head-region = region
columns-head-solutions = solutions
# How many stones or pieces both players captured on the main line.
columns-head-captures = captures
columns-head-ko-captures = ko captures
columns-head-early-passes = early passes
columns-head-novelty-ply = novelty ply
columns-head-followers = followers
# Of games that KataGo played for training: why it played them, and the hash that it gave them.
columns-head-gtype = gtype
columns-head-game-hash = game hash
# The user's own tags, star and note on a game.
columns-head-tags = tags
columns-head-starred = starred
columns-head-note = note
# Engine analysis of a move: which engine, who played the move, what was played, how many points it lost, how much
# of the winning chance, which move is best, the winning chance of Black, the lead of Black in points, how many
# playouts.
columns-head-engine = engine
columns-head-mover = mover
columns-head-played = played
columns-head-loss = loss
columns-head-drop = drop
columns-head-best = best
columns-head-black-winrate = black winrate
columns-head-black-lead = black lead
columns-head-visits = visits
# The size of a file before it is downloaded, as a tool tip: about 41 MB. The unit is part of it.
columns-about = about { $size }

## Around every page

# Links to the pages; room is short.
frame-tab-explore = Explore
frame-tab-joseki = Joseki
frame-tab-games = Games
frame-tab-players = Players
# What users keep for themselves: saved queries, stars, notes.
frame-tab-mine = Mine
frame-tab-archive = Archive
# Name of these links, for screen readers.
frame-pages = Pages
# Skips what stands above the content of the page, for those who use keys.
frame-skip = Skip to the answer
# The query box, for screen readers: what it looks for, its name, its button.
frame-ask = Games
frame-query = Query
frame-search = Search
# Two buttons at the edge, for screen readers: their group, the one that changes the colours of the page, and help.
frame-theme-and-help = Theme and help
frame-theme = Light or dark
frame-help = Help
# Beside the sentence of the query, small. $games is the number of all games, $time are milliseconds.
frame-took = { $games } searched in { $time } ms
frame-took-partly = not all of { $games } were searched in { $time } ms
# $names are names from the address of the page that mean nothing.
frame-unknown = Unknown in this address, and skipped: { $names }
# At the foot of the page. $time is when the index was built, such as `2026-11-22 09:59 UTC`.
frame-built = index built { $time }
# A new index is being built.
frame-refreshing = index is being updated
frame-no-games = This index has no games.
frame-no-games-build = Read a folder of games, in a terminal:
# Stands for the path of a folder in a command.
frame-no-games-folder = FOLDER
frame-no-games-watch = To index new and changed games as they come, start the server with:
frame-no-games-archive = What was read, and what was not
# Keys and what they do, in one line at the foot of the page; room is short. $key and $keys are keys.
# Look for a region of the board.
frame-keys-region = { $key } region
# Make a point a wildcard, which matches anything.
frame-keys-wildcard = { $key } wildcard
# The $key of frame-keys-wildcard: a click with the Shift key.
frame-keys-shift-click = ⇧ click
# Look for the whole board again.
frame-keys-whole-board = { $key } whole board
# Show the answer, go to the next task.
frame-keys-answer = { $key } answer
frame-keys-next = { $key } next
# Go through the moves.
frame-keys-moves = { $keys } moves
# Go to the query box.
frame-keys-query = { $key } query
# A link to the list of all keys.
frame-keys-help = { $key } keys

## Explore: the page, its tabs, comparing, comments

# The title of the page.
explore-title = Explore
# For screen readers: the tabs below.
explore-tabs = Parts of the answer
# Tabs, where the page is narrow: room is short.
explore-tab-moves = Moves
explore-tab-years = Years
explore-tab-games = Games
explore-tab-comments = Comments
# Opens the box for a second query.
explore-compare-open = Compare with other games
# Before the box for a second query.
explore-compare-with = Compare with
# A button: room is short.
explore-compare = Compare
# A link beside the box: compares with all games.
explore-compare-all = all games
# A link: exchanges the two queries.
explore-compare-swap = swap the two queries
explore-compare-stop = stop comparing
# The comments of all games at the position on the board.
explore-comments = Comments here
# Which of the comments are shown, the longest first: numbers of the first and the last one, and of all.
explore-comments-shown = longest first: { $first }–{ $last } of { $all }
explore-comments-none = No game has a comment here.
# Links to the comments before and after those that are shown.
explore-comments-longer = longer comments
explore-comments-shorter = shorter comments
# Not all games were looked through: $n of $all.
explore-comments-part = { $n ->
    [one] Only { $n } of { $all } games with comments was searched.
   *[other] Only { $n } of { $all } games with comments were searched.
}
# After the players of a game: where in it the comment stands. $n is the number of the move.
explore-comment-move = move { $n }
explore-comment-variation = move { $n }, in a variation

## Explore: the board

# For screen readers: the part of the page with the board.
position-title = Position
# For screen readers, what the board shows. $n is the number of moves, $at the last one, such as Q16.
position-board-first = Board, { $color } to play
position-board = { $n ->
    [one] Board, after { $n } move, last { $at }, { $color } to play
   *[other] Board, after { $n } moves, last { $at }, { $color } to play
}
# For screen readers: the buttons that step through the moves, and the list of the moves.
position-taken = There is a stone on { $point } already.
position-moves = Moves
position-first = First position
position-back = One move back
position-forward = One move forward
# For screen readers: a button with three dots that opens what stands below the board.
position-more = More of the board
# For screen readers: the buttons that turn, mirror and link.
position-view = View
position-turn = Turn the board
position-mirror = Mirror the board
position-link = Link to this position
# Before the sizes of boards, such as 19, 13, 9: room is short.
position-boards = Board
# Opens the sizes that are less usual: room is short.
position-boards-other = other sizes
# For screen readers, after a size: “19 lines”.
position-lines = lines
# Before a box.
position-type-move = { $color } to play · type a move:
# Opens the description below.
position-words = Position in words
# $points are the stones of a colour, such as “Q16 R9, D4”, or position-no-stones.
position-stones = { $color }: { $points }.
position-no-stones = no stones
# $n is the number of the move, $at the move, such as Q16.
position-last = Last move: { $n }, { $color } { $at }.
position-next-none = { $n ->
    [one] { $color } to play. { $n } game reaches this position.
   *[other] { $color } to play. { $n } games reach this position.
}
# $moves are moves with their shares, such as “F3 33%, R9 30%”.
position-next = { $n ->
    [one] { $color } to play. { $n } game reaches this position; most played: { $moves }.
   *[other] { $color } to play. { $n } games reach this position; most played: { $moves }.
}

## Explore: the table of continuations

# For screen readers: the part of the page with the table.
moves-title = Continuations
# In bold: $total, which is the number $n. Behind it, after “ · ”, stands to-play or moves-first-time.
moves-total = { $n ->
    [one] { $total } game
   *[other] { $total } games
}
moves-any-order = by any order of moves
# Each game of a shape counts at the first move at which it has the shape.
moves-first-time = counted at the first move at which the shape appears
# $n is a number of games.
moves-without-winner = { $n } without a winner
moves-only-in-variations = { $n ->
    [one] { $n } more game only in variations.
   *[other] { $n } more games only in variations.
}
# A continuation, on the board and for screen readers: the move $at, such as R9, the games with it, and what the side
# that plays it wins, in percent.
moves-row = { $n ->
    [one] { $at }: { $n } game
   *[other] { $at }: { $n } games
}
moves-row-wins = { $n ->
    [one] { $at }: { $n } game, wins { $wins }%
   *[other] { $at }: { $n } games, wins { $wins }%
}
# For screen readers, after “1,257 games, Black to play, ”: the most frequent move $at, its share of the games, such as
# 33%, and what the side that plays it wins, in percent.
moves-most = most played { $at }, { $share }
moves-most-wins = most played { $at }, { $share }, wins { $wins }%
# In the place of a move: the game ends in this position.
moves-end = game ends
# In the place of a move: it was played outside the region.
moves-elsewhere = elsewhere
# Heads of the first column of a table, room is short, and for screen readers what the table shows.
moves-next = Next
moves-next-caption = Continuations by frequency
moves-tenuki = Tenuki
moves-tenuki-caption = What is played elsewhere, by frequency
moves-inside = Inside the region
moves-inside-caption = Continuations inside the region, by frequency
moves-later = Next inside, at once or later
moves-later-caption = The next moves inside the region, at once or later
moves-none-inside = In no game is the next move inside the region.
# Opens the table moves-later.
moves-later-open = the next move inside the region, at once or later
# Opens the rest of the table. $n is the number of its rows, $games of their games.
moves-others = { $n ->
    [one] { $n } more continuation
   *[other] { $n } more continuations
}, { $games ->
    [one] { $games } game
   *[other] { $games } games
}
# Heads of columns: room is short. Those with -title are shown where the mouse rests on the head.
moves-head-games = Games
# The share of the position's games.
moves-head-share = Share
# How the games ended, as a bar.
moves-head-results = Results
# What the side that plays wins, in percent.
moves-head-wins = Wins
moves-wins-title = wins of the side that plays, with the half-width of the 95 % Wilson interval
moves-head-years = Years
moves-years-title = share of the position’s games, five years at a time
# The points that a move loses.
moves-head-loss = Loss
moves-loss-title = points that the move lost on average by engine analysis, in five games or more
# The moves that the user's own book of variations has.
moves-head-book = Book
moves-book-title = moves that your book has
# For screen readers, in the column moves-head-book.
moves-in-book = in the book
# For screen readers: the column of the links that open a row.
moves-head-more = More
# The games that Black and White won.
moves-won = { $black } to { $white }
# In the place of a rate: there are too few games. Room is short.
moves-few = too few
# The legend of the colours: before the row of discs, and behind it.
moves-worse = worse
# Of a shape, where either side may play.
moves-better-side = better than the side’s average here · pale: too few games to tell
moves-better = better than { $color }’s average here · pale: too few games to tell
# A link in the legend.
moves-how-counted = how these games were counted
# A button: the last column shows the loss of moves in place of the years.
moves-show-losses = Show what moves lose

## Explore: more about a continuation, below its row

# For screen readers. $at is the move, such as R9; of a shape, with the side: B R9.
moves-more-about = More about { $at }
moves-more-none = Nothing more is known about this move.
# $years is a year or a span, such as 1990–1999.
moves-more-years = Played { $years }.
# The games with the position after the move, and how many of them came to it by another order of moves.
moves-more-reached = { $n ->
    [one] { $n } game reaches that position, { $others } by another order of moves.
   *[other] { $n } games reach that position, { $others } by another order of moves.
}
# For screen readers: the players who play the move.
moves-more-players = Players
# At the end of the players, if there are more of them.
moves-more-others = and others
# More about a move inside a shape. $n is the number of games in which it is the next move there, whenever it comes. The
# five numbers below it follow: moves-at-once, then moves-after-one and moves-after-more for each side.
moves-more-local = { $n ->
    [one] In { $n } game, this is the next move inside the region, at once or after moves elsewhere (or passes):
   *[other] In { $n } games, this is the next move inside the region, at once or after moves elsewhere (or passes):
}
# Before a number of games: no move was played elsewhere before it.
moves-at-once = at once
# Before a number of games: this side ($stone is a drawn stone) played one move elsewhere before it. Room is short.
moves-after-one = after 1 { $stone } elsewhere
# As moves-after-one, for two moves or more.
moves-after-more = after 2+ { $stone } elsewhere
# Below a move: the share of its games in which it is played at once, such as 61%. Room is short.
moves-at-once-share = at once { $share }
# The text of moves-at-once-share in full, shown where the mouse rests on the move. $n is the number of games of
# moves-more-local.
moves-at-once-title = { $n ->
    [one] in { $n } game, this is the next move inside the region; at once in { $share } of them
   *[other] in { $n } games, this is the next move inside the region; at once in { $share } of them
}

## Explore: texts in the place of an empty answer

# Heading of a list of example queries.
hints-first = To begin with
# $moves are the moves that lead to a position, such as “Q16 D4 Q3”.
hints-after = after { $moves }
hints-no-shape = No game has this shape.
hints-no-position = No game reaches this position.
# Below “No game has this shape.”: smaller shapes that games have, each a link. $region is such as O13–T19, $point such as
# R14.
hints-smaller = Smaller shapes that games have:
hints-smaller-region = { $n ->
    [one] only { $region }: { $n } game
   *[other] only { $region }: { $n } games
}
hints-smaller-stone = { $n ->
    [one] with anything on { $point }: { $n } game
   *[other] with anything on { $point }: { $n } games
}
# $seen is a link with one of the two texts below it.
hints-last-seen = { $n ->
    [one] Last seen { $seen } ({ $n } game).
   *[other] Last seen { $seen } ({ $n } games).
}
# $n is the number of moves, $at the last of them, such as Q16.
hints-seen-after = after move { $n }, { $at }
hints-seen-before = before the first move
# The games that are found if a part of the query, $clause, is left out.
hints-without = { $n ->
    [one] without { $clause }: { $n } game
   *[other] without { $clause }: { $n } games
}
# A link.
hints-without-filter = without a filter
hints-near = Find games that come near this position
# Not all games were looked through yet. $far is such as 12 %, $n are the games found.
hints-partial = { $n ->
    [one] Looked through { $far }, { $n } game so far.
   *[other] Looked through { $far }, { $n } games so far.
}
# A link to the list of the games that were found so far.
hints-partial-found = Show the games found so far
# A link.
hints-partial-rest = Search the remaining games

## Explore: how this was counted

hints-counted = How these games were counted
hints-counted-position = Counting took one lookup in the table of positions.
hints-counted-shape = Counting took one scan of all games that may have the shape.
# For screen readers: the table of the parts of the question.
hints-parts = Parts of the query
# Heads of its columns, room is short: a part of the query, its games, the milliseconds that took, and how.
hints-parts-part = Part
hints-parts-games = Games
hints-parts-ms = ms
hints-parts-by = How it was searched

## Explore: what counts as a shape on the board, and what a click puts

# Which part of the board counts: name of the three buttons below, for screen readers.
shape-what-counts = Which part of the board counts
# Button, room is short.
shape-whole-board = Whole board
# Button, room is short: the smallest rectangle around the stones.
shape-around-stones = Around stones
# Button, room is short; the corners of the region follow, as in “Region k10–t19”.
shape-region = Region
# Before a box into which the corners of a region are typed.
shape-type-region = region:
# Before the buttons that choose what a click on the board puts there.
shape-click-puts = A click puts
# The label of such a button for screen readers: $word is the text on it, $says is its explanation.
shape-pen-label = { $word }: { $says }
# Buttons, room is very short; each has its explanation (a tooltip) below it.
shape-pen-turn = in turn
shape-puts-turn = black and white stones in turn
shape-pen-black = black
shape-puts-black = black stones
shape-pen-white = white
shape-puts-white = white stones
shape-pen-any = any
shape-puts-any = anything may stand there
shape-pen-no-white = no white
shape-puts-no-white = black or empty
shape-pen-no-black = no black
shape-puts-no-black = white or empty
shape-pen-stone = stone
shape-puts-stone = a stone of either colour
shape-pen-empty = empty
shape-puts-empty = takes stones and signs away
# The edges of the board; also what $edge is in the two messages after them.
shape-edge-left = left edge
shape-edge-right = right edge
shape-edge-top = top edge
shape-edge-bottom = bottom edge
# A shape that is bound to an edge counts only where it lies on that edge. Label of a link.
shape-free = Free the { $edge }
shape-bind = Bind to the { $edge }

## Explore: chips that change what counts as the shape (room is short in all of them)

# Name of the list of chips, for screen readers.
chips-title = What counts as this shape
# If this chip is on, the shape with black and white exchanged counts, too.
chips-colours = both colours
# If this chip is on, the shape counts turned and mirrored; $n is 8, or 4 on a board that is not square.
chips-ways = { $n } symmetries
# The shape need not lie on an edge of the board.
chips-anywhere = anywhere
# The number of edges of the board on which the shape must lie, 1 to 4.
chips-edges = { $n ->
    [one] { $n } edge
   *[other] { $n } edges
}
# Where in a game the shape may be: three choices.
chips-main-lines = main lines
chips-variations-too = variations too
chips-in-variations = in variations
# The move that must follow: $value is a move such as “B D4”, or any, elsewhere, pass, end (the messages below).
chips-next = next: { $value }
# No condition. It stands in “next: any”, “to move: any”, “move: any”, and alone in their menus.
chips-any = any
# The next move is played outside of the shape.
chips-elsewhere = elsewhere
# The game ends there.
chips-end = end
# Whose turn it is: $side is Black, White or any.
chips-to-move = to move: { $side }
# How many moves were played before the shape appears: $range is such as “30..50”, or any.
chips-move = move: { $range }
# Before the box for that range.
chips-move-label = moves played, as ..50 or 30..50
# Button behind the box.
chips-choose = Choose
# The chips of a shape that are not set; room is short
chips-next-any = next
chips-to-move-any = to move
chips-move-any = at move
# If this chip is on, the moves of the shape must be played in the order in which they are numbered.
chips-order = in order

## Explore: two queries side by side. They are called A and B everywhere

# For screen readers.
compare-title = Continuations in both
# $first and $second are the numbers of games of A and of B.
compare-total = { $first } and { $second } games
compare-total-corners = { $first } and { $second } corners
# In the place of a query that is empty.
compare-all-games = all games
# $rate is a percentage such as 54%.
compare-black-wins = Black wins { $rate }
# $points is a difference with its sign, such as +3.2; $interval is the next message.
compare-difference = Black wins { $points } points more in A ({ $interval }).
# A range of differences, such as “−1.0 to +7.4”. Room is short.
compare-interval = { $low } to { $high }
compare-common = { $n ->
    [one] A and B share { $n } game, but the intervals assume that they share none.
   *[other] A and B share { $n } games, but the intervals assume that they share none.
}
compare-none = Neither query finds a game.
# Opens the other rows of the table.
compare-more = { $n ->
    [one] { $n } more continuation
   *[other] { $n } more continuations
}
# Below the table.
compare-legend = A difference is A minus B, in percentage points, with its 95 % interval. A difference is bold if chance alone does not explain it and A or B has at least five games with this move. Wins are those of the side that plays.
compare-common-corners = { $n ->
    [one] { $n } corner is in both: the intervals are computed as if A and B had no corner in common.
   *[other] { $n } corners are in both: the intervals are computed as if A and B had no corner in common.
}
compare-none-corners = Neither query finds a corner with this position.
compare-legend-corners = A difference is A minus B, in percentage points, with its 95 % interval. A difference is bold if chance alone does not explain it and A or B has at least five corners with this move. Wins are those of the side that plays.
# The title of the table, for screen readers.
compare-caption = Continuations, by the games of both
# Table head: the next move.
compare-next = Next
# Table heads, room is short. In those with $side only that letter, A or B, is seen; the rest is for screen readers.
compare-share = Share
compare-share-in = Share in the games of query { $side }
compare-wins = Wins
compare-wins-in = Wins in the games of query { $side }
# In the place of a next move: the game ends in this position.
compare-ends = game ends
# In the place of a next move: it is played outside of the shape.
compare-elsewhere = elsewhere
# In the place of a difference: too few games for one. Room is short.
compare-few = too few

## Explore: the games of a position

# Heading and label for screen readers.
chosen-title = Games
# The order of the list: all that stands in the menu. Room is short.
chosen-order-newest = newest first
chosen-order-oldest = oldest first
# By the ranks of the players.
chosen-order-strongest = strongest first
# By the number of moves.
chosen-order-shortest = shortest first
chosen-order-longest = longest first
# By the margin of the result.
chosen-order-closest = closest first
# By the move at which the position or shape appears.
chosen-order-earliest = earliest move first
# Another order: $order is as it stands in the address.
chosen-order-other = sorted by { $order }
# $n copies of the same games are not listed.
chosen-copies = { $n ->
    [one] Each game once: { $n } copy left out.
   *[other] Each game once: { $n } copies left out.
}
# Link back to the beginning of the list.
chosen-first = first games
# Link to the next part of the list.
chosen-more = more games
# $n games are shown, $total were found.
chosen-shown = { $n } of { $total }
# Link to the page of all games.
chosen-all = all games →
# Link to a file.
chosen-tree-file = Continuations as SGF
# Tooltip of the number of a move before a game.
chosen-moves-before = number of moves before this position
# Only the number is seen; the rest is for screen readers.
chosen-at-move = move { $number }
# Mark of a game that has the shape with black and white exchanged.
chosen-exchanged = colours exchanged

## Joseki: what games play in a corner

# The title of the page.
joseki-title = Joseki
# The sentence above the page. $games is a number of games, such as “1,100 games”: a game has four corners.
joseki-corners = { $n ->
    [0] No corner has this position
    [one] { $n } corner in { $games } has this position, mirrored or with the colours exchanged
   *[other] { $n } corners in { $games } have this position, mirrored or with the colours exchanged
}
joseki-corners-empty = { $n ->
    [0] In no game, stones were played in a corner
    [one] Stones were played in { $n } corner of { $games }
   *[other] Stones were played in { $n } corners of { $games }
}
# The end of that sentence.
joseki-left-out = { $n ->
    [one] { $n } corner with setup or handicap stones is left out
   *[other] { $n } corners with setup or handicap stones are left out
}
# Above the table. $total is the number $n in bold.
joseki-total = { $n ->
    [one] { $total } corner
   *[other] { $total } corners
}
# Behind the number of corners. $games is a number of games, such as “1,100 games”.
joseki-in-games = in { $games }
# Above the table, in the place of whose turn it is.
joseki-after-tenuki = after { $color } played elsewhere
# Above the table of the empty corner.
joseki-first-color = Black is the first to play
# Head of a column, room is short: numbers of corners.
joseki-head-corners = Corners
# For screen readers: what the table shows.
joseki-caption = Continuations in the corner, by frequency
# In the place of a move: the player plays elsewhere, and the opponent goes on in the corner.
joseki-tenuki = tenuki
joseki-tenuki-title = { $color } plays elsewhere, and the opponent goes on here
# In the place of a move: nobody plays on in the corner.
joseki-end = nothing follows
# Shown on a move on the board.
joseki-row = { $n ->
    [one] { $at }: { $n } corner
   *[other] { $at }: { $n } corners
}
joseki-row-wins = { $n ->
    [one] { $at }: { $n } corner, wins { $wins }%
   *[other] { $at }: { $n } corners, wins { $wins }%
}
# Opens the rest of the table.
joseki-others = { $n ->
    [one] { $n } more continuation
   *[other] { $n } more continuations
}, { $corners ->
    [one] { $corners } corner
   *[other] { $corners } corners
}
# More about a move: nobody played elsewhere before it.
joseki-at-once = Played at once in { $share } of the corners
# Follows joseki-at-once.
joseki-elsewhere = { $n ->
    [one] otherwise after { $n } move elsewhere (median)
   *[other] otherwise after { $n } moves elsewhere (median)
}
# More about a tenuki.
joseki-tenuki-elsewhere = { $n ->
    [one] The corner goes on after { $n } move elsewhere (median)
   *[other] The corner goes on after { $n } moves elsewhere (median)
}
# In the place of the list of games, for the empty corner.
joseki-games-later = Play a move to see the games that have it.
# Above the list of games that have the position in a corner.
joseki-games-left-out = { $n ->
    [one] { $n } of them has it only in a corner with handicap or setup stones, which the table leaves out.
   *[other] { $n } of them have it only in a corner with handicap or setup stones, which the table leaves out.
}
# A link.
joseki-explore = Explore this corner as a shape
# For screen readers: what the board shows.
joseki-board = Corner, { $color } to play
joseki-board-after = Corner after { $at }, { $color } to play
# A link on the page of a game: it leads to the corner of the last move.
joseki-of-game = Joseki of this corner

## Explore: years of a position

# Label for screen readers.
years-title = Years
# Headings: two ways to show the years.
years-games = Games a year
years-shares = Share of each year’s games
# Links from one of these headings to the other.
years-show-shares = show shares
years-show-counts = show counts
# Label of the link that forgets which years were chosen.
years-all = All years
# On that link where the query asks for dates that are not simply years.
years-dates = dates
# The chart in words, for screen readers: first and last year, the year with the most, and its number or percentage.
years-span = { $first } to { $last }
years-most-games = { $games ->
    [one] { $first } to { $last }, most in { $year }: { $games } game
   *[other] { $first } to { $last }, most in { $year }: { $games } games
}
years-most-share = { $first } to { $last }, most in { $year }: { $share }
# Games that are too old for the chart.
years-before = { $n ->
    [one] { $n } game before { $year }
   *[other] { $n } games before { $year }
}
years-none = No game here has a date.
years-corners = Corners a year
years-corner-shares = Share of each year’s corners
years-most-corners = { $games ->
    [one] { $first } to { $last }, most in { $year }: { $games } corner
   *[other] { $first } to { $last }, most in { $year }: { $games } corners
}
years-before-corners = { $n ->
    [one] { $n } corner before { $year }
   *[other] { $n } corners before { $year }
}
# Each stands before a box for a year: “from [1990] to [1999]”.
years-from = from
years-to = to
# Button behind the two.
years-choose = Choose years
# A small curve in words, for screen readers: the largest share of a move, such as 12%, and when that was.
years-curve = largest share { $share }, around { $year }

## Figures on many pages

# Tooltip of the switch after it.
figures-copies-once = Copies of a game count once
# A switch: copies of the same game count as one. Room is short.
figures-each-once = each game once
# Follows two percentages, for screen readers: “54% 46% won by Black and by White”.
figures-won-by = won by Black and by White

## The page of a game (src/web/page/game.rs)

# For screen readers: the part with what is known of the position and the game in the archive.
game-around = This position and game in the archive
# For screen readers: the part with the place of the record, the user’s marks and the files.
game-about = About this record
# For screen readers: the part about the move shown.
game-current-move = This move
# Opens the comment that a program wrote about a move.
game-generated-comment = Comment by a program
# Before the moves that the visitor tries.
game-tried = Your line:
# A button: goes back to the game. $key: a key of the keyboard.
game-untry = Back to the game { $key }
# For screen readers: the tabs of a narrow window. Each shows one section; room is short.
game-tabs = Sections of this game
game-tab-costly = Losses
game-tab-comments = Comments
# How the games of the archive continue.
game-tab-here = Archive
game-tab-tree = Tree
game-tab-about = Record
# For screen readers: the part with the board.
game-board = Board
game-no-board = The rules of this game are unknown, so there is no board.
# The next six are for screen readers: buttons with signs, and steps by keys.
game-first = First position
game-back = One move back
game-forward = One move forward
game-last = Last position
game-ten-back = ten moves back
game-ten-forward = ten moves forward
# For screen readers: the slider through the moves.
game-slider = Move
# Links to the parts of a very long game before and after the one that the slider spans.
game-earlier = earlier
game-later = later
# Between those links: the first and last shown node and the number of all.
game-window = { $from }–{ $to } of { $all }
# For screen readers: the marks below the slider, and each of them. A hit is a place where the query is met.
game-ticks = Comments and hits
game-tick-hit = hit
game-tick-comment = comment
# A remark on a move, below the board, after the move itself. Parts of that line are separated by dots.
game-against-rules = against the rules
game-in-variation = in a variation
# Numbers of captured stones of each colour.
game-captured = captured: { $black } black, { $white } white
# Before links: the main line and the variations that follow.
game-goes-on = Continues:
game-main = main
game-variation = variation { $n }
# $n: how many variations have no links of their own.
game-more-variations = and { $n } more variations, each below the one before it
# For screen readers: the arrows up and down.
game-above = The variation above
game-below = The variation below
# The board is turned or mirrored as it was on the page that the reader came from; a link follows.
game-turned = The board is turned as on the page before
# A link: shows the board without turning and frame.
game-as-recorded = show the board as in the record
# $komi: points, such as 6.5.
game-komi = komi { $komi }
# How a game ended, beside the code of SGF (W+R). $who is result-black or result-white, $margin points such as 3 or 0.5.
result-black = Black
result-white = White
result-won = { $who } won
result-resign = { $who } won by resignation
result-time = { $who } won on time
result-forfeit = { $who } won by forfeit
result-by = { $who } won by { $margin }
# Margins with half a point: $points is the whole number before it. result-by-half is for half a point alone.
result-by-points-and-half = { $who } won by { $points }½
result-by-half = { $who } won by ½
result-draw = draw
result-void = no result
result-unknown = result unknown
# Links from a game to the others of its file, its folder or its archive (such as a zip), in their order there. $n is
# the number of the game in the file, $all how many games that has.
game-of-file = Game { $n } of { $all } in this file
game-of-folder = Games of this folder
game-of-archive = Games of this archive
# Buttons, room is short: the record as a file (a hint of the button SGF), a diagram, a text diagram, the address, the
# list of games that the reader came from, the game to be printed (with its hint).
game-sgf-title = The record as it is in the archive
game-sgf-here-title = The record, which viewers open at this position
game-diagram = Diagram
game-text = Text
game-link-title = Address of this position
game-link = Link
game-list = List
game-print = Print
game-print-title = The game as diagrams of 50 moves, for paper
# For screen readers: arrows to the places where the query is met.
game-hit-before = Hit before
game-hit-after = Next hit
# Between those arrows: which hit is seen of how many, or how many there are.
game-hit = hit { $hit } of { $all }
game-hits = { $n ->
    [one] { $n } hit of the query
   *[other] { $n } hits of the query
}
# A heading: other records of this game in the archive.
game-same = The same game
game-more-records = { $n ->
    [one] { $n } more record
   *[other] { $n } more records
}
# Each stands behind the file of another record: how it relates to the record with the most moves.
game-same-moves = exactly the same moves
game-fullest = the fullest record
game-differs = { $n ->
    [one] differs in { $n } move
   *[other] differs in { $n } moves
}
game-its-beginning = the beginning of the fullest record
# $fact: one of the game-fact messages. $values: what the records say, separated by commas.
game-disagree = The records disagree on { $fact }.
game-disagree-values = The records disagree on { $fact }: { $values }.
# Facts that records of a game disagree on: the name of the black player …
fact-black = black
fact-white = white
fact-date = date
fact-result = result
fact-komi = komi
fact-handicap = handicap
# … the number of moves …
fact-length = length
# … and the moves themselves.
fact-moves = moves
# The summary of a part that opens: the properties of the root of the SGF file, such as PB and KM.
game-details = { $n ->
    [one] Details: { $n } property
   *[other] Details: { $n } properties
}
# $odd: how many things in the record are not as the format wants them.
game-details-odd = Details: { $n ->
    [one] { $n } property
   *[other] { $n } properties
}, { $odd ->
    [one] { $odd } oddity
   *[other] { $odd } oddities
}
# A heading: what in the record is not as the format wants it.
game-odd = Oddities in the record
game-cut = Long values are cut here; the SGF file contains them in full.
# For screen readers: the table of properties.
game-properties = Properties of the root as written
# The node before the first move.
game-beginning = Beginning
# The title of the preview beside a list of games.
game-move = Move { $number }
game-move-of-variation = Move { $number } of a variation
# For screen readers: the preview.
game-preview = Selected game
# A button with its key.
game-open = Open { $key }

## How games go on from a position, beside a game (src/web/page/here.rs)

# The heading.
here-title = Continuations from here
# A button: the position in Explore.
here-explore = Explore from here
# $total: the number again, set in bold.
here-total = { $n ->
    [one] { $total } game
   *[other] { $total } games
}
here-total-of-query = { $n ->
    [one] { $total } game of the query
   *[other] { $total } games of the query
}
# The hint of a disc on the board. $point: where, such as Q16. $n: games that go on there. $share: of all, in percent.
here-disc = { $n ->
    [one] { $point }: { $n } game
   *[other] { $point }: { $n } games
}
here-disc-share = { $n ->
    [one] { $point }: { $n } game, { $share } percent
   *[other] { $point }: { $n } games, { $share } percent
}
# For screen readers: the table of next moves and its head.
here-ways = How games continue
here-next = Next
here-games = Games
here-results = Results
# In the place of a next move: the move is outside the part of the board that was searched.
here-elsewhere = elsewhere
# In the place of a next move: no move follows.
here-end = end of the record
# For screen readers: games won by Black and by White.
here-won = { $black } to { $white }
# As here-won, where only few games have a result. Room is short.
here-won-few = B { $black } · W { $white }
here-in-variations = { $n ->
    [one] { $n } more game only in variations
   *[other] { $n } more games only in variations
}
# Next moves that the table does not show.
here-more-ways = { $n ->
    [one] { $n } more continuation
   *[other] { $n } more continuations
}
# What the game itself does next. $color: Black or White. $played: where, such as Q5.
here-none-follows = No move of this record follows.
here-played-nowhere = { $color } played { $played } here; no game reaches this position on its main line.
here-played-only = { $color } played { $played } here; no other game reaches this position.
# $n of the $total games with this position play the same move; $share is none, all, or some.
here-played = { $share ->
    [none] { $color } played { $played } here, as in none of the { $total } games.
    [all] { $color } played { $played } here, as in all { $total } games.
   *[some] { $color } played { $played } here, as in { $n } of the { $total } games.
}
# As here-played, if this is the move that most games play; none: all games end here.
here-played-usual = { $share ->
    [none] { $color } played { $played } here, as in none of the { $total } games.
    [all] { $color } played { $played } here, as in all { $total } games; it is the usual move.
   *[some] { $color } played { $played } here, as in { $n } of the { $total } games; it is the usual move.
}
# As here-played, if most games play another move; $usual is that move.
here-played-other-usual = { $share ->
    [none] { $color } played { $played } here, as in none of the { $total } games; { $usual } is usual.
    [all] { $color } played { $played } here, as in all { $total } games; { $usual } is usual.
   *[some] { $color } played { $played } here, as in { $n } of the { $total } games; { $usual } is usual.
}

## The tree of a game (src/web/page/tree.rs)

# For screen readers: the part with the tree, and its frame.
tree-region = Tree of the game
tree-frame = Moves and variations
# A node is a place in the tree: a move, or stones that are set up.
tree-part = { $shown } of { $all } nodes, around this node
# For screen readers: what a node is. $number: that of the move.
tree-move = move { $number }
tree-pass = move { $number }, pass
tree-beginning = beginning
tree-setup = setup
# $node: one of the four above. It has a comment, or the query is met there, or both.
tree-comment = { $node }, comment
tree-hit = { $node }, hit
tree-comment-hit = { $node }, comment, hit

## What the last moves were, below the board of a game (src/web/page/steps.rs)

# Move 20 was played where move 26 is now, as in printed diagrams.
steps-at-move = { $number } at { $later }
# The stone of this move was captured. $point: where it was, such as Q16.
steps-at-captured = { $number } at { $point }, captured
# What the node does. $color: Black or White. $played: where, such as Q16.
steps-passed = { $color } passed
steps-played = { $color } { $played }
# A move that the visitor tries. $played: such as Black Q16. $number: its number in the visitor’s line.
steps-tried = { $played }, your move { $number }
steps-setup = Stones are set up
steps-no-move = No move

## The page Players: the list of all players, found by the beginning of a name

# Heading, title of the window, and name of the list.
players-title = Players
# The sentence at the top.
players-all = { $n ->
    [one] { $n } player.
   *[other] { $n } players.
}
# The sentence at the top; $name is what was typed.
players-beginning = Players whose name begins with “{ $name }”.
# Before the field in which a name is typed.
players-name = A name, in any spelling
# Button beside that field; room is short.
players-find = Find
# $name is a player who was chosen; another one is looked for to compare them.
players-beside = Head to head with { $name }
# For screen readers: the sign ✕ that takes back the player who was chosen.
players-without = Without { $name }
players-choose = Two players head to head: choose them below.
# Button, and head of the column of boxes in which two players are chosen; room is short.
players-versus = Head to head
# For screen readers: the box that chooses one player for the comparison.
players-versus-of = Head to head: { $name }
players-none = No player’s name begins like this.
# For screen readers: what the table shows.
players-caption = Players, those with the most games first
# Heads of columns; room is short.
players-column-player = Player
players-column-years = Years
# Link below the list.
players-more = more players
# Below the list where it is ordered by the rate of games won. $n is the number of games, always 10.
players-few = { $n ->
    [one] Players with fewer than { $n } decided game come last.
   *[other] Players with fewer than { $n } decided games come last.
}

## The page of a player

# The sentence at the top. $first and $last are the years of the first and the last game.
person-games-years = { $n ->
    [one] { $n } game, { $first } to { $last }.
   *[other] { $n } games, { $first } to { $last }.
}
# The same, if all games are of one year.
person-games-year = { $n ->
    [one] { $n } game, { $year }.
   *[other] { $n } games, { $year }.
}
# The same, if no year is known.
person-games = { $n ->
    [one] { $n } game.
   *[other] { $n } games.
}
# $names are other people, each with a number of games in brackets.
person-others = Other people of this name: { $names }
# Below the name; $years are spans of years, each a link.
person-careers = Nobody plays for so long: two people may have this name, or a date is wrong. { $years }
# Below the name; $names are its other spellings, each with a number of games in brackets.
person-written = also written { $names }
# Below the large number of all games; $n of them name the player in neither seat.
person-of-games-beside = games; { $n } of them name the player without a colour or only in variations
# Title of a table, and head of its first column.
person-opponents = Opponents
person-opponent = Opponent
# For screen readers: games that $name won and lost against $rival.
person-won-and-lost = { $won }–{ $lost }: { $name } against { $rival }, won and lost
# Title of a table, and head of its first column.
person-events = Events
person-event = Event

## The page of two players head to head

# The sentence at the top.
versus-expected = The ratings of both players on the days of their games expect { $name } to score { $expected } in { $n ->
    [one] 1 rated game
   *[other] { $n } rated games
}; the real score is { $score }.
versus-none = No game of { $first } and { $second } against each other.
# The sentence at the top. $won are the games that $first won, $lost those that $second won.
versus-games = { $n ->
    [one] { $n } game of { $first } and { $second } against each other: { $first } won { $won }, { $second } { $lost }.
   *[other] { $n } games of { $first } and { $second } against each other: { $first } won { $won }, { $second } { $lost }.
}
# Below the two names: whose wins and losses the page shows.
versus-results = Wins and losses are those of { $name }.
# Link behind it, to the same page from the side of the other player.
versus-other = Results of { $name }
# Below the large number of all games. $first and $last are the years of the first and the last of them.
versus-of-games-years = games, { $first } to { $last }
# The same, if all games are of one year.
versus-of-games-year = games, { $year }

## The pages of a player and of two players: results, years, tables

# Above the page, if a query narrows the games; $query is that query.
own-narrowed = Only games that fit { $query }.
# Link behind it, which takes the query away.
own-unnarrowed = All games ✕
# Link to the list of games.
own-all-games = { $n ->
    [one] All { $n } game
   *[other] All { $n } games
}
# Link to the page Explore; $color is Black or White.
own-explore-as = Explore as { $color }
# Tooltip of a stone: leads to the openings that the player plays as $color against $rival.
own-openings-against = Openings as { $color } against { $rival }
# Below the large number of all games, which stands on its own.
own-of-games = games
# Tooltip of a rate such as 57%: $share of the games that somebody won.
own-rate = { $n ->
    [one] won { $share } of { $n } decided game
   *[other] won { $share } of { $n } decided games
}
# The same, for the games as Black or White.
own-rate-as = { $n ->
    [one] as { $color }: won { $share } of { $n } decided game
   *[other] as { $color }: won { $share } of { $n } decided games
}
# Below a large rate: what it is a rate of. Games won and lost stand behind it: “won · 12–9”.
own-won = won
# The same, for the games as Black or White: “as Black · 12–9”.
own-as = as { $color }
# Games won, lost and drawn; $won and $lost are links, $n are those drawn.
own-won-lost-drawn = { $won }–{ $lost }, { $n } drawn
# For screen readers: the number of games won, the number of games lost.
own-games-won = { $n } won
own-games-lost = { $n } lost
# Title of a drawing of bars, one for each year.
own-years = Games a year
# What the colours of the bars mean; room is short.
own-years-won = won
own-years-lost = lost
own-years-open = drawn or unknown
# For screen readers: the drawing, with its first and last year.
own-years-span = Games a year, { $first } to { $last }
# Tooltip of a bar: the games of a year, and those of them that the player won.
own-year = { $n ->
    [one] { $year }: { $n } game, { $won } won
   *[other] { $year }: { $n } games, { $won } won
}
# Title of the list of the newest games.
own-newest = Newest games
# Link beside it.
own-newest-all = all games →
# Title of a table, and head of its first column.
own-openings = Openings
own-opening = Opening
# Opens the rows of a table that are not shown at first.
own-all-rows = All { $n } rows
own-whole-page = Back to the whole page
own-more = { $n } more rows
# Heads of columns; room is short. Won is a rate or a bar, Won and lost are two numbers: “12–9”.
own-column-games = Games
own-column-won = Won
own-column-won-and-lost = Won and lost

## The page Practise: a position of a query, whose next move is guessed

practise-title = Practise
# $games: the query in words, such as: games where a player is “Lee”.
practise-sentence = Guess the next move: { $games }.

# For screen readers: names of parts of the page.
practise-board = Board
practise-answer = Answer
practise-question = Question
practise-tally = Your results
# For screen readers. $color: Black or White.
practise-board-title = Board, { $color } to play

# Stands behind other things, after a dot. $number: the number of the move that is guessed.
practise-move = move { $number }
practise-find-better = The move of the game was a mistake. Find a better one.
practise-problem = problem
practise-open-problem = Open the problem with its lines
practise-solution = right
# A button. $key: a key of the keyboard.
practise-show = Show the answer { $key }
# A button: leaves this position out. $key: a key of the keyboard.
practise-skip = Skip { $key }
# A button: leads to the next position. $key: a key of the keyboard.
practise-next = Next { $key }
# $field: the field to type the move in.
practise-type = Or type the move { $field }

# What the answer begins with. A sentence follows it, such as: R14 was played.
practise-told = The answer:
practise-told-right = Right:
practise-told-nearly = Nearly:
practise-told-wrong = Wrong:

# Sentences of the answer. $point, $guess, $best: moves, such as R14. $engine: its name, such as KataGo.
practise-is-best = { $point } is the best move of { $engine }.
practise-was-played = { $point } was played.
# $cost: points or percent, such as: 1.2 points (4 %).
practise-loses = { $guess } loses { $cost }; the best move of { $engine } is { $best }.
practise-not-listed = { $guess } is not in the engine’s list; the best move of { $engine } is { $best }.
practise-unknown-cost = { $guess } was played, and its cost is unknown; the best move of { $engine } is { $best }.
practise-mistake-avoided = { $guess } avoids { $played }, which lost { $cost }; the analysis names no better move.
practise-mistake = { $played } was played and lost { $cost }; the analysis names no better move.
practise-problem-right = { $guess } is right.
practise-problem-wrong = { $guess } is wrong; right is { $right }.
practise-problem-unlisted = { $guess } is not in the record; right is { $right }.
practise-problem-answer = Right is { $right }.
# What a move costs, in points and in percent of the winning rate. Room is short.
practise-cost = { $points } points ({ $percent } %)
practise-cost-points = { $points } points

# For screen readers: the table of moves, and the heads of its columns.
practise-answers = Moves
practise-answers-move = Move
practise-answers-costs = Cost
practise-answers-is = What it is
# What a move of that table is: the engine’s best, what was guessed, what was played in the game. Room is short.
practise-best = best
practise-guess = your guess
practise-played = played
# Two of the three messages above. $first may be two of them itself.
practise-is-both = { $first }, { $then }

# What there is to answer. $n: positions that are due today, that were never answered, that were found.
practise-due = { $n } due today
practise-new = { $n } new
practise-new-more = at least { $n } new
practise-positions = { $n ->
    [one] { $n } position
   *[other] { $n } positions
}
practise-positions-more = { $n ->
    [one] at least { $n } position
   *[other] at least { $n } positions
}
practise-not-kept = answers are not saved: the server is read-only, or other machines can reach it
practise-progress = Answered positions
practise-answered = { $n } of { $all } answered
# A heading: small boards of the positions that follow.
practise-upcoming = Next
# $day: a date, such as 2026-01-31.
practise-none-due = Nothing is due until { $day }.
practise-go-on = Nothing is due until { $day }; go on with { $n } new positions.
practise-go-on-more = Nothing is due until { $day }; go on with at least { $n } new positions.

# For screen readers: the choice between the answers to this query and all answers.
practise-tabs = Answers
# Buttons.
practise-tab-query = This query
practise-tab-all = All
practise-no-answers = No answers yet.
# For screen readers: the table that counts answers.
practise-counts = Answers by part of the game and by opening
# Heads of its columns. Room is short.
practise-counts-moves = Moves
practise-right = Right
practise-nearly = Nearly
practise-wrong = Wrong
# A head between its rows: those below are openings.
practise-openings = Openings
# Moves from this number on. $first: the number.
practise-from = from move { $first }

# $games is a link with the text of practise-the-games.
practise-no-game = No game matches the query. Remove a part of the query, or look at { $games }.
practise-the-games = the games
# $n: games of the query. The next message and the link below it follow in the same line.
practise-no-move = { $n ->
    [one] There is no move to guess in { $n } game.
   *[other] There is no move to guess in { $n } games.
}
# What stands in ( ) is typed into the query as it is.
practise-which-moves = If the query is about costly moves (loss>=5, drop>20), you guess better moves than these; otherwise you guess the moves of Go games after the tenth move, and the first moves of problems.
# A link.
practise-to-games = To the games
practise-done = { $n ->
    [one] All done: you know { $n } position of this query.
   *[other] All done: you know { $n } positions of this query.
}
# Follows practise-done. $day is a date.
practise-next-due = The next position is due on { $day }.

## The collections of an archive that has only problems

problems-title = Problems
problems-solve = Choose a collection and solve its problems one after another. What is right is what the records say.
problems-number = { $n ->
    [one] { $n } problem
   *[other] { $n } problems
}
# A link to the list of the problems of a collection.
problems-list = List

## The analysis of a game by engines, on its page

analysis-title = Analysis
# Two lines of the graph: the winning rate of Black, and by how many points a player is ahead. Room is short.
analysis-rate = Black’s rate
analysis-lead = lead
# The bars of the graph: what moves lost, Black’s from below and White’s from above. Room is short.
analysis-losses = losses: Black below, White above
# A link: guess the moves that cost something.
analysis-practise = Practise
# A slider: moves that cost less are hidden. $least: such as 5 points, or 20 %.
analysis-counts = Moves that lost at least { $least }
# Units, behind a number and a blank.
analysis-points = points
analysis-percent = %

# How well a player played: the three texts are in one line, with dots between them. $rate: such as 87 %.
analysis-accurate = { $rate } accurate
# $mean: a number such as 1.2. $unit: points, or %.
analysis-mean-loss = mean loss { $mean } { $unit }
analysis-blunders = { $n ->
    [one] { $n } blunder
   *[other] { $n } blunders
}
# For screen readers: before that line. $color: Black or White.
analysis-side = { $color }:
# For screen readers: the list of moves. $color: Black or White.
analysis-costly = Moves that cost { $color } most
# Above the lists of both players.
analysis-costly-title = Moves that lost most
# Explains the numbers in those lists. $loss: points, such as 35.8. $drop: percentage points, such as 20.
analysis-cost-explained = −{ $loss } ({ $drop } %) means: the move lost { $loss } points, and the winning rate fell by { $drop } percentage points.
# In a row of that list, in small letters before the move that is better. Room is short.
analysis-best = best

# Engine analysis of a position: these texts are in one line, with dots between them. Room is short.
# $percent: the winning rate of Black, such as 54.
analysis-black-rate = Black { $percent } %
# Nobody is ahead; else B+3.2 stands here.
analysis-even = even
# How often the engine tried the position out.
analysis-playouts = { $n ->
    [one] { $n } playout
   *[other] { $n } playouts
}
# $point: the best move, such as Q16.
analysis-best-move = best { $point }
# A button: shows the moves that the engine expects. $key: a key of the keyboard.
analysis-best-line = Best line { $key }

## A game to be printed: its page, and the file of export --handout (src/drawing/handout.rs)

# For screen readers: the part of the page that is not printed.
handout-controls = This handout
# A button: opens the dialogue of the browser for printing. Beside it, a link to the page of the game.
handout-print = Print
handout-back = Back to the game
# Below a diagram. $figure is its number. A figure has several moves, one, or none; without moves, $color is to play.
handout-figure-moves = Figure { $figure }: moves { $from }–{ $to }
handout-figure-move = Figure { $figure }: move { $number }
handout-figure-to-play = Figure { $figure }: { $color } to play
handout-figure = Figure { $figure }
# Below a diagram, a move on a point where a stone is drawn: $place is the number of this stone, or a point such as D4.
handout-at = { $number } at { $place }
# Below a diagram. $number is the number of the move that the variation replaces, $moves are the moves: ●Q5 ○R6.
handout-variation = Instead of { $number }: { $moves }
# At the end of a very long game.
handout-cut = The record has more moves or comments than are printed here.

## The comments of a game as one text, on its page

# For screen readers: the list of comments.
analysis-comments = Comments
# For screen readers: before the number of the move, with a blank between them.
analysis-comment-move = move

# Above the board, where an address names a position that is gone
practise-gone = That position no longer belongs to this query.

## The page Archive: what was read, what is wrong in it, and what is doubled

# Its name: in the window and as its heading.
archive-title = Archive
# The sentence above the page. $games is such as “7 games”, $files such as “3 files”.
archive-sentence = { $games } in { $files }.
# On the page of one list: the way back to the whole page.
archive-back = ← Archive
# Texts in a row, two of them at a time: $before may be a row already.
archive-list = { $before }, { $next }

# The pages of a long list. The first is for screen readers, the others are short: they are links and the place.
archive-pages = Pages of this list
archive-page-before = ← before
archive-page = page { $page } of { $last }
archive-page-next = next →

# A button beside a command for the terminal; short. The first is for screen readers.
archive-copy-command = Copy: { $command }
archive-copy-button = Copy

# Under large numbers, at the top of the page; short. The number of games stands above it, $files is such as “3 files”.
archive-games-in = games in { $files }
# The number of findings stands above it; it is not known yet in the first.
archive-findings-unknown = findings
archive-findings-in = findings, in { $games }
# The number of copies stands above it, $games is such as “7 games”.
archive-copies-of = copies of { $games }
# The number of files without a game stands above it.
archive-without-game = without a game

# A section, and its rows: the folders, the formats of the files, the charsets, the size and time of the index.
archive-read = What was read
archive-from = From
archive-formats = Formats
archive-charsets = Charsets
archive-index = Index
archive-contents = Contents
# Beside “Contents”: when the contents of all files were looked at last, not only their sizes and times.
archive-contents-read = every file was read in full on { $date }
# Behind a folder: the part of it that the index holds. $shard is such as “1/4”.
archive-shard = (shard { $shard })
# Below a folder: patterns of file names such as “*.txt” that are read as well, and those that are not read.
archive-include = also read: { $patterns }
archive-exclude = left out: { $patterns }
# Games of a format that are not Go; their number stands before it. $format is such as “SGF”.
archive-format-loa = { $format } Lines of Action
archive-format-other = { $format } other games
# Games whose files have no charset; their number stands before it.
archive-charset-none = no charset

# Files that are not as the index knows them. The heading of the page that lists them:
archive-changed-since = Files changed since the build
# This text is bold; the error of the system follows in the same line.
archive-watch-fault = Changes are not read as they happen:
# This text is bold; archive-every-file-known follows in the same line.
archive-up-to-date = Up to date:
archive-every-file-known = no file has changed since it was indexed.
# $files is such as “3 new, 1 gone”, made of the three below.
archive-since-built = { $files } since the index was built.
archive-files-new = { $n } new
archive-files-changed = { $n } changed
archive-files-gone = { $n } gone
# Before the path of a file; short.
archive-new = new
archive-changed = changed
archive-gone = gone
# Both in one line, the first is bold. $root is the path of a folder that cannot be read at the moment.
archive-out-of-reach = Out of reach:
archive-root-stays = { $root } cannot be read. Its games stay in the index.
# A link to a list of them.
archive-all-files = { $n ->
    [one] all { $n } file
   *[other] all { $n } files
}

# A section: what is wrong in the files.
archive-findings = Findings
archive-nothing-wrong = Nothing is wrong.
# A table, for screen readers: its name and the heads of its columns.
archive-findings-by-kind = Findings by kind
archive-severity = Severity
archive-kind = Kind
archive-places-head = Games or files
# How severe a finding is; short.
archive-error = error
archive-warning = warning
archive-note = note
# How often it was found; short.
archive-times = { $n } times
# $done of the files are done; $files is such as “30 files”, $games such as “7 games”.
archive-examining = The files are being examined: { $done } of { $files }, { $games }.
# A bar, for screen readers.
archive-examined = Examined so far
# A link that loads the page again.
archive-look-again = Look again
archive-none-of-kind = Nothing of this kind was found.
# Below the findings of a kind: $query is a query such as finding:wrong-charset.
archive-games-with-finding = Search for these games: { $query }
# In how many games or files something was found.
archive-places = { $n ->
    [one] { $n } place
   *[other] { $n } places
}
# A sentence of its own: $places is such as “3 places”; in the second, it was found there $n times.
archive-places-only = { $places }.
archive-places-times = { $places }, found { $n } times.
archive-first-listed = The first { $n } are listed.

# A section: games of which there are several copies.
archive-same = The same game
archive-groups = { $n ->
    [one] { $n } group of copies
   *[other] { $n } groups of copies
}
archive-no-copies = No game is the same as another.
# A link to a list of them.
archive-all-groups = { $n ->
    [one] all { $n } group of copies
   *[other] all { $n } groups of copies
}
# Behind the name of a game, about its copies. $facts is such as “date, komi”, of the words below.
archive-agree = all copies agree
archive-disagree = the copies disagree on { $facts }
archive-groups-differ = { $n ->
    [one] { $n } group of copies disagrees on the players, the date, the result, the komi or the handicap
   *[other] { $n } groups of copies disagree on the players, the date, the result, the komi or the handicap
}
archive-differ = Copies that disagree
archive-none-differ = All copies agree on what their records state.
# A table, for screen readers: its name and the heads of its columns.
archive-copies = Copies
archive-copy = Copy
archive-file = File
# Values in that table; short. $komi is a number or “–”, and so is $stones.
archive-komi = komi { $komi }
archive-handicap = handicap { $stones }
# How a copy relates to the fullest one; short. $moves is the number of its moves.
archive-relation-fullest = { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
archive-relation-same = same moves
archive-relation-first = { $moves ->
    [one] first { $moves } move
   *[other] first { $moves } moves
}
archive-relation-differs = { $n ->
    [one] { $n } move differs
   *[other] { $n } moves differ
}
archive-relation-moves-differ = { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, { $n ->
    [one] { $n } differs
   *[other] { $n } differ
}
archive-relation-distant = { $moves ->
    [one] { $moves } move, similar to another copy
   *[other] { $moves } moves, similar to another copy
}
archive-relation-position = same position
archive-relation-position-turned = same position, turned or moved
# $like is one of those above; the board of this copy is rotated or mirrored.
archive-relation-turned = { $like }, turned

# A section: files that gave no game.
archive-not-read = Not read
archive-every-file-read = Every file was read.
# A link to a list of them.
archive-all = show all { $n }

# What the kinds of findings mean, and what the keeper of the archive can do. Two letters in capitals (KM, CA) are names
# of SGF properties; words with a colon (date:) are fields of the query. Both stay as they are.
archive-kind-bad-analysis = An engine's or annotator's value of a position cannot be read and was skipped; analyse the game again.
archive-kind-bad-characters = Some bytes are not valid in the file's charset, so characters are lost (shown as {"\uFFFD"}); look for a better copy.
archive-kind-bad-date = The date cannot be read in whole: it names an unknown era, a day or a month that the calendar lacks, or has letters for digits. Write DT as 1996-05-06.
archive-kind-bad-json = A part of a JSON record does not fit the format; it was skipped.
archive-kind-bad-komi = The komi cannot be read; write KM as a number of points.
archive-kind-bad-line = A line of a server's record was not understood; it was skipped.
archive-kind-bad-move = A move is not a point on the board, or its node already has a move of this colour; it was skipped. Correct the move or the board size.
archive-kind-bad-point = A stone is set up outside the board and was skipped; correct the stone or the board size.
archive-kind-bad-result = The result or its margin cannot be read, so result: cannot find the game; write RE as W+R or B+3.5.
archive-kind-bad-row = Rows of a table are no games, or the table cannot be read; they were skipped.
archive-kind-bad-size = The board size cannot be read, so the usual size is assumed; correct SZ.
archive-kind-damaged = An archive or one of its members is broken; fetch the archive again.
archive-kind-doubtful-handicap = The number of handicap stones (HA) is not the number of stones on the board; correct one of them.
archive-kind-doubtful-komi = The komi is unusual; correct KM.
archive-kind-doubtful-size = All stones stand in the corner of a smaller board; the board size (SZ) is probably wrong or missing.
archive-kind-early-date = The date is earlier than that of almost any known game; it may be a typing error in DT.
archive-kind-early-end = The game was decided by points, but its record stops early; the rest may be missing.
archive-kind-encrypted = An archive is locked by a password, or a record says that it is encrypted; unlock it and save it without a password.
archive-kind-equal-names = Members of an archive have the same name: all are indexed, but most programs unpack only the last one; rename them.
archive-kind-future-date = The date is in the future; correct DT.
archive-kind-guessed-charset = The text is not UTF-8 and the record names no charset, so the charset was guessed; convert the file to UTF-8 and write CA[UTF-8].
archive-kind-handicap-without-stones = A handicap game has no handicap stones, so its positions lack them; add them (AB), or play them as moves.
archive-kind-illegal-move = A move breaks the rules: a stone is already there, it takes back a ko at once, or it captures itself. A move before it is probably wrong or missing.
archive-kind-illegal-variation = A move in a variation breaks the rules; the board shows it all the same.
archive-kind-info-in-later-node = Players, result or other game info come after the first node; they were read, but other programs may not find them.
archive-kind-info-in-variation = Players, result or other game info are in a variation; they can be searched for but do not describe the game itself.
archive-kind-komi-against-result = The margin of the result is impossible with this komi (half points do not fit); one of RE and KM is wrong.
archive-kind-missing-moves = A server's record ends before its game does, or lacks moves in between; fetch it again.
archive-kind-missing-parenthesis = A closing parenthesis is missing: the file may be cut off; compare it with another copy.
archive-kind-missing-semicolon = A node begins without `;`; it was read all the same. Saving the file with an SGF editor repairs it.
archive-kind-move-with-setup = A node has both a move and setup stones, which SGF forbids; the setup was applied first.
archive-kind-moves-after-end = Moves follow after both players have passed; they may be comments or another game.
archive-kind-no-game = A file is named like a game record but holds no game; delete it, or fetch it again.
archive-kind-no-moves = A game has players or a result, but neither moves nor stones; look for a copy that has them.
archive-kind-not-a-file = A link is circular or broken, or the entry is not a regular file; it was skipped.
archive-kind-out-of-turn = A player moves twice in a row, or White begins an even game; a move may be missing or have the wrong colour.
archive-kind-property-without-value = A property has no value in brackets; it was skipped. Check for a missing bracket.
archive-kind-rank-in-name = A player's name includes a rank, so it counts as a different name; move the rank to BR or WR.
archive-kind-repeated-property = A property occurs twice in one node; the first value counts. Delete the wrong one.
archive-kind-several-moves = A node has several moves, which SGF forbids; they were read one after the other. Saving the file with an SGF editor may lose them.
archive-kind-double-encoded = Text was converted to UTF-8 twice, as JÃ¶rg for Jörg; it was converted back where all of its characters allow it. Convert the file back once.
archive-kind-same-player = Both players have the same name; one of PB and PW may be wrong.
archive-kind-stray-characters = Characters inside a game belong to no property; they were skipped. Check for a missing bracket.
archive-kind-stray-text = There is text before, between or after the games of a file; it was skipped. Delete it, or check for a missing bracket.
archive-kind-surplus-parenthesis = There is one closing parenthesis too many; it was skipped. Saving the file with an SGF editor repairs it.
archive-kind-too-large = Something exceeds the limits on size or depth and was skipped; raise the limit that the message names.
archive-kind-too-much-setup = A game sets up far more stones than its board holds; the rest was skipped.
archive-kind-too-slow = A file took longer than the time limit and was skipped.
archive-kind-unclosed-value = A value has no closing bracket, so part of the game may be lost; the file is probably cut off.
archive-kind-unescaped-bracket = A `]` inside a text is not written `\]`; the whole text was read, but other programs will cut it there.
archive-kind-unknown-setup = The setup of a Lines of Action game is unknown, so the standard setup is assumed; correct SU.
archive-kind-unreadable = A file or folder cannot be read; check its permissions and the disk.
archive-kind-unreliable-positions = The notation does not record everything that happened, so positions may be wrong; the file cannot be corrected.
archive-kind-unsupported-archive = An archive has a format that is not supported; unpack it, or repack it as a zip.
archive-kind-wrong-charset = The record is not written in the charset that it names (CA); the right charset was used. Correct CA.
archive-kind-wrong-extension = A file begins like a game record but its name does not end like that of one, so it is not indexed; rename it.

## The page Mine: starred games, tags, notes and saved queries of the user

# Its name: in the window and as its heading.
mine-title = Mine
# The sentence above the page. $starred, $tags and $noted are made of the three below.
mine-sentence = { $starred }, { $tags }, { $noted }.
mine-starred-games = { $n ->
    [one] { $n } starred game
   *[other] { $n } starred games
}
mine-tags-number = { $n ->
    [one] { $n } tag
   *[other] { $n } tags
}
mine-noted-games = { $n ->
    [one] { $n } game with a note
   *[other] { $n } games with a note
}
mine-sentence-not-shown = Your stars, tags and notes are not shown here.
mine-sentence-read-only = This server is read-only: your stars, tags and notes are shown, but cannot be changed.
# $command is a command for the terminal.
mine-not-shown = Other machines can reach this server, so your stars, tags and notes are not shown. Whoever starts the server can share them: { $command }.
# $practise is a link, the text of which is the next message.
mine-practise = Guess the next move; the moves that you missed come again: { $practise }
mine-practise-link = Practise
# A section: its name for screen readers, and its heading, behind which their number stands.
mine-starred-section = Starred games
mine-starred = Starred
mine-no-stars = No game of this archive is starred. The star is on the page of each game.
mine-tags = Tags
mine-no-tags = There are no tags.
mine-saved = Saved queries
# “Save” is the message save-open.
mine-none-saved = No query is saved. Below a query, Save gives it a name.
# A button.
mine-count-games = Count their games
# A button, for screen readers. $name is the name of a saved query.
mine-remove-saved = Remove { $name }
# A section: the recent queries. Behind its heading a small button that forgets them.
mine-asked = Recent queries
mine-forget = Forget
mine-none-asked = There are no recent queries.
mine-notes = Notes
mine-no-notes = There are no notes.
# Above a note, in the place of a game.
mine-unknown-game = A game that this archive does not have
# Below the tags. $query is a link to all games with a tag.
mine-more-tags = { $n ->
    [one] 1 more tag is not listed; all games with a tag: { $query }
   *[other] { $n } more tags are not listed; all games with a tag: { $query }
}
# $command is what to run in a terminal.
mine-more-saved = { $n ->
    [one] 1 more saved query is not listed; { $command } lists all.
   *[other] { $n } more saved queries are not listed; { $command } lists all.
}
# $query is a link to the games of this archive with a note, $command is what to run in a terminal.
mine-more-notes = { $n ->
    [one] 1 more note is not listed. The games with a note: { $query }. All notes as a file: { $command }
   *[other] { $n } more notes are not listed. The games with a note: { $query }. All notes as a file: { $command }
}
# A link behind the beginning of a note.
mine-whole-note = the whole note
# Behind the beginning of a note on a game that is not in this archive.
mine-rest-exported = the whole note: { $command }

## On the page of a game: the star, tags and the note of the user

# For screen readers.
mine-marks = Your marks
# The closed row of the user’s marks, behind a star, if there are none yet.
mine-marks-row = Star, tags, note
# A button, pressed and not pressed; short.
mine-is-starred = ★ Starred
mine-star = ☆ Star
# A button, for screen readers.
mine-remove-tag = Remove the tag { $tag }
# A field for a tag: its name for screen readers, what stands in it while it is empty, and its button; short.
mine-new-tag = A tag to add
mine-add-tag = add a tag
mine-add-button = Add
# Before a field for text.
mine-note = Note

## Below a query: the menu that saves it

# The menu, and the button in it; short.
save-open = Save
save-as = Save this query as
save-button = Save

## The page Help

# The title of the page and of its window.
help-title = Help
# The line under the query box.
help-sentence = What you can search for, and how games are counted.
# Titles of the parts of the page.
help-queries = Queries
help-positions = Positions
help-keys = Keys
# How queries are written. OR, quotes, *, ~, .. and field:* are typed exactly like this.
help-queries-told = A game must have all words. OR, − (not) and ( ) work as usual; quotes make a phrase; a* finds beginnings, a~ misspellings; 1990..1995, <, <=, > and >= are for dates, numbers and ranks; field:* finds any value.
# What the table of fields is, for screen readers.
help-fields = Fields
# Heads of that table: room is short.
help-field = Field
help-finds = Finds
help-example = Example
help-games = Games
help-positions-told = A game counts once, at the first move after which its main line has the position, turned or mirrored in any way. Games that reach it only in a variation are counted separately.
# ?, A, V and * are the signs of points in a shape. "Tenuki" is named so in the page Explore.
help-shapes-told = A shape is a part of the board. A side on the edge of the board is bound to it, shown as a thick bar, until it is freed; without a bound side the shape may lie anywhere. ? leaves a point open, A is black or empty, V white or empty, * a stone of either colour. A game counts once, at the first move after which it has the shape. Colours and rates are those of the shape as it is drawn. Tenuki is a move elsewhere.
help-rates-told = A rate is the share of games won by the side that plays, among the games that somebody won; its 95 % Wilson interval follows it. Blue is better than the position as a whole, orange is worse, pale means that chance may explain the difference. A rate is coloured only if the rate of the position lies outside its interval.
# Beside a box that is ticked or not.
help-single-keys = Use the keys of letters, digits and signs as shortcuts on the pages

# What is pressed, in the table of keys. Keys have the same names everywhere, so only these are messages.
# The mouse is moved with its right button down.
help-right-drag = right drag
help-shift-click = Shift click
help-ctrl-click = Ctrl click
help-alt-click = Alt click

# What each key does. Letters of keys and signs stay.
# The key / leads to the query box.
help-key-query = goes to the query box
# The key Esc.
help-key-escape = leaves the query box; pressed again, goes back to the whole board; in a game, goes back from the moves that you tried
help-key-move-by-one = goes one move back, one move forward
help-key-move-by-ten = goes ten moves back, ten moves forward
help-key-ends = goes to the first position, to the last position
help-key-rows = goes from row to row; → opens a row, ← closes it; in a game, goes to the variation above or below
help-key-nth = plays the nth continuation
help-key-lettered = plays the move with this letter on the board or in the table
help-key-play = plays the point of the board that has the focus; arrows lead from point to point
# The key c: screen readers read what is at a point and beside it.
help-key-around = on the board: reads out the point and its neighbours
help-key-region = begins a region of the board: arrows move it, Shift and arrows change its size, Enter accepts it, Esc cancels it
# The key w: ?, A, V and * are signs of points that are left open.
help-key-wildcard = changes what may stand at the point that has the focus: ?, A, V or *; if no point has the focus, changes what a click puts
help-key-drag-region = on the board: draws a region
help-key-point-wildcard = on the board: changes what may stand at that point
help-key-turn = turns the board; in a game, shows the board as it is in the record
# The keys n and N. A hit is a place in a game that the query finds.
help-key-hits = goes to the next hit in a game, to the previous hit
help-key-expected-line = in an analysed game: shows the line that the engine expects
# The keys s and n on the page Practise.
help-key-guess = on the page Practise: shows the answer, goes to the next position; Enter on the board guesses, then goes to the next position
# The keys j and k.
help-key-select = selects the next game of a list, the previous game
help-key-open-game = opens the selected game
# The keys e and u.
help-key-explore-or-list = e: explores from the position of the game; u: goes back up to the list of games
help-key-copy-link = copies the link to this position
help-key-theme = switches between light and dark colours
# The keys g e, g j, g g, g p, g a. They are the letters of the English names, in every language; the names of the
# pages as in their links.
help-key-pages = goes to the page with that letter: Explore, Joseki, Games, Players, Archive
help-key-stone-move = on a stone of a game: goes to the move that put it there
help-key-without-value = on a value beside the list of games: shows the games without this value
help-key-help = opens this page

## Pages without an answer, and what is seen while the first index is built

# The title of the window, and of the page for screen readers, if the address or the query is wrong.
error-no-answer = No answer
# Under the error that there is no such player. $names are links to players, with commas between them.
error-similar-names = Similar names: { $names }
# The title of the page and of its window while the index is built.
error-reading = Reading the games
# What the bar of the progress is, for screen readers.
error-read-so-far = Read so far
# $bytes_read and $bytes are sizes with their unit, such as 1.5 GiB.
error-games-so-far = { $games ->
    [one] { $games } game so far
   *[other] { $games } games so far
}, { $files_read } of { $files ->
    [one] { $files } file
   *[other] { $files } files
}, { $bytes_read } of { $bytes }.
# All games are read.
error-writing-index = { $games ->
    [one] Writing the index: { $games } game.
   *[other] Writing the index: { $games } games.
}
# A link that loads the page once more.
error-look-again = Look again

## Texts of scripts on a page. They have no forms by a number: where a number decides, there are two messages.


script-no-program = The program does not answer. Is kifu-index serve still running?
# The reason in messages such as script-not-kept: in the middle of a sentence.
script-silent = the program does not answer

# The board. What may be at an open point of a shape, filled into script-cell-open.
script-open-anything = anything
script-open-black = black or empty
script-open-white = white or empty
script-open-stone = a stone of either colour
# Why nothing is played at a point. $point is its name, such as D4.
script-taken-black = { $point } is taken: a black stone stands there.
script-taken-white = { $point } is taken: a white stone stands there.
script-ko-black = { $point } cannot be played: Black may not take back the ko at once.
script-ko-white = { $point } cannot be played: White may not take back the ko at once.
script-suicide-black = { $point } cannot be played: a black stone has no liberty there and captures nothing.
script-suicide-white = { $point } cannot be played: a white stone has no liberty there and captures nothing.
# Buttons that are arrows: they move the stone that a finger proposes by one point.
script-nudge-left = One point left
script-nudge-up = One point up
script-nudge-down = One point down
script-nudge-right = One point right
# A button under the board: room is short. It plays the stone that a finger proposes.
script-play = Play { $point }
# Under the pointer, in the graph of a game. $number: number of a move.
script-graph-move = Move { $number }
# $percent: winning rate of Black.
script-graph-rate = Black { $percent } %
# The button of script-play where a click sets up a shape: a stone, nothing, or a sign ($sign is ?, A, V or *).
script-put-black = Black at { $point }
script-put-white = White at { $point }
script-put-empty = Clear { $point }
script-put-sign = { $sign } at { $point }
# The board for screen readers.
script-board = Board
# What screen readers read at a point of the board. $open is one of script-open-….
script-cell-open = { $point }, { $open }
script-cell-empty = { $point }, empty
script-cell-black = { $point }, black
script-cell-white = { $point }, white
# $number is that of the move that put the stone there.
script-cell-black-move = { $point }, black, move { $number }
script-cell-white-move = { $point }, white, move { $number }
# An empty point where games go on: $letter is that of its disc, $share is a percentage.
script-cell-letter-one = { $point }, empty, { $letter }: { $games } game, { $share }
script-cell-letter-many = { $point }, empty, { $letter }: { $games } games, { $share }
script-cell-next-one = { $point }, empty, { $games } game, { $share }
script-cell-next-many = { $point }, empty, { $games } games, { $share }
# A point ($cell is one of script-cell-…) and its neighbours, each of which is one of script-beside-….
script-around = { $cell }; above { $above }, right { $right }, below { $below }, left { $left }
script-beside-black = black
script-beside-white = white
script-beside-empty = empty
script-beside-edge = the edge

# Regions. A rectangle from its lower left to its upper right point, such as C3 to F6.
script-region = { $from } to { $to }, { $across } by { $down } lines
# $edges is one of script-edge-…, or several of them with script-and.
script-region-edges = { $from } to { $to }, { $across } by { $down } lines, at the { $edges } edge
script-edge-left = left
script-edge-upper = upper
script-edge-right = right
script-edge-lower = lower
script-and = { $first } and { $second }
# $region is one of the two above.
script-region-keys = { $region }. Arrows move the region, Shift and arrows change its size, Enter accepts it, Esc cancels it.
script-region-none = No region is drawn.
script-region-draw = Draw a rectangle over the board.
# $what is the title of a button of those beside "Click puts".
script-click-puts = A click puts: { $what }.

# Explore. How many games are listed, of how many.
script-shown-of = { $shown } of { $total }
script-link-copied = The link is copied.
# The two handles of the years.
script-first-year = First year
script-last-year = Last year

# A board that was pasted into the query box: the panel that it opens, with its buttons.
script-pasted = What was pasted
script-close = Close
script-search-shape = Search this shape
script-search-position = Search this position
script-search-around = Search the shape around its stones
script-search-text = Search for the text
# $message says why, without a full stop.
script-no-board = This is not a board: { $message }.

# The query box. The title of a list of queries.
script-asked-here = Recent queries
# The list of what may follow, for screen readers.
script-suggestions = Suggestions
# Beside a suggestion: room is short. $games may be 1.
script-games-one = { $games } game
script-games = { $games } games
# What a suggestion is: a query from before; a position after moves that were typed.
script-asked-before = recent query
script-on-the-board = on the board of Explore

# The page Games: read to screen readers after more rows were added.
script-games-shown-one = { $games } game is shown
script-games-shown = { $games } games are shown

# Buttons and links, once they were pressed: room is short.
script-copy = Copy
script-copied = Copied
script-not-copied = Not copied
# The results of copying, for screen readers. $text is a command.
script-command-copied = Copied: { $text }
script-command-not-copied = The command could not be copied

# The analysis of a game: what counts at least. $value may have half steps.
script-counts-points = { $value } points
script-counts-percent = { $value } %

# The page Practise. $fault says why, without a full stop.
script-answer-not-kept = This answer was not saved: { $fault }.

# Stars, tags, notes and saved queries. $fault says why, without a full stop.
script-not-kept = Not saved: { $fault }.
# Beside the note.
script-note-not-kept = not saved: { $fault }
# Beside the note, where another tab or program changed it; then two buttons follow.
script-note-changed = This note was changed elsewhere: “{ $text }”.
script-note-removed = This note was removed elsewhere.
script-note-use-mine = Save my note
script-note-use-other = Keep the other note
script-kept = Saved
# $name is that of a saved query. "saved:" is the field that finds it.
script-unsaved = { $name } is no longer saved.
script-saved = Saved: saved:{ $name } finds it.
script-not-saved = not saved: { $fault }
# After the recent queries were forgotten.
script-forgotten = The recent queries were removed.

# A line over the page after the index was rebuilt. The buttons script-show and script-what-is-new follow it.
script-changed = The archive has changed since this page was loaded
script-changed-more-one = The archive has changed: { $games } new game
script-changed-more-many = The archive has changed: { $games } new games
script-changed-fewer-one = The archive has changed: { $games } game fewer
script-changed-fewer-many = The archive has changed: { $games } games fewer
script-show = Show
script-what-is-new = What is new

## Errors of requests to the server

# A message ending in -help follows the error and says what to do.
error-answer-large = the answer is larger than 4 MiB
error-answer-large-help = ask for fewer rows: limit=50
error-answer-slow = this answer took more than 30 seconds
error-answer-bug = this answer failed because of a bug in the program
error-answer-help = narrow the query, or list fewer rows
error-busy-searching = the server is busy with other searches
error-busy-memory = the server is busy: other requests use all of its memory
# $percent is a whole number.
error-game-unpacking = the file is being unpacked up to this game: { $percent } % so far
error-busy-help = try again in a moment
# $needed and $all are whole numbers.
error-game-memory = reading this game may need { $needed } MiB of memory, and all requests together may use { $all } MiB
error-reading-first = the games are being read for the first time
error-no-address = there is nothing at this address
# These are addresses; do not translate them.
error-no-address-help = the pages are /, /games, /practise, /players, /mine, /archive and /help
error-token-needed = this server answers only requests with its token
# Do not translate the text between ` ` and ?token=….
error-token-needed-help = open the address that `kifu-index serve` printed, which ends in ?token=…; programs send the token with every request, as `Authorization: Bearer TOKEN`
error-token-old = the header X-Kifu-Token does not have the token of this server
# Stars, tags, notes, and answers of the page Practise.
error-private-site = other sites may not read or change your tags, notes, saved queries and practice
error-private-user = other users of this machine may not read or change your tags, notes, saved queries and practice
# Do not translate the text between ` `.
error-private-help = open the page itself as the user who started the server; `kifu-index serve --token` lets others in
error-nothing-kept = this server does not save tags, stars, notes or queries
error-nothing-kept-help = start the server without --read-only and on a loopback address to save them
error-no-answers-kept = this server does not save answers of the page Practise
error-no-answers-kept-help = start the server without --read-only and on a loopback address to save them
error-answers-not-kept = answers are not saved: this server is read-only, or other machines can reach it
# A game that is to be starred; $id is what was sent.
error-no-single-game = no game or more than one game has the id `{ $id }`

## A text that was pasted into the query box

error-text-slow = the text took too long to arrive
# $most is a whole number.
error-text-long = the text is longer than { $most } KiB
error-points-not-shown = the text has points that the board of this page cannot show
# ?, A, V and * are signs; they stay.
error-points-not-shown-help = draw only stones, empty points and the signs ?, A, V and *

## Errors in an address. Do not translate examples such as N9-T19

# $most are whole numbers.
error-address-query = the query is longer than { $most } characters
error-address-query-help = write a shorter query
error-address-area = `{ $text }` is not an area of the board
error-address-area-help = write whole, around, or two corners: N9-T19
# Also what a move is called that was typed.
error-address-point = `{ $text }` is not a point of this board
error-address-point-help = points are named as on the board, Q16; a pass is written pass
error-address-size = `{ $text }` is not a board size
error-address-size-help = write 19 or 19x13, up to 52
error-address-side = `{ $text }` is not a side of a region
error-address-side-help = write the sides with commas, such as left,top, or write none
error-address-colour = `{ $text }` is not a colour
error-address-colour-help = write B or W
# $name is the name of a parameter of an address, such as node; $text is its value.
error-address-number = `{ $name }` is not a number: `{ $text }`
error-address-number-help = write a whole number
error-address-moves = the address has more than { $most } moves
# b and w are names in an address.
error-address-moves-help = begin from a later position, with its stones in `b` and `w`
# $name is a name in an address, such as part.
error-address-items = `{ $name }` has more than { $most } different items
error-address-parts-help = name each part once
error-address-facets-help = name each facet once
error-address-by-help = name at most three facets, such as by=year,player,opening; send another request for others
error-address-least-help = write a number of corners, a share, or both: least=5,1%
# $name is a name in an address, such as node.
error-address-parameter = `{ $name }` is not a parameter of this address
error-address-parameter-near = did you mean `{ $name }`?
error-address-parameter-none = this address takes no parameters
# $names are names in an address, with commas.
error-address-parameter-help = this address takes { $names }
error-address-twice = the parameter `{ $name }` is written twice
error-address-twice-help = write the parameter once
# $text is the value of the parameter, $words are its valid values.
error-address-choice = `{ $text }` is not a value of `{ $name }`
error-address-choice-help = write one of { $words }
error-address-range = `{ $name }` cannot be { $number }
error-address-range-help = write a number from { $least } to { $most }
error-address-page = `{ $text }` is not the number of a page
error-address-page-help = write the number of a page; the first page is 1

## Errors of pages: names that are not found

# $name is a name of a player.
error-no-player = no player is called `{ $name }`
error-two-players = a comparison needs exactly two players
error-two-players-help = write player=A&player=B
error-several-players = several players match `{ $name }`
error-same-player = both names are the same player: `{ $name }`
# $name should be that of a kind of finding, such as bad-date.
error-no-finding-kind = there is no kind of finding `{ $name }`

## The page Practise

error-no-such-position = that position does not belong to this query
error-no-guess = there is no guess to save
error-no-guess-help = write the guessed move, such as guess=Q16, or guess=none without a move
error-guess-taken = there is a stone at { $point }
error-guess-help = name an empty point of the board, such as Q16

## Dates in sentences and headings; in tables they are written as in records

# $year, $month and $day are digits. English has two for months and days, such as 05; other languages have 5.
date-day = { $year }-{ $month }-{ $day }
date-month = { $year }-{ $month }
date-year = { $year }
date-about = c. { $date }
date-before = before { $date }
date-after = after { $date }
date-early = early { $years }
date-middle = mid-{ $years }
date-late = late { $years }
date-decade = { $year }s
date-century = { $century } century
date-span = { $first }–{ $last }
date-or = { $one } or { $other }

## The page of a game

# Above a game of a large compressed file. $percent is a whole number.
game-unpacking = Shown from the index while the file is being unpacked up to this game: { $percent } % so far. Markup, and whatever else only the file has, follows.
# The board for screen readers. $n is the number of moves before it, $color Black or White.
game-board-title = { $n ->
    [one] Board after { $n } move, { $color } to play
   *[other] Board after { $n } moves, { $color } to play
}

## Explore, how this was counted: how the index answers a part of the question (the column “By”)

hints-way-all = all games
hints-way-and = games that all of its parts find
hints-way-or = games that any of its parts finds
hints-way-not = all games except those that its part finds
# Of words: fields in which they are looked for.
hints-way-text = looked up in the lists of words: names, event, place, title, opening, comments
hints-way-words = looked up in the lists of words
hints-way-phrase = looked up in the lists of words with their positions in the text
hints-way-dictionary = looked up in the dictionary of words, then in the lists of these words
hints-way-name = looked up as a whole name
hints-way-keyword = looked up as a keyword
# The property (SGF) is known of these games.
hints-way-any = looked up in the list of games that have a value
# A column stores one value for each game.
hints-way-numbers = read from a column of numbers
hints-way-openings = read from the column of openings
hints-way-joseki = found on the boards of the games, as patterns of a corner
hints-way-book = found by following the games in your book
# Properties are those of SGF.
hints-way-property-words = looked up in the lists of words, then compared with the games' properties
hints-way-property = looked up as a whole value, or compared with the games' properties
hints-way-paths = compared with the paths of all files in the index
hints-way-position = looked up in the table of positions; uncertain games are replayed
hints-way-sequence = each position looked up in the table of positions, then their order compared
hints-way-replay = replayed the games that have each of the positions
# Values of engines that analysed the games.
hints-way-judged = read from the engine analysis of the games
hints-way-saved = games that the saved query finds
# Stars, tags and notes of the user.
hints-way-mine = your tags, stars and notes, matched to games by their content
hints-way-copies = groups of copies of the games that the query finds
hints-way-twice = looked up in the list of games with this trait

## Events in the language of the page: “54th Honinbo, game 3” (src/engine/events.rs)

# Editions of titles, which are counted by terms. $n is their number (in English with its ending, such as 54th), $series
# the name of the series.
event-edition = { $n } { $series }
# Editions of cups and other tournaments
event-edition-of-cup = { $n } { $series }
# $series is the series, with its edition if it has one.
event-year = { $year } { $series }
event-game = game { $n }
# A match of $n games, such as 七番勝負. $n is a numeral: 七 in Chinese and Japanese, 7 in others.
event-match = { $n }-game match
# $n is a letter.
event-group = group { $n }
event-round = round { $n }
event-final = final
event-semifinal = semi-final
event-quarterfinal = quarter-final
# The round with 16 players
event-last-16 = round of 16
event-last-32 = round of 32
event-preliminary = preliminary
# The preliminary of the Samsung Cup, which professionals and amateurs play together (통합예선)
event-open-preliminary = open preliminary
event-main = main tournament
event-league = league
# Who plays for the title: that is decided here.
event-challenger = challenger match
# The challenger and the holder of a title
event-title = title match
event-playoff = playoff
event-third-place = third place

## Ranks beside names: professional dan, amateur dan and kyu

rank-professional = { $n }p
rank-dan = { $n }d
rank-kyu = { $n }k

## Downloads

error-no-game-to-write = no game fits, so there is nothing to write
error-other-download = another download is under way
error-other-download-help = wait until the other download has finished

## Near positions

near-title = Near positions
# $n is the number of games, $stones the largest number of stones that differ, such as “4 stones”.
near-sentence = { $n ->
    [one] { $n } game comes within { $stones } of this position.
   *[other] { $n } games come within { $stones } of this position.
}
near-searched = The searched position
near-back = Back to Explore
near-distance = Stones that may differ
near-stones = { $n ->
    [one] { $n } stone
   *[other] { $n } stones
}
near-loose = Captured stones may stand
near-loose-title = A stone that was captured in the game may still stand in the position, as in diagrams that show all moves.
# $stones are stones such as “B Q3, W R14”.
near-lacks = without { $stones }
near-has = with { $stones }

## Reports about a player, a position or a joseki, and for preparation

report-column-games = games
report-column-won = won
report-column-lost = lost
report-column-rate = won %
report-column-mover-rate = mover won %
report-column-black-rate = Black won %
report-column-colour = colour
report-column-opponent-rank = opponent’s rank
report-column-rank = rank
report-column-years = years
report-column-as-black = { $name } as Black
report-column-as-white = { $name } as White
report-column-share = share
report-column-share-of-all = share of all games
report-column-opponents = opponents
report-column-players = players
report-column-player = player
report-column-first = first game
report-column-move = move
report-column-followers = games that followed
report-column-loss = lost a move
report-column-blunders = blunders
report-column-chance = probability
report-column-to-play = to play
report-column-usual = usual move
report-column-best = best in the archive
report-all-games = all games
report-unknown = unknown
report-results = Results
report-opponent-ranks = Results by the opponent’s rank
report-years = Years and ranks
report-openings = Openings by the player and by the opponents
report-openings-note = Openings are recognised from the stones, and most of them are Black’s. A game may have several.
report-joseki = Moves in corners by the player and by the opponents
report-joseki-note = The corner is turned to the upper right; ● is the side that played there first. A row counts who made its last move; the share is of all moves by the same side after the moves before.
report-events = Events
report-typical-games = Typical games
report-typical-note = The newest game of each of the most frequent openings, with the first { $n } moves.
report-last-games = Last games
report-novelties = New moves
report-novelties-note = Moves within the first 60 that no older game of the archive has and that later games took up.
report-losses = Losses by engine analysis
report-player-sentence = { $n ->
    [one] 1 game
   *[other] { $n } games
} of { $name }, { $first } to { $last }: { $won } won, { $lost } lost.
report-player-sentence-undated = { $n ->
    [one] 1 game
   *[other] { $n } games
} of { $name }: { $won } won, { $lost } lost.
report-title-position = Position { $moves }
report-title-joseki = Corner { $moves }
report-board-sentence = { $n ->
    [one] 1 game has
   *[other] { $n } games have
} it, { $first } to { $last }; Black won { $black } % of those with a winner.
report-board-sentence-undated = { $n ->
    [one] 1 game has
   *[other] { $n } games have
} it; Black won { $black } % of those with a winner.
report-continuations = Continuations
report-decades = Decades
report-players = Who plays it
report-first-games = First games
report-first-games-note = The first game of each player, the earliest first. The move is the number of moves before the position.
report-comments = Comments
report-title-prepare = { $player } against { $rival }
report-prepare-sentence = { $n ->
    [0] { $player } has no game against this rival yet.
    [one] { $player } has 1 game against this rival: { $won } won, { $lost } lost.
   *[other] { $player } has { $n } games against this rival: { $won } won, { $lost } lost.
}
report-repertoire = Openings of { $name }
report-meetings = Where both meet: { $black } as Black, { $white } as White
report-meetings-note = Each line follows moves that both players have made from the same positions, whoever the opponent was. The probability is that of the line if both play as before. The best move has the highest lower end of the 95 % interval of its share of won games, for the side to play.
