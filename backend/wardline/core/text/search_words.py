"""The words of a name, the same for storing, for asking, and for every list that is searched.

Case, accents and apostrophes do not count; everything else that is neither letter nor digit parts words, hyphens
included. In order: apostrophes go, NFKD, case is folded, NFKD again (folding composes some letters), marks go (Unicode
categories M), letters whose stroke or joint Unicode does not take apart become plain ones, and the rest is cut where a
character is neither letter (L) nor number (N). `tests/search_words.json` holds cases for every language that does the
same.
"""

import unicodedata
from typing import Final

MAX_QUERY_WORDS: Final = 10
"""How many words of a search text count; the first ones."""
MAX_WORD_LENGTH: Final = 100
"""Signs of a word that count, stored and asked alike; the database refuses words of some 2,000 bytes."""
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
    """The words of a text in order, each once, at most `MAX_WORD_LENGTH` signs of each; none when nothing is left."""
    folded = unicodedata.normalize("NFKD", text.translate(_WITHOUT_APOSTROPHES)).casefold()
    bare = (sign for sign in unicodedata.normalize("NFKD", folded) if unicodedata.category(sign)[0] != "M")
    plain = "".join(bare).translate(_WITHOUT_APOSTROPHES).translate(_PLAIN)
    parted = "".join(sign if unicodedata.category(sign)[0] in "LN" else " " for sign in plain).split()
    return list(dict.fromkeys(word[:MAX_WORD_LENGTH] for word in parted))


def query_words(text: str) -> list[str]:
    """The words of a search text that count."""
    return split_words(text)[:MAX_QUERY_WORDS]
