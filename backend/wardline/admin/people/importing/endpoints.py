"""Endpoints for importing people."""

from typing import Annotated

from fastapi import APIRouter, Depends

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import Once, permitted
from wardline.access.limits import COSTLY
from wardline.access.permissions import MANAGE_ADMIN
from wardline.admin.drafts.four_eyes import directly
from wardline.admin.people.importing import responses, service
from wardline.admin.people.importing.repository import ImportRepository
from wardline.admin.people.importing.schemas import (
    MAX_BODY_BYTES,
    ImportCheck,
    ImportGuide,
    ImportPeople,
    ImportResult,
    ImportText,
    PastImports,
)
from wardline.audit.recording import AuditedRoute
from wardline.core.errors import NotFound
from wardline.core.http.app_settings import AppSettings
from wardline.core.http.body_limits import max_body_bytes
from wardline.core.http.error_responses import error_statuses
from wardline.core.http.routing import Session
from wardline.network.objects import Kind

router = APIRouter(tags=["administration"], route_class=AuditedRoute)

Administrator = Annotated[CurrentUser, Depends(permitted(MANAGE_ADMIN))]


@router.get("/people/imports", operation_id="listPeopleImports")
async def list_people_imports(session: Session, user: Administrator) -> PastImports:
    return responses.past_imports(await ImportRepository(session).past(user))


@router.get("/people/imports/guide", operation_id="getPeopleImportGuide")
async def get_people_import_guide(session: Session, settings: AppSettings, user: Administrator) -> ImportGuide:
    """The columns of a file, and a template."""
    return await responses.guide(session, settings, user)


@router.post("/people/imports/check", operation_id="checkPeopleImport", dependencies=COSTLY)
@max_body_bytes(MAX_BODY_BYTES)
async def check_people_import(
    body: ImportText, session: Session, settings: AppSettings, user: Administrator
) -> ImportCheck:
    """What importing the file would do; nothing is changed."""
    return await service.check(session, body.text, settings, by=user)


@router.post(
    "/people/imports",
    operation_id="importPeople",
    status_code=201,
    dependencies=[*COSTLY, directly(Kind.USER)],
)
@max_body_bytes(MAX_BODY_BYTES)
@error_statuses(409, 412)
async def import_people(
    body: ImportPeople, session: Session, settings: AppSettings, user: Administrator, once: Once
) -> ImportResult:
    """Adds and changes people as the check said, all or none of them. Others stay as they are."""
    import_id = int(await once(lambda: service.import_people(session, body, settings, by=user)))
    made = await ImportRepository(session).imported(import_id, user.id)
    if made is None:
        raise NotFound
    return responses.result_read(made)
