"""Actions on transfers, one function for each verb.

They take the steps that every change of a consult takes (`wardline.consults.changing`). The consult's row is the lock:
of two users, the second waits, and the policy then sees what the first one did.
"""

import uuid
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults import parts
from wardline.consults.changing import lock_consult, record_change
from wardline.consults.choices import Milestone
from wardline.consults.events import UpdateCreated
from wardline.consults.models import Consult
from wardline.consults.timeline import service as timeline
from wardline.consults.timeline.choices import TaskType, UpdateKind
from wardline.core import clock
from wardline.core.errors import FieldError, ValidationFailed
from wardline.core.forms import messages
from wardline.core.forms.rules import apply_rules
from wardline.places.models import Facility
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import FacilityFieldFlags
from wardline.transfers import policies
from wardline.transfers.choices import Ending, TransferState
from wardline.transfers.errors import TransferNotFound
from wardline.transfers.events import TransferAcknowledged, TransferCompleted, TransferCreated
from wardline.transfers.models import DeclinedOffer, Transfer
from wardline.transfers.repository import TransferRepository
from wardline.transfers.schemas import AskedFacility, DeclineTransfer, RequestTransfer, facility_part


async def request(session: AsyncSession, consult_id: uuid.UUID, form: RequestTransfer, *, by: CurrentUser) -> None:
    """Ask a facility to accept the consult's patient.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
        ValidationFailed: about the facility, as `_ask` says.
        Whatever `policies.can_request` refuses, such as TransferExists: one was requested before, and stays as it is.
    """
    consult = await lock_consult(session, consult_id, by)
    policies.can_request(by, consult, await TransferRepository(session).of_consult(consult_id)).enforce()
    transfer = Transfer(
        id=uuid.uuid4(),
        consult_id=consult_id,
        organization_id=consult.organization_id,
        location_id=consult.location_id,
        service_line_id=consult.service_line_id,
        sort_rank=consult.sort_rank,
        author_id=by.id,
        created_at=clock.now(),
        state=TransferState.REQUESTED.value,
        referring_physician=form.referring_physician,
        referring_location_number=form.referring_location_number,
        stroke_level=form.stroke_level.value,
        accepting_location=form.accepting_location or None,
        consulting_physician=form.consulting_physician or None,
        consulting_contact=form.consulting_contact or None,
        is_consulting_physician_accepting=form.is_consulting_physician_accepting,
    )
    await _ask(session, transfer, form, by)
    session.add(transfer)
    await parts.reach(session, consult, Milestone.TRANSFER_REQUESTED, by=by)
    event = partial(TransferCreated, transfer_id=transfer.id)
    await record_change(session, consult, event, by=by, entry=TaskType.TRANSFER)


async def acknowledge(session: AsyncSession, consult_id: uuid.UUID, transfer_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Take on the transfer; a transfer without an assignee is then assigned to the user.

    Raises:
        ConsultNotFound, TransferNotFound: as `_lock` says.
        Whatever `policies.can_acknowledge` refuses, such as TransferAlreadyAcknowledged: someone did so first.
    """
    consult, transfer = await _lock(session, consult_id, transfer_id, by)
    policies.can_acknowledge(by, transfer).enforce()
    transfer.state = TransferState.ACKNOWLEDGED.value
    transfer.acknowledged_at = clock.now()
    transfer.acknowledged_by_id = by.id
    transfer.assignee_id = by.id
    await parts.reach(session, consult, Milestone.TRANSFER_ACKNOWLEDGED, by=by)
    event = partial(TransferAcknowledged, transfer_id=transfer.id)
    await record_change(session, consult, event, by=by, entry=TaskType.TRANSFER_ACKNOWLEDGEMENT)


async def complete(session: AsyncSession, consult_id: uuid.UUID, transfer_id: uuid.UUID, *, by: CurrentUser) -> None:
    """Say that the transfer is done.

    Raises:
        ConsultNotFound, TransferNotFound: as `_lock` says.
        Whatever `policies.can_complete` refuses, such as TransferAlreadyCompleted: someone did so first.
    """
    consult, transfer = await _lock(session, consult_id, transfer_id, by)
    policies.can_complete(by, transfer).enforce()
    transfer.state = TransferState.COMPLETED.value
    transfer.resolved_at = clock.now()
    transfer.resolved_by_id = by.id
    event = partial(TransferCompleted, transfer_id=transfer.id)
    await record_change(session, consult, event, by=by, entry=TaskType.TRANSFER_COMPLETION)


async def decline(
    session: AsyncSession, consult_id: uuid.UUID, transfer_id: uuid.UUID, form: DeclineTransfer, *, by: CurrentUser
) -> None:
    """Note that the facility declined, and ask another one. The transfer's state does not change.

    Raises:
        ConsultNotFound, TransferNotFound: as `_lock` says.
        ValidationFailed: about the facility that is asked, as `_ask` says.
        Whatever `policies.can_decline` and `policies.can_ask_another` refuse, such as OfferChanged: someone did so
            first.
    """
    consult, transfer = await _lock(session, consult_id, transfer_id, by)
    policies.can_decline(by, consult, transfer).enforce()
    policies.can_ask_another(transfer, form.offer).enforce()
    declining = _name_of(transfer.preferred_facility, transfer.other_preferred_facility)
    declined = DeclinedOffer(
        transfer_id=transfer.id,
        number=form.offer,
        preferred_facility_id=transfer.preferred_facility_id,
        facility_location_id=transfer.facility_location_id,
        accepting_attending_physician=transfer.accepting_attending_physician,
        other_preferred_facility=transfer.other_preferred_facility,
        preferred_transportation_mode=transfer.preferred_transportation_mode,
        reason=form.reason,
        declined_at=clock.now(),
        declined_by_id=by.id,
    )
    asked = await _ask(session, transfer, form, by)
    session.add(declined)
    asking = _name_of(asked, transfer.other_preferred_facility)
    text = f"{declining} declined: {form.reason}\nNow asking {asking}."
    timeline.record_update(session, consult_id, UpdateKind.TRANSFER_DECLINED, text, by=by)
    await record_change(session, consult, UpdateCreated, by=by)


async def close(session: AsyncSession, consult: Consult, by: CurrentUser, *, ending: Ending) -> None:
    """Close the transfer of a locked consult whose patient no longer needs it, unless it is completed or closed.

    It refuses no one: whoever may end the consult ends its transfer.
    """
    transfer = await TransferRepository(session).running(consult.id)
    if transfer is None:
        return
    transfer.closed_at = clock.now()
    transfer.closed_by_id = by.id
    transfer.closed_reason = ending.value
    await parts.reach(session, consult, Milestone.TRANSFER_CLOSED, by=by)
    timeline.record_update(session, consult.id, UpdateKind.TRANSFER_CLOSED, f"{ending.label}.", by=by)


async def _lock(
    session: AsyncSession, consult_id: uuid.UUID, transfer_id: uuid.UUID, by: CurrentUser
) -> tuple[Consult, Transfer]:
    """The consult, locked, and its transfer.

    Raises:
        ConsultNotFound: the consult does not exist, or the user may not view it.
        TransferNotFound: this is not the id of its transfer.
    """
    consult = await lock_consult(session, consult_id, by)
    transfer = await TransferRepository(session).of_consult(consult_id)
    if transfer is None or transfer.id != transfer_id:
        raise TransferNotFound
    return consult, transfer


async def _ask(session: AsyncSession, transfer: Transfer, form: AskedFacility, by: CurrentUser) -> Facility:
    """Ask the form's facility. Fields that it does not require stay empty.

    Raises:
        ValidationFailed: the facility or its location is not one of the user's, or a field that the facility requires
            is empty.
    """
    facilities = {row.id: row for row in await PlacesRepository(session).facilities_in(by.organization_ids)}
    asked = facilities.get(form.preferred_facility)
    unknown = [
        FieldError(field, messages.INVALID)
        for field, facility_id in (
            ("preferredFacility", form.preferred_facility),
            ("facilityLocation", form.facility_location),
        )
        if facility_id not in facilities
    ]
    if asked is None or unknown:
        raise ValidationFailed(errors=unknown)
    values = form.model_dump(mode="json", by_alias=True, exclude_unset=True)
    checked = apply_rules(values | facility_part(FacilityFieldFlags.model_validate(asked)), AskedFacility.rules)
    transfer.preferred_facility_id = asked.id
    transfer.facility_location_id = form.facility_location
    transfer.accepting_attending_physician = checked.get("acceptingAttendingPhysician") or None
    transfer.other_preferred_facility = checked.get("otherPreferredFacility") or None
    transfer.preferred_transportation_mode = form.preferred_transportation_mode.value
    return asked


def _name_of(facility: Facility, other: str | None) -> str:
    """The facility's name; one that stands for others is named with the `other` that was meant."""
    return f"{facility.name} ({other})" if other is not None else facility.name
