"""Reading places for administrators. Every query is limited to the organizations that the reader administers."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, and_, any_, collate, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.places.guards import OpenConsults
from wardline.admin.places.screens import (
    FACILITIES_PAGE_SIZE,
    MAX_LISTED,
    UNITS_PAGE_SIZE,
    UNITS_SHOWN,
    PlaceKind,
    PlacesFilter,
)
from wardline.consults.choices import StateFilter
from wardline.consults.models import Consult
from wardline.core.db.database import id_array
from wardline.places.models import Facility, FacilityType, LocationUnit, Organization
from wardline.service_lines.models import ServiceLine

_ORDER: Final = (
    collate(func.lower(Organization.name), "C"),
    Organization.id,
    collate(func.lower(Facility.name), "C"),
    Facility.id,
)
_BY_NAME: Final = (collate(func.lower(LocationUnit.unit), "C"), LocationUnit.id)

ListedUnit = Row[int, int, str, str, bool, int]
"""Id, facility, name, display name, whether active, and how many of the facility match."""
ListedFacility = Row[int, int, str, str, int]
"""Id, organization, name, type, number of units."""


class Place(NamedTuple):
    """A place that the reader administers."""

    id: int
    code: str
    organization_id: int


class AdministeredPlaces:
    def __init__(self, session: AsyncSession, reader: CurrentUser) -> None:
        self.session = session
        self._own = reader.administered_organization_ids

    def _is_own(self, organization_id: Any) -> ColumnElement[bool]:
        own: ColumnElement[bool] = organization_id == any_(id_array(self._own))
        return own

    async def find(self, kind: PlaceKind, place_id: int) -> Place | None:
        """The place, if the reader administers its organization."""
        match kind:
            case PlaceKind.ORGANIZATION:
                statement = select(Organization.id, Organization.code, Organization.id)
                wanted = Organization.id == place_id
                organization_id = Organization.id
            case PlaceKind.FACILITY:
                statement = select(Facility.id, Facility.code, Facility.organization_id)
                wanted = Facility.id == place_id
                organization_id = Facility.organization_id
            case PlaceKind.UNIT:
                statement = select(LocationUnit.id, LocationUnit.code, Facility.organization_id)
                statement = statement.join(LocationUnit.facility)
                wanted = LocationUnit.id == place_id
                organization_id = Facility.organization_id
        row = (await self.session.execute(statement.where(wanted, self._is_own(organization_id)))).one_or_none()
        return Place(*row) if row is not None else None

    async def facility_of(self, unit_id: int) -> Row[int, str, str]:
        """Id and name of a unit's facility, and the name of its organization."""
        statement = (
            select(Facility.id, Facility.name.label("facility"), Organization.name.label("organization"))
            .join(Facility.organization)
            .join(LocationUnit, LocationUnit.facility_id == Facility.id)
            .where(LocationUnit.id == unit_id, self._is_own(Facility.organization_id))
        )
        return (await self.session.execute(statement)).one()

    async def id_of(self, kind: PlaceKind, code: str) -> int:
        """The id of the place with this code, whoever administers it."""
        statement: Select[int] = select(LocationUnit.id).where(LocationUnit.code == code)
        if kind is PlaceKind.ORGANIZATION:
            statement = select(Organization.id).where(Organization.code == code)
        elif kind is PlaceKind.FACILITY:
            statement = select(Facility.id).where(Facility.code == code)
        return (await self.session.scalars(statement)).one()

    async def organization_of(self, kind: PlaceKind, code: str) -> int:
        """The organization of any facility or organization, also of one that the reader does not administer."""
        statement = select(Organization.id).where(Organization.code == code)
        if kind is PlaceKind.FACILITY:
            statement = select(Facility.organization_id).where(Facility.code == code)
        return (await self.session.scalars(statement)).one()

    async def organization_ids(self) -> frozenset[int]:
        """Those of all organizations, also of others."""
        return frozenset(await self.session.scalars(select(Organization.id)))

    async def organizations(self) -> Sequence[Row[int, str, int]]:
        """Id, name and number of facilities of all that the reader administers."""
        count = select(func.count()).where(Facility.organization_id == Organization.id).scalar_subquery()
        statement = select(Organization.id, Organization.name, count.label("facility_count"))
        return (await self.session.execute(statement.where(self._is_own(Organization.id)).order_by(*_ORDER[:2]))).all()

    async def page(self, filters: PlacesFilter) -> tuple[Sequence[ListedFacility], int | None]:
        """The facilities of one page, which match or have units that do, and the id after which the next one starts."""
        count = select(func.count()).where(LocationUnit.facility_id == Facility.id).scalar_subquery()
        statement = (
            select(
                Facility.id,
                Facility.organization_id,
                Facility.name,
                FacilityType.name.label("facility_type"),
                count.label("unit_count"),
            )
            .join(Facility.organization)
            .join(Facility.facility_type)
            .where(self._is_own(Facility.organization_id))
            .order_by(*_ORDER)
            .limit(FACILITIES_PAGE_SIZE + 1)
        )
        words = filters.text.split()
        if words:
            has_unit = exists().where(LocationUnit.facility_id == Facility.id, _unit_has(words))
            statement = statement.where(or_(_has(words, Organization.name, Facility.name, Facility.code), has_unit))
        if filters.organization_id is not None:
            statement = statement.where(Facility.organization_id == filters.organization_id)
        if filters.after is not None:
            last = select(*_ORDER).select_from(Facility).join(Facility.organization)
            row = (await self.session.execute(last.where(Facility.id == filters.after))).one_or_none()
            if row is not None:
                statement = statement.where(func.row(*_ORDER) > func.row(*row))
        rows = (await self.session.execute(statement)).all()
        page = rows[:FACILITIES_PAGE_SIZE]
        return page, page[-1].id if len(rows) > FACILITIES_PAGE_SIZE else None

    async def units(self, facility_ids: Sequence[int], text: str = "") -> dict[int, list[ListedUnit]]:
        """The first units of each of these facilities, by name; with a text, of those that match."""
        window: dict[str, Any] = {"partition_by": LocationUnit.facility_id}
        found = (
            select(
                LocationUnit.id,
                LocationUnit.facility_id,
                LocationUnit.unit,
                LocationUnit.display_name,
                LocationUnit.active,
                func.count().over(**window).label("found_count"),
                func.row_number().over(**window, order_by=_BY_NAME).label("position"),
            )
            .join(LocationUnit.facility)
            .join(Facility.organization)
            .where(LocationUnit.facility_id == any_(id_array(facility_ids)), self._is_own(Facility.organization_id))
        )
        words = text.split()
        if words:
            found = found.where(_unit_has(words))
        rows = found.subquery()
        columns = [column for column in rows.c if column.name != "position"]
        statement = select(*columns).where(rows.c.position <= UNITS_SHOWN).order_by(rows.c.facility_id, rows.c.position)
        units: dict[int, list[ListedUnit]] = {facility_id: [] for facility_id in facility_ids}
        for row in await self.session.execute(statement):
            units[row.facility_id].append(row)
        return units

    async def units_of(
        self, facility_id: int, *, after: int | None = None
    ) -> tuple[Sequence[Row[int, str, str, bool]], int | None]:
        """One page of a facility's units, by name, and the id after which the next one starts."""
        is_listed = and_(LocationUnit.facility_id == facility_id, self._is_own(Facility.organization_id))
        statement = (
            select(LocationUnit.id, LocationUnit.unit, LocationUnit.display_name, LocationUnit.active)
            .join(LocationUnit.facility)
            .where(is_listed)
            .order_by(*_BY_NAME)
            .limit(UNITS_PAGE_SIZE + 1)
        )
        if after is not None:
            last = select(*_BY_NAME).where(LocationUnit.id == after, LocationUnit.facility_id == facility_id)
            row = (await self.session.execute(last)).one_or_none()
            if row is not None:
                statement = statement.where(func.row(*_BY_NAME) > func.row(*row))
        rows = (await self.session.execute(statement)).all()
        page = rows[:UNITS_PAGE_SIZE]
        return page, page[-1].id if len(rows) > UNITS_PAGE_SIZE else None

    async def unit_count(self, facility_id: int) -> int:
        statement = select(func.count()).select_from(LocationUnit).where(LocationUnit.facility_id == facility_id)
        return (await self.session.scalars(statement)).one()

    async def facilities(self, organization_id: int) -> Sequence[Row[int, str]]:
        """Id and name of an organization's facilities."""
        statement = select(Facility.id, Facility.name).where(Facility.organization_id == organization_id)
        return (await self.session.execute(statement.order_by(*_ORDER[2:]).limit(MAX_LISTED))).all()

    async def facility_types(self) -> Sequence[str]:
        return (await self.session.scalars(select(FacilityType.name).order_by(FacilityType.name))).all()

    async def location_types(self) -> Sequence[str]:
        """The types of units that are in use."""
        statement = select(LocationUnit.location_type).distinct().order_by(LocationUnit.location_type).limit(MAX_LISTED)
        return (await self.session.scalars(statement)).all()

    async def is_emr_code_of_another(self, unit: Place, emr_code: str) -> bool:
        """Whether this is the EMR code of another active unit, or of any unit of an organization of others."""
        statement = (
            select(LocationUnit.id)
            .join(LocationUnit.facility)
            .where(
                LocationUnit.emr_code == emr_code,
                LocationUnit.id != unit.id,
                or_(LocationUnit.active, ~self._is_own(Facility.organization_id)),
            )
        )
        return (await self.session.scalars(statement.limit(1))).first() is not None

    async def open_consults(self, code: str) -> list[OpenConsults]:
        """How many consults are open in the unit with this code, by line."""
        statement = (
            select(ServiceLine.code, ServiceLine.name, func.count())
            .join(Consult, Consult.service_line_id == ServiceLine.id)
            .join(LocationUnit, LocationUnit.id == Consult.location_id)
            .where(LocationUnit.code == code, Consult.bucket == StateFilter.PENDING.value)
            .group_by(ServiceLine.id)
            .order_by(ServiceLine.name)
        )
        return [OpenConsults(*row) for row in await self.session.execute(statement)]


def _unit_has(words: Sequence[str]) -> ColumnElement[bool]:
    return _has(
        words, Organization.name, Facility.name, LocationUnit.unit, LocationUnit.display_name, LocationUnit.code
    )


def _has(words: Sequence[str], *columns: Any) -> ColumnElement[bool]:
    """Whether each word is part of one of the columns."""
    text = func.concat_ws(" ", *columns)
    return and_(*(text.icontains(word, autoescape=True) for word in words))
