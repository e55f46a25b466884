"""From settings to a running process: the database first, then what works on it, all ended on the way out."""

import asyncio
import gc
import resource
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from sqlalchemy.engine import make_url
from starlette.types import ASGIApp

from wardline import exposure, startup
from wardline.core.errors import Unavailable
from wardline.core.logs import set_up_logs
from wardline.core.terminal import Say
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.embedded.supervision import keep_running
from wardline.realtime.gate import MAX_MESSAGE_BYTES
from wardline.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from wardline.audit.checkpoints import Checkpoint
    from wardline.audit.witnesses.told import Told

SHUTDOWN_SECONDS = 5
"""How long requests that are under way may still take when the server is asked to end."""
TAMPERED = 3
"""The exit code that means nothing else; 1 is a refusal, 2 a command that was not understood."""
FILES_ANYWHERE = 10_240
"""As many open files as every supported system allows a process (``OPEN_MAX`` of macOS)."""


@contextmanager
def prepared_database(settings: Settings, say: Say) -> Iterator[Settings]:
    """The settings with a reachable, current database in them; an embedded one runs while the block does.

    Raises:
        StartupError, EmbeddedPostgresError: one line that says what to do.
    """
    with _database(settings, say, alone=False) as (complete, _):
        yield complete


@contextmanager
def _database(settings: Settings, say: Say, *, alone: bool) -> Iterator[tuple[Settings, EmbeddedPostgres | None]]:
    """As `prepared_database`, with the embedded database itself.

    `alone`: refuse to share it with a server that already runs.
    """
    if settings.database_url is not None:
        exposure.enforce(settings, exposure.of_databases(settings))
        _prepare(settings, say)
        yield settings, None
        return
    if settings.migrate_url is not None:
        raise startup.StartupError(
            "WARDLINE_MIGRATE_URL is set without WARDLINE_DATABASE_URL, the application's own address"
        )
    embedded = EmbeddedPostgres(settings.data_dir, report=say)
    if alone:
        embedded.start()
    else:
        embedded.start_or_attach()
    try:
        urls = {"database_url": embedded.application_url, "migrate_url": embedded.owner_url}
        complete = settings.model_copy(update=urls)
        _prepare(complete, say)
        yield complete, embedded
    finally:
        embedded.stop()


def _prepare(settings: Settings, say: Say) -> None:
    url = settings.database_url or ""
    if settings.demo:
        startup.check_demonstration(url)
    if not startup.check_revision(url):
        if settings.migrate_url is None:
            raise startup.StartupError(
                "the database's schema is not of this version: run `wardline migrate` with the owner's address "
                "in WARDLINE_MIGRATE_URL"
            )
        say("Bringing the database up to date ...")
        role = make_url(url).username or ""
        with startup.connection_to(settings.migrate_url):
            startup.migrate(settings.migrate_url, application_role=role, demonstration=settings.demo, say=say)
    startup.refuse_owner(settings, url)


def serve(settings: Settings, say: Say) -> int:
    """Serve until a signal asks to end; answers the exit code."""
    startup.check_sign_in(settings)
    exposure.enforce(settings, exposure.of_settings(settings))
    if settings.demo and settings.oidc_issuer is None:
        _check_demonstration_key(settings)
    _check_other_systems(settings)
    reserved = startup.reserve_address(settings.host, settings.port)
    with reserved, _database(settings, say, alone=True) as (complete, embedded):
        if complete.demo:
            _load_demonstration(complete, say)
        set_up_logs(complete.log_format)
        config = uvicorn.Config(
            application(complete),
            log_config=None,
            log_level="warning",
            access_log=False,
            forwarded_allow_ips=complete.trusted_proxies,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_keep_alive=75,
            lifespan="on",
            http="h11",  # httptools is faster, and takes HTTP 0.9, two hosts and headers without end.
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # Events are short, and packing one for each socket takes as long as sending.
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_ping_interval=None,  # Socket.IO has a heartbeat of its own.
        )
        server = _Server(config, embedded, lambda: _announce(complete, say))
        _make_room_for_many()
        server.run(sockets=[reserved])
    return 0 if server.started else 1


def application(settings: Settings) -> ASGIApp:
    """Everything that is served, on a database that is prepared."""
    from wardline.main import create_app  # noqa: PLC0415 - takes a second that a refusal need not cost

    url = settings.database_url or ""
    unprotected = exposure.enforce(settings, [*exposure.of_settings(settings), *startup.exposed_interfaces(url)])
    # Without being allowed to, an owner's role would not have come this far.
    owner_role = settings.allow_owner and startup.is_owner(url)
    return create_app(settings, owner_role=owner_role, unprotected=unprotected)


def _check_demonstration_key(settings: Settings) -> None:
    from wardline.demo.identity.keys import check_key  # noqa: PLC0415 - a hospital's server never loads it

    check_key(settings.data_dir)


def _check_other_systems(settings: Settings) -> None:
    """Before anything is made or changed for a server that could not start."""
    from wardline.audit.keys import trusted_keys  # noqa: PLC0415 - takes time that a refusal need not cost
    from wardline.audit.witnesses.registry import witnesses_of  # noqa: PLC0415 - as above
    from wardline.ehr.fhir.service_key import backend_service  # noqa: PLC0415 - takes time that a refusal need not cost
    from wardline.fax.registry import account_of  # noqa: PLC0415 - as above
    from wardline.video.relay import relay_for  # noqa: PLC0415 - as above

    trusted_keys(settings)
    witnesses_of(settings)
    backend_service(settings)
    account_of(settings)
    relay_for(settings)


def _make_room_for_many() -> None:
    """As many sockets as the system allows, and no pause while each of them waits for its event.

    What is loaded by now lives as long as the process, so collecting garbage need not look at it again; and
    collecting less often costs little memory, as most of a request's objects are freed without it.
    """
    _allow_many_files()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _allow_many_files() -> None:
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Where no limit is set, as on macOS, the system may still have one that it does not tell.
    for wanted in (most, max(now, FILES_ANYWHERE)):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            return


class _Server(uvicorn.Server):
    """Says so when it answers, and looks after its embedded database."""

    def __init__(self, config: uvicorn.Config, embedded: EmbeddedPostgres | None, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._embedded = embedded
        self._announce = announce

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        async with keep_running(self._embedded):
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def _announce(settings: Settings, say: Say) -> None:
    say(f"Wardline is ready: {settings.origin}")
    if settings.demo and settings.oidc_issuer is None:
        from wardline.demo.network import described  # noqa: PLC0415 - a hospital's server never loads the demonstration

        say("Sign in as one of these; there are no passwords:")
        for user in described().users:
            say(f"  {user.username:<12} {user.about or ''}".rstrip())
    say("Ctrl-C ends it.")


def _load_demonstration(settings: Settings, say: Say) -> None:
    """Once: what is changed in the demonstration afterwards stays changed."""
    from wardline.demo.loading import load_demonstration  # noqa: PLC0415 - a hospital's server never loads it

    with startup.connection_to(settings.database_url or "") as connection:
        # Consults come last, so they stand for everything before them.
        if connection.execute("select exists (select from consults)").fetchone() == (True,):
            return
    if settings.migrate_url is None:
        raise startup.StartupError("loading the demonstration takes the owner's address in WARDLINE_MIGRATE_URL")
    say("Loading the demonstration network ...")
    load_demonstration(settings.migrate_url)


def migrate(settings: Settings, say: Say) -> None:
    """Bring the schema up to date and do nothing else."""
    with prepared_database(settings, say):
        say("The database is up to date.")


def network(settings: Settings, file: Path, say: Say) -> None:
    """Make the database say what a network file says, all of it or nothing."""
    from wardline.network import load_network  # noqa: PLC0415 - only this command and the demonstration need it

    with prepared_database(settings, say) as complete:
        if complete.migrate_url is None:
            raise startup.StartupError("loading a network takes the owner's address in WARDLINE_MIGRATE_URL")
        changes = load_network(file, complete.migrate_url, may_file_without_tls=settings.allow_hl7_without_tls)
        say(f"{file}: {changes}")


def audit(settings: Settings, known: str | None, checkpoints: Path | None, say: Say) -> int:
    """Check the audit trail's chain; answers `TAMPERED` when somebody tampered with it."""
    from wardline.audit.keys import trusted_keys  # noqa: PLC0415 - only this command needs it

    keys = trusted_keys(settings)
    given = _told(checkpoints) if checkpoints is not None else iter(())
    # A file that cannot be meant is refused before the database is prepared.
    first = next(given, None)
    if checkpoints is not None and first is None:
        raise startup.StartupError(f"there is no entry and no checkpoint in {checkpoints}")
    given = chain([first], given) if first is not None else given
    with prepared_database(settings, say) as complete:
        try:
            return asyncio.run(_audit(complete, known, keys, given, say))
        except Unavailable:
            raise startup.StartupError("the database did not answer; the audit trail was not checked") from None


def _told(file: Path) -> "Iterator[Checkpoint | Told]":
    """Line by line, since a witness is told gigabytes over the years."""
    from wardline.audit.witnesses.told import read  # noqa: PLC0415 - only this command needs it

    try:
        with file.open("rb") as lines:
            yield from read(lines)
    except OSError as error:
        raise startup.StartupError(f"{file} cannot be read: {error.strerror}") from None


async def _audit(
    settings: Settings,
    known: str | None,
    keys: "Mapping[str, Ed25519PublicKey]",
    given: "Iterator[Checkpoint | Told]",
    say: Say,
) -> int:
    from wardline.audit.verifying import verify  # noqa: PLC0415 - only this command needs it
    from wardline.core.db.database import Database  # noqa: PLC0415

    database = Database(settings.database_url or "", pool_size=1)
    try:
        found = await verify(
            database.without_deadline(), known=known.lower() if known else None, keys=keys, given=given
        )
    finally:
        await database.close()
    if found.fault is not None:
        say(f"The audit trail was tampered with: {found.fault}. {found.entries} entries before that are sound.")
        return TAMPERED
    say(f"The audit trail is sound: {found.entries} entries, the latest hash is {found.head}")
    if found.told:
        say(f"It is what the witness was told up to link {found.told}.")
    if found.vouched:
        say(f"A checkpoint with a trusted signature vouches for the first {found.vouched} of them.")
    elif keys:
        say("There is no checkpoint yet.")
    return 0


def audit_key(settings: Settings, say: Say) -> None:
    """Print the name of the key that signs checkpoints, and its public key as the file of trusted keys takes it."""
    from wardline.audit.keys import as_text, name_of, signing_key  # noqa: PLC0415 - only this command needs it

    key = signing_key(settings)
    if key is None:
        raise startup.StartupError("no key signs checkpoints: set WARDLINE_AUDIT_KEY_FILE")
    public = key.public_key()
    say(f"{as_text(public)} # {name_of(public)}")


def token(settings: Settings, name: str, say: Say) -> None:
    """Print an access token of the demonstration's provider, and nothing else."""
    _only_in_the_demonstration(settings, "access tokens")
    from wardline.demo.identity.provider import issue_access_token  # noqa: PLC0415 - only the demonstration needs it

    say(issue_access_token(settings, name))


def invite(settings: Settings, name: str, say: Say) -> None:
    """Print a link that invites somebody of the demonstration, and nothing else."""
    _only_in_the_demonstration(settings, "invitations")
    from wardline.demo.identity.provider import invitation_link  # noqa: PLC0415 - only the demonstration needs it

    say(invitation_link(settings, name))


def _only_in_the_demonstration(settings: Settings, what: str) -> None:
    if not settings.demo:
        raise startup.StartupError(f"{what} are printed for the demonstration only: set WARDLINE_DEMO=1")


def work(settings: Settings, say: Say) -> int:
    """Run background work until a signal asks to end."""
    set_up_logs(settings.log_format)
    exposure.enforce(settings, exposure.of_settings(settings))
    _check_other_systems(settings)
    with _database(settings, say, alone=False) as (complete, embedded):
        exposure.enforce(settings, startup.exposed_interfaces(complete.database_url or ""))
        asyncio.run(_work(complete, embedded, say))
    return 0


async def _work(settings: Settings, embedded: EmbeddedPostgres | None, say: Say) -> None:
    from wardline.audit.checkpoints import write_last_checkpoint  # noqa: PLC0415
    from wardline.core.db.database import Database  # noqa: PLC0415
    from wardline.core.jobs.worker import Worker  # noqa: PLC0415

    database = Database(settings.database_url or "")
    worker = Worker(database, settings, name="worker")
    try:
        async with keep_running(embedded):
            await worker.start()
            say("The worker is ready. Ctrl-C ends it.")
            await worker.ended()
    finally:
        await write_last_checkpoint(database, settings)
        await worker.stop()
        await database.close()
