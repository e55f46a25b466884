"""The commands: each prepares the database, does its work, and stops everything it started."""

import asyncio
import gc
import resource
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from sqlalchemy.engine import make_url
from starlette.types import ASGIApp

from wardline import exposure, startup
from wardline.core.db.database import POOL_SIZE
from wardline.core.errors import Unavailable
from wardline.core.logs import set_up_logs
from wardline.core.terminal import IS_READY, Say
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.embedded.supervision import keep_running
from wardline.process_group import auditor_beside, run_group
from wardline.realtime.gate import MAX_MESSAGE_BYTES
from wardline.settings import Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from wardline.audit.checkpoints import Checkpoint
    from wardline.audit.witnesses.reading import WitnessedEntry

SHUTDOWN_SECONDS = 5
"""How long requests in progress may continue when the server is stopped."""
CONNECTIONS_PER_PROCESS = 2 * POOL_SIZE + 1
"""Of a process that answers requests: its pools, and one that listens."""
SPARE_CONNECTIONS = 60
"""For background work, commands and backups."""
TAMPERED = 3
"""The exit code for a tampered audit trail; 1 means a failed command, 2 a usage error."""
PORTABLE_FILE_LIMIT = 10_240
"""The number of open files that every supported system allows (``OPEN_MAX`` of macOS)."""


@contextmanager
def prepared_database(settings: Settings, say: Say) -> Iterator[Settings]:
    """The settings with a reachable and up-to-date database; an embedded one runs until the block ends.

    Raises:
        StartupError, EmbeddedPostgresError
    """
    with _database(settings, say, alone=False) as (complete, _):
        yield complete


@contextmanager
def _database(
    settings: Settings, say: Say, *, alone: bool, processes: int = 1
) -> Iterator[tuple[Settings, EmbeddedPostgres | None]]:
    """Like `prepared_database`, but also returns the embedded database.

    `alone` refuses to share it with a running server; `processes` is how many will answer requests.
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
    options = {"max_connections": str(SPARE_CONNECTIONS + CONNECTIONS_PER_PROCESS * processes)}
    embedded = EmbeddedPostgres(settings.data_dir, options=options, report=say)
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
                "the database's schema is from a different version: run `wardline migrate` with the owner's URL "
                "in WARDLINE_MIGRATE_URL"
            )
        say("Bringing the database up to date ...")
        role = make_url(url).username or ""
        with startup.connection_to(settings.migrate_url):
            startup.migrate(settings.migrate_url, application_role=role, demonstration=settings.demo, say=say)
    startup.refuse_owner(settings, url)


def serve(settings: Settings, workers: int, share_port: bool, say: Say) -> int:  # noqa: FBT001 - a command's argument
    """Serve until a signal; returns the exit code. With several `workers`, only supervises the processes that serve.

    `share_port` is for those processes.
    """
    startup.check_sign_in(settings)
    startup.check_backup_number(settings)
    exposure.enforce(settings, exposure.of_settings(settings))
    if settings.demo and settings.oidc_issuer is None:
        _check_demonstration_key(settings)
    _check_other_systems(settings)
    with ExitStack() as stack:
        reserved = stack.enter_context(startup.reserve_address(settings.host, settings.port, shared=share_port))
        complete, embedded = stack.enter_context(_database(settings, say, alone=True, processes=workers))
        if complete.demo:
            _load_demonstration(complete, say)
        set_up_logs(complete.log_format)
        if workers == 1:
            return _serve(complete, embedded, reserved, say)
        reserved.close()  # It was free; from now on, it is reserved together with the other processes.
        stack.enter_context(startup.reserve_address(settings.host, settings.port, shared=True))
        run_group(complete, workers, embedded, lambda: _announce(complete, say))
    return 0


def _serve(settings: Settings, embedded: EmbeddedPostgres | None, reserved: socket.socket, say: Say) -> int:
    config = uvicorn.Config(
        application(settings),
        log_config=None,
        log_level="warning",
        access_log=False,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=75,
        lifespan="on",
        http="h11",  # httptools is faster, but accepts HTTP 0.9, two Host headers, and endless headers.
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # Events are short, and compressing each takes as long as sending it.
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=None,  # Socket.IO has a heartbeat of its own.
    )
    server = _Server(config, settings, embedded, lambda: _announce(settings, say))
    _prepare_for_many_sockets()
    server.run(sockets=[reserved])
    return 0 if server.started else 1


def application(settings: Settings) -> ASGIApp:
    """The ASGI application on a prepared database."""
    from wardline.main import create_app  # noqa: PLC0415 - takes a second, and a refusal should be fast

    url = settings.database_url or ""
    unprotected = exposure.enforce(settings, [*exposure.of_settings(settings), *startup.exposed_interfaces(url)])
    # `refuse_owner` has stopped an owner's role that is not allowed.
    owner_role = settings.allow_owner and startup.is_owner(url)
    return create_app(settings, owner_role=owner_role, unprotected=unprotected)


def _check_demonstration_key(settings: Settings) -> None:
    from wardline.demo.identity.keys import check_key  # noqa: PLC0415 - a hospital's server never loads it

    check_key(settings.data_dir)


def _check_other_systems(settings: Settings) -> None:
    """Check the settings of other systems before anything is created or changed."""
    from wardline.audit.keys import trusted_keys  # noqa: PLC0415 - takes time, and a refusal should be fast
    from wardline.audit.witnesses.registry import witnesses_of  # noqa: PLC0415 - as above
    from wardline.ehr.fhir.service_key import backend_service  # noqa: PLC0415 - takes time, and a refusal should be fast
    from wardline.fax import registry as fax  # noqa: PLC0415 - as above
    from wardline.mail import registry as mail  # noqa: PLC0415 - as above
    from wardline.scim.clients import check_secrets  # noqa: PLC0415 - as above
    from wardline.telephony import registry as telephony  # noqa: PLC0415 - as above
    from wardline.video.janus.server import janus_for  # noqa: PLC0415 - as above
    from wardline.video.relay import relay_for  # noqa: PLC0415 - as above

    for service in (fax, mail, telephony):
        service.account_of(settings)
    for check in (trusted_keys, witnesses_of, backend_service, relay_for, janus_for, check_secrets):
        check(settings)


def _prepare_for_many_sockets() -> None:
    """Raise the limit of open files, and keep garbage collection from delaying events.

    Objects loaded so far live as long as the process, so the collector can skip them.
    """
    _allow_many_files()
    gc.collect()
    gc.freeze()


def _allow_many_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # A system without a limit, like macOS, may still have a hidden one.
    for limit in (hard, max(soft, PORTABLE_FILE_LIMIT)):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            return


class _Server(uvicorn.Server):
    """Announces when it is ready, restarts its embedded database, and keeps an auditor running beside it."""

    def __init__(
        self,
        config: uvicorn.Config,
        settings: Settings,
        embedded: EmbeddedPostgres | None,
        announce: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._settings = settings
        self._embedded = embedded
        self._announce = announce

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        async with keep_running(self._embedded), auditor_beside(self._settings):
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def _announce(settings: Settings, say: Say) -> None:
    say(f"Wardline {IS_READY}: {settings.origin}")
    if settings.demo and settings.oidc_issuer is None:
        from wardline.demo.network import described  # noqa: PLC0415 - a hospital's server never loads the demonstration

        say("Sign in as one of these; there are no passwords:")
        for user in described().users:
            say(f"  {user.username:<12} {user.about or ''}".rstrip())
    say("Press Ctrl-C to stop.")


def _load_demonstration(settings: Settings, say: Say) -> None:
    """Load the demonstration only once; later changes are kept."""
    from wardline.demo.loading import load_demonstration  # noqa: PLC0415 - a hospital's server never loads it

    with startup.connection_to(settings.database_url or "") as connection:
        # Consults are loaded last, so their existence means that everything else has been loaded.
        if connection.execute("select exists (select from consults)").fetchone() == (True,):
            return
    if settings.migrate_url is None:
        raise startup.StartupError("loading the demonstration requires the owner's URL in WARDLINE_MIGRATE_URL")
    say("Loading the demonstration network ...")
    load_demonstration(settings.migrate_url)


def migrate(settings: Settings, say: Say) -> None:
    """Upgrade the schema and do nothing else."""
    with prepared_database(settings, say):
        say("The database is up to date.")


def network(settings: Settings, action: str, file: Path, say: Say) -> None:
    """Load a network file into the database, either all of it or nothing; say what that would change; or write one."""
    from wardline.network.commands import run  # noqa: PLC0415 - only this command and the demonstration need it

    with prepared_database(settings, say) as complete:
        if complete.migrate_url is None:
            raise startup.StartupError("the network requires the owner's URL in WARDLINE_MIGRATE_URL")
        run(action, file, complete.migrate_url, say, may_file_without_tls=settings.allow_hl7_without_tls)


def audit(settings: Settings, known: str | None, checkpoints: Path | None, say: Say) -> int:
    """Check the audit trail's chain; returns `TAMPERED` if it was tampered with."""
    from wardline.audit.keys import trusted_keys  # noqa: PLC0415 - only this command needs it

    keys = trusted_keys(settings)
    witness_records = _witness_records(checkpoints) if checkpoints is not None else iter(())
    # An empty file is refused before the database is prepared.
    first = next(witness_records, None)
    if checkpoints is not None and first is None:
        raise startup.StartupError(f"there is no entry and no checkpoint in {checkpoints}")
    witness_records = chain([first], witness_records) if first is not None else witness_records
    with prepared_database(settings, say) as complete:
        try:
            return asyncio.run(_audit(complete, known, keys, witness_records, say))
        except Unavailable:
            raise startup.StartupError("the database did not respond; the audit trail was not checked") from None


def _witness_records(file: Path) -> "Iterator[Checkpoint | WitnessedEntry]":
    """Reads line by line, since a witness receives gigabytes over the years."""
    from wardline.audit.witnesses.reading import read  # noqa: PLC0415 - only this command needs it

    try:
        with file.open("rb") as lines:
            yield from read(lines)
    except OSError as error:
        raise startup.StartupError(f"{file} cannot be read: {error.strerror}") from None


async def _audit(
    settings: Settings,
    known: str | None,
    keys: "Mapping[str, Ed25519PublicKey]",
    witness_records: "Iterator[Checkpoint | WitnessedEntry]",
    say: Say,
) -> int:
    from wardline.audit.verifying import verify  # noqa: PLC0415 - only this command needs it
    from wardline.core.db.database import Database  # noqa: PLC0415

    database = Database(settings.database_url or "", pool_size=1)
    try:
        result = await verify(
            database.without_deadline(),
            known=known.lower() if known else None,
            keys=keys,
            witness_records=witness_records,
        )
    finally:
        await database.close()
    if result.fault is not None:
        say(f"The audit trail was tampered with: {result.fault}. {result.entries} earlier entries are intact.")
        return TAMPERED
    say(f"The audit trail is intact: {result.entries} entries, the latest hash is {result.head}")
    if result.witnessed:
        say(f"It matches what the witness received up to link {result.witnessed}.")
    if result.signed_up_to:
        say(f"A checkpoint with a trusted signature covers the first {result.signed_up_to} of them.")
    elif keys:
        say("There is no checkpoint yet.")
    return 0


def audit_key(settings: Settings, say: Say) -> None:
    """Print the public key that verifies checkpoints, as a line of the file of trusted keys, and its name."""
    from wardline.audit.keys import as_text, name_of, signing_key  # noqa: PLC0415 - only this command needs it

    key = signing_key(settings)
    if key is None:
        raise startup.StartupError("checkpoints are not signed: set WARDLINE_AUDIT_KEY_FILE")
    public = key.public_key()
    say(f"{as_text(public)} # {name_of(public)}")


def token(settings: Settings, name: str, say: Say) -> None:
    """Print an access token of the demonstration's provider, and nothing else."""
    _only_in_the_demonstration(settings, "access tokens")
    from wardline.demo.identity.provider import issue_access_token  # noqa: PLC0415 - only the demonstration needs it

    say(issue_access_token(settings, name))


def invite(settings: Settings, name: str, say: Say) -> None:
    """Print an invitation link for a user of the demonstration, and nothing else."""
    _only_in_the_demonstration(settings, "invitations")
    from wardline.demo.identity.provider import invitation_link  # noqa: PLC0415 - only the demonstration needs it

    say(invitation_link(settings, name))


def _only_in_the_demonstration(settings: Settings, what: str) -> None:
    if not settings.demo:
        raise startup.StartupError(f"{what} are printed only for the demonstration: set WARDLINE_DEMO=1")


def work(settings: Settings, say: Say) -> int:
    """Run background jobs until a signal."""
    set_up_logs(settings.log_format)
    startup.check_backup_number(settings)
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
    from wardline.paging.nodes import leave  # noqa: PLC0415

    database = Database(settings.database_url or "")
    worker = Worker(database, settings, name="worker")
    try:
        async with keep_running(embedded):
            await worker.start()
            say(f"The worker {IS_READY}. Press Ctrl-C to stop.")
            await worker.ended()
    finally:
        await write_last_checkpoint(database, settings)
        await worker.stop()
        await leave(database)
        await database.close()
