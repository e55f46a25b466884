"""A patient's names as search words, the same for storing and for asking.

Case, accents and apostrophes do not count, hyphens part words; each asked word must be the beginning of a stored one.
"""

import unicodedata
from typing import Final

_APOSTROPHES: Final = str.maketrans("", "", "'\u2019\u02bc`\u00b4\u2018")
MOST_WORDS: Final = 10


def words(text: str) -> list[str]:
    """The search words of a text, in order, each once."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold()
    plain = "".join(sign if sign.isalnum() else " " for sign in decomposed if not unicodedata.combining(sign))
    return list(dict.fromkeys(plain.split()))


def prefix_query(text: str) -> str | None:
    """The text as a ``tsquery`` in which every word is a beginning.

    None when it has no words. Words hold letters and digits only.
    """
    asked = words(text)[:MOST_WORDS]
    return " & ".join(f"'{word}':*" for word in asked) or None
