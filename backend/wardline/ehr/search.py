"""Finding a patient in a census by what a nurse types."""

import unicodedata
from collections.abc import Iterable

from wardline.ehr.contract import CensusPatient

_APOSTROPHES = "'`\N{ACUTE ACCENT}\N{RIGHT SINGLE QUOTATION MARK}\N{MODIFIER LETTER APOSTROPHE}"
# These letters are accented in the eyes of whoever types them, yet Unicode does not take them apart.
_WITHOUT_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"})


def words_of(text: str) -> list[str]:
    """The words of a name as they are compared: no case, accents or apostrophes; hyphens part words."""
    # NFKD would turn an acute accent that stands alone into a space, so apostrophes go first.
    kept = "".join(char for char in text.casefold() if char not in _APOSTROPHES)
    plain = "".join(char for char in unicodedata.normalize("NFKD", kept) if not unicodedata.combining(char))
    return "".join(char if char.isalnum() else " " for char in plain.translate(_WITHOUT_STROKES)).split()


def matches(patient: CensusPatient, search: str) -> bool:
    """Whether each word of `search` begins a word of the patient's name or one of the identifiers."""
    names = words_of(f"{patient.first_name or ''} {patient.last_name or ''}")
    if not names:
        names = words_of(patient.display_name)
    numbers = [identifier.value.casefold() for identifier in patient.identifiers]
    return all(_finds(word, names, numbers) for word in search.split())


def _finds(word: str, names: Iterable[str], numbers: Iterable[str]) -> bool:
    if any(number.startswith(word.casefold()) for number in numbers):
        return True
    return all(any(name.startswith(part) for name in names) for part in words_of(word))
