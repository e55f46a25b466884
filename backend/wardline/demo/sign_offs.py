"""Sign-offs of the demonstration's past, where they are a dialog."""

import random
from collections.abc import Mapping
from typing import Any

from wardline.demo.samples import sign_off_samples
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff, SignOffContent


def sign_off_content(
    chance: random.Random, line: ServiceLineDefinition, short: ShortSignOff, consult: Mapping[str, Any]
) -> SignOffContent:
    """What was signed about a completed consult."""
    own = chance.choice(sign_off_samples().get(line.slug, ({},)))
    return short.content.model_validate(
        {"typeofCall": consult["complete_type"], "comment": consult["qa_comment"], **own}
    )
