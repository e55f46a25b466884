"""Whether this process can do its work."""

from fastapi import APIRouter, Request, Response
from sqlalchemy import text

from wardline.core.api import ReadModel
from wardline.core.errors import Unavailable

router = APIRouter(tags=["operations"])


class Health(ReadModel):
    """`database` and `listening` (live updates) must both hold for the process to be of use.

    `working` tells whether background work is being done here. It comes back by itself and other processes do it
    meanwhile, so a process without it is still ready.
    """

    status: str
    database: bool
    listening: bool
    working: bool
    owner_role: bool


@router.get("/health", operation_id="getHealth")
async def get_health(request: Request, response: Response) -> Health:
    """200 when ready, 503 when not; needs no sign-in and tells nothing of the data."""
    listening = request.app.state.listener.alive.is_set()
    try:
        async with request.app.state.database.session() as session:
            await session.execute(text("select 1"))
        database = True
    except Unavailable:
        database = False
    ready = database and listening
    response.status_code = 200 if ready else 503
    return Health(
        status="ready" if ready else "unavailable",
        database=database,
        listening=listening,
        working=request.app.state.worker.alive.is_set(),
        owner_role=request.app.state.owner_role,
    )
