"""Every line's case files against its own types; the browser's interpreter runs the same files."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from wardline.core import clock
from wardline.core.forms.rules import RuledModel
from wardline.core.http.form_errors import field_errors
from wardline.service_lines import lines
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.registry import all_lines
from wardline.service_lines.tests.case_files import KEYS, read_cases

FOLDER = Path(lines.__path__[0])
NOTE_CASES = FOLDER.parent / "base" / "stroke_note" / "cases"


def cases_of(line: ServiceLineDefinition) -> list[dict[str, Any]]:
    own = FOLDER / line.slug.replace("-", "_") / "cases"
    shared = NOTE_CASES.glob("*.json") if line.note is not None else ()
    files = [*sorted(own.glob("*.json")), *sorted(shared)]
    return [case for file in files for case in read_cases(file)]


def every_case() -> Iterator[Any]:
    for line in all_lines():
        for case in cases_of(line):
            yield pytest.param(line, case, id=f"{line.slug} {case['form']}: {case['name']}")


def forms_of(line: ServiceLineDefinition) -> dict[str, type[RuledModel]]:
    """The line's forms by their names in case files."""
    forms: dict[str, type[RuledModel]] = {"request": line.request, "completion": line.completion}
    if line.sign_off is not None:
        forms["signOff"] = line.sign_off.content
    if line.note is not None:
        forms["note"] = line.note.content
    return forms


@pytest.mark.parametrize(("line", "case"), list(every_case()))
def test_a_form_is_validated_as_its_case_says(line: ServiceLineDefinition, case: dict[str, Any]) -> None:
    model = forms_of(line)[case["form"]]
    errors = {}
    with clock.clock_at(datetime.fromisoformat(case["now"])):
        try:
            model.model_validate(case["data"])
        except ValidationError as refused:
            errors = {error.field: error.message for error in field_errors(refused.errors())}
    assert errors == case["errors"]


@pytest.mark.parametrize("line", all_lines(), ids=lambda line: line.slug)
def test_a_line_has_accepted_and_refused_cases_of_each_form(line: ServiceLineDefinition) -> None:
    cases = cases_of(line)
    assert {(case["form"], bool(case["errors"])) for case in cases} == {
        (form, refused) for form in forms_of(line) for refused in (True, False)
    }
    assert {frozenset(case) for case in cases} == {frozenset(KEYS)}
    names = [(case["form"], case["name"]) for case in cases]
    assert len(set(names)) == len(names)
