"""Which characters the database can store, which are visible, and which would show a line as another one."""

import unicodedata
from typing import Final

from wardline.core.forms import messages

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Unicode categories of control and format characters and of spaces."""
_FILLERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\ufe0e\ufe0f\uffa0")
"""Characters of other categories that are invisible, or are when alone."""
_DECEPTIVE: Final = dict.fromkeys(
    [0x061C, 0x200B, *range(0x200E, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF]
)
"""Characters that have no width or change the direction of others; not the joiners that some scripts need."""


def undeceptive(text: str) -> str:
    """A line without the characters because of which it would look like another one."""
    return text if text.isascii() else text.translate(_DECEPTIVE)


def is_visible(character: str) -> bool:
    return unicodedata.category(character) not in _INVISIBLE and character not in _FILLERS


def check_storable(text: str) -> None:
    """Raises ValueError for NUL and lone surrogates, which PostgreSQL does not store."""
    if "\x00" in text:
        raise ValueError("must not contain a NUL character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(messages.NOT_UNICODE) from None
