"""Unicode's composed form (NFC) in a time that grows with the text and not with its square.

Marks that stand in a row are put in order one by one, so a thousand of them take a thousand times as long each. No
writing needs more than 30 in a row (Unicode Standard Annex 15, Stream-Safe Text Format).
"""

import re
import unicodedata
from itertools import groupby
from typing import Final

from wardline.core.forms import messages

MAX_MARKS: Final = 30
"""How many may stand in a row."""
LATEST_MARK: Final = 0x1FFFF
"""No mark stands behind it in Unicode."""


def to_nfc(text: str) -> str:
    """The text in NFC. Raises ValueError where more than `MAX_MARKS` marks stand in a row."""
    if text.isascii():
        return text
    if _TOO_MANY_MARKS.search(text):
        raise ValueError(messages.NOT_UNICODE)
    return unicodedata.normalize("NFC", text)


def is_mark(sign: str) -> bool:
    """Whether it may change places with marks beside it, also once it is taken apart."""
    return unicodedata.combining(unicodedata.normalize("NFD", sign)[0]) != 0


def _too_many_marks() -> re.Pattern[str]:
    """Tried once for each row, from its first mark. A class of signs beyond 16 bits is slow, so it is asked last."""
    usual, others = _ranges(0, 0xFFFF), _ranges(0x10000, LATEST_MARK)
    mark = f"(?:[{usual}]|(?=[\\U00010000-\\U{LATEST_MARK:08x}])[{others}])"
    is_first = f"(?<![{usual}].)(?<![{others}].)"
    return re.compile(f"{mark}{is_first}{mark}{{{MAX_MARKS}}}", re.DOTALL)


def _ranges(first: int, last: int) -> str:
    marks = [code for code in range(first, last + 1) if is_mark(chr(code))]
    runs = [[code for _, code in run] for _, run in groupby(enumerate(marks), lambda pair: pair[1] - pair[0])]
    return "".join(f"\\U{run[0]:08x}-\\U{run[-1]:08x}" for run in runs)


_TOO_MANY_MARKS: Final = _too_many_marks()
"""Made at the start: it takes so long that the event loop would stand still for the first text."""
