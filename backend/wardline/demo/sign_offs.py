"""Sign-offs of the demonstration's past, where they are a dialog."""

import random
from collections.abc import Mapping
from typing import Any

from wardline.consults.choices import SignOffStatus
from wardline.demo.samples import sign_off_samples
from wardline.service_lines.base.definition import ServiceLineDefinition
from wardline.service_lines.base.sign_off import ShortSignOff
from wardline.signoff.choices import DocStatus, DocType

Row = dict[str, Any]


def signed(
    chance: random.Random, line: ServiceLineDefinition, short: ShortSignOff, consult: Mapping[str, Any]
) -> tuple[Row, Row]:
    """The note of a completed consult and its one version, but for who signed and when."""
    own = chance.choice(sign_off_samples().get(line.slug, ({},)))
    content = short.content.model_validate(
        {"typeofCall": consult["complete_type"], "comment": consult["qa_comment"], **own}
    )
    of_consult: Row = {"consult_id": consult["id"]}
    version: Row = {
        "version": 1,
        "doc_status": DocStatus.CURRENT.value,
        "doc_type": DocType.NOTE.value,
        "content": content.model_dump(mode="json", by_alias=True),
    }
    return of_consult | {"status": SignOffStatus.SIGNED.value}, of_consult | version
