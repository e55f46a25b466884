"""Every query about places."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import (
    ARRAY,
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    any_,
    bindparam,
    delete,
    exists,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from wardline.access.current_user import CurrentUser
from wardline.core.db.database import id_array
from wardline.core.db.statements import array_literal
from wardline.core.forms.wire import LIST_PAGE_SIZE
from wardline.ehr.filing import Destination
from wardline.places.models import (
    Facility,
    FacilityType,
    FavoriteLocation,
    LocationServiceLine,
    LocationUnit,
    Organization,
    VideoRoom,
)
from wardline.places.note_interfaces import DESTINATION


def _is_readable(accessible_organization_ids: BindParameter[Sequence[int]]) -> ColumnElement[bool]:
    """The rule for which locations a user may view: those of accessible organizations."""
    return Facility.organization_id == any_(accessible_organization_ids)


READABLE: Final = _is_readable(bindparam("accessible_organization_ids", type_=ARRAY(Integer)))
"""For compiled statements."""


def readable_by(user: CurrentUser) -> ColumnElement[bool]:
    return _is_readable(id_array(user.accessible_organization_ids))


def readable_parameters(user: CurrentUser) -> dict[str, str]:
    """The parameters of `READABLE`, for compiled statements."""
    return {"accessible_organization_ids": array_literal(sorted(user.accessible_organization_ids))}


def lines_requested_for(user: CurrentUser, line_ids: Collection[int]) -> Select[int]:
    """Those of these lines that some location of the user's accessible organizations may request, each once."""
    return (
        select(LocationServiceLine.service_line_id)
        .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
        .join(Facility, Facility.id == LocationUnit.facility_id)
        .where(readable_by(user), LocationServiceLine.service_line_id.in_(line_ids))
        .distinct()
    )


class PlacesRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def notes_destination(self, organization_id: int) -> Destination | None:
        """Where the organization's notes are filed."""
        statement = select(Organization.notes_destination).where(Organization.id == organization_id)
        destination = (await self.session.scalars(statement)).one()
        return DESTINATION.validate_python(destination) if destination is not None else None

    def _locations(self) -> Select[LocationUnit]:
        return (
            select(LocationUnit)
            .join(LocationUnit.facility)
            .options(
                joinedload(LocationUnit.facility).joinedload(Facility.organization),
                joinedload(LocationUnit.facility).joinedload(Facility.facility_type),
                selectinload(LocationUnit.video_rooms),
                selectinload(LocationUnit.transfer_protocols),
            )
            .order_by(LocationUnit.display_name, LocationUnit.id)
        )

    def _is_active(self) -> ColumnElement[bool]:
        """Switched on, and with at least one service line."""
        return LocationUnit.active & exists().where(LocationServiceLine.location_id == LocationUnit.id)

    async def locations(
        self,
        user: CurrentUser,
        *,
        active_only: bool = False,
        ids: Collection[int] | None = None,
        page: int | None = None,
        page_size: int = LIST_PAGE_SIZE,
    ) -> list[LocationUnit]:
        """Readable locations by display name; all of them unless a `page` (from 1) is requested."""
        statement = self._locations().where(readable_by(user))
        if active_only:
            statement = statement.where(self._is_active())
        if ids is not None:
            statement = statement.where(LocationUnit.id.in_(ids))
        if page is not None:
            statement = statement.offset((page - 1) * page_size).limit(page_size)
        return list((await self.session.scalars(statement)).all())

    async def location(self, user: CurrentUser, location_id: int) -> LocationUnit | None:
        locations = await self.locations(user, ids=[location_id])
        return locations[0] if locations else None

    async def video_rooms(self, user: CurrentUser) -> Sequence[VideoRoom]:
        """The rooms of readable locations, by name; a name may occur at several."""
        statement = (
            select(VideoRoom)
            .join(LocationUnit, LocationUnit.id == VideoRoom.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(readable_by(user))
            .order_by(VideoRoom.name, VideoRoom.id)
        )
        return (await self.session.scalars(statement)).all()

    async def line_ids(self, location_id: int) -> frozenset[int]:
        """The service lines that the location may request."""
        statement = select(LocationServiceLine.service_line_id).where(LocationServiceLine.location_id == location_id)
        return frozenset((await self.session.scalars(statement)).all())

    async def requestable_lines(self, organization_ids: Collection[int], line_ids: Collection[int]) -> frozenset[int]:
        """Those of these lines that some active location of these organizations may request."""
        statement = (
            select(LocationServiceLine.service_line_id)
            .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(
                LocationUnit.active,
                Facility.organization_id == any_(id_array(organization_ids)),
                LocationServiceLine.service_line_id == any_(id_array(line_ids)),
            )
        )
        return frozenset((await self.session.scalars(statement.distinct())).all())

    async def requesting_states(self, line_ids: Collection[int]) -> Sequence[Any]:
        """Rows with `service_line_id` and the `state` of each hospital with an active location that may request it."""
        statement = (
            select(LocationServiceLine.service_line_id, Facility.state)
            .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(
                LocationUnit.active,
                Facility.state.is_not(None),
                LocationServiceLine.service_line_id == any_(id_array(line_ids)),
            )
        )
        return (await self.session.execute(statement.distinct())).all()

    async def requesting_locations(
        self, user: CurrentUser, line_ids: Collection[int], *, only_id: int | None = None
    ) -> Sequence[Any]:
        """Rows of the readable locations, or of one of them, with each of these lines that it may request, by name.

        With `id`, `display_name`, `time_zone`, `organization_id` and `service_line_id`.
        """
        statement = (
            select(
                LocationUnit.id,
                LocationUnit.display_name,
                LocationUnit.time_zone,
                Facility.organization_id,
                LocationServiceLine.service_line_id,
            )
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .join(LocationServiceLine, LocationServiceLine.location_id == LocationUnit.id)
            .where(
                readable_by(user),
                LocationUnit.active,
                LocationServiceLine.service_line_id == any_(id_array(line_ids)),
            )
            .order_by(LocationUnit.display_name, LocationUnit.id, LocationServiceLine.service_line_id)
        )
        if only_id is not None:
            statement = statement.where(LocationUnit.id == only_id)
        return (await self.session.execute(statement)).all()

    async def organizations_requesting(self, line_id: int) -> frozenset[int]:
        """The organizations with a location that may request the line."""
        return frozenset((await self.organizations_by_line([line_id]))[line_id])

    async def organizations_by_line(self, line_ids: Collection[int]) -> Mapping[int, set[int]]:
        """For each of these lines, the organizations with a location that may request it."""
        statement = (
            select(LocationServiceLine.service_line_id, Facility.organization_id)
            .join(LocationUnit, LocationUnit.id == LocationServiceLine.location_id)
            .join(Facility, Facility.id == LocationUnit.facility_id)
            .where(LocationServiceLine.service_line_id == any_(id_array(line_ids)))
        )
        found: dict[int, set[int]] = {line_id: set() for line_id in line_ids}
        for line_id, organization_id in await self.session.execute(statement.distinct()):
            found[line_id].add(organization_id)
        return found

    async def facility(self, facility_id: int) -> Facility | None:
        return await self.session.get(Facility, facility_id)

    async def id_of(self, code: str) -> int:
        return (await self.session.scalars(select(LocationUnit.id).where(LocationUnit.code == code))).one()

    async def facilities(self) -> list[Facility]:
        statement = select(Facility).options(joinedload(Facility.facility_type)).order_by(Facility.name, Facility.id)
        return list((await self.session.scalars(statement)).all())

    async def facility_types(self) -> list[FacilityType]:
        return list((await self.session.scalars(select(FacilityType).order_by(FacilityType.name))).all())

    async def organizations(self, ids: Collection[int]) -> list[Organization]:
        statement = select(Organization).where(Organization.id.in_(ids)).order_by(Organization.name)
        return list((await self.session.scalars(statement)).all())

    async def facilities_in(self, organization_ids: Collection[int]) -> list[Facility]:
        statement = (
            select(Facility)
            .where(Facility.organization_id.in_(organization_ids))
            .options(joinedload(Facility.facility_type))
            .order_by(Facility.name, Facility.id)
        )
        return list((await self.session.scalars(statement)).all())

    async def favorites(self, user_id: int) -> list[int]:
        statement = select(FavoriteLocation.location_id).where(FavoriteLocation.user_id == user_id)
        return list((await self.session.scalars(statement.order_by(FavoriteLocation.location_id))).all())

    async def add_favorites(self, user_id: int, location_ids: Collection[int]) -> None:
        """Leaves existing favorites unchanged."""
        if location_ids:
            rows = [{"user_id": user_id, "location_id": location_id} for location_id in location_ids]
            await self.session.execute(insert(FavoriteLocation).values(rows).on_conflict_do_nothing())

    async def remove_favorite(self, user_id: int, location_id: int) -> None:
        await self.session.execute(
            delete(FavoriteLocation).where(
                FavoriteLocation.user_id == user_id, FavoriteLocation.location_id == location_id
            )
        )
