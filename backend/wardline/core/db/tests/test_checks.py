from wardline.core.db.checks import matches, matches_phone, one_of
from wardline.core.forms.choices import Choice
from wardline.core.forms.fields import ENUMBER_PATTERN


class Color(Choice):
    RED = "red", "Red"
    BLUE = "light blue", "Blue"


def test_checks_are_derived_from_the_wire_types() -> None:
    assert matches_phone("fax") == r"fax ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'"
    assert matches("enumber", ENUMBER_PATTERN) == "enumber ~ '^[0-9]{1,11}$'"
    assert one_of("color", Color) == "color in ('red', 'light blue')"
