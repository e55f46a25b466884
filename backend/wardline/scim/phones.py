"""Phone numbers as identity providers write them, and as the product does."""

import re
from typing import Final

_DIGITS: Final = 10
_COUNTRY: Final = "1"


def as_ours(number: str) -> str | None:
    """`+1 555 010 0142` as `(555) 010-0142`; None if it is no number of the North American plan."""
    digits = re.sub(r"[\s().\-/]", "", number)
    digits = digits.removeprefix("+" + _COUNTRY) if digits.startswith("+") else digits
    if len(digits) == _DIGITS + 1:
        digits = digits.removeprefix(_COUNTRY)
    if len(digits) != _DIGITS or not digits.isascii() or not digits.isdigit():
        return None
    return f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
