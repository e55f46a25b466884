"""The system page: about the installation, without any organization's data, so all administrators see the same."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import SignedInRoute, permitted
from wardline.access.permissions import MANAGE_ADMIN
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.routing import connection_of
from wardline.system.licenses import BILL, shipped_packages
from wardline.system.reading import ProcessFacts, Reader
from wardline.system.schemas import ShippedPackage, SystemRead
from wardline.system.service import system

CYCLONEDX: Final = "application/vnd.cyclonedx+json"

router = APIRouter(tags=["administration"], route_class=SignedInRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/system", operation_id="getSystem")
async def get_system(request: Request, settings: AppSettings, user: Administrator) -> SystemRead:
    """How this installation does now, and what to do about it. A part that cannot be read says so."""
    state = request.app.state
    process = ProcessFacts(state.owner_role, state.unprotected, state.witnesses, state.keys.fetched_at)
    return await system(Reader(connection_of(request), settings, process))


@router.get("/system/licenses", operation_id="listLicenses")
async def list_licenses(user: Administrator) -> list[ShippedPackage]:
    """Every package that the server and the browser's code contain, with its license, by name."""
    return await asyncio.to_thread(shipped_packages)


@router.get(
    "/system/sbom",
    operation_id="getSbom",
    response_class=FileResponse,
    responses={200: {"content": {CYCLONEDX: {"schema": {"type": "string"}}}, "description": "CycloneDX 1.6."}},
)
async def get_sbom(user: Administrator) -> FileResponse:
    """The bill of materials, also of what only builds and tests Wardline."""
    return FileResponse(BILL, media_type=CYCLONEDX, filename="wardline-sbom.cdx.json")
