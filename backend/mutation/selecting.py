"""Selects the tests to run against a fault, most likely and fastest first."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final

from mutation.loading import BACKEND
from mutation.operators import MODULE, Mutant
from mutation.targets import RECORDED, TRANSCRIPTION

Function = tuple[str, str]
"""File and outermost function or method."""


@dataclass(frozen=True)
class Covered:
    """What one test calls, and its CPU time in seconds."""

    functions: frozenset[Function]
    seconds: float


class Selection:
    """Chooses from the tests of a run; `at_import` are the functions that are called when modules are loaded."""

    def __init__(self, covered: Mapping[str, Covered], at_import: Iterable[Function]) -> None:
        self._covered = covered
        self._at_import = set(at_import)
        self._tests_calling: dict[Function, list[str]] = {}
        for name, test in covered.items():
            for function in test.functions:
                self._tests_calling.setdefault(function, []).append(name)

    def quickest(self, count: int) -> list[str]:
        return sorted(self._covered, key=lambda name: self._covered[name].seconds)[:count]

    def is_warm(self, mutant: Mutant) -> bool:
        """Whether the fault can be applied to functions that are already loaded."""
        return mutant.is_in_body and not any(function in self._at_import for function in _functions_of(mutant))

    def tests_for(self, mutant: Mutant, seconds: float, noticed_by: str) -> list[str]:
        """At least one test, with at most this many seconds in total, first from the file that noticed it before."""
        selected: list[str] = []
        total = 0.0
        for name in sorted(self._in_order(mutant), key=lambda name: name.partition("::")[0] != noticed_by):
            total += self._covered[name].seconds
            if selected and total > seconds:
                break
            selected.append(name)
        return selected

    def seconds_of(self, tests: Iterable[str]) -> float:
        return sum(self._covered[name].seconds for name in tests)

    def files_for(self, mutant: Mutant) -> set[str]:
        """The files of all tests that might notice the fault."""
        return {name.partition("::")[0] for name in self._in_order(mutant)}

    def comparison_tests(self) -> list[str]:
        """The tests that only compare tables with the transcription."""
        return [name for name in self._covered if name.startswith(f"{TRANSCRIPTION}/")]

    def _in_order(self, mutant: Mutant) -> list[str]:
        tiers: dict[str, int] = {}
        for tier, names in enumerate(self._tiers(mutant)):
            for name in names:
                tiers.setdefault(name, tier)
        same_domain = str(PurePosixPath(mutant.file).parents[-3]) + "/"
        return sorted(
            tiers, key=lambda name: (tiers[name], not name.startswith(same_domain), self._covered[name].seconds, name)
        )

    def _tiers(self, mutant: Mutant) -> Iterator[Iterable[str]]:
        if not mutant.is_in_body:
            yield self.comparison_tests()
        called = [name for function in _functions_of(mutant) for name in self._tests_calling.get(function, ())]
        yield called
        if self.is_warm(mutant):
            return
        name = mutant.function.partition(".")[0]
        if name != MODULE:
            files = self._files_that_mention(name)
            yield (test for test in self._covered if test.partition("::")[0] in files)
            for function in _functions_that_mention(name):
                yield self._tests_calling.get(function, ())
        module = mutant.file.removesuffix(".py").replace("/", ".")
        for dotted in (module, module.rpartition(".")[0]):
            files = self._files_that_mention(dotted)
            yield (test for test in self._covered if test.partition("::")[0] in files)
        domain = f"{PurePosixPath(mutant.file).parents[-3]}/"
        yield (test for test in self._covered if test.startswith(domain))

    def _files_that_mention(self, name: str) -> set[str]:
        word = re.compile(rf"\b{re.escape(name)}\b")
        return {file for file, source in self._test_sources.items() if word.search(source)}

    @cached_property
    def _test_sources(self) -> dict[str, str]:
        files = {name.partition("::")[0] for name in self._covered}
        return {file: (BACKEND / file).read_text(encoding="utf-8") for file in files}


def _functions_of(mutant: Mutant) -> list[Function]:
    """Its function and the enclosing ones; tests report only the outermost."""
    parts = mutant.function.split(".")
    return [(mutant.file, ".".join(parts[:length])) for length in range(len(parts), 0, -1)]


_mentions: Final[dict[str, set[Function]]] = {}


def _functions_that_mention(name: str) -> list[Function]:
    if not _mentions:
        for file in RECORDED:
            for function, names in _names_by_function(ast.parse((BACKEND / file).read_text(encoding="utf-8")), ""):
                for identifier in names:
                    _mentions.setdefault(identifier, set()).add((file, function))
    return sorted(_mentions.get(name, ()))


def _names_by_function(node: ast.Module | ast.ClassDef, enclosing: str) -> Iterator[tuple[str, set[str]]]:
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from _names_by_function(child, f"{enclosing}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield enclosing + child.name, {name.id for name in ast.walk(child) if isinstance(name, ast.Name)}
