"""Reference data about places, and the user's favorites."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, SignedIn, SignedInRoute, permitted
from wardline.access.permissions import EDIT_PATIENT
from wardline.core.errors import NotFound
from wardline.core.forms.fields import Id
from wardline.core.forms.wire import LIST_PAGE_SIZE
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Page, PageSize, Session
from wardline.places import responses
from wardline.places.errors import NoLongerSupported
from wardline.places.repository import PlacesRepository
from wardline.places.schemas import (
    AddFavorites,
    FacilityRead,
    FacilityTypeRead,
    FavoriteLocationRead,
    LocationRead,
    RemoveFavorite,
    VideoRoomRead,
)

router = APIRouter(tags=["places"], route_class=SignedInRoute)

Discharger = Annotated[CurrentUser, Depends(permitted(EDIT_PATIENT))]


@router.get("/facilities", operation_id="listFacilities")
async def list_facilities(session: Session, user: SignedIn) -> list[FacilityRead]:
    return [responses.facility(row) for row in await PlacesRepository(session).facilities()]


@router.get("/facility-types", operation_id="listFacilityTypes")
async def list_facility_types(session: Session, user: SignedIn) -> list[FacilityTypeRead]:
    return [FacilityTypeRead.model_validate(row) for row in await PlacesRepository(session).facility_types()]


@router.get("/locations", operation_id="listLocations")
async def list_locations(
    session: Session, user: SignedIn, page: Page = 1, page_size: PageSize = LIST_PAGE_SIZE
) -> list[LocationRead]:
    rows = await PlacesRepository(session).locations(user, page=page, page_size=page_size)
    return [responses.location(row) for row in rows]


@router.get("/locations/active", operation_id="listActiveLocations")
async def list_active_locations(session: Session, user: SignedIn) -> list[LocationRead]:
    return [responses.location(row) for row in await PlacesRepository(session).locations(user, active_only=True)]


@router.get("/locations/me", operation_id="listMyLocations")
async def list_my_locations(
    session: Session, user: SignedIn, *, active_only: Annotated[bool, Query(alias="activeOnly")] = False
) -> list[LocationRead]:
    rows = await PlacesRepository(session).locations(user, active_only=active_only, ids=user.location_ids)
    return [responses.location(row) for row in rows]


@router.get("/locations/me/favorites", operation_id="listFavoriteLocations")
async def list_favorite_locations(session: Session, user: SignedIn) -> list[FavoriteLocationRead]:
    return [
        FavoriteLocationRead(location_id=location_id)
        for location_id in await PlacesRepository(session).favorites(user.id)
    ]


@router.post("/locations/me/favorites", operation_id="addFavoriteLocations")
@error_statuses(404)
async def add_favorite_locations(
    body: AddFavorites, session: Session, user: SignedIn, once: Once
) -> list[FavoriteLocationRead]:
    repository = PlacesRepository(session)
    locations = await repository.locations(user, ids=set(body.location_ids))
    if len(locations) != len(set(body.location_ids)):
        raise NotFound
    await once(lambda: repository.add_favorites(user.id, {row.id for row in locations}))
    return [FavoriteLocationRead(location_id=location_id) for location_id in await repository.favorites(user.id)]


@router.delete("/locations/me/favorites", operation_id="removeFavoriteLocation", status_code=204)
async def remove_favorite_location(body: RemoveFavorite, session: Session, user: SignedIn) -> Response:
    await PlacesRepository(session).remove_favorite(user.id, body.location_id)
    return Response(status_code=204)


@router.get("/otg/locations", operation_id="listOtgLocations")
async def list_otg_locations(session: Session, user: Discharger) -> list[LocationRead]:
    """Locations where the caller may discharge (POST /otg/{id}/$discharge): all of the caller's organizations.

    A discharge has no requirements for the location; one that is switched off may still have patients to discharge.
    """
    return [responses.location(row) for row in await PlacesRepository(session).locations(user)]


@router.get("/vidyo-rooms", operation_id="listVidyoRooms")
async def list_vidyo_rooms(session: Session, user: SignedIn) -> list[VideoRoomRead]:
    """The Vidyo rooms of the locations that `listLocations` returns, by name."""
    return [VideoRoomRead.model_validate(row) for row in await PlacesRepository(session).video_rooms(user)]


@router.get("/locations/{location_id}", operation_id="getLocation")
async def get_location(location_id: Id, session: Session, user: SignedIn) -> LocationRead:
    row = await PlacesRepository(session).location(user, location_id)
    if row is None:
        raise NotFound
    return responses.location(row)


@router.post("/locations/{location_id}/assign", operation_id="assignLocation", include_in_schema=False)
@router.post("/locations/{location_id}/reassign", operation_id="reassignLocation", include_in_schema=False)
async def refuse_assignment(location_id: Id, user: SignedIn) -> None:
    """Tell older clients that nothing is assigned anymore, whatever they send."""
    raise NoLongerSupported
