"""What administrators do with places on their screens."""

import logging
from collections.abc import Collection
from typing import Any, assert_never

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin import kinds
from wardline.admin.drafts.service import Drafts
from wardline.admin.errors import ManagedByFile
from wardline.admin.locking import lock
from wardline.admin.places import details, entries
from wardline.admin.places.errors import CodeTaken, EmrCodeTaken, FacilityCodeTaken, NotOverAll, OrganizationCodeTaken
from wardline.admin.places.repository import AdministeredPlaces, Place
from wardline.admin.places.rules import require_encryption
from wardline.admin.places.screens import (
    FacilityFields,
    NewFacility,
    NewOrganization,
    NewUnit,
    OrganizationFields,
    PlaceKind,
    UnitDraft,
    UnitFields,
)
from wardline.admin.versions import reason_of, require_unchanged, restored
from wardline.audit.recording import touched
from wardline.core.errors import FieldError, NotFound, ValidationFailed
from wardline.core.forms import messages
from wardline.network import changing
from wardline.network.applying import Author, apply
from wardline.network.changing import Stored
from wardline.network.models import Source
from wardline.network.objects import Kind, ObjectKey, PlacedUnit, document_of
from wardline.network.planning import Change
from wardline.network.schema import Facility, Organization
from wardline.settings import Settings

log = logging.getLogger(__name__)

_KINDS = {PlaceKind.ORGANIZATION: Kind.ORGANIZATION, PlaceKind.FACILITY: Kind.FACILITY, PlaceKind.UNIT: Kind.UNIT}


def key_of(kind: PlaceKind, code: str) -> ObjectKey:
    return ObjectKey(_KINDS[kind], code)


async def find(session: AsyncSession, kind: PlaceKind, place_id: int, *, by: CurrentUser) -> Place:
    """The place. Raises `NotFound` unless the user administers its organization."""
    place = await AdministeredPlaces(session, by).find(kind, place_id)
    if place is None:
        raise NotFound
    touched(session).organization_ids.add(place.organization_id)
    touched(session).about_object(*key_of(kind, place.code))
    return place


def may_add_organizations(organization_ids: frozenset[int], user: CurrentUser) -> bool:
    """Whether the user administers all of these, which are all that there are."""
    return organization_ids <= user.administered_organization_ids


async def add_organization(session: AsyncSession, new: NewOrganization, *, by: CurrentUser, settings: Settings) -> int:
    """Add an organization, which the administrator belongs to from then on; returns its id.

    Raises:
        NotOverAll, OrganizationCodeTaken, Unencrypted
        ManagedByFile: a file manages the administrator, who could not be added to it.
    """
    await lock(session, by)
    places = AdministeredPlaces(session, by)
    if not may_add_organizations(await places.organization_ids(), by):
        raise NotOverAll
    if await session.run_sync(changing.stored, key_of(PlaceKind.ORGANIZATION, new.code)) is not None:
        raise OrganizationCodeTaken
    entry = entries.organization(new.code, new)
    require_encryption(entry, settings)
    own: Stored[Any] | None = await session.run_sync(changing.stored, ObjectKey(Kind.USER, by.username))
    if own is None:
        raise NotFound
    if own.file is not None:
        raise ManagedByFile(own.file)
    administrator = own.entry.model_copy(update={"organizations": [*own.entry.organizations, new.code]})
    changes = [
        Change(entry, None, document_of(entry)),
        Change(administrator, own.document, document_of(administrator)),
    ]
    await session.run_sync(apply, changes, Author(Source.SCREEN, user_id=by.id, reason=new.reason))
    organization_id = await places.id_of(PlaceKind.ORGANIZATION, new.code)
    touched(session).organization_ids.add(organization_id)
    log.info("organization %s created", organization_id)
    return organization_id


async def add_facility(session: AsyncSession, new: NewFacility, *, by: CurrentUser) -> int:
    """Add a facility to an organization of the administrator; returns its id.

    Raises:
        ValidationFailed, FacilityCodeTaken
    """
    await lock(session, by)
    places = AdministeredPlaces(session, by)
    organization = await places.find(PlaceKind.ORGANIZATION, new.organization_id)
    if organization is None:
        raise ValidationFailed(errors=[FieldError("organizationId", messages.INVALID)])
    if await session.run_sync(changing.stored, key_of(PlaceKind.FACILITY, new.code)) is not None:
        raise FacilityCodeTaken
    entry = entries.facility(new.code, organization.code, new)
    await kinds.write(session, None, entry, by=by, reason=new.reason)
    return await places.id_of(PlaceKind.FACILITY, new.code)


async def add_unit(drafts: Drafts, new: NewUnit) -> int:
    """Add a unit to a facility of the administrator; returns its id. Where that needs four eyes, it is off until then.

    Raises:
        ValidationFailed, CodeTaken, UnitTaken, EmrCodeTaken
    """
    session = drafts.session
    await lock(session, drafts.by)
    places = AdministeredPlaces(session, drafts.by)
    facility = await places.find(PlaceKind.FACILITY, new.facility_id)
    if facility is None:
        raise ValidationFailed(errors=[FieldError("facilityId", messages.INVALID)])
    if await session.run_sync(changing.stored, key_of(PlaceKind.UNIT, new.code)) is not None:
        raise CodeTaken
    entry = entries.unit(new.code, facility.code, new, preferred_video=new.preferred_video)
    await drafts.add(entry, entry.model_copy(update={"active": False}), reason=new.reason)
    return await places.id_of(PlaceKind.UNIT, new.code)


async def replace_organization(
    session: AsyncSession,
    organization_id: int,
    fields: OrganizationFields,
    expected: str,
    *,
    by: CurrentUser,
    settings: Settings,
) -> None:
    """Replace everything about an organization that is still as in the `expected` version.

    Raises:
        NotFound, ManagedByFile, ChangedMeanwhile, Unencrypted
    """
    before = await _expected(session, PlaceKind.ORGANIZATION, organization_id, expected, by=by)
    entry = entries.organization(before.entry.code, fields)
    require_encryption(entry, settings)
    await kinds.write(session, before, entry, by=by, reason=fields.reason)


async def replace_facility(
    session: AsyncSession, facility_id: int, fields: FacilityFields, expected: str, *, by: CurrentUser
) -> None:
    """Replace everything about a facility that is still as in the `expected` version.

    Raises:
        NotFound, ManagedByFile, ChangedMeanwhile
    """
    before = await _expected(session, PlaceKind.FACILITY, facility_id, expected, by=by)
    entry = entries.facility(before.entry.code, before.entry.organization, fields)
    await kinds.write(session, before, entry, by=by, reason=fields.reason)


async def replace_unit(
    session: AsyncSession, unit_id: int, fields: UnitFields, expected: str, *, by: CurrentUser
) -> None:
    """Replace everything about a unit that is still as in the `expected` version.

    Raises:
        NotFound, ManagedByFile, ChangedMeanwhile, UnitTaken, EmrCodeTaken, Unconfirmed
    """
    before = await _expected(session, PlaceKind.UNIT, unit_id, expected, by=by)
    entry = entries.unit(before.entry.code, before.entry.facility, fields, preferred_video=fields.preferred_video)
    await kinds.write(session, before, entry, by=by, reason=fields.reason, confirmed=fields.confirmed)


async def save_unit_draft(
    session: AsyncSession, unit_id: int, draft: UnitDraft, expected: str, *, drafts: Drafts
) -> None:
    """Start a draft of a unit, or replace the open one.

    Raises:
        NotFound; and as `Drafts.save`.
    """
    place = await find(session, PlaceKind.UNIT, unit_id, by=drafts.by)
    key = key_of(PlaceKind.UNIT, place.code)
    await lock(session, drafts.by)
    before: Stored[PlacedUnit] | None = await session.run_sync(changing.stored, key)
    if before is None:
        raise NotFound
    after = entries.unit(place.code, before.entry.facility, draft, preferred_video=draft.preferred_video)
    await drafts.save(before, after, expected, key=key, on_live=draft.on_live, reason=draft.reason)


async def restore(
    session: AsyncSession,
    kind: PlaceKind,
    place_id: int,
    number: int,
    expected: str,
    *,
    by: CurrentUser,
    settings: Settings,
    confirmed: Collection[str],
) -> int:
    """Make a place as it was in an earlier version, where it is now and by the rules of today; returns its id.

    Raises:
        NotFound: there is no such version; and as the replacement of the kind.
        VersionNoLongerFits: something that it refers to is gone.
    """
    before = await _expected(session, kind, place_id, expected, by=by)
    key, reason = key_of(kind, before.entry.code), reason_of(number)
    match kind:
        case PlaceKind.ORGANIZATION:
            organization = await restored(session, key, number, Organization)
            require_encryption(organization, settings)
            await kinds.write(session, before, organization, by=by, reason=reason)
        case PlaceKind.FACILITY:
            earlier = await restored(session, key, number, Facility)
            facility = earlier.model_copy(update={"organization": before.entry.organization})
            await kinds.write(session, before, facility, by=by, reason=reason)
        case PlaceKind.UNIT:
            former = await restored(session, key, number, PlacedUnit)
            unit = former.model_copy(update={"facility": before.entry.facility})
            await kinds.write(session, before, unit, by=by, reason=reason, confirmed=confirmed)
        case _:
            assert_never(kind)
    return place_id


async def require_free_emr_code(session: AsyncSession, unit: Place, emr_code: str, *, by: CurrentUser) -> None:
    """Raises `EmrCodeTaken` if another unit is read by this code, or was, in an organization of others."""
    if await AdministeredPlaces(session, by).is_emr_code_of_another(unit, emr_code):
        raise EmrCodeTaken


async def _expected(
    session: AsyncSession, kind: PlaceKind, place_id: int, expected: str, *, by: CurrentUser
) -> Stored[Any]:
    place = await find(session, kind, place_id, by=by)
    await lock(session, by)
    return await require_unchanged(
        session, key_of(kind, place.code), expected, lambda: details.of(session, kind, place, by)
    )
