# 웹 페이지의 글과 검색식을 풀어 쓴 문장(한국어). = 뒤의 글은 자유롭게 고쳐도 됩니다.
#
# #으로 시작하는 줄은 주석입니다. { $n }처럼 { } 안에 있는 것은 프로그램이 채우므로 그대로 둡니다.
# 바둑 용어: 대국(단위는 “국”), 기보, 실전(주 수순), 변화도, 해설, 일치(검색에 걸린 곳), 검색식.

## 여러 곳에서 쓰는 말

black = 흑
white = 백
games = { $n }국
moves = { $n }수
variations = 변화도 { $n }개
comments = 해설 { $n }개
players = 대국자 { $n }명
files = 파일 { $n }개
years = { $n }년
points = { $n }집
drawn = 무승부
to-play = { $color } 차례
pass = 패스
not-all = 일부 대국은 검색하지 못했습니다.
show-all = 모두 보기

## 검색식을 풀어 쓴 문장
#
# 조각을 이어 만듭니다: “1,218국: 대국자 “Lee” 그리고 백 승, 단 덤 6 초과 제외, 정렬: 날짜(최신순)”.
# 값의 끝소리에 따라 달라지는 조사(은/는, 이/가, 을/를)는 값 뒤에 쓰지 않습니다.

sentence-all = 모든 대국
sentence-all-counted = { $n ->
    [1] 전체 1국
   *[other] 전체 { $n }국
}
sentence-games = 대국: { $condition }
sentence-all-inside = 모든 대국
sentence-games-inside = 대국: { $condition }
sentence-found = { $n ->
    [0] 해당 대국 없음: { $condition }
   *[other] { $n }국: { $condition }
}
sentence-where = { $condition }
sentence-without = { $condition } 제외
sentence-traits-where = { $traits } 그리고 { $condition }
sentence-but-not = 단 { $condition } 제외
sentence-or-where = { " 또는 " }
sentence-comma = { ", " }
sentence-and = { " 그리고 " }
sentence-or = { " 또는 " }
sentence-once = 같은 대국은 한 번만
sentence-sorted = 정렬: { $order }
sentence-then = 그다음 { $order }
sentence-plays = { $one } 대 { $other }
sentence-either = ({ $parts })
sentence-not-so = ({ $condition }) 아님
sentence-text = 이름·대회·장소·제목·포석·해설에 { $value } 포함
sentence-texts = 이름·대회·장소·제목·포석·해설에 { $value } 각각 포함
sentence-also = { $value }(다른 표기: { $names })
sentence-after = { ", 그 뒤 " }
sentence-copy-where = 사본 있음({ $condition })
sentence-quoted = “{ $text }”
sentence-prefix = “{ $text }…”
sentence-fuzzy = “{ $text }”(비슷한 표기 포함)
sentence-anything = 무엇이든
sentence-from-to = { $from }~{ $to }
sentence-or-more = { $from } 이상
sentence-at-most = { $n } 이하
sentence-less = { $n } 미만
sentence-more = { $n } 초과
sentence-at-least = { $n } 이상
sentence-not = { $what } 제외

# 조건. $what은 아래의 주어(“대회” 등), $value는 이름·낱말·수. 수는 “6 초과”일 수도 있으니 바로 뒤에 단위를 붙이지 않습니다.
sentence-is = { $what } { $value }
sentence-is-exactly = { $what } 정확히 { $value }
sentence-has = { $what }에 { $value } 포함
sentence-known = { $what } 정보 있음
sentence-there-is = { $what } 있음
sentence-unknown-value = { $what } 정보 없음
# 대국에 있는 것
sentence-what-tag = 태그
sentence-with-tag = 태그 있음
sentence-without-tag = 태그 없음
sentence-what-note = 메모
sentence-with-note = 메모 있음
sentence-without-note = 메모 없음
sentence-what-comments = 해설
sentence-with-comments = 해설 있음
sentence-without-comments = 해설 없음
sentence-what-analysis = 엔진 분석
sentence-with-analysis = 엔진 분석 있음
sentence-without-analysis = 엔진 분석 없음
sentence-what-variations = 변화도
sentence-with-variations = 변화도 있음
sentence-without-variations = 변화도 없음
sentence-what-setup = 미리 놓인 돌
sentence-with-setup = 미리 놓인 돌 있음
sentence-without-setup = 미리 놓인 돌 없음
sentence-what-result = 결과
sentence-with-result = 결과 있음
sentence-without-result = 결과 없음
sentence-what-date = 날짜
sentence-with-date = 날짜 있음
sentence-without-date = 날짜 없음
sentence-what-year = 연도 정보
sentence-with-year = 연도 정보 있음
sentence-without-year = 연도 정보 없음
sentence-what-errors = 기보 오류
sentence-with-errors = 기보 오류 있음
sentence-without-errors = 기보 오류 없음
sentence-what-handicap = 접바둑 돌
sentence-with-handicap = 접바둑 돌 있음
sentence-without-handicap = 접바둑 돌 없음
sentence-what-copies = 사본
sentence-with-copies = 사본 있음
sentence-without-copies = 사본 없음
sentence-with-property = 속성 { $name } 있음
sentence-without-property = 속성 { $name } 없음
# $value: a kind or a severity of what is wrong, such as “wrong-charset” or “error”.
sentence-finding = 기보 검사에서 문제점 { $value } 발견됨
sentence-finding-any = 기보 검사에서 문제점이 하나라도 발견됨
sentence-won = { $who } 승
sentence-lost = { $who } 패
sentence-won-points = { $who } 계가승
sentence-won-resign = { $who } 불계승
sentence-won-time = { $who } 시간승
sentence-won-forfeit = { $who } 기권승
sentence-won-by = { $who } { $margin }집 승
sentence-won-somehow = { $who } 승(끝난 방식 불명)
sentence-one-side = 한쪽
sentence-draw = 무승부
sentence-void = 무효 대국
sentence-unknown-told = 기보에 결과 불명으로 기록
sentence-unknown = 결과 불명
sentence-unknown-ending = 끝난 방식 불명
sentence-date = 날짜 { $when }
sentence-added = 추가일 { $when }
sentence-was-added = 추가일 있음
sentence-between = { $from }~{ $to }
sentence-or-later = { $day }부터
sentence-or-earlier = { $day }까지
sentence-before = { $day }보다 이전
sentence-later-than = { $day }보다 이후
sentence-in-day = { $day }
sentence-ago = { $length } 전
sentence-within-last = 최근 { $length } 이내
sentence-days = { $n }일
sentence-weeks = { $n }주
sentence-months = { $n }개월
sentence-years = { $n }년
sentence-term = 해설에서 { $value } 언급
sentence-joseki = 귀에 정석 { $value } 등장
sentence-joseki-any = 귀에 이름 있는 정석 등장
sentence-book-left-by = { $who } 쪽이 책에서 벗어남
sentence-book-left-any = 책에서 벗어남
sentence-me = 나
sentence-my-opponent = 상대
sentence-lang-unknown = 해설 언어 불명
sentence-lang = 해설 언어 { $language }
sentence-problem-to-play = 문제의 둘 차례 { $value }
sentence-problem-region = 문제의 영역 { $value }
sentence-is-new = 새로 추가된 대국
sentence-is-problem = 문제 기보
sentence-is-mine = 내가 둔 대국
sentence-is-starred = 별표한 대국
sentence-is-trendsetter = 뒤의 대국들이 따라 둔 신수가 있는 대국
sentence-is-final = 결승 또는 도전기
sentence-is-title-match = 도전기 대국
sentence-is-copied = 사본이 있는 대국
sentence-tag = 태그 { $value }
sentence-note = 내 메모에 { $value } 포함
sentence-saved = 저장한 검색 { $value }에 해당
sentence-copy = 사본 있음({ $value })
sentence-position = 국면 { $value } 등장
sentence-pattern = 모양 { $value } 등장
sentence-problem = 문제의 첫 모양 { $value }
sentence-engine = { $value } 분석 있음
sentence-loss = 집 손해 { $n }인 수 있음
sentence-drop = 승률 하락(%) { $n }인 수 있음
sentence-missed-any = 엔진의 최선수를 놓침
sentence-missed = 엔진의 최선수 { $value } 놓침
sentence-lead-of = { $who }의 우세(집) { $n }
sentence-that-player = 이 대국자
sentence-rate-of = { $who }의 승률(%) { $n }
sentence-turned-any = 패자의 승률이 한때 90%에 이르렀는지 여부가 알려짐
sentence-turned-no = 패자의 승률이 한 번도 90%에 이르지 못함
sentence-turned = 패자의 승률이 한때 90%에 이름
sentence-turned-points = 패자가 한때 { $n }집 우세함
sentence-next = 다음 수 { $value }
sentence-to-move = 그때 둘 차례 { $value }
sentence-at-move = 그때 몇 수째인지 { $n }
sentence-by-move = { $n }수째까지 등장
sentence-from-move = { $n }수째부터 등장
sentence-between-moves = { $from }~{ $to }수째에 등장
sentence-in-main = 실전에서
sentence-in-variation = 변화도에서
sentence-in-any = 실전 또는 변화도에서
sentence-in = 범위 { $value }
sentence-colours-any = 흑백 교체 허용
sentence-colours-fixed = 흑백은 그린 대로
sentence-symmetry-none = 회전·대칭 제외
sentence-symmetry-all = 회전·대칭 허용
sentence-within = 각각 { $n }수 이내에 등장
sentence-after-moves = 각각 앞 국면과의 수 차이 { $n }
sentence-unique = 같은 대국은 한 번만
sentence-sort = 정렬 { $value }

# 주어: 위 조건의 $what
sentence-the-player = 대국자
sentence-counts = { $what } { $value }
sentence-value-comma = { ", " }
sentence-value-and = { $first } 및 { $last }
sentence-value-or = { $first } 또는 { $last }
sentence-the-black = 흑
sentence-the-white = 백
sentence-today = 오늘
sentence-yesterday = 어제
sentence-the-opponent = 상대
sentence-the-margin = 집차
sentence-the-date = 날짜
sentence-the-result = 결과
sentence-the-ending = 끝난 방식
sentence-the-event = 대회
sentence-the-series = 대회 시리즈
sentence-the-edition = 대회 기수
sentence-the-round = 라운드
sentence-the-game = 대국
sentence-the-match-game = 번기의 대국 번호
sentence-the-place = 장소
sentence-the-title = 제목
sentence-the-source = 출처
sentence-the-annotator = 해설자 이름
sentence-the-team = 팀 이름
sentence-the-country = 국가 이름
sentence-the-rules = 규칙 이름
sentence-the-opening = 포석
sentence-the-rank = 대국자 단급
sentence-the-rank-of-black = 흑 단급
sentence-the-rank-of-white = 백 단급
sentence-the-opponent-rank = 상대의 단급
sentence-the-time = 제한시간(초)
sentence-the-overtime = 초읽기
sentence-the-komi = 덤
sentence-the-handicap = 접바둑 돌 수
sentence-the-board = 판 크기
sentence-the-moves = 총 수
sentence-the-captures = 따낸 돌 수
sentence-the-ko-captures = 패를 되따낸 수
sentence-the-early-passes = 도중 패스의 수
sentence-the-comment = 해설
sentence-the-charset = 문자 인코딩
sentence-the-gtype = KataGo 대국 유형
sentence-the-gamehash = KataGo의 대국 해시
sentence-the-format = 형식
sentence-the-path = 경로
sentence-the-archive = 아카이브
sentence-the-solutions = 정답 수순의 수
sentence-the-visits = 탐색 수
sentence-the-blunders = 대악수 개수
sentence-the-book-left = 책에서 벗어난 때(몇 수째)
sentence-the-novelty = 신수가 나온 때(몇 수째)
sentence-the-accuracy = 정확도
sentence-the-lead = 흑의 우세(집)
sentence-the-rate = 흑의 승률(%)
sentence-the-id = id
sentence-the-property = 속성 { $name }

# 정렬 기준: “정렬: ” 뒤
order-date = 날짜(오래된 순)
order-date-back = 날짜(최신순)
order-moves = 총 수(적은 순)
order-moves-back = 총 수(많은 순)
order-captures = 따낸 돌 수(적은 순)
order-captures-back = 따낸 돌 수(많은 순)
order-ko-captures = 패를 되따낸 수(적은 순)
order-ko-captures-back = 패를 되따낸 수(많은 순)
order-hit = 일치한 수(이른 순)
order-hit-back = 일치한 수(늦은 순)
order-loss = 수의 손해(작은 순)
order-loss-back = 수의 손해(큰 순)
order-relevance = 적합도(높은 순)
order-relevance-back = 적합도(낮은 순)
order-black = 흑 이름순
order-black-back = 흑 이름 역순
order-white = 백 이름순
order-white-back = 백 이름 역순
order-rank = 단급(강한 순)
order-rank-back = 단급(약한 순)
order-margin = 집차(작은 순)
order-margin-back = 집차(큰 순)
order-added = 추가일(오래된 순)
order-added-back = 추가일(최신순)
order-place = 아카이브 안의 위치순
order-place-back = 아카이브 안의 위치 역순

## 엔진이 본 한 수

# “B Q3 손해 8.6집(21%), 최선 R14 · KataGo”의 조각
judged-lost = { $played } 손해 { $cost }
judged-gained = { $played } 이득 { $cost }
judged-lost-alone = 손해 { $cost }
judged-gained-alone = 이득 { $cost }
judged-points-percent = { $points }집({ $percent }%)
judged-points = { $points }집
judged-percent = { $percent }%
judged-best = { $told }, 최선 { $best }
judged-playouts = 탐색 { $n }회
standing-black = 흑 { $percent }%
standing-black-leads = 흑 { $points }집 우세
standing-white-leads = 백 { $points }집 우세

## 탐색 페이지 위의 문장: “1,257국에서 이 국면 등장, 회전·대칭 모두 포함; 흑 “Lee”.”

reached-games = { $n ->
    [0] 이 국면이 나온 대국 없음
   *[other] { $n }국에서 이 국면 등장
}
# $place는 “귀, 7×11줄, 와일드카드 4곳”
shape-games = { $n ->
    [0] 이 모양이 나온 대국 없음: { $place }
   *[other] { $n }국에서 이 모양 등장: { $place }
}
reached-turned = 회전·대칭 모두 포함
reached-as-drawn = 회전·대칭 제외
reached-where = { "; " }
sentence-end = { "." }
shape-on-whole = 판 전체
shape-lines = { $columns }×{ $rows }줄
shape-open-points = 와일드카드 { $n }곳
shape-order = 수순 지정 { $n }수
place-anywhere = 판 어디서나
place-whole = 판 전체
place-corner = 귀
place-edges = 지정한 변
place-across = 변에서 변까지
place-side = 변
place-turned = 회전·대칭 모두 포함
place-as-drawn = 그린 대로
place-colours = 흑백 교체 포함

## 엔진 분석 그래프

graph-title = 흑의 승률과 우세(집), { $engine }
graph-move = { $number }수째: { $played }

frame-language = 언어

### 질문의 오류

## 검색식의 오류: 낱말과 기호

# $name 은 필드 이름 자리에 쓴 말.
error-unknown-field = `{ $name }`(이)라는 필드는 없습니다
error-unknown-field-property = 루트 속성은 prop.NAME:…처럼 씁니다
error-unknown-field-capitals = 루트 속성이면 prop.{ $name }:…처럼 쓰세요
error-unknown-field-text = 입력한 글 그대로 찾으려면 따옴표로 묶으세요
# $near 는 표기가 비슷한 이름이나 값, $list 는 그 자리에 쓸 수 있는 모든 값.
error-did-you-mean = 혹시 `{ $near }`인가요?
error-did-you-mean-of = 혹시 `{ $near }`인가요? ({ $list })
# $example 과 $query 는 “date>=2016” 같은 검색식.
error-write-example = 예를 들어 이렇게 쓰세요: { $example }
error-write = 이렇게 쓰세요: { $query }
error-many-combinations = 여기의 선택지를 조합하면 { $most }가지가 넘습니다
error-many-combinations-help = 선택지를 줄이거나 검색식을 여럿으로 나누세요
error-too-deep = 괄호와 부정이 { $most }단계 넘게 겹쳐 있습니다
error-too-deep-help = 괄호 한 쌍에 낱말을 얼마든지 쓸 수 있습니다: (a OR b OR c). NOT NOT a는 a와 같습니다
error-copies-too-deep = `copy-of:`가 { $most }단계 넘게 겹쳐 있습니다
error-parenthesis-unopened = 여는 괄호 없이 닫는 괄호가 있습니다
error-parenthesis-unopened-help = 괄호를 지우거나 낱말을 따옴표로 묶으세요
error-parenthesis-unclosed = 괄호가 닫히지 않았습니다
error-parenthesis-unclosed-help = )로 닫거나 낱말을 따옴표로 묶으세요
error-empty-parentheses = 괄호 안이 비어 있습니다
error-quote-unclosed = 따옴표가 닫히지 않았습니다
error-quote-unclosed-help = 인용한 글을 "로 닫으세요. 따옴표 안에 따옴표를 쓰려면 \"라고 씁니다
error-single-quote-unclosed-help = 인용한 글을 '로 닫으세요. 이 글자 자체는 "'"라고 씁니다
error-empty-quotes = 따옴표 안이 비어 있습니다
error-empty-quotes-help = -{ $field }:*는 값이 없는 대국을 찾습니다
error-two-hyphens = `--`는 연산자가 아닙니다
# 옵션은 “--json” 같은 명령의 옵션.
error-two-hyphens-help = 옵션은 검색식 앞에 씁니다. 대국을 제외하려면 `-`를 하나 붙이고, `--`를 글로 찾으려면 따옴표로 묶으세요
error-exclamation-mark = `!`는 연산자가 아닙니다
error-exclamation-mark-help = 대국을 제외하려면 `-`를 하나 붙이세요: -{ $word }. `!`를 글로 찾으려면 따옴표로 묶으세요
# $what 은 입력한 연산자나 기호가 붙은 필드: “OR”, “player:”.
error-nothing-after = `{ $what }` 뒤에 아무것도 없습니다
error-nothing-after-help = 뒤에 낱말이나 값이 있어야 합니다. 이 말 자체를 찾으려면 따옴표로 묶으세요: "{ $word }"
error-nothing-after-hyphen-help = `-word`는 word가 있는 대국을 제외합니다. 하이픈을 찾으려면 따옴표로 묶으세요: "-"
error-nothing-before = `{ $what }` 앞에 아무것도 없습니다
error-nothing-before-help = 앞에 낱말이나 값이 있어야 합니다. 이 말 자체를 찾으려면 따옴표로 묶으세요: "{ $word }"
error-no-value-help = 값은 연산자 바로 뒤에 띄지 말고 붙여 쓰세요. 예: { $example }
error-no-value-or-any-help = 값은 연산자 바로 뒤에 띄지 말고 붙여 쓰세요. 예: { $example }. { $field }:*는 값이 있는 대국을 찾습니다
# 값 바로 뒤의 기호를 가리킨다.
error-space-missing = 값과 그 뒤의 말 사이에 공백이 없습니다
error-space-missing-help = 값 뒤를 띄우거나 값 전체를 따옴표로 묶으세요

## 검색식의 오류: 필드, 연산자, 괄호 묶음

# 예: player:(Lee komi:5)에서 $name 은 komi, $group 은 player.
error-field-in-parentheses = `{ $group }:`의 괄호 안에는 `{ $name }` 필드를 쓸 수 없습니다
error-field-in-parentheses-help = 필드 앞에서 괄호를 닫으세요. 필드 이름을 글로 찾으려면 이름을 따옴표로 묶으세요
# $sign 은 < <= > >= 가운데 하나.
error-field-without-order = `{ $name }` 필드는 대소를 비교할 수 없어 `{ $sign }` 기호를 쓸 수 없습니다
error-field-without-order-help = `{ $name }:…`처럼 쓰세요. 숫자, 날짜, 단급, 판 크기는 비교할 수 있습니다
# 묶음은 괄호 안의 여러 값: player:(Lee OR Gu).
error-group-takes-colon = 괄호로 묶은 여러 값에는 `{ $sign }` 대신 `:`을 씁니다
error-group-takes-colon-help = `{ $name }:( … )`처럼 쓰거나 값을 따옴표로 묶으세요
error-field-without-group = `{ $name }` 필드의 값은 하나뿐이며 괄호로 여러 값을 묶을 수 없습니다
error-field-without-group-help = 값을 따옴표로 묶으세요: { $name }{ $sign }"…"
error-wide-parenthesis = 전각 괄호로는 여러 값을 묶을 수 없습니다
error-wide-parenthesis-help = { $name }:( … )처럼 쓰거나 값을 따옴표로 묶으세요
error-field-takes-query = `{ $name }:`에는 괄호로 묶은 검색식이 필요합니다
error-two-operators = 연산자 두 개가 이어져 있습니다
error-operator-alone = 연산자 앞에 필드가 없습니다
error-operators-help = 연산자는 : = != < <= > >= 이며 띄어 쓰지 않습니다: komi>=6. 연산자를 글로 찾으려면 따옴표로 묶으세요
error-sign-takes-one = `{ $sign }` 뒤에는 값을 하나만 씁니다
# “시작”과 “끝”은 값을 나타낸다. 아래도 같다.
error-sign-takes-one-help = 범위는 { $field }:시작..끝처럼 씁니다
error-range-without-ends = 범위에 시작도 끝도 없습니다
error-range-dots = 범위에는 `..`을 한 번만 씁니다
error-range-help = 시작..끝, 시작.. 또는 ..끝처럼 쓰세요

## 검색식의 오류: 크기

error-long-phrase = 구절이 { $words }낱말인데 한도는 { $most }낱말입니다
error-long-phrase-help = 글을 찾는 데는 이어지는 낱말 몇 개면 충분합니다
error-many-words = 한 검색식의 낱말과 값이 { $most }개를 넘습니다
error-many-words-help = 낱말을 나누어 여러 번 검색하세요. `~`가 붙은 낱말은 { $n }개로 칩니다
error-many-clauses = 한 검색식의 조건이 { $most }개를 넘습니다
error-many-clauses-help = 조건을 나누어 여러 번 검색하세요
error-query-too-long = 한 검색식의 글이 { $most }바이트를 넘습니다

## 검색식의 오류: 값. $text 는 입력한 것.

# 필드의 값은 몇 개뿐인데 그 가운데 없다. $list 는 그 전부.
error-no-choice = `{ $text }`은(는) 이 필드의 값이 아닙니다
error-no-choice-help = 다음 중 하나를 쓰세요: { $list }
# $kind: a kind of finding, such as equal-names.
error-finding-of-file = doctor는 `{ $kind }` 문제점을 대국이 아니라 파일과 아카이브에서 찾습니다
error-no-result = `{ $text }`은(는) 대국 결과가 아닙니다
# 이것들은 그대로 입력한다.
error-no-result-help = W+, B+R, W+T, B+F, B+0.5, resign, time, forfeit, points, draw, void, ? 중 하나를 쓰세요
error-no-result-side-help = 한 사람의 결과를 찾으려면 { $example }처럼 쓰세요
error-no-number = `{ $text }`은(는) 숫자가 아닙니다
error-write-number = 6.5 같은 숫자나 5..7.5 같은 범위를 쓰세요
# “1,500”이면 $one 은 1500, $other 는 1.500.
error-number-may-be = `{ $text }`은(는) { $one } 또는 { $other }일 수 있습니다
error-number-may-be-help = { $one }, { $other } 중 하나를 쓰세요
error-number-too-large = `{ $text }`만큼 큰 숫자는 대국에 없습니다
error-number-too-large-help = 더 작은 숫자를 쓰세요
error-komi-too-large = `{ $text }`만큼 큰 덤은 없습니다
error-no-time = `{ $text }`은(는) 시간의 길이가 아닙니다
error-no-time-help = 초 단위로, 또는 2h30m처럼 쓰세요
error-no-rank = `{ $text }`은(는) 단급이 아닙니다
error-no-rank-help = 9p, 5d, 12k, pro, dan 또는 kyu처럼 쓰세요
error-no-size = `{ $text }`은(는) 판 크기가 아닙니다
error-no-size-help = 19, 9 또는 19x13처럼 쓰세요
error-regular-expression = 정규식은 쓸 수 없습니다
error-regular-expression-help = 낱말이나 그 앞부분(lee*), 또는 표기가 불확실한 낱말(lee~)을 쓰세요
error-question-mark = `?`는 와일드카드가 아닙니다
error-question-mark-help = 표기가 불확실한 낱말은 lee~처럼 쓰세요. 따옴표 안의 `?`는 무시됩니다
error-mark-in-word = `*`와 `~`는 낱말 끝에 씁니다
error-mark-in-word-help = lee*처럼 낱말의 앞부분을 쓰세요. 따옴표 안의 `*`와 `~`는 무시됩니다

## 검색식의 오류: 정렬

error-many-orders = 정렬 기준이 { $most }개를 넘습니다
error-many-orders-help = 첫 `sort:`가 가장 우선합니다. 뒤의 것을 빼세요
error-sort-takes-one = `sort:`에는 정렬 기준을 하나만 씁니다
error-unknown-order = `{ $text }`(이)라는 정렬 기준은 없습니다
error-unknown-order-help = 다음 중 하나를 쓰세요: { $list }. 이름 앞에 -를 붙이면 역순이 됩니다: sort:-date
error-unique-yes-or-no = `unique:`의 값은 yes 또는 no입니다
error-unique-yes-or-no-help = 대국마다 한 번씩만 보려면 unique:yes라고 쓰세요
error-sort-inside = `sort:`는 모든 일치를 정렬하므로 OR, NOT, 괄호 안에 쓸 수 없습니다
error-unique-inside = `unique:`는 모든 일치에 대한 것이므로 OR, NOT, 괄호 안에 쓸 수 없습니다
error-setting-inside-help = 이 조건을 검색식 끝에 쓰세요: (a OR b) { $example }

## 대국 위치와 국면의 오류

# 주소는 대국과 그 안의 수를 가리킨다: game.sgf#42.
error-address-empty = 주소에 파일도 id도 없습니다
error-address-empty-help = game.sgf#42, archive.zip!game.sgf@2#42 또는 ID#42처럼 쓰세요
error-place-time-out = 대국의 해당 위치에 이르기 전에 시간이 초과되었습니다
# $moves 는 자릿수 구분이 없는 $n.
error-no-such-move = { $n ->
    [0] { $number }번째 수가 없습니다: 실전에 둔 수가 없습니다
   *[other] { $number }번째 수가 없습니다: 실전은 { $moves }수까지입니다
}
# #0 등은 주소 뒤에 쓴다.
error-no-such-move-help = { $n ->
    [0] 국면은 #0 하나뿐입니다
   *[other] 시작은 #0, 끝은 #{ $moves }입니다
}
# 노드는 대국 트리의 한 자리. $nodes 는 자릿수 구분이 없는 $n.
error-no-such-node = { $n ->
   *[other] { $number }번 노드가 없습니다: 이 대국의 노드는 { $nodes }개입니다
}
error-no-such-node-help = { $n ->
    [1] 노드는 #n0 하나뿐입니다
   *[other] 노드는 #n0부터 #n{ $last }까지입니다
}
error-tried-other-game = 수를 두어 보는 것은 바둑 대국에서만 되며 주소에 판의 크기가 있어야 합니다
error-tried-illegal = 나의 수순 { $number }번째 수 { $point }은(는) 둘 수 없는 곳입니다
error-tried-illegal-help = 다른 곳에 두거나 대국으로 돌아가세요
# GM[$number] 는 SGF에서의 게임 종류.
error-kind-without-rules = GM[{ $number }]의 규칙을 알 수 없어 이 종류의 게임에는 국면이 없습니다
error-kind-without-rules-help = 국면을 검색할 수 있는 종류를 지정하세요: go 또는 loa
error-position-empty = 입력이 비어 있어 국면으로 읽을 수 없습니다
error-small-columns = 세로줄 이름이 소문자입니다: 라인즈 오브 액션이거나 다른 프로그램의 바둑판입니다
error-small-columns-help = 게임 종류를 지정하세요: go 또는 loa

## 검색식의 잘못

error-sort-hit = `sort:hit`에는 국면이 정확히 하나 필요합니다: 그 국면이 나온 수의 순서로 정렬합니다
error-sort-hit-help = position:"Q16 D4 Q3" sort:hit처럼 쓰세요
error-sort-loss = `sort:loss`는 일치한 수의 손해 순서로 정렬하는데, 이 검색식은 그런 수를 찾지 않습니다
error-sort-loss-help = loss>=5 sort:-loss처럼 쓰세요
error-third-player = 대국자는 두 명인데 이것은 세 번째 `player:`입니다
error-third-player-help = 이름 사이에 OR을 쓰거나 한 조건에 이름을 여러 개 쓰세요: player:(Lee OR Gu)
error-needs-one-player = `{ $clause }`에는 질의에 대국자가 정확히 한 명 있어야 합니다
error-needs-one-player-help = { $example }처럼 대국자를 한 명만 쓰세요. 두 번째 대국자는 vs:로 지정합니다
error-no-letters = 찾을 글자나 숫자가 없습니다
error-no-letters-help = 문장 부호는 검색하지 않습니다. 빼고 쓰세요
error-star-not-here = 이 필드에는 `*`를 쓸 수 없습니다
error-no-text-ranges = 글 필드에는 범위를 쓸 수 없습니다
error-name-a-word = 찾을 낱말을 쓰세요
error-star-in-value = `*`와 `~`는 글과 이름에만 쓸 수 있습니다
error-star-in-value-help = 값 전체를 쓰세요
error-not-whole = `{ $field }=`(으)로는 아무것도 찾을 수 없습니다: 해설은 낱말로만 검색할 수 있습니다
error-not-whole-help = { $clause }라고 쓰세요. 따옴표로 묶으면 나란히 이어진 낱말을 찾습니다
error-one-value = 이 필드에는 값을 하나만 쓸 수 있습니다
error-one-value-help = 값을 하나만 쓰세요
error-field-within-group = 필드를 다른 필드의 괄호 안에 쓸 수 없습니다

## `*`로 시작하는 낱말

error-star-alone = `*` 옆에 글자가 있어야 합니다
error-star-alone-help = `*` 앞에 글자를 쓰세요
error-star-first-in-field = `{ $field }:`의 낱말은 `*`로 시작할 수 없습니다
error-star-first-in-field-help = { $field }:{ $word } 또는 { $field }:{ $word }*처럼 쓰세요. 이름, 대회, 파일은 `*`로 시작할 수 있습니다: player:*{ $word }
error-star-first-anywhere = 모든 글을 검색할 때는 낱말이 `*`로 시작할 수 없습니다
error-star-first-anywhere-help = 필드를 지정하세요: player:*{ $word }, event:*{ $word } 또는 file:*{ $word }

## 숫자, 날짜 같은 값

# $example은 handicap:2..9 같은 조건.
error-number-help = { $example }처럼 쓰세요
error-margin-zero = 0집 차로 이길 수는 없습니다
error-margin-zero-help = result:draw라고 쓰세요
error-never-below-zero = `{ $field }`의 값은 0보다 작을 수 없습니다
error-whole-number = `{ $field }`의 값은 정수입니다
error-not-an-id = `{ $text }`은(는) id가 아닙니다
error-not-an-id-help = id는 0-9와 a-f로 된 최대 16자리입니다
# $name은 AB 같은 SGF 속성.
error-values-not-searched = `{ $name }`의 값은 검색하지 않습니다
error-values-not-searched-comments = 해설을 검색하려면 comment:…라고 쓰세요
error-field-not-searched = `{ $field }:` 필드는 검색할 수 없습니다
error-range-empty = 이 범위는 비어 있습니다
error-range-empty-help = 작은 값을 먼저 쓰세요: 1990..1995
error-not-a-date = `{ $text }`은(는) 날짜가 아닙니다
error-not-a-date-help = 1990, 1990-05, 1990-05-21, "21 May 1990", 1990s, 범위는 1990..1995, 또는 today, 7d, 2w, 1y처럼 쓰세요
error-date-too-old = `{ $text }`만큼 오래된 날짜는 없습니다
error-date-too-old-help = 연도는 1부터입니다. 200년은 200, 200년까지의 모든 해는 ..200이라고 쓰세요
# $one과 $other는 1990-05-06과 1990-06-05 같은 날짜.
error-either-date = `{ $text }`은(는) { $one } 또는 { $other }일 수 있습니다
error-either-date-help = { $one }, { $other } 중 하나를 쓰세요
error-no-property = `is:`에 쓸 수 없는 값입니다
# $choices는 error-no-property-or로 이은 조건: is:dup, is:new.
error-no-property-help = 다음 중 하나를 쓰세요: { $choices }
error-no-property-or = { ", " }
error-copy-of-no-query = `copy-of:`에는 괄호로 묶은 검색식이 필요합니다
error-no-go-term = `{ $text }`은(는) 알려진 바둑 용어가 아닙니다
# $clause는 term:joseki 같은 조건.
error-no-go-term-near = 혹시 { $clause }인가요?
error-no-go-term-words = 낱말 그대로 찾으려면 이렇게 쓰세요: { $clause }
error-no-joseki = `{ $text }`은(는) 알려진 정석 이름이 아닙니다
error-no-joseki-near = 혹시 { $clause }인가요?
error-no-joseki-words = 해설에서 낱말을 찾으려면 이렇게 쓰세요: { $clause }

## 국면과 모양

error-hit-without-position = `{ $field }:` 조건은 국면에 관한 것인데 옆에 국면이 없습니다
error-hit-without-position-help = 함께 쓰세요: position:"Q16 D4 Q3" next:D16. 대국의 총 수는 `moves:`로 찾습니다
error-within-one-position = `within:`은 국면 사이의 수 차이를 제한하는데 국면이 하나뿐입니다
error-within-one-position-help = position:"Q16 D4" then position:"Q16 D4 Q3" within:20처럼 쓰세요
error-no-position-named = 검색식에 국면이 없습니다
error-which-pattern = 모양도 국면의 일부도 아닙니다
error-no-part-of-board = `{ $part }`은(는) 이 판의 일부가 아닙니다
error-which-pattern-help = pattern:"XO/OX", pattern:@diagram.txt, pattern:"R16 P17 corner" 또는 pattern:"ID#42 O13-T19"처럼 쓰세요
error-files-not-read = `{ $text }`은(는) 파일 이름인데 여기서는 파일을 읽지 않습니다
error-files-not-read-help = 파일의 내용을 붙여 넣으세요
error-file-of-diagram-help = 그림이 든 파일의 이름 앞에 @를 쓰세요
error-no-positions-without-rules = 이 게임의 규칙을 알 수 없어 국면이 없습니다
error-not-about-hits = 이 조건은 대국에 관한 것이며, 국면이 일치한 곳에 관한 것이 아닙니다
error-not-a-side-to-move = `{ $text }`은(는) 흑도 백도 아닙니다
error-not-a-side-to-move-help = tomove:B 또는 tomove:W라고 쓰세요
error-next-outside-pattern = `{ $text }`은(는) 모양 안에 없습니다
error-next-not-a-move = `{ $text }`은(는) 수가 아닙니다
error-next-help = next:R14, next:"B R14", next:pass 또는 next:end처럼 쓰세요. 모양에는 next:elsewhere도 쓸 수 있습니다
error-which-part-of-game = `{ $text }`은(는) 기보의 일부가 아닙니다
error-which-part-of-game-help = in:main, in:variations 또는 in:any라고 쓰세요
error-which-colours = `{ $text }`(으)로는 흑백을 어떻게 볼지 알 수 없습니다
error-which-colours-help = colours:as-drawn, 또는 흑백을 바꾼 것도 찾으려면 colours:any라고 쓰세요
error-which-symmetries = `{ $text }`(으)로는 회전·대칭을 어떻게 볼지 알 수 없습니다
error-which-symmetries-help = symmetry:all, 또는 그린 그대로만 찾으려면 symmetry:none이라고 쓰세요
error-judged-on-main-line = 엔진 분석은 실전에서만 찾습니다
error-sequence-on-main-line = 차례로 나오는 국면은 실전에서만 찾습니다
error-leave-out-or-one-position = 이 조건을 빼거나 국면을 하나만 찾으세요
error-not-a-move-number = `{ $text }`은(는) 몇 수째인지 나타내는 숫자가 아닙니다
error-not-a-move-number-help = move:40, move:..50 또는 move:30..50처럼 쓰세요

## 엔진의 평가

error-field-twice = `{ $field }:` 조건이 두 번 나옵니다
error-field-twice-help = { $field }:5..20처럼 범위로 쓰세요
error-missed-no-point = `{ $text }`은(는) 판 위의 점이 아닙니다
error-missed-no-point-help = missed:Q16, missed:pass, 아무 수나 좋다면 missed:*처럼 쓰세요
error-lead-help = lead:B>5, lead:W>=3, 흑의 우세라면 lead:-2..2처럼 쓰세요
error-win-rate-help = winrate:B>90, winrate:W>=60, 흑의 승률이라면 winrate:40..60처럼 쓰세요
error-turned-value = `{ $text }`은(는) yes, no, 0보다 큰 집 수 가운데 어느 것도 아닙니다
error-turned-value-help = turned:yes(승률 90%), turned:no, turned:10(10집 우세)처럼 쓰세요
error-judged-no-number = `{ $text }`은(는) 숫자가 아닙니다
error-no-percentage = `{ $text }`은(는) 백분율이 아닙니다
error-win-rate-below-one = 승률은 % 단위여서 `{ $text }`은(는) 1% 미만이 됩니다

## 사용자의 별표, 태그, 메모, 저장한 검색

error-marks-not-known = 여기서는 내 태그, 별표, 메모, 저장한 검색을 읽을 수 없습니다
error-marks-not-known-help = 그것을 보관하는 컴퓨터에서 kifu-index로 검색하거나 이 조건을 빼세요
error-no-own-names = 내가 대국할 때 쓰는 이름을 알 수 없습니다
# 이 줄에는 me와 세미콜론이 있어야 함.
error-no-own-names-help = 설정 폴더의 aliases.tsv 파일에 내 이름과 계정을 적은 줄을 추가하세요. 예: me; Anna Lee; anna123
error-no-book = 사용 중인 책이 없습니다
error-book-gone = 사용 중인 책 { $file }이(가) 더는 없습니다
error-book-unreadable = 사용 중인 책 { $file }을(를) 읽을 수 없습니다
error-saved-takes-name = `saved:`에는 저장한 검색의 이름을 하나만 쓰세요
# $way는 화살표로 이은 이름: a → b → a.
error-saved-in-itself = 저장한 검색이 자기 자신을 포함합니다: { $way }
error-saved-in-itself-help = 그중 하나를, 다음 검색식을 가리키는 `saved:` 없이 다시 저장하세요
error-saved-named-too-often = 이 검색식을 펼치면 저장한 검색이 { $most }개를 넘습니다
error-saved-named-too-often-help = 저장한 검색 중 일부는 이름 대신 그 내용을 모두 쓰세요
# $reason은 다른 오류의 글.
error-saved-not-understood = 저장한 검색 `{ $name }`을(를) 이해할 수 없습니다: { $reason }
# $reason은 넘은 한도의 설명.
error-saved-too-large = 저장한 검색 `{ $name }`을(를) 펼치면 이 검색식이 너무 커집니다: { $reason }
error-none-saved-as = `{ $text }`(이)라는 이름으로 저장한 검색이 없습니다

## id, 페이지, 표

error-no-game-with-id = id가 `{ $id }`인 대국이 없습니다
error-games-with-id = id가 `{ $id }`(으)로 시작하는 대국이 { $games }국 있습니다
error-games-with-id-help = id의 자릿수를 더 쓰세요
error-no-page-key = 이 검색식의 페이지 키가 아닙니다
error-no-page-key-help = 첫 페이지를 여세요. 거기에 둘째 페이지의 키가 있습니다
error-not-narrowed = `{ $name }`(으)로는 결과를 좁힐 수 없습니다
error-not-narrowed-near = 혹시 `{ $near }`인가요? ({ $list })
error-not-narrowed-list = 다음 중 하나를 쓰세요: { $list }
error-not-ordered = `{ $name }`(으)로는 정렬할 수 없습니다
error-not-ordered-help = 값을 games 또는 name으로 정렬하세요
error-crosstable-players = 찾은 대국의 기사가 { $players }명입니다. 대전표는 { $most }명까지 만들 수 있습니다
error-crosstable-players-help = 대회 하나를 지정하세요(예: event:"45th Honinbo")
error-pattern-brace = `{ $pattern }`에 닫히지 않은 중괄호가 있습니다
error-pattern-brace-help = 열 이름을 중괄호로 묶으세요: { $pattern }

## 입력하거나 붙여 넣은 수, 판, 그림, 모양의 오류와 알림

error-point-taken = { $point }에 이미 { $color }돌이 있습니다
error-point-taken-help = 흑부터 번갈아 둡니다. `B Q16 B D4`처럼 쓰면 색을 정할 수 있습니다
note-ko = { $color } { $point }: 패를 바로 되따냈습니다
note-suicide = { $color } { $point }: 자살수여서 그 돌을 들어냈습니다
note-suicide-of-chain = { $color } { $point }: 자살수여서 돌 { $stones }개를 들어냈습니다
note-no-liberties = 활로가 없는 돌이 있습니다
error-position-forms = 수: `Q16 D4 Q3`, `B Q16 W D4`, 라인즈 오브 액션은 `e1-e3` | 기보: `game.sgf#42`, `a.zip!x.sgf#42` | SGF: `(;B[pd];W[dd])` | 표준 입력: `. X O .` 같은 줄로 그린 판, Sensei's Library 그림(`$$B`), GTP 스크립트(`play B Q16`)
error-not-a-position = 국면으로 읽을 수 없습니다
error-only-go-diagrams = Sensei's Library 그림은 바둑에만 쓸 수 있습니다
error-only-go-gtp = GTP 스크립트는 바둑에만 쓸 수 있습니다
error-only-go-help = 라인즈 오브 액션은 `e1-e3 a2-c2` 같은 수, SGF, 또는 그린 판으로 쓰세요
error-board-too-large = { $width }x{ $height } 판은 너무 큽니다
error-board-sizes = 판은 가로세로 1~52줄입니다
error-two-sizes = 판 크기가 동시에 { $one }와(과) { $other }일 수는 없습니다
error-two-sizes-help = 크기 중 하나를 빼세요
error-size-of-position = 국면의 판은 { $board }인데 `size:`는 { $size }입니다
error-drawn-size = 그린 판은 { $drawn }인데 지정한 크기는 { $asked }입니다
error-drawn-size-help = 판 크기를 빼거나 판 전체를 그리세요

error-sign-unknown = `{ $sign }`은(는) 판에 쓰지 않는 기호입니다
error-sign-of-board-help = 판은 돌을 X와 O로, 빈 점을 . 또는 +로 그립니다
error-sign-of-diagram-help = X와 O는 돌, . 과 , 는 빈 점, 1~9와 0은 수, a~z는 표시입니다
error-drawn-row-length = 그림의 { $row }번째 줄은 점이 { $points }개인데 윗줄들은 { $above }개입니다
error-row-length = { $row }번째 줄은 점이 { $points }개인데 윗줄들은 { $above }개입니다
error-row-length-help = 판의 가로줄은 모두 길이가 같습니다
error-row-lengths = 가로줄의 길이가 서로 다릅니다
error-two-blacks = `#`과 `X`가 함께 있습니다: 둘 다 흑돌인지, 하나는 다른 뜻인지 알 수 없습니다
error-two-blacks-help = 흑돌은 모두 X로, 빈 점은 `.`로 그리세요
error-row-numbers = 그림의 가로줄 번호가 { $rows }부터 1까지 차례로 내려가지 않습니다
error-row-numbers-help = 판의 가로줄을 모두 그리세요
error-axis-length = 그림의 세로줄 글자는 { $letters }개인데 가로줄의 점은 { $points }개입니다
error-axis-length-help = 판의 세로줄을 모두 그리세요
error-axis-letters = 그림의 세로줄 글자가 A부터 빠짐없이 이어지지 않습니다
error-axis-letters-help = 판 전체를 그리세요. 바둑판의 세로줄에는 I가 없고 H 다음이 J입니다
note-column-i = 그림에 I줄이 있어 세로줄을 왼쪽부터 세었고, 여기서는 보통의 이름으로 나타냅니다
note-labels = 점 위의 글자는 빈 점의 표시로 읽었습니다

error-shell-number = 셸이 `$$`를 숫자 { $number }(으)로 바꾸었습니다
error-diagram-line = 그림에 `$$`로 시작하지 않는 줄이 있습니다
error-diagram-line-help = Sensei's Library 그림은 모든 줄이 `$$`로 시작합니다
error-diagram-no-row = 그림에 판의 줄이 없습니다
error-diagram-no-row-help = `-`로 된 줄 사이에 `$$ | . X O . |` 같은 줄을 씁니다
error-diagram-header = 그림의 첫 줄을 읽을 수 없습니다
error-diagram-header-help = 첫 줄에는 `$$`, B 또는 W, c(좌표), 판 크기, m과 첫 수의 번호, 제목을 씁니다: `$$Bc19m5 Title`
error-diagram-edge = 그림에 변이 하나 더 그려져 있습니다
error-diagram-edge-help = `-`로 된 줄은 판 위와 아래에 하나씩입니다
error-row-below-edge = 아래 변 밑에 줄이 있습니다
error-row-below-edge-help = 아래 변은 모든 줄 밑에 그립니다
error-row-edges = { $row }번째 줄의 변이 윗줄들과 다릅니다
error-row-edges-help = 변 `|`는 모든 줄에 있거나 모두 없어야 합니다
error-number-twice = 번호가 { $number }인 돌이 둘입니다
error-number-twice-help = 번호는 한 번씩만 씁니다. 0은 10번째 수입니다
error-point-open = `{ $sign }`은(는) 정해지지 않은 점인데, 국면은 모든 점이 정해져야 합니다
error-point-open-help = 판의 모든 점을 X, O 또는 . 으로 쓰세요
error-diagram-size = 첫 줄의 크기는 { $size }인데 그림은 { $width }x{ $height }입니다
error-diagram-size-help = 판 크기를 빼거나 줄을 모두 그리세요
error-diagram-part = 이 그림은 판의 일부이지만 여기에는 판 전체가 필요합니다
error-diagram-part-help = `-`, `|`, `+`로 네 변을 모두 그리세요
note-numbered-stone = 번호 { $number }의 돌을 두었습니다
note-numbered-stones = 번호 { $first }-{ $last }의 돌을 차례로 두었습니다
note-moves-not-drawn = 그림에 없는 수: { $numbers }

note-genmove = `{ $command }`을(를) 건너뛰었습니다: 그 수가 스크립트에 없습니다
error-gtp-arguments = `{ $command }`의 인수를 읽을 수 없습니다
error-gtp-arguments-help = `boardsize 19`, `clear_board`, `play B Q16`, `set_free_handicap D4 Q16`, `undo`처럼 쓰세요
error-gtp-not-told = `{ $command }`의 결과는 스크립트만으로 알 수 없습니다
error-gtp-not-told-help = `set_free_handicap D4 Q16`, `play B Q16`처럼 쓰세요
error-gtp-unknown = 알 수 없는 GTP 명령입니다: `{ $command }`
error-gtp-unknown-help = 쓸 수 있는 명령: { $commands }
error-gtp-size = 판 크기가 아닙니다
error-gtp-size-help = `boardsize 19`처럼 쓰세요(최대 52)
error-gtp-other-size = 스크립트의 판은 { $size }인데 지정한 크기는 { $asked }입니다
error-leave-size-out = 판 크기를 빼세요
error-gtp-colour = `{ $word }`은(는) 색이 아닙니다
error-gtp-colour-help = `play B Q16`이나 `play white D4`처럼 쓰세요
error-gtp-undo = 무를 착수가 없습니다
error-gtp-undo-help = `undo` 하나가 `play` 하나를 무릅니다
error-gtp-handicap = { $point }에 이미 돌이 있습니다
error-gtp-handicap-help = 접바둑 돌은 첫 수 전에, 저마다 다른 점에 놓습니다

error-loa-illegal = { $color } { $played }: 둘 수 없는 수입니다
error-loa-no-piece = { $square }에 말이 없습니다
error-loa-other-piece = { $square }의 말은 { $owner }의 것입니다. 흑부터 번갈아 둡니다
error-loa-stuck = { $square }의 말은 움직일 수 없습니다
error-loa-targets = { $square }의 말이 갈 수 있는 곳: { $squares }
error-loa-square = 라인즈 오브 액션에서는 칸 하나만으로 수가 되지 않습니다
error-loa-square-help = 수는 `e1-e3`처럼 두 칸으로 씁니다
error-loa-not-a-move = `{ $word }`은(는) 라인즈 오브 액션의 수가 아닙니다
error-loa-not-a-move-help = 수는 `e1-e3` 같은 두 칸이나 `pass`입니다
error-loa-move-in-go = 바둑이 아니라 라인즈 오브 액션의 수입니다
error-loa-move-in-go-help = 게임 종류 loa를 지정하고 그 수만 쓰세요

error-off-board = `{ $word }`은(는) { $size } 판 밖입니다
error-off-board-go = 세로줄은 A부터 { $right }까지(I 제외), 가로줄은 1부터 { $top }까지입니다
error-off-board-loa = 세로줄은 a부터 { $right }까지, 가로줄은 1부터 { $top }까지입니다
error-off-board-pairs = 숫자 쌍에서 세로줄은 1부터 { $right }까지, 가로줄은 1(맨 위)부터 { $bottom }까지입니다
error-off-board-letters = SGF 글자에서 세로줄은 a부터 { $right }까지, 가로줄은 a(맨 위)부터 { $bottom }까지입니다
error-no-column-i = I줄은 없습니다: 바둑판에서는 H 다음이 J입니다
error-no-column-i-help = 아홉째 세로줄은 J입니다: 혹시 { $point }인가요?
error-not-a-point = `{ $word }`은(는) 점이 아닙니다
error-not-a-point-help = 점은 세로줄의 글자와 가로줄의 숫자로 씁니다: Q16
error-not-a-move = `{ $word }`은(는) 수가 아닙니다
error-not-a-move-help = 수는 Q16 같은 점이나 pass입니다. `B Q16 W D4`로 색을 정할 수 있습니다
error-colour-twice = `{ $color }` 다음에 수가 없이 또 색이 나옵니다
error-colour-twice-help = `B Q16 W D4`처럼 쓰세요
error-colour-alone = `{ $color }` 다음에 수가 없습니다
error-colour-alone-help = `B Q16 W D4`처럼 쓰거나 색을 빼세요
error-sgf-letters = `{ $word }`은(는) 다른 점과 달리 SGF 글자로 쓴 점입니다
error-sgf-letters-help = 이 점은 보통 쓰는 대로 { $point }(이)라고 쓰세요
note-pairs = { $pair }은(는) { $point }입니다: 숫자 쌍은 왼쪽 위부터 센 세로줄과 가로줄입니다

note-first-game = { $games }국 가운데 첫 대국만 읽었습니다
note-move-illegal = { $number }번째 수는 규칙에 어긋나지만 그대로 진행했습니다
error-sgf-rules-help = 바둑은 GM[1]로 쓰세요
error-sgf-kind = SGF의 게임 종류는 { $kind }인데 다른 종류를 지정했습니다
error-sgf-kind-help = 게임 종류를 빼세요. SGF의 GM[…]에 적혀 있습니다
error-sgf-other-size = SGF의 판은 { $size }인데 지정한 크기는 { $asked }입니다
error-sgf-cut = 글이 값 중간에서 끝납니다
error-sgf-cut-help = 값과 대국을 닫으세요: (;B[pd])
error-sgf-second-move = 한 노드에 같은 색의 수가 둘 있습니다
error-sgf-second-move-help = 수마다 세미콜론으로 시작하는 별도의 노드에 씁니다: (;B[pd];B[dd])
error-sgf-point = { $size } 판의 점이 아닙니다
error-sgf-point-help = SGF는 점을 왼쪽 위부터 센 세로줄과 가로줄의 두 글자로 씁니다: Q16은 B[pd]
error-sgf-loa-move = { $size } 판의 수나 칸이 아닙니다
error-sgf-loa-move-help = 라인즈 오브 액션에서 수는 B[e1-e3], 칸은 AB[e1]로 씁니다
error-sgf-size = 판 크기를 읽을 수 없습니다
error-sgf-size-help = SZ[19]나 SZ[19:13]처럼 쓰세요

error-two-boards = 글에 판이 둘 있습니다
error-two-boards-help = 판 하나의 줄만 남기세요
error-edge-not-drawn = 이 부분의 좌표는 판의 변에 닿는데 변이 그려져 있지 않습니다
error-edge-not-drawn-help = 변에 붙은 모양이면 `|`와 `-`로 변을 그리고, 어디든 되는 모양이면 좌표를 빼세요
error-stones-or-letters = 여기의 `B`와 `W`가 돌인지 빈 점의 글자인지 알 수 없습니다
error-stones-or-letters-help = 돌은 X와 O로, 다른 점은 모두 `.`로 그리세요
error-stone-or-letter = 여기의 `{ $sign }`이(가) 돌인지 빈 점의 글자인지 알 수 없습니다
error-stone-or-letter-help = 돌은 X와 O로 쓰고, `{ $sign }`이(가) 글자라면 그 점을 `.`로 쓰세요

note-words-are-rows = 낱말을 저마다 모양의 한 줄로 읽었습니다(모두 한 줄이면 붙여 쓰세요)
error-not-a-pattern = 모양으로 읽을 수 없습니다
error-row-or-rows = 한 줄인지, 띄어 쓴 여러 줄인지 알 수 없습니다
error-row-or-rows-help = `/`가 줄의 끝이고, 점 사이는 띄어 쓰지 않습니다: `XO/X.`는 두 줄, `XOX.`는 한 줄입니다
error-pattern-too-large = { $width }x{ $height } 모양은 어떤 판보다도 큽니다
error-no-numbered-stones = 수순에 번호 붙은 돌이 없습니다
error-no-numbered-stones-help = 수는 두는 순서대로 1~9와 0으로 그립니다
error-pattern-open = 이 모양은 모든 점이 와일드카드입니다
error-pattern-open-help = 돌을 하나 이상, 또는 변에 붙은 빈 점을 그리세요
error-region-off-board = 영역이 { $size } 판 안에 있지 않습니다
error-region-empty = 빈 영역입니다
error-region-no-move = 영역 안에 둔 수가 없습니다
error-region-many-moves = 영역 안에 둔 수가 { $n }수인데, 수순은 최대 { $most }수입니다
error-corner-not-told = 돌이 없어 어느 귀를 찾을지 알 수 없습니다
error-corner-too-small = 귀 밖에 있는 돌이 있습니다

## 검색 결과의 오류와 알림 (src/engine)

error-time-over-before-answer = 결과가 완성되기 전에 시간제한에 이르렀습니다
error-ratings-share = 먼저 학습할 대국의 비율이 { $share }(으)로 지정되었지만 0 이상 1 미만이어야 합니다
error-ratings-share-help = 0.333과 같은 비율을 쓰세요
error-novelty-not-ready = 모든 대국의 신수를 아직 찾는 중입니다({ $percent }% 완료)
error-novelty-not-ready-help = 잠시 후 다시 시도하세요. 색인 상태마다 한 번만 찾습니다
error-novelty-of-shards = 모든 대국의 신수는 샤드 하나만으로는 알 수 없습니다
error-novelty-of-shards-help = 모든 색인을 함께 열거나, 한 대국씩 찾으세요
error-novelty-no-sgf = SGF 형식의 기보가 아닙니다
# $reason은 영어
error-no-thread = 스레드를 시작할 수 없습니다({ $reason })
# $reason은 영어이거나 비어 있음
error-internal = 내부 오류: { $reason }
error-internal-at = 내부 오류({ $place }): { $reason }
error-index-seems-damaged = 색인이 손상된 것 같습니다(또는 프로그램의 결함: { $reason })

# 대국 표의 열. 주소에서 쓰는 열 이름. $columns와 $all은 쉼표로 나눈 열 이름
error-no-column = `{ $name }`(이)라는 열은 없습니다
error-no-column-write = 이렇게 쓰세요: { $columns }
error-no-column-tells = `{ $field }:`로 찾는 것을 보여 주는 열은 없습니다. 쓸 수 있는 열: { $all }
error-no-column-near = 혹시 `{ $near }`인가요? (전체: { $all })
error-no-column-all = 쓸 수 있는 열: { $all }

error-page-of-other-index = 이 페이지를 만든 뒤에 색인이 바뀌었습니다
error-page-of-other-index-help = 첫 페이지를 다시 여세요

# 앞에 파일 경로와 쌍점이 붙음
error-file-no-longer-there = 파일이 없어졌습니다
error-game-no-longer-in-file = 색인을 만든 뒤 파일이 바뀌어 이 대국은 이제 그 파일에 없습니다
# $problem은 파일의 문제점
error-file-changed = 색인을 만든 뒤 파일이 바뀌었습니다: { $problem }
# $problem은 경로와 없는 것. 예: “a.zip: has no member `b.sgf`”
error-no-longer = { $problem }(색인을 만들 때는 있었습니다)
error-file-of-game-too-large-help = 대국을 하나씩 읽을 수 있도록 파일을 나누세요

# $game은 대국의 번호
error-game-without-rules = { $game }은(는) 규칙을 알 수 없는 대국입니다
error-game-without-rules-help = 국면은 바둑과 라인즈 오브 액션에만 있습니다
# 어느 국면인지. $game은 대국의 번호
note-game-at-node = { $game }, 노드 { $node }
note-game-after-moves = { $game }, { $n }수까지
# $word는 입력한 and, or, not이고 $operator는 그 대문자
note-operator-as-word = 여기서 `{ $word }`은(는) 찾을 낱말입니다. 연산자는 { $operator }(이)라고 씁니다

## 태그, 메모, 저장한 검색, 연습의 오류 (src/store/userdata)

# 태그나 저장한 검색의 이름
error-name-missing = 이름이 없습니다
error-name-missing-help = study 같은 낱말을 쓰세요
error-name-too-long = 이름이 { $most }자를 넘습니다
error-name-too-long-help = 더 짧은 이름을 쓰세요
error-no-name = `{ $text }`은(는) 이름이 아닙니다
error-no-name-help = 이름에는 글자, 숫자, -, _를 쓸 수 있습니다(예: to-study)
error-note-too-long = 메모가 { $most } KiB를 넘습니다
error-note-too-long-help = 메모를 더 짧게 쓰세요
error-note-changed = 다른 탭이나 다른 프로그램에서 메모가 바뀌었습니다
error-note-changed-help = 두 메모를 비교해 맞는 것을 새 버전과 함께 보내세요
# 저장하거나 최근 검색에 남길 검색식
error-kept-query-empty = 검색식이 비어 있습니다
error-kept-query-too-long = 검색식이 { $most }자를 넘습니다
error-kept-query-help = 낱말이 하나 이상 있고 한도를 넘지 않는 검색식을 저장하세요
error-too-many-tags = 이렇게 바꾸면 대국 태그가 한도 { $most }개를 넘습니다
error-too-many-stars = 이렇게 바꾸면 별표가 한도 { $most }개를 넘습니다
error-too-many-notes = 이렇게 바꾸면 메모가 한도 { $most }개를 넘습니다
error-too-many-saved-queries = 이렇게 바꾸면 저장한 검색이 한도 { $most }개를 넘습니다
error-too-many-kept-help = 먼저 이미 있는 것을 몇 개 지우세요
error-nothing-kept-here = 태그와 메모를 저장할 설정 폴더가 없습니다
# 뒤에 쌍점과 이유가 붙음
error-with-reason = { $doing }: { $reason }
error-settings-folder-not-made = 설정 폴더를 만들 수 없습니다
# 태그, 메모 등의 파일. $file은 파일 이름, $reason은 영어
error-settings-file-newer = 설정 폴더의 { $file } 파일은 이 프로그램의 더 새로운 버전이 쓴 것입니다
error-settings-file-newer-help = 파일은 바뀌지 않았습니다. 더 새로운 버전의 프로그램을 쓰세요
error-settings-file-foreign = 설정 폴더의 { $file } 파일을 쓸 수 없습니다: 다른 프로그램의 파일입니다
error-settings-file-damaged = 설정 폴더의 { $file } 파일이 손상되었습니다: { $reason }
error-settings-file-busy = 다른 프로그램이 설정 폴더의 { $file } 파일을 쓰는 중입니다
error-settings-file-busy-help = 잠시 뒤에 다시 시도하세요
error-settings-file-unusable = 설정 폴더의 { $file } 파일을 쓸 수 없습니다: { $reason }
error-settings-file-unusable-help = 그 파일과 폴더에 쓸 수 있는지, 디스크가 가득 차지 않았는지 확인하세요
# 예전에 연습 답을 저장하던 파일. $line은 줄 번호
error-old-practice-unread = 설정 폴더의 { $file } 파일을 읽을 수 없습니다: { $reason }
error-old-practice-line = 설정 폴더의 { $file } 파일에서 { $line }번째 줄을 읽을 수 없어 건너뛰었습니다
error-old-practice-lines = 설정 폴더의 { $file } 파일에서 { $line }번째 줄 외 { $more }줄을 읽을 수 없어 건너뛰었습니다

## 오류가 났을 때 할 일: 이 프로그램의 명령과 옵션

remedy-raise-it = { $option } 옵션으로 이 한도를 늘릴 수 있습니다
remedy-raise-limit = { $option } 옵션으로 한도를 늘릴 수 있습니다
remedy-read-whole = --skip-slow를 빼면 파일 전체를 읽습니다
remedy-build = 색인을 만드세요: kifu-index build FOLDER_WITH_GAMES
remedy-refresh = 파일이 색인에 기록된 곳에 없습니다. 색인을 갱신하세요: kifu-index build
remedy-forget = 파일을 되돌려 놓거나 그 대국을 색인에서 빼세요: kifu-index build --forget { $root }
remedy-relocate = 대국의 id와 새 대국 여부를 유지하려면: kifu-index relocate { $old } { $new }. 두 곳을 모두 색인하려면: build --as-new
remedy-fewer-threads = 메모리가 모자라거나 실행 중인 프로그램이 너무 많습니다. --threads 1이 메모리를 가장 적게 씁니다
remedy-rebuild = 기보는 그대로입니다. 색인을 다시 만드세요: kifu-index build --rebuild --index { $folder }
remedy-publish = 샤드를 다시 게시하세요: kifu-index shards publish --force FOLDER…
remedy-verify = 어느 색인이 손상되었는지 확인하세요: kifu-index status --verify
remedy-name-roots = 폴더나 파일을 지정하세요: kifu-index build FOLDER_WITH_GAMES
remedy-name-rebuild-roots = 읽을 폴더를 지정하세요: kifu-index build --rebuild FOLDER_WITH_GAMES
remedy-name-reachable-roots = 바뀐 것은 없습니다. 읽을 폴더를 지정하세요: kifu-index build --rebuild FOLDER
remedy-other-index = --index로 다른 폴더를 지정하세요. 새 색인을 만들려면 빈 폴더를 지정하세요
remedy-one-shard-each = 샤드마다 따로 색인을 두고 --index로 지정합니다. --rebuild는 이 색인을 대체합니다
remedy-new-folder = 비어 있거나 아직 없는 폴더를 지정하세요: --output FOLDER
remedy-overwrite = 다른 이름을 지정하거나 --force로 기존 파일이나 폴더를 덮어쓰세요
remedy-name-table = --analysis FILE로 표를 다시 지정하거나 --no-analysis로 표를 빼세요
remedy-name-file = 다른 파일을 지정하거나, 표준 출력이라면 -를 쓰세요
remedy-write-folder = 파일을 지정하거나 --dir을 쓰세요
remedy-write-file = 폴더를 지정하거나 --sgf FILE을 쓰세요
remedy-write-elsewhere = 다른 폴더에 쓰세요. 파일 하나라면 표준 출력으로도 보낼 수 있습니다: --sgf - > FILE
remedy-list-fields = 모든 필드: kifu-index fields
remedy-fields-on-page = 모든 필드: 도움말 페이지
remedy-find-ids = id는 다음 명령이 출력하는 첫째 열에 있습니다: kifu-index search … | cat
remedy-page-find-ids = id는 대국 목록에 있습니다: /api/v1/search?q=…
remedy-page-filter-games = 대국의 조건은 검색식에 쓰세요: q=…
remedy-page-name-part = 영역이나 돌 주위를 고르세요: area=O13-T19, area=around
remedy-page-name-corner = 돌을 한 귀에 놓으세요. /api/v1에서는 region=upper-right로 귀를 지정합니다
remedy-page-whole-board = 판 전체를 고르세요: area를 빼세요
remedy-page-draw-moves = 판에 수를 놓거나 seq=1을 빼세요
remedy-page-draw-whole = 판 전체를 고르거나 sym=none을 빼세요
remedy-page-write-size = size=19나 size=19x13이라고 쓰세요
remedy-filter-games = 대국의 조건은 --filter에 쓰세요
remedy-ask-position = 돌과 표시가 있는 판 전체를 찾으려면: kifu-index position
remedy-ask-pattern = 모양으로 찾으세요: `kifu-index pattern`
remedy-quote-diagram = 그림을 작은따옴표로 묶거나 표준 입력으로 보내세요: `kifu-index position - < diagram.txt`
remedy-draw-pattern = 가로줄: `XO/OX`. `.`는 빈 점, `?`는 아무 점, `*`는 돌, `-`와 `|`는 변 | 국면의 일부: `R16 P17 --corner 6`, `game.sgf#42 --region O13-T19` | 표준 입력: 같은 가로줄을 한 줄에 하나씩, 또는 Sensei's Library 그림(`$$`)
remedy-draw-moves = 수를 1, 2, 3으로 그리거나 --diagram sequence를 빼세요
remedy-draw-whole = 네 변을 모두 그리고 --symmetry를 빼세요
remedy-name-corner = 귀를 지정하세요: --region upper-right(또는 upper-left, lower-right, lower-left)
remedy-name-part = --region O13-T19나 --corner 9로 부분을 지정하세요
remedy-name-part-or-whole = --corner나 --region O13-T19를 붙이세요. 판 전체라면: kifu-index position
remedy-leave-part-out = 그림 그대로 찾으려면 { $option }을(를) 빼세요. 국면의 일부를 잘라 내려면 수순을 쓰거나 판 전체를 그리세요
remedy-write-size = --size 19나 --size 19x13처럼 쓰세요
remedy-write-corner = --corner 9나 --corner 9x7처럼 쓰세요
remedy-write-kind = --kind go 또는 --kind loa라고 쓰세요
remedy-list-moves = 국면 다음의 수를 나열하려면 --tree를 빼세요
remedy-write-least = --least 5, --least 2% 또는 --least 5,2%처럼 쓰세요
remedy-build-with-parquet = Parquet를 지원하는 빌드를 설치하세요: cargo install --path . --features parquet. --csv와 --jsonl은 항상 쓸 수 있습니다
remedy-restore-mine = 바뀐 것은 없습니다. 이 파일의 이름을 바꾼 다음 마지막으로 내보낸 파일을 읽어 들이세요: kifu-index tag --import FILE
remedy-use-book = 변화가 담긴 SGF 파일을 책으로 지정하세요: kifu-index book FILE --use
remedy-mark-all = 바뀐 것은 없습니다. 검색식을 좁히거나, 이 대국을 모두 바꾸려면 --all을 붙이세요
remedy-save-query = 저장한 검색 목록: kifu-index save. 다른 검색 저장: kifu-index save NAME QUERY
remedy-report = KIFU_BACKTRACE=1로 출력되는 백트레이스와 함께 이 오류를 신고해 주세요
remedy-similar-name = { $name } ({ $games }국)
remedy-similar-names = 비슷한 이름: { $names }
remedy-or-list-fields = { $help } (모든 필드: kifu-index fields)
remedy-or-fields-on-page = { $help } (모든 필드: 도움말 페이지)
remedy-or = { $help }. 또는 { $other }
remedy-behind = { $message } ({ $remedy })

### 페이지

## 대국 페이지: 검색식으로 찾은 대국

games-title = 대국
games-restarted = 이 페이지를 만든 뒤 아카이브가 바뀌었습니다. 첫 페이지를 보여 드립니다.
games-results = 결과
games-selected = 선택한 대국
games-to-facets = 좁히기 ↓
games-advice-names = 비슷한 이름:
games-advice-words = 혹시:
games-advice-without = 조건을 줄이면:
games-rows = { $total }국 중 { $first }–{ $last }
games-none = 검색식에 맞는 대국이 없습니다.
games-none-help = 검색식의 일부를 빼 보세요.
games-more = 대국 더 보기
games-first-page = 첫 페이지
games-view = 보기
games-view-comments = 해설 포함
games-view-table = 표
games-view-boards = 바둑판
games-order-usual = 기본 순서
games-order-newest = 최신순
games-order-oldest = 오래된 순
games-order-strongest = 단급이 높은 순
games-order-longest = 수가 많은 순
games-order-shortest = 수가 적은 순
games-order-captures = 따낸 돌이 많은 순
games-order-black = 흑 이름순
games-order-white = 백 이름순
games-order-closest = 집차 작은 순
games-order-place = 파일 순서
games-order-own = 검색식의 순서
games-head-result = 결과
games-head-date = 날짜
games-head-moves = 수
games-head-komi = 덤
games-head-event = 대회
games-moves-and-variations = { $moves }, { $variations }
games-more-hits = 이 대국에 { $n }곳 더
games-hit = 일치
games-at-beginning = 처음
games-at-beginning-in-variation = 처음, 변화도
games-at-move = { $number }수째
games-at-move-in-variation = { $number }수째, 변화도

## 대국 목록 옆의 좁히기

facets-title = 좁히기
facets-how = 끝난 방식
facets-archive = 아카이브
facets-rank = 강한 쪽 단급
facets-size = 판 크기
facets-lang = 언어
facets-years = 연도
facets-more = { $n }개 더
facets-take-away = { $name }: 빼기
facets-without = { $name } 제외
facets-without-take-away = { $name } 제외: 빼기
facets-earlier = 그 이전: { $games }
facets-games-of-years = { $years }: { $games }
facets-how-resignation = 불계승
facets-how-time = 시간승
facets-how-forfeit = 기권승
facets-how-points = 계가승
facets-how-draw = 무승부
facets-how-void = 무효
facets-unknown = 불명
facets-rank-professional = 프로
facets-rank-dan = 아마 단
facets-rank-kyu = 급
facets-without-rank = 단급 없음
facets-no-comments = 해설 없음
facets-not-known = 값 불명
language-ar = 아랍어
language-bg = 불가리아어
language-cs = 체코어
language-da = 덴마크어
language-de = 독일어
language-el = 그리스어
language-en = 영어
language-es = 스페인어
language-fi = 핀란드어
language-fr = 프랑스어
language-he = 히브리어
language-hu = 헝가리어
language-it = 이탈리아어
language-ja = 일본어
language-ko = 한국어
language-nb = 노르웨이어
language-nl = 네덜란드어
language-pl = 폴란드어
language-pt = 포르투갈어
language-ro = 루마니아어
language-ru = 러시아어
language-sr = 세르비아어
language-sv = 스웨덴어
language-th = 태국어
language-tr = 튀르키예어
language-uk = 우크라이나어
language-zh = 중국어

## 열을 고르는 대국 표와 파일로 받기

columns-menu = 열
columns-download = 모두 내려받기: { $files }
columns-csv-as-shown = 보이는 대로 CSV
columns-practise = 연습
columns-practise-title = 이 대국들의 다음 수 맞히기

## 대국 표의 열 이름(자리가 좁음)

columns-head-id = id
columns-head-path = 경로
columns-head-member = 내부 파일
columns-head-game = 파일 안 번호
columns-head-black = 흑
columns-head-white = 백
columns-head-black-rank = 흑 단급
columns-head-white-rank = 백 단급
columns-head-black-persons = 흑 인물들
columns-head-white-persons = 백 인물들
columns-head-black-team = 흑 팀
columns-head-white-team = 백 팀
columns-head-result = 결과
columns-head-date = 날짜
columns-head-dates = 모든 날짜
columns-head-date-span = 기간
columns-head-date-text = 날짜(적힌 대로)
columns-head-event = 대회
columns-head-round = 라운드
columns-head-place = 장소
columns-head-komi = 덤
columns-head-handicap = 접바둑
columns-head-handicap-inferred-from = 접바둑 판단 근거
columns-head-rules = 규칙
columns-head-ruleset = 규칙 종류
columns-head-time = 제한시간
columns-head-overtime = 초읽기
columns-head-annotator = 해설자
columns-head-title = 제목
columns-head-opening = 포석
columns-head-source = 출처
columns-head-transcriber = 기록자
columns-head-copyright = 저작권
columns-head-game-comment = 대국 설명
columns-head-kind = 종류
columns-head-format = 형식
columns-head-charset = 인코딩
columns-head-size = 판 크기
columns-head-moves = 총 수
columns-head-nodes = 노드
columns-head-variations = 변화도
columns-head-openings = 인식한 포석
columns-head-moves-sgf = 수순 SGF
columns-head-moves-gtp = 수순 GTP
columns-head-setup = 초기 배치
columns-head-final = 최종 국면
columns-head-move = 몇 수째
columns-head-node = 노드 번호
columns-head-variation = 변화도 여부
columns-head-comment = 해설
columns-head-added = 추가일
columns-head-series = 시리즈
columns-head-edition = 기수
columns-head-match-game = 번기 국 번호
columns-head-black-country = 흑 국가
columns-head-white-country = 백 국가
columns-head-winner = 승자
columns-head-how = 끝난 방식
columns-head-margin = 집차
columns-head-year = 연도
columns-head-date-from = 시작일
columns-head-date-to = 종료일
columns-head-black-person = 흑 인물
columns-head-white-person = 백 인물
columns-head-lang = 해설 언어
columns-head-toplay = 둘 차례
columns-head-region = 영역
columns-head-solutions = 정답 수순
columns-head-captures = 따낸 돌 수
columns-head-ko-captures = 패 되따냄
columns-head-early-passes = 도중 패스
columns-head-novelty-ply = 신수
columns-head-followers = 따라 둔 대국
columns-head-gtype = 대국 유형
columns-head-game-hash = 대국 해시
columns-head-tags = 태그
columns-head-starred = 별표
columns-head-note = 메모
columns-head-engine = 엔진
columns-head-mover = 둔 쪽
columns-head-played = 둔 수
columns-head-loss = 손해
columns-head-drop = 승률 하락
columns-head-best = 최선수
columns-head-black-winrate = 흑 승률
columns-head-black-lead = 흑 우세
columns-head-visits = 탐색 수
columns-about = 약 { $size }

## 모든 페이지의 둘레

frame-tab-explore = 탐색
frame-tab-joseki = 정석
frame-tab-games = 대국
frame-tab-players = 대국자
frame-tab-mine = 내 보관함
frame-tab-archive = 아카이브
frame-pages = 페이지
frame-skip = 결과로 건너뛰기
frame-ask = 대국
frame-query = 검색식
frame-search = 검색
frame-theme-and-help = 테마와 도움말
frame-theme = 밝게 또는 어둡게
frame-help = 도움말
frame-took = 전체 { $games }국을 { $time }ms에 검색
frame-took-partly = 전체 { $games }국 중 일부만 { $time }ms 동안 검색
frame-unknown = 이 주소에서 알 수 없어 무시한 항목: { $names }
frame-built = { $time }에 만든 색인
frame-refreshing = 색인 갱신 중
frame-no-games = 이 색인에는 대국이 없습니다.
frame-no-games-build = 기보 폴더를 읽으려면 터미널에서 실행하십시오:
frame-no-games-folder = 폴더
frame-no-games-watch = 새로 생기거나 바뀐 기보를 바로 색인하려면 서버를 이렇게 시작하십시오:
frame-no-games-archive = 읽은 것과 읽지 못한 것
frame-keys-region = { $key } 영역
frame-keys-wildcard = { $key } 와일드카드
frame-keys-shift-click = ⇧ 클릭
frame-keys-whole-board = { $key } 판 전체
frame-keys-answer = { $key } 정답
frame-keys-next = { $key } 다음
frame-keys-moves = { $keys } 수 이동
frame-keys-query = { $key } 검색식
frame-keys-help = { $key } 단축키

## 탐색: 페이지, 탭, 비교, 해설

explore-title = 탐색
explore-tabs = 결과 구분
explore-tab-moves = 다음 수
explore-tab-years = 연도
explore-tab-games = 대국
explore-tab-comments = 해설
explore-compare-open = 다른 대국과 비교
explore-compare-with = 비교 대상
explore-compare = 비교
explore-compare-all = 모든 대국
explore-compare-swap = 두 검색식 서로 바꾸기
explore-compare-stop = 비교 끝내기
explore-comments = 이 국면의 해설
explore-comments-shown = 긴 순서: { $all }개 중 { $first }–{ $last }
explore-comments-none = 이 국면을 해설한 기보가 없습니다.
explore-comments-longer = 더 긴 해설
explore-comments-shorter = 더 짧은 해설
explore-comments-part = 해설이 있는 { $all }국 중 처음 { $n }국만 검색했습니다.
explore-comment-move = { $n }수째
explore-comment-variation = { $n }수째, 변화도

## 탐색: 바둑판

position-title = 국면
position-board-first = 바둑판, { $color } 차례
position-board = 바둑판, { $n }수 진행, 마지막 수 { $at }, { $color } 차례
position-taken = { $point }에는 이미 돌이 있습니다.
position-moves = 수순
position-first = 처음 국면
position-back = 한 수 뒤로
position-forward = 한 수 앞으로
position-more = 그 밖의 바둑판 기능
position-view = 보기
position-turn = 판 돌리기
position-mirror = 판 뒤집기
position-link = 이 국면의 링크
position-boards = 판 크기
position-boards-other = 기타 크기
position-lines = 줄
position-type-move = { $color } 차례 · 수 입력:
position-words = 글로 본 국면
position-stones = { $color }: { $points }.
position-no-stones = 돌 없음
position-last = 마지막 수: { $n }수째, { $color } { $at }.
position-next-none = { $color } 차례. 이 국면의 대국 { $n }국.
position-next = { $color } 차례. 이 국면의 대국 { $n }국, 많이 둔 수: { $moves }.

## 탐색: 다음 수 표

moves-title = 다음 수
moves-total = { $n ->
   *[other] { $total }국
}
moves-any-order = 수순 무관
moves-first-time = 모양이 처음 나온 때를 기준으로 집계
moves-without-winner = 승자 없는 대국 { $n }국
moves-only-in-variations = 그 밖에 변화도에만 { $n }국.
moves-row = { $at }: { $n }국
moves-row-wins = { $at }: { $n }국, 승률 { $wins }%
moves-most = 최다 { $at }, { $share }
moves-most-wins = 최다 { $at }, { $share }, 승률 { $wins }%
moves-end = 여기서 종국
moves-elsewhere = 다른 곳
moves-next = 다음 수
moves-next-caption = 다음 수, 많이 둔 순
moves-tenuki = 손뺌
moves-tenuki-caption = 다른 곳에 둔 수, 많이 둔 순
moves-inside = 영역 안
moves-inside-caption = 영역 안의 다음 수, 많이 둔 순
moves-later = 영역 안, 언제든
moves-later-caption = 언제 두었든 영역 안의 다음 수
moves-none-inside = 영역 안에 바로 다음 수로 둔 곳이 없습니다.
moves-later-open = 언제 두었든 영역 안의 다음 수
moves-others = 다음 수 { $n }가지 더, { $games }국
moves-head-games = 국수
moves-head-share = 비율
moves-head-results = 결과
moves-head-wins = 승률
moves-wins-title = 두는 쪽의 승률과 95% 윌슨 구간의 반폭
moves-head-years = 연도
moves-years-title = 이 국면의 대국에서 차지하는 비율, 5년 단위
moves-head-loss = 손해
moves-loss-title = 엔진이 본 수의 평균 손해(집), 5국 이상
moves-head-more = 더 보기
moves-head-book = 책
moves-book-title = 내 책에 있는 수
moves-in-book = 책에 있음
moves-won = 흑 { $black }승, 백 { $white }승
moves-few = 너무 적음
moves-worse = 평균보다 나쁨
moves-better-side = 좋음(이 국면에서 둔 쪽의 평균과 비교 · 옅은 색: 국수가 적어 판단 불가)
moves-better = 좋음(이 국면에서 { $color }의 평균과 비교 · 옅은 색: 국수가 적어 판단 불가)
moves-how-counted = 집계 방법
moves-show-losses = 수의 손해 보기

## 탐색: 표의 행 아래, 다음 수에 대해 더

moves-more-about = { $at } 더 보기
moves-more-none = 이 수에 대해 더 알려진 것이 없습니다.
moves-more-years = 둔 해: { $years }.
moves-more-reached = 그 국면의 대국 { $n }국, 그중 다른 수순으로 { $others }국.
moves-more-players = 대국자
moves-more-others = 그 밖의 대국자
moves-more-local = 영역 안의 다음 수로 { $n }국. 바로 둔 경우와 손뺌(패스 포함) 뒤에 둔 경우:
moves-at-once = 바로
moves-after-one = { $stone } 손뺌 1수 뒤
moves-after-more = { $stone } 손뺌 2수 이상
moves-at-once-share = 바로 { $share }
moves-at-once-title = 영역 안의 다음 수로 { $n }국, 그중 바로 { $share }

## 탐색: 보여 줄 것이 적을 때

hints-first = 먼저 해 볼 것
hints-after = { $moves } 다음
hints-no-shape = 이 모양이 나온 대국이 없습니다.
hints-no-position = 이 국면이 나온 대국이 없습니다.
hints-smaller = 이렇게 줄이면 대국이 있습니다:
hints-smaller-region = { $region }만: { $n }국
hints-smaller-stone = { $point }의 돌 무관: { $n }국
hints-last-seen = 마지막으로 나온 곳: { $seen } ({ $n }국).
hints-seen-after = { $n }수째 { $at } 다음
hints-seen-before = 첫 수 이전
hints-without = { $clause } 없이: { $n }국
hints-without-filter = 조건 없이
hints-near = 이 국면에 가까운 대국 찾기
hints-partial = { $far } 살펴봄, 지금까지 { $n }국.
hints-partial-found = 지금까지 찾은 대국 보기
hints-partial-rest = 나머지 대국 검색

## 탐색: 집계 방법

hints-counted = 집계 방법
hints-counted-position = 국면 표를 한 번 찾아 세었습니다.
hints-counted-shape = 이 모양이 있을 만한 모든 대국을 한 번 살펴보고 세었습니다.
hints-parts = 검색식의 구성
hints-parts-part = 조건
hints-parts-games = 국수
hints-parts-ms = ms
hints-parts-by = 찾은 방법

## 탐색: 바둑판에서 모양으로 치는 것과 클릭으로 놓는 것

shape-what-counts = 찾는 범위
shape-whole-board = 판 전체
shape-around-stones = 돌 주변
shape-region = 영역
shape-type-region = 영역:
shape-click-puts = 클릭하면
shape-pen-label = { $word }: { $says }
shape-pen-turn = 번갈아
shape-puts-turn = 흑백을 번갈아 놓기
shape-pen-black = 흑
shape-puts-black = 흑돌
shape-pen-white = 백
shape-puts-white = 백돌
shape-pen-any = 임의
shape-puts-any = 무엇이 있어도 됨
shape-pen-no-white = 백 제외
shape-puts-no-white = 흑 또는 빈 곳
shape-pen-no-black = 흑 제외
shape-puts-no-black = 백 또는 빈 곳
shape-pen-stone = 돌
shape-puts-stone = 흑이든 백이든 돌
shape-pen-empty = 지우기
shape-puts-empty = 돌과 기호를 지움
shape-edge-left = 좌변
shape-edge-right = 우변
shape-edge-top = 상변
shape-edge-bottom = 하변
shape-free = { $edge } 고정 풀기
shape-bind = { $edge }에 고정

## 탐색: 모양으로 치는 것을 바꾸는 버튼(자리가 좁음)

chips-title = 이 모양으로 치는 것
chips-colours = 흑백 교체
chips-ways = { $n }방향
chips-anywhere = 어디서나
chips-edges = 변 { $n }개
chips-main-lines = 실전만
chips-variations-too = 변화도 포함
chips-in-variations = 변화도만
chips-next-any = 다음
chips-to-move-any = 차례
chips-move-any = 몇 수째
chips-next = 다음: { $value }
chips-any = 무관
chips-elsewhere = 다른 곳
chips-end = 종국
chips-to-move = 차례: { $side }
chips-move = 몇 수째: { $range }
chips-move-label = 몇 수째인지, ..50 또는 30..50처럼
chips-choose = 선택
chips-order = 이 수순대로

## 탐색: 두 검색식 나란히 보기. 어디서나 A, B라고 부릅니다

compare-title = 양쪽의 다음 수
compare-total = { $first }국과 { $second }국
compare-total-corners = 귀 { $first }곳과 { $second }곳
compare-all-games = 모든 대국
compare-black-wins = 흑 승률 { $rate }
compare-difference = 흑 승률 차이(A−B): { $points }%p({ $interval }).
compare-interval = { $low } ~ { $high }
compare-common = 양쪽에 모두 있는 대국이 { $n }국 있지만, 구간은 A와 B에 겹치는 대국이 없다고 보고 계산합니다.
compare-none = 두 검색식 모두 찾은 대국이 없습니다.
compare-more = 다음 수 { $n }가지 더
compare-legend = 차이는 A에서 B를 뺀 퍼센트포인트와 그 95% 구간입니다. 우연만으로 설명되지 않고 A나 B에 이 수를 둔 대국이 5국 이상이면 굵게 표시합니다. 승률은 두는 쪽의 것입니다.
compare-common-corners = 양쪽에 다 있는 귀 { $n }곳: 구간은 A와 B에 겹치는 귀가 없다고 보고 계산합니다.
compare-none-corners = 두 검색식 모두 이 모양의 귀가 없습니다.
compare-legend-corners = 차이는 A에서 B를 뺀 퍼센트포인트와 그 95% 구간입니다. 우연만으로 설명되지 않고 A나 B에 이 수를 둔 귀가 5곳 이상이면 굵게 표시합니다. 승률은 두는 쪽의 것입니다.
compare-caption = 다음 수, 양쪽 국수가 많은 순
compare-next = 다음 수
compare-share = 비율
compare-share-in = 검색식 { $side }의 대국에서의 비율
compare-wins = 승률
compare-wins-in = 검색식 { $side }의 대국에서의 승률
compare-ends = 여기서 종국
compare-elsewhere = 다른 곳
compare-few = 너무 적음

## 탐색: 국면의 대국

chosen-title = 대국
chosen-order-newest = 최신순
chosen-order-oldest = 오래된 순
chosen-order-strongest = 단급이 높은 순
chosen-order-shortest = 수가 적은 순
chosen-order-longest = 수가 많은 순
chosen-order-closest = 집차 작은 순
chosen-order-earliest = 일찍 나온 순
chosen-order-other = 정렬: { $order }
chosen-copies = 같은 대국은 한 번만: 사본 { $n }개 생략.
chosen-first = 처음 대국
chosen-more = 대국 더 보기
chosen-shown = { $total }국 중 { $n }국
chosen-all = 모든 대국 →
chosen-tree-file = 다음 수를 SGF로
chosen-moves-before = 몇 수째
chosen-at-move = { $number }수째
chosen-exchanged = 흑백 교체

## 정석: 귀에서 어떻게 두는지
joseki-title = 정석
joseki-corners = { $n ->
    [0] 이 모양의 귀 없음
   *[other] { $games }의 귀 { $n }곳이 이 모양(대칭·흑백 바뀜 포함)
}
joseki-corners-empty = { $n ->
    [0] 귀에 둔 대국 없음
   *[other] { $games }의 귀 { $n }곳에서 착수
}
joseki-left-out = 접바둑돌이나 배치된 돌이 있는 귀 { $n }곳은 제외
joseki-total = { $n ->
   *[other] 귀 { $total }곳
}
joseki-in-games = ({ $games })
joseki-after-tenuki = { $color } 손뺌 뒤
joseki-first-color = 귀에 먼저 두는 쪽이 흑
joseki-head-corners = 귀
joseki-caption = 귀의 다음 수, 많이 둔 순
joseki-tenuki = 손뺌
joseki-tenuki-title = { $color }이 손을 빼고 상대가 이어서 둠
joseki-end = 여기까지
joseki-row = { $at }: 귀 { $n }곳
joseki-row-wins = { $at }: 귀 { $n }곳, 승률 { $wins }%
joseki-others = 다음 수 { $n }가지 더, 귀 { $corners }곳
joseki-at-once = 귀의 { $share }에서 바로 둠
joseki-elsewhere = 그 밖에는 다른 곳 { $n }수 뒤(중앙값)
joseki-tenuki-elsewhere = 다른 곳 { $n }수 뒤에 귀가 이어짐(중앙값)
joseki-games-later = 수를 두면 그 모양이 나온 대국이 보입니다.
joseki-games-left-out = 이 가운데 { $n }국은 접바둑돌이나 배치된 돌이 있는 귀에만 이 모양이 있어 표에는 넣지 않았습니다.
joseki-explore = 이 귀를 모양으로 탐색
joseki-board = 귀, { $color } 차례
joseki-board-after = 귀, { $at }까지, { $color } 차례
joseki-of-game = 이 귀의 정석

## 탐색: 국면의 연도

years-title = 연도
years-games = 연도별 국수
years-shares = 연도별 대국 중 비율
years-show-shares = 비율 보기
years-show-counts = 국수 보기
years-all = 모든 연도
years-dates = 날짜
years-span = { $first }년부터 { $last }년까지
years-most-games = { $first }년부터 { $last }년까지, 최다 { $year }년: { $games }국
years-most-share = { $first }년부터 { $last }년까지, 최고 { $year }년: { $share }
years-before = { $year }년보다 이전 { $n }국
years-none = 날짜가 있는 대국이 없습니다.
years-corners = 연도별 귀의 수
years-corner-shares = 연도별 귀 중 비율
years-most-corners = { $first }년부터 { $last }년까지, 최다 { $year }년: 귀 { $games }곳
years-before-corners = { $year }년보다 이전 귀 { $n }곳
years-from = 시작
years-to = 끝
years-choose = 연도 선택
years-curve = 최고 { $share }, { $year }년 무렵

## 여러 페이지의 수치

figures-copies-once = 같은 대국의 사본은 한 번만 셉니다
figures-each-once = 사본은 한 번만
figures-won-by = 흑 승, 백 승

## 한 대국의 페이지

game-around = 아카이브에서 이 국면과 대국
game-about = 이 기보에 대하여
game-current-move = 이 수
game-generated-comment = 프로그램이 쓴 해설
game-tried = 나의 수순:
game-untry = 대국으로 돌아가기 { $key }
game-tabs = 이 대국의 항목
game-tab-costly = 손해
game-tab-comments = 해설
game-tab-here = 다른 대국
game-tab-tree = 변화도
game-tab-about = 기보
game-board = 바둑판
game-no-board = 규칙을 알 수 없는 게임이어서 판을 보여 드릴 수 없습니다.
game-first = 처음 국면
game-back = 한 수 뒤로
game-forward = 한 수 앞으로
game-last = 마지막 국면
game-ten-back = 열 수 뒤로
game-ten-forward = 열 수 앞으로
game-slider = 수
game-earlier = 앞부분
game-later = 뒷부분
game-window = { $all } 중 { $from }–{ $to }
game-ticks = 해설과 일치
game-tick-hit = 일치
game-tick-comment = 해설
game-against-rules = 규칙 위반
game-in-variation = 변화도
game-captured = 잡힌 돌: 흑 { $black }, 백 { $white }
game-goes-on = 이어짐:
game-main = 실전
game-variation = 변화도 { $n }
game-more-variations = 그 밖에 { $n }개, 차례로 앞의 변화도 아래에
game-above = 위 변화도
game-below = 아래 변화도
game-turned = 앞 페이지에서처럼 판을 돌림
game-as-recorded = 기보 그대로 보기
game-komi = 덤 { $komi }
result-black = 흑
result-white = 백
result-won = { $who } 승
result-resign = { $who } 불계승
result-time = { $who } 시간승
result-forfeit = { $who } 기권승
result-by = { $who } { $margin }집 승
result-by-points-and-half = { $who } { $points }집반승
result-by-half = { $who } 반집승
result-draw = 무승부
result-void = 무효
result-unknown = 결과 불명
game-of-file = 이 파일의 { $all }국 중 { $n }번째
game-of-folder = 이 폴더의 대국
game-of-archive = 이 압축 파일의 대국
game-sgf-title = 아카이브에 있는 그대로의 기보
game-sgf-here-title = 기보(지원하는 뷰어에서는 이 국면에서 열립니다)
game-diagram = 그림
game-text = 텍스트
game-link-title = 이 국면의 주소
game-link = 링크
game-list = 목록
game-print = 인쇄
game-print-title = 대국을 50수씩 나눈 기보로 인쇄
game-hit-before = 이전 일치
game-hit-after = 다음 일치
game-hit = 일치 { $hit }/{ $all }
game-hits = 검색식과 일치 { $n }곳
game-same = 같은 대국
game-more-records = 다른 기보 { $n }개
game-same-moves = 수순이 완전히 같음
game-fullest = 가장 긴 기보
game-differs = { $n }수 다름
game-its-beginning = 가장 긴 기보의 앞부분
game-disagree = 서로 다른 항목: { $fact }.
game-disagree-values = 서로 다른 항목: { $fact }({ $values }).
fact-black = 흑
fact-white = 백
fact-date = 날짜
fact-result = 결과
fact-komi = 덤
fact-handicap = 접바둑
fact-length = 총 수
fact-moves = 수순
game-details = 상세: 속성 { $n }개
game-details-odd = 상세: 속성 { $n }개, 이상한 점 { $odd }개
game-odd = 기보의 이상한 점
game-cut = 긴 값은 여기서 줄였습니다. 전체는 SGF 파일에 있습니다.
game-properties = 루트 속성(적힌 그대로)
game-beginning = 처음
game-move = { $number }수째
game-move-of-variation = 변화도 { $number }수째
game-preview = 선택한 대국
game-open = 열기 { $key }

## 대국 옆: 이 국면에서 이어지는 수

here-title = 이 국면 다음의 진행
here-explore = 여기서부터 탐색
here-total = { $n ->
   *[other] { $total }국
}
here-total-of-query = { $n ->
   *[other] 검색식에 맞는 { $total }국
}
here-disc = { $point }: { $n }국
here-disc-share = { $point }: { $n }국, { $share }퍼센트
here-ways = 이어지는 진행
here-next = 다음 수
here-games = 국수
here-results = 결과
here-elsewhere = 다른 곳
here-end = 기보 끝
here-won = 흑 { $black }승, 백 { $white }승
here-won-few = 흑 { $black } · 백 { $white }
here-in-variations = 그 밖에 변화도에만 { $n }국
here-more-ways = 다음 수 { $n }가지 더
here-none-follows = 이 기보에는 다음 수가 없습니다.
here-played-nowhere = 실전은 { $color } { $played }. 실전 수순이 이 국면을 거친 대국은 없습니다.
here-played-only = 실전은 { $color } { $played }. 이 국면이 나온 유일한 대국입니다.
here-played = { $share ->
    [none] 실전은 { $color } { $played }. 이 국면의 { $total }국에 같은 수는 없습니다.
    [all] 실전은 { $color } { $played }. 이 국면의 { $total }국 모두 같은 수입니다.
   *[some] 실전은 { $color } { $played }. 이 국면의 { $total }국 중 { $n }국이 같은 수입니다.
}
here-played-usual = { $share ->
    [none] 실전은 { $color } { $played }. 이 국면의 { $total }국에 같은 수는 없습니다.
    [all] 실전은 { $color } { $played }. 가장 많이 두는 수로, 이 국면의 { $total }국 모두 같습니다.
   *[some] 실전은 { $color } { $played }. 가장 많이 두는 수로, 이 국면의 { $total }국 중 { $n }국이 같습니다.
}
here-played-other-usual = { $share ->
    [none] 실전은 { $color } { $played }. 이 국면의 { $total }국에 같은 수는 없고, 보통은 { $usual }.
    [all] 실전은 { $color } { $played }. 이 국면의 { $total }국 모두 같은 수이고, 보통은 { $usual }.
   *[some] 실전은 { $color } { $played }. 이 국면의 { $total }국 중 { $n }국이 같은 수이고, 보통은 { $usual }.
}

## 대국의 수순 나무

tree-region = 수순 트리
tree-frame = 수와 변화도
tree-part = 노드 { $all }개 중 주변 { $shown }개
tree-move = { $number }수째
tree-pass = { $number }수째, 패스
tree-beginning = 처음
tree-setup = 돌 배치
tree-comment = { $node }, 해설
tree-hit = { $node }, 일치
tree-comment-hit = { $node }, 해설, 일치

## 대국의 바둑판 아래: 마지막 수들

# 지면 기보의 “26…20의 곳”과 같음
steps-at-move = { $number }: { $later }의 곳
steps-at-captured = { $number }: { $point }, 따냄
steps-passed = { $color } 패스
steps-played = { $color } { $played }
steps-tried = { $played }, 나의 { $number }수째
steps-setup = 돌 배치
steps-no-move = 수 없음

## 대국자 페이지: 이름의 앞부분으로 찾는 목록

players-title = 대국자
players-all = 대국자 { $n }명.
players-beginning = 이름이 “{ $name }”(으)로 시작하는 대국자.
players-name = 이름, 어떤 표기든
players-find = 찾기
players-beside = { $name }의 상대 전적
players-without = { $name } 빼기
players-choose = 두 대국자의 상대 전적: 아래에서 고르세요.
players-versus = 상대 전적
players-versus-of = 상대 전적: { $name }
players-none = 이렇게 시작하는 이름의 대국자가 없습니다.
players-caption = 대국자, 국수가 많은 순
players-column-player = 대국자
players-column-years = 연도
players-more = 대국자 더 보기
players-few = 승패가 난 대국이 { $n }국 미만인 대국자는 맨 뒤에 나옵니다.

## 한 대국자의 페이지

person-games-years = { $n }국, { $first }년부터 { $last }년까지.
person-games-year = { $n }국, { $year }년.
person-games = { $n }국.
person-others = 같은 이름의 다른 사람: { $names }
person-careers = 한 사람의 활동 기간으로는 너무 깁니다. 동명이인이거나 날짜가 틀렸을 수 있습니다: { $years }
person-written = 다른 표기: { $names }
person-of-games-beside = 대국, 그중 색이 없거나 변화도에만 나오는 것 { $n }국
person-opponents = 상대
person-opponent = 상대
person-won-and-lost = { $won }–{ $lost }: { $rival } 상대 { $name }의 승과 패
person-events = 대회
person-event = 대회

## 두 대국자의 상대 전적 페이지

versus-expected = 대국일의 레이팅으로 예상한 { $name }의 점수는 레이팅 대국 { $n }국에서 { $expected }점이며, 실제 점수는 { $score }점입니다.
versus-none = { $first } 대 { $second }: 맞대결이 없습니다.
versus-games = { $first } 대 { $second }: 맞대결 { $n }국, { $first } { $won }승, { $second } { $lost }승.
versus-results = 결과는 { $name } 기준입니다.
versus-other = { $name } 기준으로 보기
versus-of-games-years = 대국, { $first }년부터 { $last }년까지
versus-of-games-year = 대국, { $year }년

## 한 대국자와 두 대국자의 페이지: 결과, 연도, 표

own-narrowed = { $query }에 맞는 대국만.
own-unnarrowed = 모든 대국 ✕
own-all-games = 전체 { $n }국
own-explore-as = { $color }번으로 탐색
own-openings-against = { $rival } 상대 { $color }번 포석
own-of-games = 대국
own-rate = 승부가 난 { $n }국의 승률 { $share }
own-rate-as = { $color }번: 승부가 난 { $n }국의 승률 { $share }
own-won = 승률
own-as = { $color }번
own-won-lost-drawn = { $won }–{ $lost }, 무승부 { $n }
own-games-won = { $n }승
own-games-lost = { $n }패
own-years = 연도별 국수
own-years-won = 승
own-years-lost = 패
own-years-open = 무승부·결과 불명
own-years-span = 연도별 국수, { $first }년부터 { $last }년까지
own-year = { $year }년: { $n }국 중 { $won }승
own-newest = 최근 대국
own-newest-all = 모든 대국 →
own-openings = 포석
own-opening = 포석
own-all-rows = 전체 { $n }행
own-whole-page = 전체 페이지로 돌아가기
own-more = { $n }행 더
own-column-games = 국수
own-column-won = 승률
own-column-won-and-lost = 승–패

## 연습 페이지: 검색식에 맞는 국면의 다음 수 맞히기

practise-title = 연습
practise-sentence = 다음 수 맞히기 · { $games }.

practise-board = 바둑판
practise-answer = 답
practise-question = 문제
practise-tally = 내 성적
practise-board-title = 바둑판, { $color } 차례

practise-move = { $number }수째
practise-find-better = 실전의 수는 실수였습니다. 더 나은 수를 찾으십시오.
practise-problem = 사활 문제
practise-open-problem = 변화도와 함께 문제 열기
practise-solution = 정답
practise-show = 정답 보기 { $key }
practise-skip = 건너뛰기 { $key }
practise-next = 다음 { $key }
practise-type = 또는 직접 입력 { $field }

practise-told = 답:
practise-told-right = 정답:
practise-told-nearly = 아까움:
practise-told-wrong = 오답:

practise-is-best = { $engine }의 최선수는 { $point }입니다.
practise-was-played = 실전은 { $point }.
practise-loses = { $guess }, 손해 { $cost }. { $engine }의 최선은 { $best }.
practise-not-listed = { $guess }, 엔진의 후보수에 없음. { $engine }의 최선은 { $best }.
practise-unknown-cost = { $guess }, 실전에 나온 수이지만 손해는 알 수 없음. { $engine }의 최선은 { $best }.
practise-mistake-avoided = { $guess }(으)로 { $cost } 손해인 { $played }을(를) 피할 수 있습니다. 분석에 더 나은 수가 없습니다.
practise-mistake = 실전의 { $played }은(는) { $cost } 손해였습니다. 분석에 더 나은 수가 없습니다.
practise-problem-right = { $guess }: 정답입니다.
practise-problem-wrong = { $guess }: 오답입니다. 정답은 { $right }입니다.
practise-problem-unlisted = { $guess }: 기보에 없는 수입니다. 정답은 { $right }입니다.
practise-problem-answer = 정답은 { $right }입니다.
practise-cost = { $points }집({ $percent }%)
practise-cost-points = { $points }집

practise-answers = 수
practise-answers-move = 수
practise-answers-costs = 손해
practise-answers-is = 구분
practise-best = 최선
practise-guess = 내 답
practise-played = 실전
practise-is-both = { $first }, { $then }

practise-due = 오늘 복습 { $n }
practise-new = 새 문제 { $n }
practise-new-more = 새 문제 { $n } 이상
practise-positions = 국면 { $n }개
practise-positions-more = 국면 { $n }개 이상
practise-not-kept = 답을 저장하지 않습니다: 서버가 읽기 전용이거나 다른 컴퓨터에서 접속할 수 있습니다
practise-progress = 답한 국면
practise-answered = 국면 { $all }개 중 { $n }개에 답함
practise-upcoming = 다음 문제
practise-none-due = { $day }까지 복습할 것이 없습니다.
practise-go-on = { $day }까지 복습할 것이 없습니다. 새 문제 { $n }개로 계속하세요.
practise-go-on-more = { $day }까지 복습할 것이 없습니다. 새 문제 { $n }개 이상으로 계속하세요.

practise-tabs = 답
practise-tab-query = 이 검색식
practise-tab-all = 전체
practise-no-answers = 아직 답이 없습니다.
practise-counts = 수순 단계와 포석별 답
practise-counts-moves = 몇 수째
practise-right = 정답
practise-nearly = 아까움
practise-wrong = 오답
practise-openings = 포석
practise-from = { $first }수째부터

practise-no-game = 검색식에 맞는 대국이 없습니다. 검색식의 일부를 빼거나 { $games }을 보세요.
practise-the-games = 대국 목록
practise-no-move = { $n }국에 문제로 낼 착수가 없습니다.
practise-which-moves = 검색식이 손해 본 수를 찾으면(loss>=5, drop>20) 그 수보다 나은 수를 맞히고, 아니면 바둑 대국의 10번째 수 다음부터의 수와 사활 문제의 첫 수를 맞힙니다.
practise-to-games = 대국 보기
practise-done = 모두 끝: 이 검색식의 국면 { $n }개를 익혔습니다.
practise-next-due = 다음 복습은 { $day }.

## 문제만 있는 아카이브의 문제집

problems-title = 문제
problems-solve = 문제집을 고르면 문제를 하나씩 풀 수 있습니다. 정답은 기보에 적힌 대로입니다.
problems-number = 문제 { $n }개
problems-list = 목록

## 대국 페이지: 엔진 분석

analysis-title = 분석
analysis-rate = 흑 승률
analysis-lead = 집 차이
analysis-losses = 손해: 흑 아래, 백 위
analysis-practise = 연습
analysis-counts = { $least } 이상 손해 본 수
analysis-points = 집
analysis-percent = %

analysis-accurate = 정확도 { $rate }
analysis-mean-loss = 평균 손해 { $mean } { $unit }
analysis-blunders = 대악수 { $n }개
analysis-side = { $color }:
analysis-costly = { $color }의 손해가 큰 수
analysis-costly-title = 손해가 큰 수
analysis-cost-explained = −{ $loss } ({ $drop } %): 그 수로 { $loss }집을 잃고 승률이 { $drop }%포인트 떨어졌다는 뜻입니다.
analysis-best = 최선

analysis-black-rate = 흑 { $percent }%
analysis-even = 호각
analysis-playouts = 탐색 { $n }회
analysis-best-move = 최선 { $point }
analysis-best-line = 최선 수순 { $key }

## 인쇄할 기보: 그 페이지와 export --handout 파일

handout-controls = 인쇄할 기보
handout-print = 인쇄
handout-back = 대국으로 돌아가기
handout-figure-moves = 제{ $figure }보 ({ $from }–{ $to })
handout-figure-move = 제{ $figure }보 ({ $number })
handout-figure-to-play = 제{ $figure }도: { $color } 차례
handout-figure = 제{ $figure }도
handout-at = { $number }…{ $place }
handout-variation = { $number }수 변화: { $moves }
handout-cut = 기보에는 여기에 인쇄된 것보다 더 많은 수나 해설이 있습니다.

## 대국 페이지: 해설 전체

analysis-comments = 해설
analysis-comment-move = 몇 수째

practise-gone = 그 국면은 더 이상 이 검색식에 속하지 않습니다.

## 아카이브 페이지: 읽은 것, 잘못된 것, 겹치는 것

archive-title = 아카이브
archive-sentence = { $files }, { $games }.
archive-back = ← 아카이브
archive-list = { $before }, { $next }

archive-pages = 이 목록의 페이지
archive-page-before = ← 이전
archive-page = { $last }쪽 중 { $page }쪽
archive-page-next = 다음 →

archive-copy-command = 복사: { $command }
archive-copy-button = 복사

archive-games-in = 대국, { $files }
archive-findings-unknown = 문제점
archive-findings-in = 문제점, { $games }에서
archive-copies-of = { $games }의 사본
archive-without-game = 대국 없음

archive-read = 읽은 것
archive-from = 읽은 곳
archive-formats = 형식
archive-charsets = 문자 인코딩
archive-index = 색인
archive-contents = 내용
archive-contents-read = 모든 파일을 { $date }에 끝까지 읽음
archive-shard = (샤드 { $shard })
archive-include = 추가로 읽음: { $patterns }
archive-exclude = 제외: { $patterns }
archive-format-loa = { $format } 라인즈 오브 액션
archive-format-other = { $format } 기타 게임
archive-charset-none = 문자 인코딩 없음

archive-changed-since = 색인을 만든 뒤 바뀐 파일
archive-watch-fault = 변경을 바로 읽지 못합니다:
archive-up-to-date = 최신 상태:
archive-every-file-known = 색인을 만든 뒤 바뀐 파일이 없습니다.
archive-since-built = 색인 생성 이후: { $files }.
archive-files-new = 새로 생김 { $n }
archive-files-changed = 바뀜 { $n }
archive-files-gone = 없어짐 { $n }
archive-new = 새로 생김
archive-changed = 바뀜
archive-gone = 없어짐
archive-out-of-reach = 접근 불가:
archive-root-stays = { $root }을(를) 읽을 수 없습니다. 이곳의 대국은 색인에 남습니다.
archive-all-files = 파일 { $n }개 모두

archive-findings = 문제점
archive-nothing-wrong = 문제가 없습니다.
archive-findings-by-kind = 종류별 문제점
archive-severity = 심각도
archive-kind = 종류
archive-places-head = 대국 또는 파일
archive-error = 오류
archive-warning = 경고
archive-note = 참고
archive-times = { $n }번
archive-examining = 파일을 검사하는 중: { $files } 중 { $done }, { $games }.
archive-examined = 지금까지 검사한 양
archive-look-again = 다시 보기
archive-none-of-kind = 이런 문제는 없습니다.
# Below the findings of a kind: $query is a query such as finding:wrong-charset.
archive-games-with-finding = 이 대국들 검색: { $query }
archive-places = { $n }곳
archive-places-only = { $places }.
archive-places-times = { $places }, { $n }번 발견.
archive-first-listed = 처음 { $n }곳만 보여 드립니다.

archive-same = 같은 대국
archive-groups = 사본 { $n }묶음
archive-no-copies = 서로 같은 대국이 없습니다.
archive-all-groups = 사본 { $n }묶음 모두
archive-agree = 모든 사본이 일치
archive-disagree = 사본끼리 다른 항목: { $facts }
archive-groups-differ = 대국자, 날짜, 결과, 덤 또는 접바둑이 서로 다른 사본 { $n }묶음
archive-differ = 서로 다른 사본
archive-none-differ = 모든 사본의 기재 내용이 일치합니다.
archive-copies = 사본
archive-copy = 사본
archive-file = 파일
archive-komi = 덤 { $komi }
archive-handicap = 접바둑 { $stones }
archive-relation-fullest = { $moves }수
archive-relation-same = 같은 수순
archive-relation-first = 처음 { $moves }수
archive-relation-differs = { $n }수 다름
archive-relation-moves-differ = { $moves }수, { $n }수 다름
archive-relation-distant = { $moves }수, 다른 사본과 비슷함
archive-relation-position = 같은 국면
archive-relation-position-turned = 같은 국면, 회전 또는 이동
archive-relation-turned = { $like }, 회전

archive-not-read = 읽지 못함
archive-every-file-read = 모든 파일을 읽었습니다.
archive-all = { $n }개 모두 보기

# 문제점의 뜻과 관리자가 할 수 있는 일. 대문자 두 글자(KM, CA)는 SGF 속성, 콜론이 붙은 말(date:)은 검색 필드이므로 그대로 둡니다.
archive-kind-bad-analysis = 엔진이나 해설자가 국면에 매긴 값을 읽을 수 없어 건너뛰었습니다. 대국을 다시 분석하세요.
archive-kind-bad-characters = 파일의 문자 인코딩에 맞지 않는 바이트가 있어 글자가 깨졌습니다({"\uFFFD"}로 표시). 더 나은 사본을 찾아보세요.
archive-kind-bad-date = 날짜를 다 읽을 수 없습니다. 모르는 연호이거나, 달력에 없는 날이나 달이거나, 숫자 자리에 글자가 있습니다. DT를 1996-05-06처럼 쓰세요.
archive-kind-bad-json = JSON 기보의 일부가 형식에 맞지 않아 건너뛰었습니다.
archive-kind-bad-komi = 덤을 읽을 수 없습니다. KM에 집 수를 숫자로 쓰세요.
archive-kind-bad-line = 서버 기보의 한 줄을 해석하지 못해 건너뛰었습니다.
archive-kind-bad-move = 판 위의 점이 아닌 수나 한 노드에서 같은 색의 두 번째 수가 있어 건너뛰었습니다. 그 수나 판 크기를 고치세요.
archive-kind-bad-point = 판 밖에 놓인 돌이 있어 건너뛰었습니다. 그 돌이나 판 크기를 고치세요.
archive-kind-bad-result = 결과나 집차를 읽을 수 없어 result:로 대국을 찾을 수 없습니다. RE를 W+R이나 B+3.5처럼 쓰세요.
archive-kind-bad-row = 표의 행이 대국이 아니거나 표를 읽을 수 없어 건너뛰었습니다.
archive-kind-bad-size = 판 크기를 읽을 수 없어 보통 크기로 보았습니다. SZ를 고치세요.
archive-kind-damaged = 압축 파일이나 그 안의 파일이 손상되었습니다. 압축 파일을 다시 받으세요.
archive-kind-doubtful-handicap = 접바둑 돌 수(HA)가 판 위의 돌 수와 다릅니다. 한쪽을 고치세요.
archive-kind-doubtful-komi = 흔치 않은 덤입니다. KM을 고치세요.
archive-kind-doubtful-size = 모든 돌이 더 작은 판의 귀 안에 있습니다. 판 크기(SZ)가 틀렸거나 빠진 듯합니다.
archive-kind-early-date = 알려진 거의 모든 대국보다 날짜가 이릅니다. DT의 오타일 수 있습니다.
archive-kind-early-end = 계가로 끝난 대국인데 기보가 일찍 끝납니다. 나머지가 빠졌을 수 있습니다.
archive-kind-encrypted = 압축 파일에 암호가 걸렸거나 기보에 암호화되었다고 적혀 있습니다. 암호를 풀고 암호 없이 다시 저장하세요.
archive-kind-equal-names = 압축 파일 안에 이름이 같은 파일이 있습니다. 모두 색인했지만 대부분의 프로그램은 마지막 것만 풉니다. 이름을 바꾸세요.
archive-kind-future-date = 날짜가 미래입니다. DT를 고치세요.
archive-kind-guessed-charset = 글이 UTF-8이 아니고 기보에 문자 인코딩도 적혀 있지 않아 추측했습니다. 파일을 UTF-8로 변환하고 CA[UTF-8]이라고 쓰세요.
archive-kind-handicap-without-stones = 접바둑인데 접바둑 돌이 없어 국면에 돌이 빠져 있습니다. 돌을 추가(AB)하거나 수로 두세요.
archive-kind-illegal-move = 규칙에 어긋나는 수입니다: 이미 돌이 있거나, 패를 바로 되따내거나, 자살수입니다. 앞의 수가 틀렸거나 빠진 듯합니다.
archive-kind-illegal-variation = 변화도에 규칙에 어긋나는 수가 있습니다. 판에는 그대로 보여 드립니다.
archive-kind-info-in-later-node = 대국자, 결과 같은 대국 정보가 첫 노드 뒤에 있습니다. 읽었지만 다른 프로그램은 찾지 못할 수 있습니다.
archive-kind-info-in-variation = 대국자, 결과 같은 대국 정보가 변화도에 있습니다. 검색은 되지만 대국 자체의 정보는 아닙니다.
archive-kind-komi-against-result = 이 덤으로는 나올 수 없는 집차입니다(반집이 맞지 않음). RE와 KM 중 하나가 틀렸습니다.
archive-kind-missing-moves = 서버 기보가 대국보다 먼저 끝나거나 중간에 수가 빠져 있습니다. 다시 받으세요.
archive-kind-missing-parenthesis = 닫는 소괄호가 없습니다. 파일이 잘렸을 수 있으니 다른 사본과 비교하세요.
archive-kind-missing-semicolon = `;` 없이 시작하는 노드가 있지만 읽었습니다. SGF 편집기로 저장하면 고쳐집니다.
archive-kind-move-with-setup = 한 노드에 수와 돌 배치가 함께 있습니다(SGF에서 금지). 배치를 먼저 적용했습니다.
archive-kind-moves-after-end = 양쪽이 패스한 뒤에도 수가 있습니다. 해설이거나 다른 대국일 수 있습니다.
archive-kind-no-game = 기보 같은 이름의 파일인데 대국이 없습니다. 지우거나 다시 받으세요.
archive-kind-no-moves = 대국자나 결과는 있지만 수도 돌도 없습니다. 수순이 있는 사본을 찾아보세요.
archive-kind-not-a-file = 링크가 순환하거나 끊어졌거나, 일반 파일이 아니어서 건너뛰었습니다.
archive-kind-out-of-turn = 한쪽이 두 번 연속 두었거나 호선인데 백이 먼저 두었습니다. 빠진 수가 있거나 색이 틀렸을 수 있습니다.
archive-kind-property-without-value = 대괄호 안에 값이 없는 속성이 있어 건너뛰었습니다. 빠진 대괄호가 있는지 확인하세요.
archive-kind-rank-in-name = 대국자 이름에 단급이 들어 있어 다른 이름으로 셉니다. 단급은 BR이나 WR로 옮기세요.
archive-kind-repeated-property = 한 노드에 같은 속성이 두 번 있습니다. 첫 값을 썼습니다. 틀린 것을 지우세요.
archive-kind-several-moves = 한 노드에 수가 여러 개 있습니다(SGF에서 금지). 차례로 읽었습니다. SGF 편집기로 저장하면 그 수를 잃을 수 있습니다.
archive-kind-double-encoded = 글이 UTF-8로 두 번 변환되었습니다(Jörg가 JÃ¶rg가 됨). 모든 글자를 되돌릴 수 있는 곳은 고쳤습니다. 파일을 한 번 되돌려 변환하세요.
archive-kind-same-player = 두 대국자의 이름이 같습니다. PB와 PW 중 하나가 틀렸을 수 있습니다.
archive-kind-stray-characters = 대국 안에 어느 속성에도 속하지 않는 글자가 있어 건너뛰었습니다. 빠진 대괄호가 있는지 확인하세요.
archive-kind-stray-text = 파일의 대국 앞, 사이 또는 뒤에 글이 있어 건너뛰었습니다. 지우거나 빠진 대괄호가 있는지 확인하세요.
archive-kind-surplus-parenthesis = 닫는 소괄호가 하나 더 있어 건너뛰었습니다. SGF 편집기로 저장하면 고쳐집니다.
archive-kind-too-large = 크기나 깊이의 한도를 넘어 건너뛰었습니다. 메시지에 나온 한도를 높이세요.
archive-kind-too-much-setup = 판에 놓을 수 있는 것보다 훨씬 많은 돌을 배치한 대국입니다. 나머지는 건너뛰었습니다.
archive-kind-too-slow = 시간제한을 넘긴 파일이어서 건너뛰었습니다.
archive-kind-unclosed-value = 닫는 대괄호가 없는 값이 있어 대국의 일부가 없어졌을 수 있습니다. 파일이 잘린 듯합니다.
archive-kind-unescaped-bracket = 글 안의 `]`가 `\]`로 적혀 있지 않습니다. 전체를 읽었지만 다른 프로그램은 거기서 자릅니다.
archive-kind-unknown-setup = 라인즈 오브 액션의 초기 배치를 알 수 없어 표준 배치로 보았습니다. SU를 고치세요.
archive-kind-unreadable = 파일이나 폴더를 읽을 수 없습니다. 권한과 디스크를 확인하세요.
archive-kind-unreliable-positions = 표기법이 일어난 일을 모두 기록하지 않아 국면이 틀릴 수 있습니다. 파일을 고칠 수는 없습니다.
archive-kind-unsupported-archive = 지원하지 않는 형식의 압축 파일입니다. 압축을 풀거나 zip으로 다시 압축하세요.
archive-kind-wrong-charset = 기보에 적힌 문자 인코딩(CA)과 실제가 다릅니다. 실제 인코딩으로 읽었습니다. CA를 고치세요.
archive-kind-wrong-extension = 기보처럼 시작하는 파일이지만 확장자가 기보의 것이 아니어서 색인하지 않았습니다. 이름을 바꾸세요.

## 내 보관함 페이지: 별표한 대국, 태그, 메모, 저장한 검색

mine-title = 내 보관함
mine-sentence = { $starred }, { $tags }, { $noted }.
mine-starred-games = 별표 { $n }국
mine-tags-number = 태그 { $n }개
mine-noted-games = 메모 { $n }국
mine-sentence-not-shown = 내 별표·태그·메모는 여기에 표시되지 않습니다.
mine-sentence-read-only = 읽기 전용 서버입니다: 별표·태그·메모를 볼 수는 있지만 바꿀 수는 없습니다.
mine-not-shown = 다른 컴퓨터에서 이 서버에 접속할 수 있어 내 별표·태그·메모를 표시하지 않습니다. 서버를 시작하는 사람이 공유할 수 있습니다: { $command }.
mine-practise = 다음 수를 맞혀 보세요. 틀린 수는 다시 나옵니다: { $practise }
mine-practise-link = 연습
mine-starred-section = 별표한 대국
mine-starred = 별표
mine-no-stars = 이 아카이브에 별표한 대국이 없습니다. 별표는 각 대국의 페이지에 있습니다.
mine-tags = 태그
mine-no-tags = 태그가 없습니다.
mine-saved = 저장한 검색
mine-none-saved = 저장한 검색이 없습니다. 검색식 아래의 “저장”으로 이름을 붙이세요.
mine-count-games = 국수 세기
mine-remove-saved = { $name } 지우기
mine-asked = 최근 검색
mine-forget = 지우기
mine-none-asked = 최근 검색이 없습니다.
mine-notes = 메모
mine-no-notes = 메모가 없습니다.
mine-unknown-game = 이 아카이브에 없는 대국
# $query는 태그가 있는 대국의 링크.
mine-more-tags = 표시하지 않은 태그가 { $n }개 더 있습니다. 태그가 있는 모든 대국: { $query }
# $command는 터미널 명령.
mine-more-saved = 표시하지 않은 저장한 검색이 { $n }개 더 있습니다. 모두 보기: { $command }
# $query는 메모가 있는 대국의 링크, $command는 터미널 명령.
mine-more-notes = 표시하지 않은 메모가 { $n }개 더 있습니다. 메모가 있는 대국: { $query }. 모든 메모를 파일로: { $command }
mine-whole-note = 메모 전체
mine-rest-exported = 메모 전체: { $command }

## 대국 페이지: 별표, 태그, 메모

mine-marks = 내 표시
mine-marks-row = 별표, 태그, 메모
mine-is-starred = ★ 별표함
mine-star = ☆ 별표
mine-remove-tag = 태그 { $tag } 지우기
mine-new-tag = 추가할 태그
mine-add-tag = 태그 추가
mine-add-button = 추가
mine-note = 메모

## 검색식 아래: 저장 메뉴

save-open = 저장
save-as = 이 검색을 저장할 이름
save-button = 저장

## 도움말 페이지

help-title = 도움말
help-sentence = 무엇을 검색할 수 있고 어떻게 세는지 설명합니다.
help-queries = 검색식
help-positions = 국면
help-keys = 단축키
help-queries-told = 모든 낱말이 있는 대국을 찾습니다. OR, −(제외), ( )는 흔히 쓰는 대로이고, 따옴표는 구절을 묶습니다. a*는 앞부분, a~는 비슷한 표기를 찾습니다. 1990..1995, <, <=, >, >=는 날짜·수·단급에 쓰고, field:*는 값이 있기만 하면 찾습니다.
help-fields = 검색 필드
help-field = 필드
help-finds = 찾는 것
help-example = 예
help-games = 국수
help-positions-told = 대국은 한 번만 세며, 회전·대칭에 상관없이 실전이 그 국면이 된 첫 수에서 셉니다. 변화도에서만 그 국면이 되는 대국은 따로 셉니다.
help-shapes-told = 모양은 판의 일부입니다. 판의 변에 놓인 쪽은 고정을 풀 때까지 그 변에 고정되며 굵은 막대로 표시됩니다. 고정된 쪽이 없으면 판 어디에 있어도 됩니다. ?는 무엇이든, A는 흑 또는 빈 곳, V는 백 또는 빈 곳, *는 흑이든 백이든 돌입니다. 대국은 한 번만 세며, 모양이 나온 첫 수에서 셉니다. 색과 승률은 그린 모양을 기준으로 합니다. 손뺌은 다른 곳에 둔 수입니다.
help-rates-told = 승률은 승부가 난 대국에서 두는 쪽이 이긴 비율이며, 뒤의 수는 95% 윌슨 구간입니다. 파랑은 국면 전체보다 좋음, 주황은 나쁨, 옅은 색은 우연일 수 있음을 뜻합니다. 국면 전체의 승률이 구간 밖일 때만 승률의 글자에 색을 입힙니다.
help-single-keys = 글자·숫자·기호 키를 페이지의 단축키로 사용

help-right-drag = 오른쪽 버튼 끌기
help-shift-click = Shift 클릭
help-ctrl-click = Ctrl 클릭
help-alt-click = Alt 클릭

help-key-query = 검색식으로 이동
help-key-escape = 검색식에서 나가기, 다시 누르면 판 전체로 돌아가기. 대국에서는 두어 본 수순에서 대국으로 돌아가기
help-key-move-by-one = 한 수 뒤로 이동, 한 수 앞으로 이동
help-key-move-by-ten = 열 수 뒤로 이동, 열 수 앞으로 이동
help-key-ends = 처음 국면으로, 마지막 국면으로
help-key-rows = 행에서 행으로, →는 행 펼치기, ←는 접기; 대국에서는 위아래 변화도
help-key-nth = n번째 다음 수 두기
help-key-lettered = 판이나 표에서 그 글자가 붙은 수 두기
help-key-play = 포커스가 있는 점에 두기, 화살표로 점 이동
help-key-around = 판에서: 그 점과 이웃한 점 읽어 주기
help-key-region = 판의 영역 시작: 화살표로 이동, Shift+화살표로 크기 조절, Enter로 확정, Esc로 취소
help-key-wildcard = 포커스가 있는 점에 허용할 것 바꾸기: ?, A, V, *; 포커스가 있는 점이 없으면 클릭으로 놓을 것 바꾸기
help-key-drag-region = 판에서: 영역 그리기
help-key-point-wildcard = 판에서: 그 점에 허용할 것 바꾸기
help-key-turn = 판 돌리기; 대국에서는 기보 그대로 보기
help-key-hits = 대국에서 다음 일치로, 이전 일치로
help-key-expected-line = 분석한 대국에서 엔진이 예상한 수순 보기
help-key-guess = 연습 페이지에서 정답 보기, 다음 국면으로; 판에서 Enter는 답하기, 그다음 다음 국면으로
help-key-select = 목록에서 다음 대국 선택, 이전 대국 선택
help-key-open-game = 선택한 대국 열기
help-key-explore-or-list = e: 대국의 국면에서부터 탐색; u: 대국 목록으로 돌아가기
help-key-copy-link = 이 국면의 링크 복사
help-key-theme = 밝은 색과 어두운 색 바꾸기
help-key-pages = 그 글자의 페이지로: 탐색, 정석, 대국, 대국자, 아카이브
help-key-stone-move = 대국의 돌에서: 그 돌을 둔 수로
help-key-without-value = 대국 목록 옆의 값에서: 그 값이 없는 대국 보기
help-key-help = 이 페이지 열기

## 답이 없는 페이지와 첫 색인을 만드는 동안

error-no-answer = 결과 없음
error-similar-names = 비슷한 이름: { $names }
error-reading = 대국을 읽는 중
error-read-so-far = 지금까지 읽은 양
error-games-so-far = 지금까지 { $games }국, 파일 { $files }개 중 { $files_read }개, { $bytes } 중 { $bytes_read }.
error-writing-index = 색인을 쓰는 중: { $games }국.
error-look-again = 다시 보기

## 페이지를 쓰는 동안 스크립트가 말하는 것

script-no-program = 프로그램이 응답하지 않습니다. kifu-index serve가 아직 실행 중인가요?
script-silent = 프로그램이 응답하지 않음

script-open-anything = 무엇이든
script-open-black = 흑 또는 빈 곳
script-open-white = 백 또는 빈 곳
script-open-stone = 흑이든 백이든 돌
script-taken-black = { $point }에는 이미 흑돌이 있습니다.
script-taken-white = { $point }에는 이미 백돌이 있습니다.
script-ko-black = { $point } 착수 금지: 흑이 패를 바로 되따낼 수 없습니다.
script-ko-white = { $point } 착수 금지: 백이 패를 바로 되따낼 수 없습니다.
script-suicide-black = { $point } 착수 금지: 흑의 활로가 없고 따내는 돌도 없습니다.
script-suicide-white = { $point } 착수 금지: 백의 활로가 없고 따내는 돌도 없습니다.
script-nudge-left = 왼쪽으로 한 칸
script-nudge-up = 위로 한 칸
script-nudge-down = 아래로 한 칸
script-nudge-right = 오른쪽으로 한 칸
script-play = { $point }에 두기
script-graph-move = { $number }수째
script-graph-rate = 흑 { $percent }%
script-put-black = { $point }에 흑
script-put-white = { $point }에 백
script-put-empty = { $point } 비우기
script-put-sign = { $point }에 { $sign }
script-board = 바둑판
script-cell-open = { $point }, { $open }
script-cell-empty = { $point }, 빈 곳
script-cell-black = { $point }, 흑
script-cell-white = { $point }, 백
script-cell-black-move = { $point }, 흑, { $number }수째
script-cell-white-move = { $point }, 백, { $number }수째
script-cell-letter-one = { $point }, 빈 곳, { $letter }: { $games }국, { $share }
script-cell-letter-many = { $point }, 빈 곳, { $letter }: { $games }국, { $share }
script-cell-next-one = { $point }, 빈 곳, { $games }국, { $share }
script-cell-next-many = { $point }, 빈 곳, { $games }국, { $share }
script-around = { $cell }; 위 { $above }, 오른쪽 { $right }, 아래 { $below }, 왼쪽 { $left }
script-beside-black = 흑
script-beside-white = 백
script-beside-empty = 빈 곳
script-beside-edge = 판 끝

script-region = { $from }부터 { $to }까지, { $across }×{ $down }줄
script-region-edges = { $from }부터 { $to }까지, { $across }×{ $down }줄, { $edges }에 붙음
script-edge-left = 좌변
script-edge-upper = 상변
script-edge-right = 우변
script-edge-lower = 하변
script-and = { $first }, { $second }
script-region-keys = { $region }. 화살표로 이동, Shift+화살표로 크기 조절, Enter로 확정, Esc로 취소.
script-region-none = 영역 없음.
script-region-draw = 판 위에 사각형을 그리세요.
script-click-puts = 클릭하면: { $what }.

script-shown-of = { $total }국 중 { $shown }국
script-link-copied = 링크를 복사했습니다.
script-first-year = 첫 연도
script-last-year = 마지막 연도

script-pasted = 붙여 넣은 것
script-close = 닫기
script-search-shape = 이 모양 검색
script-search-position = 이 국면 검색
script-search-around = 돌 주변의 모양 검색
script-search-text = 이 글을 검색
script-no-board = 바둑판이 아닙니다: { $message }.

script-asked-here = 최근 검색
script-suggestions = 제안
script-games-one = { $games }국
script-games = { $games }국
script-asked-before = 최근 검색
script-on-the-board = 탐색의 바둑판에서

script-games-shown-one = { $games }국을 보여 드립니다
script-games-shown = { $games }국을 보여 드립니다

script-copy = 복사
script-copied = 복사됨
script-not-copied = 복사 실패
script-command-copied = 복사됨: { $text }
script-command-not-copied = 명령을 복사하지 못했습니다

script-counts-points = { $value }집
script-counts-percent = { $value }%

script-answer-not-kept = 답을 저장하지 못했습니다: { $fault }.

script-not-kept = 저장하지 못했습니다: { $fault }.
script-note-not-kept = 저장 실패: { $fault }
# 다른 곳에서 바뀐 메모 옆
script-note-changed = 그 사이 다른 곳에서 이 메모가 바뀌었습니다: “{ $text }”
script-note-removed = 그 사이 다른 곳에서 이 메모가 삭제되었습니다.
script-note-use-mine = 내 메모 저장
script-note-use-other = 다른 쪽 메모 남기기
script-kept = 저장됨
script-unsaved = { $name }: 저장한 검색에서 지웠습니다.
script-saved = 저장했습니다: 찾을 때는 saved:{ $name }
script-not-saved = 저장 실패: { $fault }
script-forgotten = 최근 검색을 지웠습니다.

script-changed = 이 페이지를 연 뒤 아카이브가 바뀌었습니다
script-changed-more-one = 아카이브가 바뀌었습니다: 새 대국 { $games }국
script-changed-more-many = 아카이브가 바뀌었습니다: 새 대국 { $games }국
script-changed-fewer-one = 아카이브가 바뀌었습니다: { $games }국 줄어듦
script-changed-fewer-many = 아카이브가 바뀌었습니다: { $games }국 줄어듦
script-show = 보기
script-what-is-new = 새로운 것

## 도움말: 검색 필드의 설명

field-player = 흑이든 백이든 한 대국자; 두 번 쓰면 두 대국자
field-black = 흑을 둔 대국자
field-white = 백을 둔 대국자
field-person = 표기가 달라도 바로 그 한 사람, 대국자 목록에서 세는 대로; 두 번 쓰면 두 대국자
field-black-person = 흑을 둔 바로 그 사람
field-white-person = 백을 둔 바로 그 사람
field-winner = 이긴 대국자; black, white, draw, void, unknown도 가능
field-loser = 진 대국자
field-vs = 상대 대국자: player:A vs:B
field-result = 승자와 끝난 방식; draw, void, ?도 가능
field-how = 승부가 난 방식, 또는 unknown
field-margin = 이긴 집차
field-date = 대국한 때: 일, 월, 연, 연대 또는 기간
field-year = 대국한 연도
field-event = 대회 또는 번기
field-series = 기수·연도·라운드를 뺀 대회 이름
field-edition = 대회의 기수
field-round = 대회의 라운드
field-game = 번기의 몇 국
field-place = 대국 장소
field-title = 대국의 이름
field-source = 기보를 가져온 책이나 사이트
field-annotator = 해설을 쓴 사람
field-team = 대국자의 팀
field-country = 대국자의 국가
field-rules = 규칙
field-opening = 파일에 적혀 있거나 돌에서 알아낸 포석
field-joseki = 19줄 바둑판의 어느 귀에서든 돌에서 알아낸 정석
field-book-left = 책(내 변화도 모음)에서 벗어난 돌이 그 귀나 판에서 몇 번째인지, 귀가 여럿이면 가장 이른 것
field-book-left-by = 거기서 책을 벗어난 쪽: me(나), opponent(상대), B, W 또는 대국자 이름
field-rank = 흑이든 백이든 대국자의 단급; 30k < 1k < 1d < 9d < 1p < 9p
field-brank = 흑의 단급
field-wrank = 백의 단급
field-opponent-rank = 질의가 지정한 대국자 한 명의 상대의 단급
field-time = 각자의 제한시간, 초 단위 또는 2h30m처럼
field-overtime = 초읽기: 일본식, 캐나다식, 피셔 방식
field-komi = 덤
field-handicap = 접바둑 돌 수
field-size = 판 크기
field-moves = 실전의 총 수
field-captures = 실전에서 두 대국자가 따낸 돌(LOA는 말)의 수
field-ko-captures = 실전에서 패를 되따낸 횟수
field-early-passes = 실전에서 뒤에 착수가 이어진 패스의 수
field-gtype = KataGo가 학습을 위해 둔 이유(루트에 적힌 대로)
field-gamehash = KataGo가 이 해시나 이것으로 시작하는 해시를 붙인 대국
field-comment = 해설, 어느 언어든
field-term = 영어·일본어·중국어·한국어 해설에 나오는 바둑 용어
field-lang = 해설의 언어, 또는 unknown
field-charset = 파일의 문자 인코딩
field-format = 파일 형식
field-kind = 게임의 종류
field-file = 경로의 일부, 또는 글로브 패턴
field-archive = 대국이 들어 있는 아카이브 경로의 일부
field-toplay = 문제에서 둘 차례인 쪽
field-region = 문제가 차지하는 판의 부분
field-solutions = 해설에서 정답이라고 한 수순의 수
field-tag = 대국에 붙인 태그
field-note = 대국에 쓴 메모의 낱말
field-saved = 이 이름으로 저장한 검색이 찾는 것
field-has = 대국이 가진 것
field-finding = 기보의 문제점, 심각도나 종류로, doctor가 보고하는 것과 같음
field-is = 대국의 성격: dup, 다른 것과 같은 대국; new, 대국을 추가한 마지막 빌드에서 추가됨; final, 결승 또는 도전기; problem, 풀기 위해 배치한 국면; trendsetter, 60수 안의 신수를 뒤의 대국 열 판 이상이 따라 둔 대국; mine, 내가 둔 대국; starred, 별표한 대국
field-engine = 대국을 분석한 엔진, 또는 그 값을 저장한 프로그램
field-loss = 엔진이 본 집 손해로 찾는 수
field-drop = 둔 쪽의 승률 하락(%)으로 찾는 수
field-missed = 엔진의 최선수를 두지 않은 수
field-lead = 흑이 그만큼(집) 우세한 국면, 또는 B>10, W>=5처럼, 질의가 지정한 한 명의 대국자라면 player>10
field-winrate = 흑의 승률(%)이 이만한 국면, 또는 B>90, W>=60처럼, 질의가 지정한 한 명의 대국자라면 player>90
field-visits = 탐색 수로 찾는 국면
field-blunders = 5집(집 값이 없으면 20%) 손해 본 수의 개수로 찾는 대국
field-novelty = 이전 대국에 (대칭형을 포함해) 한 번도 나오지 않은 국면이 된 수순
field-accuracy = 대국자의 정확도(%)로 찾는 대국: 100은 손해 없음, 75는 한 수에 1집
field-turned = 패자의 승률이 한때 90%였거나 이만큼(집) 우세했던 대국
field-added = 색인에 추가된 때: 날짜, today, 최근 7d, 2w, 1y
field-copy-of = 검색식에 맞는 다른 대국과 같은 대국
field-position = 판 전체, 회전·대칭 포함; 차례로 나오는 국면: position:A then position:B
field-pattern = 판의 일부: 그림
field-problem = 문제의 첫 국면의 일부, 흑백 교체 포함
field-next = 일치한 곳의 다음 수
field-tomove = 일치한 곳에서 둘 차례
field-move = 일치한 곳의 수 번호
field-in = 일치해야 할 곳
field-colours = 일치에 흑백 교체를 허용할지
field-symmetry = 국면이나 모양의 회전·대칭을 허용할지
field-within = 이어지는 국면 사이의 최대 수 차이
field-sort = 일치의 정렬 순서; -는 역순
field-unique = 대국마다 한 번: 맞는 사본 중 가장 긴 것
field-id = 이 id의 대국
field-prop-NAME = 루트 속성; 대문자 한두 글자는 그대로, DT:1846

## What the server says of requests

# What is wrong; a message ending in -help says in a sentence behind it what to do.
error-answer-large = 결과가 4 MiB를 넘습니다
error-answer-large-help = 행 수를 줄이세요: limit=50
error-answer-slow = 30초 안에 결과를 내지 못했습니다
error-answer-bug = 프로그램의 버그로 결과를 내지 못했습니다
error-answer-help = 검색식을 좁히거나 행 수를 줄이세요
error-busy-searching = 서버가 다른 검색을 처리하느라 바쁩니다
error-busy-memory = 서버가 바쁩니다: 다른 요청이 메모리를 모두 쓰고 있습니다
error-game-unpacking = 파일을 이 대국까지 압축 해제하는 중입니다({ $percent } % 완료)
error-busy-help = 잠시 뒤에 다시 시도하세요
# $needed and $all are whole numbers.
error-game-memory = 이 대국을 읽으려면 메모리가 { $needed } MiB까지 필요할 수 있는데, 모든 요청이 함께 쓸 수 있는 것은 { $all } MiB입니다
error-reading-first = 대국을 처음 읽는 중입니다
error-no-address = 이 주소에는 아무것도 없습니다
# What stands here are addresses; they stay.
error-no-address-help = 페이지는 /, /games, /practise, /players, /mine, /archive, /help입니다
error-token-needed = 이 서버는 서버의 토큰이 있는 요청에만 응답합니다
# What stands in ` ` is typed and stays, and so does ?token=….
error-token-needed-help = `kifu-index serve`가 출력한, ?token=…으로 끝나는 주소를 여세요. 프로그램은 요청마다 `Authorization: Bearer TOKEN`으로 토큰을 보냅니다
error-token-old = X-Kifu-Token 헤더의 토큰이 이 서버의 것이 아닙니다
# Stars, tags, notes, and answers of the page Practise.
error-private-site = 내 태그, 메모, 저장한 검색, 연습 기록은 다른 사이트에서 읽거나 바꿀 수 없습니다
error-private-user = 내 태그, 메모, 저장한 검색, 연습 기록은 이 컴퓨터의 다른 사용자가 읽거나 바꿀 수 없습니다
# What stands in ` ` is typed and stays.
error-private-help = 서버를 시작한 사용자로 페이지를 직접 여세요. `kifu-index serve --token`을 쓰면 다른 사람도 쓸 수 있습니다
error-nothing-kept = 이 서버는 태그, 별표, 메모, 검색을 저장하지 않습니다
error-nothing-kept-help = 저장하려면 서버를 --read-only 없이 루프백 주소로 시작하세요
error-no-answers-kept = 이 서버는 연습 페이지의 답을 저장하지 않습니다
error-no-answers-kept-help = 저장하려면 서버를 --read-only 없이 루프백 주소로 시작하세요
error-answers-not-kept = 답을 저장하지 않습니다: 이 서버가 읽기 전용이거나 다른 컴퓨터에서 접속할 수 있습니다
# A game that is to be starred; $id is what was sent.
error-no-single-game = id가 `{ $id }`인 대국이 없거나 여럿입니다

## A text that was pasted into the query box

error-text-slow = 글이 너무 늦게 도착했습니다
# $most is a whole number.
error-text-long = 글이 { $most } KiB를 넘습니다
error-points-not-shown = 글에 이 페이지의 판에 나타낼 수 없는 점이 있습니다
# ?, A, V and * are signs; they stay.
error-points-not-shown-help = 돌, 빈 점, ?, A, V, *만으로 그리세요

## What cannot be read in an address. What is to be written stays, such as N9-T19

# $most are whole numbers.
error-address-query = 검색식이 { $most }자를 넘습니다
error-address-query-help = 검색식을 더 짧게 쓰세요
error-address-area = `{ $text }`은(는) 판의 영역이 아닙니다
error-address-area-help = whole, around 또는 마주 보는 두 모서리의 점을 쓰세요: N9-T19
# Also what a move is called that was typed.
error-address-point = `{ $text }`은(는) 이 판의 점이 아닙니다
error-address-point-help = 점은 판의 좌표대로 Q16처럼 쓰고, 패스는 pass라고 씁니다
error-address-size = `{ $text }`은(는) 판 크기가 아닙니다
error-address-size-help = 19 또는 19x13처럼 쓰세요(52까지)
error-address-side = `{ $text }`은(는) 영역의 변이 아닙니다
error-address-side-help = 변을 left,top처럼 쉼표로 나누어 쓰거나 none이라고 쓰세요
error-address-colour = `{ $text }`은(는) 색이 아닙니다
error-address-colour-help = B 또는 W라고 쓰세요
# $name is a name in an address, such as node; $text is what stands behind it.
error-address-number = `{ $name }`이(가) 숫자가 아닙니다: `{ $text }`
error-address-number-help = 정수를 쓰세요
error-address-moves = 주소에 쓴 수가 { $most }개를 넘습니다
# b and w are names in an address.
error-address-moves-help = 더 뒤의 국면에서 시작하고, 돌은 `b`와 `w`에 쓰세요
# $name is a name in an address, such as part.
error-address-items = `{ $name }`의 서로 다른 항목이 { $most }개를 넘습니다
error-address-parts-help = 같은 부분은 한 번만 쓰세요
error-address-facets-help = 같은 좁히기 항목은 한 번만 쓰세요
error-address-by-help = by=year,player,opening처럼 세 개까지 쓰고, 나머지는 따로 요청하세요
error-address-least-help = 귀의 수나 비율, 또는 둘 다 쓰세요: least=5,1%
error-address-parameter = `{ $name }`은(는) 이 주소의 매개변수가 아닙니다
error-address-parameter-near = 혹시 `{ $name }`인가요?
error-address-parameter-none = 이 주소에는 매개변수가 없습니다
error-address-parameter-help = 이 주소에서 쓸 수 있는 것: { $names }
error-address-twice = 매개변수 `{ $name }`이(가) 두 번 있습니다
error-address-twice-help = 매개변수는 한 번만 쓰세요
error-address-choice = `{ $text }`은(는) `{ $name }`의 값이 아닙니다
error-address-choice-help = 다음 중 하나를 쓰세요: { $words }
error-address-range = `{ $name }`은(는) { $number }일 수 없습니다
error-address-range-help = { $least }부터 { $most }까지의 수를 쓰세요
error-address-page = `{ $text }`은(는) 쪽 번호가 아닙니다
error-address-page-help = 쪽 번호는 1부터입니다

## What pages do not find

# $name is a name of a player.
error-no-player = 이름이 `{ $name }`인 대국자가 없습니다
error-two-players = 비교하려면 대국자를 정확히 두 명 지정해야 합니다
error-two-players-help = player=A&player=B라고 쓰세요
error-several-players = `{ $name }`에 해당하는 대국자가 여러 명입니다
error-same-player = 두 이름이 같은 대국자입니다: `{ $name }`
# $name should be that of a kind of finding, such as bad-date.
error-no-finding-kind = `{ $name }`(이)라는 종류의 문제점은 없습니다

## The page Practise

error-no-such-position = 그 국면은 이 검색식에 속하지 않습니다
error-no-guess = 저장할 답이 없습니다
error-no-guess-help = 수를 쓰거나(guess=Q16), 답하지 않으려면 guess=none이라고 쓰세요
error-guess-taken = { $point }에는 돌이 있습니다
error-guess-help = 판의 빈 점을 Q16처럼 쓰세요

## Dates in sentences and headings; in tables they are written as in records

# $year, $month and $day are digits. English has two for months and days, such as 05; other languages have 5.
date-day = { $year }년 { $month }월 { $day }일
date-month = { $year }년 { $month }월
date-year = { $year }년
date-about = { $date }경
date-before = { $date } 이전
date-after = { $date } 이후
date-early = { $years } 초
date-middle = { $years } 중반
date-late = { $years } 말
date-decade = { $year }년대
date-century = { $century }세기
date-span = { $first }–{ $last }년
date-or = { $one } 또는 { $other }

## The page of a game

# The board for screen readers. $n is the number of moves before it, $color Black or White.
game-unpacking = 파일을 이 대국까지 압축 해제하는 동안 색인의 내용을 표시합니다({ $percent } % 완료). 바둑판의 표시 등 파일에만 있는 내용은 그 뒤에 나타납니다.
game-board-title = { $n }수 진행한 바둑판, { $color } 차례

## Explore, how this was counted: how the index answers a part of the question (the column “By”)

hints-way-all = 모든 대국
hints-way-and = 아래 모두에 맞는 것
hints-way-or = 아래 어느 하나에 맞는 것
hints-way-not = 아래를 뺀 모든 대국
# Of words: fields in which they are looked for.
hints-way-text = 낱말별 목록: 이름, 대회, 장소, 제목, 포석, 해설
hints-way-words = 낱말별 목록
hints-way-phrase = 낱말별 목록(위치 포함)
hints-way-dictionary = 낱말 사전, 그다음 낱말별 목록
hints-way-name = 이름 전체가 일치하는 대국 목록
hints-way-keyword = 키워드가 일치하는 대국 목록
# The property (SGF) is known of these games.
hints-way-any = 값이 있는 대국 목록에서 찾음
# A column is kept for all games, one value each.
hints-way-numbers = 숫자 열
hints-way-openings = 포석 열
hints-way-joseki = 귀의 모양으로 판 위에서 찾음
hints-way-book = 대국을 책에서 따라가며 찾음
# Properties are those of SGF.
hints-way-property-words = 낱말별 목록, 그다음 대국의 속성
hints-way-property = 값 전체가 일치하는 대국 목록, 또는 대국의 속성
hints-way-paths = 색인에 있는 모든 파일의 경로와 비교
hints-way-position = 국면 표에서 찾음, 불확실한 대국은 다시 놓아 확인
hints-way-sequence = 국면마다 국면 표에서 찾고 나온 순서를 비교
hints-way-replay = 각 국면이 있는 대국을 다시 놓아 확인
# Said by engines that analysed the games.
hints-way-judged = 대국의 엔진 분석에서 읽음
hints-way-saved = 저장한 검색으로 찾은 것
# Stars, tags and notes of the user.
hints-way-mine = 내 태그·별표·메모를 대국 내용으로 대조
hints-way-copies = 검색으로 찾은 대국의 사본 묶음
hints-way-twice = 이 특징이 있는 대국 목록

## Events in the language of the page: “54th Honinbo, game 3” (src/engine/events.rs)

# Editions of titles, which are counted by terms. $n is their number (in English with its ending, such as 54th), $series
# the name of the series.
event-edition = 제{ $n }기 { $series }
# Editions of cups and other tournaments
event-edition-of-cup = 제{ $n }회 { $series }
# $series is the series, with its edition if it has one.
event-year = { $year }년 { $series }
event-game = 제{ $n }국
# A match of so many games, such as 七番勝負. $n is a numeral: 七 in Chinese and Japanese, 7 in others.
event-match = { $n }번기
# $n is a letter.
event-group = { $n }조
event-round = { $n }회전
event-final = 결승
event-semifinal = 준결승
event-quarterfinal = 8강전
# The round with 16 players
event-last-16 = 16강전
event-last-32 = 32강전
event-preliminary = 예선
# The preliminary of the Samsung Cup, which professionals and amateurs play together (통합예선)
event-open-preliminary = 통합예선
event-main = 본선
event-league = 리그
# Who plays for the title: that is decided here.
event-challenger = 도전자 결정전
# The challenger and the holder of a title
event-title = 도전기
event-playoff = 플레이오프
event-third-place = 3위 결정전

## 이름 옆의 단급: 프로 단, 아마 단, 급

rank-professional = { $n ->
    [1] 초단
   *[other] { $n }단
}
rank-dan = { $n ->
    [1] 초단
   *[other] { $n }단
}
rank-kyu = { $n }급

error-no-game-to-write = 해당하는 대국이 없어 내보낼 것이 없습니다
error-other-download = 다른 내려받기가 진행 중입니다
error-other-download-help = 다른 내려받기가 끝날 때까지 기다려 주세요

## Near positions

near-title = 비슷한 국면
near-sentence = 이 국면과 { $stones } 이내로 다른 대국은 { $n }국입니다.
near-searched = 찾는 국면
near-back = 탐색으로 돌아가기
near-distance = 달라도 되는 돌의 수
near-stones = 돌 { $n }개
near-loose = 따낸 돌이 남아 있어도 됨
near-loose-title = 대국에서 따낸 돌이 그림에 남아 있어도 됩니다. 모든 수를 보인 기보 그림에 쓸 수 있습니다.
near-lacks = { $stones } 없음
near-has = { $stones } 더 있음

## Reports about a player, a position or a joseki, and for preparation

report-column-games = 국수
report-column-won = 승
report-column-lost = 패
report-column-rate = 승률
report-column-mover-rate = 둔 쪽 승률
report-column-black-rate = 흑 승률
report-column-colour = 색
report-column-opponent-rank = 상대 단급
report-column-rank = 단급
report-column-years = 연도
report-column-as-black = { $name } 흑
report-column-as-white = { $name } 백
report-column-share = 비율
report-column-share-of-all = 전체 대국 중 비율
report-column-opponents = 상대
report-column-players = 둔 사람
report-column-player = 대국자
report-column-first = 첫 대국
report-column-move = 수
report-column-followers = 뒤따른 대국
report-column-loss = 한 수당 손실
report-column-blunders = 실수
report-column-chance = 확률
report-column-to-play = 둘 차례
report-column-usual = 늘 두는 수
report-column-best = 전체 기보에서 최선
report-all-games = 모든 대국
report-unknown = 알 수 없음
report-results = 성적
report-opponent-ranks = 상대 단급별 성적
report-years = 연도와 단급
report-openings = 본인과 상대의 포석
report-openings-note = 포석은 돌의 배치로 판별하며 대부분 흑의 포석입니다. 한 판에 여러 포석이 있을 수 있습니다.
report-joseki = 귀에서 본인과 상대가 둔 수
report-joseki-note = 귀는 우상귀로 돌려 놓았으며 ●는 그 귀에 먼저 둔 쪽입니다. 각 행은 마지막 수를 둔 쪽을 세고, 비율은 그 직전까지의 수순 뒤에 같은 쪽이 둔 모든 수에 대한 것입니다.
report-events = 기전
report-typical-games = 대표적인 대국
report-typical-note = 가장 잦은 포석마다 가장 최근 대국의 처음 { $n }수입니다.
report-last-games = 최근 대국
report-novelties = 신수
report-novelties-note = 60수 안에서 기보 모음의 이전 대국에는 없고 이후 대국이 따라 둔 수입니다.
report-losses = 엔진 분석에 따른 손실
report-player-sentence = { $name }의 { $n }국, { $first }~{ $last }년: { $won }승 { $lost }패.
report-player-sentence-undated = { $name }의 { $n }국: { $won }승 { $lost }패.
report-title-position = 국면 { $moves }
report-title-joseki = 귀 { $moves }
report-board-sentence = { $n }국에 나타나며 { $first }~{ $last }년. 승부가 난 대국에서 흑의 승률은 { $black }%.
report-board-sentence-undated = { $n }국에 나타남. 승부가 난 대국에서 흑의 승률은 { $black }%.
report-continuations = 다음 수
report-decades = 연대
report-players = 누가 두는가
report-first-games = 첫 대국들
report-first-games-note = 대국자마다 첫 대국을 이른 순서로 보입니다. 수는 국면까지 둔 수입니다.
report-comments = 해설
report-title-prepare = { $player } 대 { $rival }
report-prepare-sentence = 이 상대와 { $player }의 대국은 { $n }국: { $won }승 { $lost }패.
report-repertoire = { $name }의 포석
report-meetings = 두 사람이 만나는 국면: 흑 { $black }, 백 { $white }
report-meetings-note = 각 수순은 상대가 누구든 두 사람이 같은 국면에서 둔 수를 따라갑니다. 확률은 두 사람이 지금까지처럼 둘 때의 값입니다. 최선의 수는 둘 차례인 쪽의 승률 95% 구간의 아래 끝이 가장 높은 수입니다.
