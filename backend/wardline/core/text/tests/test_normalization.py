"""NFC in linear time."""

import importlib.util
import re
import sys
import time
import unicodedata

import pytest

from wardline.core.text import normalization
from wardline.core.text.normalization import LAST_MARK, MAX_MARKS, is_mark, to_nfc

ACUTE, BELOW = "\u0301", "\u0316"
ASTRAL = "\U0001d165"
DECOMPOSABLE = "\u0f73"
"""Becomes two marks when it is decomposed, and is none before."""


@pytest.mark.parametrize("text", ["abc", "e\u0301", "\u1100\u1161\u11a8", "a" + BELOW + ACUTE, "漢字", "\U0001f9e0"])
def test_text_is_normalized_to_nfc(text: str) -> None:
    assert to_nfc(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("mark", [ACUTE, ASTRAL, DECOMPOSABLE])
def test_too_many_marks_in_a_row_are_refused(mark: str) -> None:
    row = "a" + mark * MAX_MARKS
    assert to_nfc(row * 3) == unicodedata.normalize("NFC", row * 3)
    for text in (row + mark, mark * (MAX_MARKS + 1), row * 3 + ACUTE + "b", "a" + (mark + ACUTE) * MAX_MARKS):
        with pytest.raises(ValueError, match="Unicode"):
            to_nfc(text)


def test_the_pattern_is_compiled_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling it takes tens of milliseconds, which would block the event loop."""
    spec = normalization.__spec__
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    monkeypatch.delattr(re, "compile")
    assert loaded.to_nfc("e\u0301") == "\u00e9"


def test_there_is_no_mark_after_the_last_one() -> None:
    assert not any(is_mark(chr(code)) for code in range(LAST_MARK + 1, sys.maxunicode + 1))


def test_normalization_takes_linear_time() -> None:
    """Sorting the marks used to take 168 seconds for a megabyte."""
    text = ("a" + (ACUTE + BELOW) * (MAX_MARKS // 2)) * 2_000
    to_nfc(text)
    assert _seconds(text * 8) < 24 * _seconds(text)


def _seconds(text: str) -> float:
    spent = []
    for _ in range(3):
        started_at = time.process_time()
        to_nfc(text)
        spent.append(time.process_time() - started_at)
    return min(spent)
