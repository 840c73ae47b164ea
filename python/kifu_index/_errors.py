"""The exceptions of kifu_index."""

from __future__ import annotations


class KifuError(Exception):
    """A call failed.

    ``code`` is the stable name of the kind of error (``no_index``, ``not_found``, ``io`` …; ``fault`` is a fault of
    this module). ``message`` says what happened, and ``help`` what to do next, or is None.
    """

    code: str
    message: str
    help: str | None

    def __init__(self, text: str, code: str = "io", message: str | None = None, help: str | None = None) -> None:
        super().__init__(text, code, message, help)
        self.code, self.message, self.help = code, message or text, help

    def __str__(self) -> str:
        return str(self.args[0])


def failure(code: str, message: str, help: str | None = None) -> KifuError:
    """Returns an error with advice on what to do next."""
    text = f"{message}\n  help: {help}" if help else message
    return KifuError(text, code, message, help)


class QueryError(KifuError, ValueError):
    """A query, a position or a pattern has an error.

    ``query`` is the text, and ``query[slice(*span)]`` the part that the error is about. The text of the exception shows
    that part with carets below it.
    """

    span: tuple[int, int]
    query: str

    def __init__(
        self,
        text: str,
        code: str,
        message: str,
        help: str | None,
        span: tuple[int, int],
        query: str,
    ) -> None:
        super().__init__(text, code, message, help)
        self.args = (text, code, message, help, span, query)
        self.span, self.query = span, query
