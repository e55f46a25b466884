"""The faults that `make mutate` finds in a module and its tables; each changes one thing only."""

import ast
import importlib.util
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from mutation import loading
from mutation.loading import Functions
from mutation.operators import NO_FAULT, Mutant, mutants, mutated
from mutation.results import EQUAL
from mutation.selecting import Covered, Selection
from mutation.targets import FILES, GROUPS

SOURCE: Final = '''
"""Text without a fault."""
from enum import StrEnum

LIMITS = {"low": 1, "high": 2}


class State(StrEnum):
    """As above."""

    NEW = "new"
    OLD = "old"


def is_between(value: int, *, strict: bool = False) -> bool:
    """As above."""
    if strict and value == LIMITS["low"]:
        raise ValueError("words for developers")
    return LIMITS["low"] <= value <= LIMITS["high"]


def counted(values):
    return sum(1 for value in values if is_between(value))
'''


def described(source: str = SOURCE) -> set[tuple[str, str, str, str]]:
    return {(found.function, found.operator, found.before, found.after) for found in mutants("x.py", source)}


@pytest.mark.parametrize(
    "fault",
    [
        ("LIMITS", "remove an entry", "'low': 1", "(removed)"),
        ("LIMITS", "constant", "2", "3"),
        ("State", "remove a member", "OLD = 'old'", "(removed)"),
        ("State", "text", "'new'", "'new~'"),
        ("is_between", "constant", "False", "True"),
        ("is_between", "boolean operator", "strict and value == LIMITS['low']", "strict or value == LIMITS['low']"),
        ("is_between", "condition", "strict and value == LIMITS['low']", "not (strict and value == LIMITS['low'])"),
        ("is_between", "remove a statement", "raise ValueError('words for developers')", "(removed)"),
        (
            "is_between",
            "comparison",
            "LIMITS['low'] <= value <= LIMITS['high']",
            "LIMITS['low'] <= value < LIMITS['high']",
        ),
        ("counted", "remove a condition", "is_between(value)", "True"),
        ("counted", "return nothing", "return sum((1 for value in values if is_between(value)))", "return None"),
    ],
)
def test_a_fault_is_made(fault: tuple[str, str, str, str]) -> None:
    assert fault in described()


def test_texts_for_developers_are_not_mutated() -> None:
    changed = {before for _, operator, before, _ in described() if operator == "text"}
    assert changed == {"'low'", "'high'", "'new'", "'old'"}


def test_a_fault_keeps_its_id_wherever_its_function_is() -> None:
    def ids(source: str) -> list[str]:
        return [found.id for found in mutants("x.py", source)]

    before = ids(SOURCE)
    assert len(set(before)) == len(before)
    assert set(before) < set(ids(f"import os\n\n\nOTHER = 5\n{SOURCE}"))


@pytest.mark.parametrize(
    "file",
    [pytest.param(file, marks=() if file.endswith("/decision.py") else pytest.mark.soak) for file in FILES],
)
def test_each_fault_of_what_is_proven_is_one_change_that_python_can_read(file: str) -> None:
    source = (loading.BACKEND / file).read_text()
    sound = ast.dump(mutated(source, NO_FAULT))
    found = mutants(file, source)
    assert len({fault.id for fault in found}) == len(found)
    for fault in found:
        tree = mutated(source, fault.number)
        assert ast.dump(tree) != sound
        compile(tree, file, "exec")


def test_every_pattern_of_the_modules_matches_some() -> None:
    patterns = [pattern for group in GROUPS for pattern in group.patterns]
    assert [pattern for pattern in patterns if not any(loading.BACKEND.glob(pattern))] == []


def test_every_fault_listed_as_equal_is_still_made() -> None:
    listed = [line.split("\t")[:2] for line in EQUAL.read_text("utf-8").splitlines()[1:]]
    sources = {file: (loading.BACKEND / file).read_text() for _, file in listed}
    made = {found.id for file, source in sources.items() for found in mutants(file, source)}
    assert [name for name, _ in listed if name not in made] == []


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    path = tmp_path / "faulty.py"
    path.write_text(SOURCE)
    monkeypatch.setattr(loading, "BACKEND", tmp_path)
    spec = importlib.util.spec_from_file_location("faulty", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["faulty"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["faulty"]


def the(**attributes: Any) -> Mutant:
    (found,) = (
        fault
        for fault in mutants("faulty.py", SOURCE)
        if all(getattr(fault, name) == value for name, value in attributes.items())
    )
    return found


def test_loaded_functions_get_the_fault(module: ModuleType) -> None:
    held = module.is_between
    gone = weakref.proxy(type("Gone", (), {})())
    functions = Functions(["faulty.py"])
    del gone
    assert held(2)
    fault = the(operator="comparison", after="LIMITS['low'] <= value < LIMITS['high']")
    assert fault.is_in_body
    assert functions.replace_code("faulty.py", mutated(SOURCE, fault.number))
    assert not held(2)
    assert module.counted([0, 1, 2]) == 1
    assert functions.replace_code("faulty.py", mutated(SOURCE, NO_FAULT))
    assert held(2)


def test_a_fault_in_module_level_code_needs_the_module_reloaded() -> None:
    assert not the(operator="constant", before="2").is_in_body
    assert not the(operator="remove a member", before="NEW = 'new'").is_in_body
    assert not the(operator="constant", before="False").is_in_body


def test_a_fault_in_a_class_meets_first_what_imports_its_module() -> None:
    quick, importing = (
        "wardline/video/tests/test_relay.py::test_quick",
        "wardline/video/tests/test_leaving.py::test_slow",
    )
    selection = Selection({quick: Covered(frozenset(), 0.1), importing: Covered(frozenset(), 0.2)}, [])
    fault = next(fault for fault in mutants("wardline/video/time_limits.py", SOURCE) if not fault.is_in_body)
    assert selection.tests_for(fault, 5, "-") == [importing, quick]


def test_a_fault_in_a_table_meets_the_transcription_first_or_what_noticed_it_before() -> None:
    near, far = (
        "wardline/video/tests/test_endpoints.py::test_near",
        "tests/transcription/test_transcription.py::test_far",
    )
    selection = Selection({near: Covered(frozenset(), 0.1), far: Covered(frozenset(), 0.2)}, [])
    (fault, *_) = mutants("wardline/video/choices.py", SOURCE)
    assert not fault.is_in_body
    assert selection.tests_for(fault, 5, "-") == [far, near]
    assert selection.tests_for(fault, 5, near.partition("::")[0]) == [near, far]
