"""The composition root: the only place that wires routers, sockets, workers and errors together."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp

from wardline.access.directory import Directory
from wardline.access.known_users import KnownUsers
from wardline.access.provider_keys import KeySource, ProviderKeys
from wardline.access.tokens import verifier_for
from wardline.access_checks import endpoints as access_checks
from wardline.admin.drafts import endpoints as drafts
from wardline.admin.invitations import endpoints as invitations
from wardline.admin.lines import endpoints as lines
from wardline.admin.lines.escalations import endpoints as escalations
from wardline.admin.people import endpoints as administered_people
from wardline.admin.people.importing import endpoints as people_imports
from wardline.admin.places import endpoints as administered_places
from wardline.admin.places.locations import endpoints as written_locations
from wardline.admin.roles import endpoints as roles
from wardline.audit import endpoints as audit
from wardline.audit.checkpoints import write_last_checkpoint
from wardline.audit.subjects import compile_lookups
from wardline.audit.witnesses.registry import witnesses_of
from wardline.call_schedules import endpoints as call_schedules
from wardline.call_schedules.calendars import endpoints as calendars
from wardline.call_schedules.copying import endpoints as copying
from wardline.call_schedules.cover import endpoints as cover
from wardline.call_schedules.fairness import endpoints as fairness
from wardline.call_schedules.holidays import endpoints as holidays
from wardline.consult_views.registry import PARTS
from wardline.consults import endpoints as consults
from wardline.consults import parts
from wardline.consults.audit_subjects import named_consults
from wardline.consults.encounters import endpoints as encounters
from wardline.consults.rooms import ConsultRoomPolicy
from wardline.consults.timeline import endpoints as timeline
from wardline.contacts import endpoints as contacts
from wardline.core.db.database import Database
from wardline.core.http.body_limits import longer_bodies
from wardline.core.http.client import HttpClient
from wardline.core.http.error_handlers import install_error_handlers
from wardline.core.http.request_context import RequestContext
from wardline.core.jobs.worker import Worker
from wardline.core.security.allowed_hosts import AllowedHosts
from wardline.core.security.rate_limits import RateLimiter
from wardline.coverage import endpoints as coverage
from wardline.directory import endpoints as directory
from wardline.directory import loading
from wardline.duty_notices import endpoints as duty_notices
from wardline.ehr.registry import census_source_for
from wardline.emergency_access import endpoints as emergency_access
from wardline.fax import endpoints as fax
from wardline.fax.registry import fax_provider_for
from wardline.feedback import endpoints as feedback
from wardline.handoff import endpoints as handoff
from wardline.handoff.telling import REACTIONS
from wardline.monitoring import endpoints as monitoring
from wardline.notifications import endpoints as notifications
from wardline.notifications.audit_subjects import BY_NOTIFICATION
from wardline.on_call import endpoints as on_call
from wardline.on_call import reactions
from wardline.paging import endpoints as paging
from wardline.paging.forecast import endpoints as forecast
from wardline.paging.locked_screens import endpoints as locked_screens
from wardline.paging.nodes import ServerReports, leave
from wardline.patients import endpoints as patients
from wardline.patients.audit_subjects import NAMED_PATIENTS
from wardline.places import endpoints as places
from wardline.places.audit_subjects import NAMED_ORGANIZATIONS
from wardline.realtime.listener import Listener
from wardline.realtime.server import SocketServer
from wardline.realtime.shared_limits import SharedLimits
from wardline.retention import endpoints as retention
from wardline.scim import endpoints as scim
from wardline.scim.admission import REFUSALS_PER_MINUTE
from wardline.scim.clients import ScimClients
from wardline.scim.provisioning import endpoints as provisioning
from wardline.service_lines import endpoints as service_lines
from wardline.sessions import endpoints as sessions
from wardline.settings import Settings
from wardline.signoff import endpoints as signoff
from wardline.signoff.delivery_problems import endpoints as delivery_problems
from wardline.site import SecurityHeaders, install_site
from wardline.system import endpoints as system
from wardline.system.connections import endpoints as connections
from wardline.telephony import endpoints as telephony
from wardline.telephony.registry import phone_provider_for
from wardline.transfers import endpoints as transfers
from wardline.video import endpoints as video
from wardline.video.audit_subjects import BY_MEETING
from wardline.video.guests import endpoints as guests
from wardline.video.janus.availability import MediaServers
from wardline.video.janus.server import janus_for
from wardline.video.relay import relay_for
from wardline.video.removal import MeetingFollower
from wardline.video.unattended import endpoints as unattended
from wardline.view_as import endpoints as view_as
from wardline.webpush import endpoints as webpush
from wardline.webpush.keys import key_in

API_VERSION = "1"
PROVIDER_TIMEOUT_SECONDS = 5
MIN_COMPRESSED_BYTES: Final = 1_024
NOT_COMPRESSED: Final = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/pdf")

_DIRECTORY: Final[Directory] = loading
API_ROUTERS: Final = (
    consults.router,
    timeline.router,
    transfers.router,
    paging.router,
    forecast.router,
    locked_screens.router,
    locked_screens.browsers,
    signoff.router,
    delivery_problems.router,
    monitoring.health,
    directory.router,
    patients.router,
    places.router,
    service_lines.router,
    on_call.router,
    call_schedules.router,
    cover.router,
    calendars.router,
    holidays.router,
    copying.router,
    fairness.router,
    coverage.router,
    handoff.router,
    contacts.router,
    contacts.browsers,
    webpush.router,
    encounters.router,
    notifications.router,
    duty_notices.router,
    feedback.router,
    audit.router,
    audit.polls,
    written_locations.router,
    administered_places.polls,
    administered_places.router,
    people_imports.router,
    invitations.router,
    administered_people.polls,
    administered_people.router,
    drafts.router,
    lines.router,
    lines.polls,
    escalations.router,
    escalations.polls,
    system.router,
    connections.router,
    connections.trials,
    roles.router,
    roles.polls,
    access_checks.router,
    provisioning.polls,
    provisioning.router,
    retention.router,
    view_as.router,
    emergency_access.router,
    video.presence,
    video.calls,
    video.waiting,
    video.router,
    unattended.router,
    unattended.devices,
    unattended.keys,
    guests.polls,
    guests.router,
    guests.links,
    guests.devices,
    fax.router,
    telephony.router,
    sessions.router,
    sessions.back_channel,
    calendars.feeds,
    scim.router,
)
"""All routers under /api, the most frequently called first, because routes are matched in order."""
AUDIT_LOOKUPS: Final = (NAMED_PATIENTS, named_consults(BY_MEETING, BY_NOTIFICATION), NAMED_ORGANIZATIONS)
"""Queries that find whom a rejected request was about, one for each kind of id in requests."""


def create_api(settings: Settings) -> FastAPI:
    """The HTTP API without a database; the contract is generated from it."""
    app = FastAPI(
        title="Wardline",
        version=API_VERSION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # The redirect would go to the host in the request's header.
    )
    app.state.settings = settings
    app.state.directory = _DIRECTORY
    app.state.known_users = KnownUsers(_DIRECTORY)
    app.state.audit_lookups = compile_lookups(AUDIT_LOOKUPS)
    app.state.rate_limiter = RateLimiter(settings.requests_per_minute)
    app.state.scim_clients = ScimClients(settings.scim_secrets_file)
    app.state.scim_refusals = RateLimiter(REFUSALS_PER_MINUTE)
    app.state.connection_tests = RateLimiter(min(connections.TESTS_PER_MINUTE, settings.requests_per_minute))
    app.state.owner_role, app.state.unprotected = False, []
    parts.install(PARTS)
    reactions.install(REACTIONS)
    install_error_handlers(app)
    app.add_middleware(RequestContext)
    app.add_middleware(
        GZipMiddleware, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=6, exclude_content_types=NOT_COMPRESSED
    )
    for router in API_ROUTERS:
        app.include_router(router, prefix="/api")
    app.state.longer_bodies = {
        f"/api{path}": limit for router in API_ROUTERS for path, limit in longer_bodies(router.routes).items()
    }
    return app


def create_app(settings: Settings, *, owner_role: bool = False, unprotected: Sequence[str] = ()) -> ASGIApp:
    """Everything that one process serves. `settings.database_url` must be set; the rest is for the health report."""
    if settings.database_url is None:
        raise ValueError("a database is required")
    app = create_api(settings)
    database = Database(settings.database_url)
    app.state.database = database
    app.state.owner_role = owner_role
    app.state.unprotected = list(unprotected)
    install_parts(app, settings)
    sockets = SocketServer(ConsultRoomPolicy(database, app.state.token_verifier))
    app.state.shared_limits = SharedLimits(database, app.state.rate_limiter)
    app.state.listener = Listener(
        settings.database_url, sockets, MeetingFollower(database, settings), app.state.shared_limits
    )
    app.state.worker = Worker(database, settings)
    if settings.demo:
        from wardline.demo import phones, rooms  # noqa: PLC0415 - a hospital's server never loads the demonstration

        app.mount(rooms.MOUNT_PATH, rooms.app)
        app.mount(phones.MOUNT_PATH, phones.DemoPhones(settings, app.state).app)
    app.router.lifespan_context = _lifespan
    app.include_router(monitoring.scraping)
    app.include_router(unattended.keys, include_in_schema=False)  # Where a verifier who knows only the issuer looks.
    install_site(app, settings)
    with_sockets = sockets.wrap(app, public_url=settings.origin)
    return SecurityHeaders(AllowedHosts(with_sockets, settings.allowed_hosts), settings)


def install_parts(app: FastAPI, settings: Settings) -> None:
    """The other services that endpoints use: token verification, census, faxes, phones, the video relay, witnesses."""
    app.state.keys = _provider_keys(app, settings)
    app.state.token_verifier = verifier_for(settings, app.state.keys)
    app.state.census = census_source_for(settings)
    app.state.fax = fax_provider_for(settings)
    app.state.phone = phone_provider_for(settings)
    app.state.relay = relay_for(settings)
    app.state.media = MediaServers(
        janus_for(settings), is_used=settings.media != "mesh", is_first=settings.media == "janus"
    )
    if settings.push_key_file is not None:
        key_in(settings.push_key_file)  # An unusable key must not be found out by the first user who needs it.
    app.state.witnesses = [witness.name for witness in witnesses_of(settings)]


def _provider_keys(app: FastAPI, settings: Settings) -> KeySource:
    """The keys of the configured identity provider, or of the built-in one, which is mounted here."""
    if settings.issuer is None:
        raise ValueError("an OpenID provider is required")
    if settings.demo and settings.oidc_issuer is None:
        from wardline.demo.accounts import accounts  # noqa: PLC0415 - as above
        from wardline.demo.identity.provider import MOUNT_PATH, DemoIdentity  # noqa: PLC0415

        identity = DemoIdentity(settings, lambda: accounts(app.state.database))
        app.mount(MOUNT_PATH, identity.app)
        return identity.keys
    return ProviderKeys(settings.issuer, HttpClient(timeout=PROVIDER_TIMEOUT_SECONDS))


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        stack.push_async_callback(app.state.database.close)
        stack.push_async_callback(app.state.census.aclose)
        stack.push_async_callback(app.state.fax.aclose)
        stack.push_async_callback(app.state.phone.aclose)
        stack.push_async_callback(app.state.media.aclose)
        stack.push_async_callback(app.state.keys.aclose)
        await app.state.listener.start()
        stack.push_async_callback(app.state.listener.stop)
        app.state.shared_limits.start()
        stack.push_async_callback(app.state.shared_limits.stop)
        stack.push_async_callback(leave, app.state.database)
        if app.state.settings.background_jobs:
            stack.push_async_callback(app.state.worker.stop)
            await app.state.worker.start()
        reports = ServerReports(app.state.database)
        reports.start()
        stack.push_async_callback(reports.stop)
        stack.push_async_callback(write_last_checkpoint, app.state.database, app.state.settings)
        yield
