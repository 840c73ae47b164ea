//! The objects of what spans many games: the inventory of an archive, two players head to head.

/// Name and keys of every object.
pub const OBJECTS: &[(&str, &[(&str, &str)])] = &[
    (
        "Inventory",
        &[
            ("v", "the version of the object"),
            ("index", PATH),
            ("roots", PATH),
            ("shards", "each ShardOfRoot"),
            ("built", "when the last build ended, in Unix time"),
            ("all_read", "when every file was last read"),
            ("files", "files"),
            ("games", "games"),
            ("by_kind", "games by format and kind"),
            ("games_with_diagnostics", "games"),
            ("without_game", "files by kind of problem"),
            ("problems", "each Problem"),
            ("problems_listed", "all problems that can be listed"),
            ("segments", "segments of the index"),
            ("bytes", "bytes by component"),
            ("generation", "the number of the index's state"),
            ("charsets", "each CharsetOfGames"),
            ("changes", "Changes"),
            ("findings", "Findings"),
            ("copies", "Copies"),
            ("commands", "Commands"),
        ],
    ),
    (
        "Problem",
        &[
            ("path", PATH),
            ("member", "the place in the archive"),
            ("kind", "no-game, damaged and so on"),
            ("message", "why there is no game"),
        ],
    ),
    (
        "CharsetOfGames",
        &[
            ("value", "a charset"),
            ("games", "games"),
            ("black", "games won by Black"),
            ("white", "games won by White"),
            ("draws", "drawn games"),
            ("unknown", "games with an unknown result"),
        ],
    ),
    (
        "Changes",
        &[
            ("new", "files that the index does not know"),
            ("changed", "files with other contents"),
            ("gone", "files that are no longer there"),
            ("unreachable", "roots that cannot be reached"),
            ("listed", "each ChangedFile"),
        ],
    ),
    (
        "ChangedFile",
        &[("how", "new, changed or gone"), ("path", PATH)],
    ),
    (
        "Findings",
        &[
            ("progress", "Progress"),
            ("failed", "why there are none"),
            ("total", "findings"),
            ("games", "games with findings"),
            ("kinds", "each KindOfFinding"),
            ("listed", "each Finding"),
        ],
    ),
    (
        "KindOfFinding",
        &[
            ("kind", "its name; of=NAME lists its findings"),
            ("severity", "error, warning or note"),
            ("meaning", "what it means, and what to do"),
            ("places", "games or files"),
            ("times", "all occurrences in them"),
            ("listed", "places that can be listed"),
        ],
    ),
    (
        "Finding",
        &[
            ("place", "the file, its members, the game and the move"),
            ("message", "what is wrong"),
            ("move", "the first move in question"),
            ("game", "Row"),
        ],
    ),
    (
        "Copies",
        &[
            ("groups", "groups of the same game"),
            ("games", "games in them"),
            ("listed", "each CopyGroup"),
        ],
    ),
    (
        "CopyGroup",
        &[
            ("v", "the version of the object"),
            ("group", "its number, from 1"),
            ("conflicts", "what the copies disagree on, with every value"),
            ("games", "each Row"),
        ],
    ),
    (
        "Versus",
        &[
            ("v", "the version of the object"),
            ("players", "the two names; results are those of the first"),
            ("query", "the query that finds their games"),
            ("total", "games against each other"),
            ("games", "games with both in their seats"),
            ("won", "games won"),
            ("lost", "games lost"),
            ("drawn", "games drawn"),
            ("unknown", "games with an unknown result"),
            ("black", "Record"),
            ("white", "Record"),
            ("years", "each OwnCount"),
            ("openings", "each OwnOpening"),
            ("newest", "each Row"),
        ],
    ),
    (
        "OwnCount",
        &[
            ("value", "a year, an opening; null where there is none"),
            ("games", "games"),
            ("black", "games won by Black"),
            ("white", "games won by White"),
            ("draws", "drawn games"),
            ("unknown", "games with an unknown result"),
            ("won", "games won by the player"),
            ("lost", "games lost"),
            ("drawn", "games drawn"),
            ("both", "games with the player in both seats"),
        ],
    ),
    (
        "OwnOpening",
        &[
            ("opening", "its name"),
            ("all", "OwnCount"),
            ("black", "OwnCount"),
            ("white", "OwnCount"),
        ],
    ),
    (
        "Comparison",
        &[
            ("v", "the version of the object"),
            ("by", "what the rows are: next"),
            ("first", "ComparedSide"),
            ("second", "ComparedSide"),
            ("common", "games of both"),
            ("rate_difference", "Difference"),
            ("rows", "each ComparedRow"),
        ],
    ),
    (
        "ComparedSide",
        &[
            ("query", "its query"),
            ("games", "games"),
            ("share", "null"),
            ("black", "games won by Black"),
            ("white", "games won by White"),
            ("draws", "drawn games"),
            ("unknown", "games with an unknown result"),
            ("rate", "the share that Black won"),
        ],
    ),
    (
        "ComparedRow",
        &[
            ("value", "a point, pass, elsewhere or end"),
            ("color", "B or W"),
            ("first", "ComparedSide"),
            ("second", "ComparedSide"),
            ("share_difference", "Difference"),
            ("rate_difference", "Difference"),
        ],
    ),
    (
        "Difference",
        &[
            ("difference", "the first minus the second"),
            ("low", "the lower end of the 95 % interval"),
            ("high", "the upper end"),
        ],
    ),
    (
        "Commands",
        &[
            ("refresh", "brings the index up to date"),
            ("examine", "examines the archive"),
            (
                "examine_kind",
                "lists the findings of the kind whose name follows",
            ),
            ("copies", "lists the games that are the same"),
            ("verify", "compares the index with its checksums"),
        ],
    ),
];

const PATH: &str = "a path below its root";
