"""Which writes of a request remain in the database."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sent_statements import recorded_statements

_WRITES: Final = re.compile(r"\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b|pg_notify|defer_job", re.IGNORECASE)


class Writes:
    """Statements that wrote and were not rolled back, except the audit trail's, which a function writes."""

    def __init__(self) -> None:
        self._open: list[tuple[str, list[str]]] = []
        self.clear()

    def clear(self) -> None:
        self._open = [("", [])]

    @property
    def statements(self) -> list[str]:
        return [statement for _, statements in self._open for statement in statements]

    def record(self, statement: str) -> None:
        *words, name = statement.split()
        match words:
            case ["SAVEPOINT"]:
                self._open.append((name, []))
            case ["RELEASE", "SAVEPOINT"]:
                self._end(name, is_released=True)
            case ["ROLLBACK", "TO", "SAVEPOINT"]:
                self._end(name, is_released=False)
            case _:
                if _WRITES.search(statement):
                    self._open[-1][1].append(statement)

    def _end(self, name: str, *, is_released: bool) -> None:
        while any(opened == name for opened, _ in self._open):
            _, statements = self._open.pop()
            if is_released:
                self._open[-1][1].extend(statements)


@contextmanager
def recorded_writes() -> Iterator[Writes]:
    writes = Writes()

    def record(statement: str, _parameters: Any) -> None:
        writes.record(statement)

    with recorded_statements(record):
        yield writes
