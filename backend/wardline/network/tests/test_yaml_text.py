"""What is written as YAML is read as the same data."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardline.network.document import read_document
from wardline.network.yaml_text import yaml_text

SCALARS = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="ascii")), inner, max_size=3)
    ),
    max_leaves=6,
)
TRAPS = [
    *("", " ", "a ", " a", "a: b", "a:", "a #b", "#", "- a", "-", "?", "~", "null", "Null", "NO", "y", "true", "True"),
    *("1", "1.0", "1e3", "0x1f", "0o17", "1_000", ".inf", ".NaN", "2026-11-30", "2026-11-30 10:00", "12:30", "=", "<<"),
    *(
        "---",
        "...",
        "%a",
        "@a",
        "`a",
        "!a",
        "&a",
        "*a",
        "|",
        ">",
        "[a]",
        "{a}",
        "a, b",
        "'a'",
        '"a"',
        "a'b",
        "\\",
        "\n",
    ),
    *(
        "a\nb",
        "\t",
        "a\tb",
        "\x00",
        "\x7f",
        "\x85",
        "\u2028",
        "\ufeff",
        "\ufffe",
        "Zoë",
        "\U0001f600",
        "(555) 010-0111",
    ),
]


def read(text: str, folder: Path) -> Any:
    path = folder / "written.yaml"
    path.write_bytes(text.encode())
    document = read_document(path)
    assert document.problems == []
    return document.data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("yaml")


def test_strings_that_look_like_something_else_stay_strings(folder: Path) -> None:
    data: dict[Any, Any] = {
        "traps": TRAPS,
        **{trap: trap for trap in TRAPS},
        "nested": [[["a"], []], {"b": {}}],
        1: {2: [{3: None}]},
    }
    assert read(yaml_text(data), folder) == data


@settings(max_examples=25)
@given(st.dictionaries(st.text(), VALUES, min_size=1, max_size=4))
def test_anything_is_read_as_it_was_written(folder: Path, data: dict[str, Any]) -> None:
    assert read(yaml_text(data), folder) == data


def test_people_are_written_as_in_a_file_by_hand() -> None:
    person = {
        "username": "nurse-1",
        "first_name": "Ann Marie",
        "roles": ["Bedside Provider"],
        "phone": "(555) 010-0111",
    }
    network: dict[str, Any] = {"users": [person], "priorities": {1: {"name": "STAT"}}}
    assert yaml_text(network) == (
        "users:\n- username: nurse-1\n  first_name: Ann Marie\n  roles:\n  - Bedside Provider\n"
        "  phone: (555) 010-0111\npriorities:\n  1:\n    name: STAT\n"
    )
