"""Unicode's composed form (NFC) in linear time.

Python sorts consecutive combining marks one by one, so a run of them takes quadratic time. No script needs more than 30
in a row (Unicode Standard Annex 15, Stream-Safe Text Format).
"""

import re
import unicodedata
from itertools import groupby
from typing import Final

from wardline.core.forms import messages

MAX_MARKS: Final = 30
"""How many combining marks may follow each other."""
LAST_MARK: Final = 0x1FFFF
"""Unicode has no marks after this code point."""


def to_nfc(text: str) -> str:
    """The text in NFC. Raises ValueError for more than `MAX_MARKS` marks in a row."""
    if text.isascii():
        return text
    if _TOO_MANY_MARKS.search(text):
        raise ValueError(messages.NOT_UNICODE)
    return unicodedata.normalize("NFC", text)


def is_mark(character: str) -> bool:
    """Whether normalization may reorder it, possibly after decomposing it."""
    return unicodedata.combining(unicodedata.normalize("NFD", character)[0]) != 0


def _too_many_marks() -> re.Pattern[str]:
    """Matches from the first mark of a run only. Character classes beyond 16 bits are slow, so they come last."""
    bmp, beyond_bmp = _ranges(0, 0xFFFF), _ranges(0x10000, LAST_MARK)
    mark = f"(?:[{bmp}]|(?=[\\U00010000-\\U{LAST_MARK:08x}])[{beyond_bmp}])"
    is_first = f"(?<![{bmp}].)(?<![{beyond_bmp}].)"
    return re.compile(f"{mark}{is_first}{mark}{{{MAX_MARKS}}}", re.DOTALL)


def _ranges(first: int, last: int) -> str:
    marks = [code for code in range(first, last + 1) if is_mark(chr(code))]
    runs = [[code for _, code in run] for _, run in groupby(enumerate(marks), lambda pair: pair[1] - pair[0])]
    return "".join(f"\\U{run[0]:08x}-\\U{run[-1]:08x}" for run in runs)


_TOO_MANY_MARKS: Final = _too_many_marks()
"""Compiled at startup: it takes long enough to block the event loop for the first text."""
