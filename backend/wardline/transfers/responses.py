"""Rows of transfers as wire types."""

from typing import Any

import orjson

from wardline.core.forms.wire import iso_utc
from wardline.people.responses import person
from wardline.places import responses as places
from wardline.transfers.models import Transfer
from wardline.transfers.schemas import FacilityLocation, TransferRead
from wardline.transfers.transfer_list import ListedTransfer


def transfer(row: Transfer) -> TransferRead:
    """`row` is as loaded by `TransferRepository.of_consult`."""
    return TransferRead(
        id=row.id,
        consult_id=row.consult_id,
        author=person(row.author),
        created_at=row.created_at,
        state=row.state,
        assignee=person(row.assignee),
        acknowledged_at=row.acknowledged_at,
        acknowledged_by=person(row.acknowledged_by),
        resolved_at=row.resolved_at,
        resolved_by=person(row.resolved_by),
        referring_physician=row.referring_physician,
        referring_location_number=row.referring_location_number,
        preferred_facility=places.facility(row.preferred_facility),
        facility_location=FacilityLocation.model_validate(row.facility_location),
        accepting_attending_physician=row.accepting_attending_physician,
        other_preferred_facility=row.other_preferred_facility,
        preferred_transportation_mode=row.preferred_transportation_mode,
        stroke_level=row.stroke_level,
        accepting_location=row.accepting_location,
        consulting_physician=row.consulting_physician,
        consulting_contact=row.consulting_contact,
        is_consulting_physician_accepting=row.is_consulting_physician_accepting,
    )


def card(listed: ListedTransfer) -> dict[str, Any]:
    """A `TransferCard` as it is sent, with its consult's card as rendered by the database."""
    row = listed.transfer
    return {
        "id": row.id,
        "state": row.state,
        "createdAt": iso_utc(row.created_at),
        "acknowledgedAt": iso_utc(row.acknowledged_at) if row.acknowledged_at is not None else None,
        "consult": orjson.Fragment(listed.consult_card),
    }
