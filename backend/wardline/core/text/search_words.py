"""How names and search texts are split into words, for storing, searching, and filtering a list.

Case, accents and apostrophes are ignored; anything else that is neither a letter nor a digit separates words,
including hyphens. In order: apostrophes are removed, NFKD, case folding, NFKD again (folding composes some letters),
marks (Unicode category M) are removed, letters with a stroke or ligature that Unicode does not decompose are replaced,
and the rest is split where a character is neither a letter (L) nor a number (N).
"""

import unicodedata
from typing import Final

MAX_QUERY_WORDS: Final = 10
"""How many words of a search text are used; the first ones."""
MAX_WORD_LENGTH: Final = 100
"""Longer words are truncated, whether stored or searched for; the database refuses words of about 2,000 bytes."""
_APOSTROPHES: Final = "'`\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07"
_WITHOUT_APOSTROPHES: Final = str.maketrans("", "", _APOSTROPHES)
_PLAIN: Final = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "ð": "d",
        "ø": "o",
        "þ": "th",
        "đ": "d",
        "ħ": "h",
        "\u0131": "i",
        "ł": "l",
        "œ": "oe",
        "ŧ": "t",
    }
)


def split_words(text: str) -> list[str]:
    """The distinct words of a text in order, each truncated to `MAX_WORD_LENGTH`."""
    folded = unicodedata.normalize("NFKD", text.translate(_WITHOUT_APOSTROPHES)).casefold()
    decomposed = unicodedata.normalize("NFKD", folded)
    bare = "".join(character for character in decomposed if unicodedata.category(character)[0] != "M")
    plain = bare.translate(_WITHOUT_APOSTROPHES).translate(_PLAIN)
    words = "".join(character if unicodedata.category(character)[0] in "LN" else " " for character in plain).split()
    return list(dict.fromkeys(word[:MAX_WORD_LENGTH] for word in words))


def query_words(text: str) -> list[str]:
    """The words of a search text that are used."""
    return split_words(text)[:MAX_QUERY_WORDS]
