"""What a refused request leaves in the database."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sent_statements import heard_statements

_WRITES: Final = re.compile(r"\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b|pg_notify|defer_job", re.IGNORECASE)


class Kept:
    """The statements that changed something and were not taken back; the audit trail's own are a function's."""

    def __init__(self) -> None:
        self._open: list[tuple[str, list[str]]] = []
        self.clear()

    def clear(self) -> None:
        self._open = [("", [])]

    @property
    def statements(self) -> list[str]:
        return [statement for _, statements in self._open for statement in statements]

    def note(self, statement: str) -> None:
        *words, name = statement.split()
        match words:
            case ["SAVEPOINT"]:
                self._open.append((name, []))
            case ["RELEASE", "SAVEPOINT"]:
                self._end(name, is_kept=True)
            case ["ROLLBACK", "TO", "SAVEPOINT"]:
                self._end(name, is_kept=False)
            case _:
                if _WRITES.search(statement):
                    self._open[-1][1].append(statement)

    def _end(self, name: str, *, is_kept: bool) -> None:
        while any(opened == name for opened, _ in self._open):
            _, statements = self._open.pop()
            if is_kept:
                self._open[-1][1].extend(statements)


@contextmanager
def noting() -> Iterator[Kept]:
    kept = Kept()

    def record(statement: str, _parameters: Any) -> None:
        kept.note(statement)

    with heard_statements(record):
        yield kept
