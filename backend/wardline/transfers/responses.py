"""Rows of transfers as wire types."""

from typing import Any

import orjson

from wardline.access.current_user import CurrentUser
from wardline.core.forms.wire import iso_utc
from wardline.people.responses import person
from wardline.places import responses as places
from wardline.transfers.models import DeclinedOffer, Transfer
from wardline.transfers.policies import actions_on
from wardline.transfers.schemas import DeclinedOfferRead, FacilityLocation, TransferRead
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
        closed_at=row.closed_at,
        closed_by=person(row.closed_by),
        closed_reason=row.closed_reason,
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
        declined_offers=[_declined_offer(offer) for offer in row.declined_offers],
    )


def _declined_offer(row: DeclinedOffer) -> DeclinedOfferRead:
    return DeclinedOfferRead(
        number=row.number,
        facility_id=row.preferred_facility_id,
        facility_name=row.preferred_facility.name,
        facility_location=FacilityLocation.model_validate(row.facility_location),
        accepting_attending_physician=row.accepting_attending_physician,
        other_preferred_facility=row.other_preferred_facility,
        preferred_transportation_mode=row.preferred_transportation_mode,
        reason=row.reason,
        declined_at=row.declined_at,
        declined_by=person(row.declined_by),
    )


def card(listed: ListedTransfer, user: CurrentUser) -> dict[str, Any]:
    """A `TransferCard` as it is sent, with its consult's card as rendered by the database."""
    transfer = listed.transfer
    return {
        "id": transfer.id,
        "state": transfer.state,
        "createdAt": iso_utc(transfer.created_at),
        "acknowledgedAt": iso_utc(transfer.acknowledged_at) if transfer.acknowledged_at is not None else None,
        "closedReason": transfer.closed_reason,
        "allowedActions": actions_on(user, transfer),
        "consult": orjson.Fragment(listed.consult_card),
    }
