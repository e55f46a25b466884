from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from wardline.core.forms.choices import Choice


class Meal(Choice):
    """Not in alphabetical order, so that the order of a list can only be that of the declaration."""

    SUPPER = "supper", "Supper, late"
    BREAKFAST = "breakfast", "Breakfast"
    NONE = "No meal"


MEAL: TypeAdapter[Meal] = TypeAdapter(Meal)


def test_values_are_sent_and_labels_are_shown() -> None:
    assert [(meal.value, meal.label) for meal in Meal] == [
        ("supper", "Supper, late"),
        ("breakfast", "Breakfast"),
        ("No meal", "No meal"),
    ]
    assert Meal("supper") is Meal.SUPPER
    assert MEAL.dump_python(Meal.SUPPER, mode="json") == "supper"


@pytest.mark.parametrize("value", ["Supper, late", "SUPPER", "", None, 1])
def test_only_values_are_accepted(value: object) -> None:
    with pytest.raises(ValidationError):
        MEAL.validate_python(value)


def test_the_schema_has_the_values_in_order_and_their_labels() -> None:
    schema: dict[str, Any] = MEAL.json_schema()
    assert schema["enum"] == ["supper", "breakfast", "No meal"]
    assert schema["x-enum-labels"] == {"supper": "Supper, late", "breakfast": "Breakfast", "No meal": "No meal"}
