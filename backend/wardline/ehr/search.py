"""Searches a census by the text that a nurse types."""

from collections.abc import Iterable

from wardline.core.text.search_words import split_words
from wardline.ehr.contract import CensusPatient


def matches(patient: CensusPatient, search: str) -> bool:
    """Whether every word of `search` is the start of a word in the patient's name or of an identifier."""
    names = split_words(f"{patient.first_name or ''} {patient.last_name or ''}")
    if not names:
        names = split_words(patient.display_name)
    numbers = [identifier.value.casefold() for identifier in patient.identifiers]
    return all(_matches(word, names, numbers) for word in search.split())


def _matches(word: str, names: Iterable[str], numbers: Iterable[str]) -> bool:
    if any(number.startswith(word.casefold()) for number in numbers):
        return True
    return all(any(name.startswith(part) for name in names) for part in split_words(word))
