"""The result of each fault: committed in results.tsv, and during a run also appended to its journal."""

import threading
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from mutation.loading import HOME
from mutation.operators import Mutant

COMMITTED: Final = HOME / "mutation" / "results.tsv"
EQUAL: Final = HOME / "mutation" / "equal.tsv"


class State(StrEnum):
    KILLED = "noticed"
    ENDLESS = "endless"
    """Noticed, because the tests never end with it."""
    SURVIVED = "unnoticed"


class Result(NamedTuple):
    """`source` is the module's digest, `tests` the digest of the tests it depends on, `test` the file that failed."""

    id: str
    state: State
    source: str
    tests: str
    test: str


class Results:
    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._by_id: dict[str, Result] = {}
        for path in (COMMITTED, journal):
            for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
                parts = line.split("\t")
                self._by_id[parts[0]] = Result(parts[0], State(parts[1]), *parts[2:])

    def of(self, mutant: Mutant) -> Result | None:
        return self._by_id.get(mutant.id)

    def add(self, result: Result) -> None:
        with self._lock:
            self._by_id[result.id] = result
            with self._journal.open("a", encoding="utf-8") as journal:
                journal.write("\t".join(result) + "\n")

    def save(self, mutants: Iterable[Mutant]) -> None:
        """Write the results of these faults, sorted, and drop all others."""
        kept_results = sorted(self._by_id[mutant.id] for mutant in mutants if mutant.id in self._by_id)
        COMMITTED.write_text("".join("\t".join(result) + "\n" for result in kept_results), encoding="utf-8")
        self._journal.unlink(missing_ok=True)


def equal() -> dict[str, str]:
    """Maps each fault that makes no difference, which no test can notice, to the reason."""
    if not EQUAL.exists():
        return {}
    lines = EQUAL.read_text(encoding="utf-8").splitlines()[1:]
    return {line.split("\t")[0]: line.split("\t")[-1] for line in lines}
