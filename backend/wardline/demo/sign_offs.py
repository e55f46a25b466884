"""Sign-offs of the demonstration's history."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from wardline.core.forms.rules import RuledModel
from wardline.demo.samples import sample_at, sign_off_samples
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.stroke_note.demo import NOTES


def sign_off_content(
    rng: random.Random, line: ServiceLineDefinition, consult: Mapping[str, Any], moment: datetime
) -> RuledModel | None:
    """The content of a sign-off at this time, or None for a line without sign-offs."""
    if line.note is not None:
        return line.note.content.model_validate(sample_at(rng.choice(NOTES), moment))
    if line.sign_off is None:
        return None
    sample = rng.choice(sign_off_samples().get(line.slug, ({},)))
    return line.sign_off.content.model_validate(
        {"typeofCall": consult["complete_type"], "comment": consult["qa_comment"], **sample}
    )
