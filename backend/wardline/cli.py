"""The `wardline` command. A command's modules are imported when it runs, so that each command starts quickly."""

import argparse
import gc
import os
import signal
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Never


@dataclass(frozen=True)
class Command:
    """`runs` is called with the settings, the named arguments in order, and `say`; it may return an exit code.

    `actions` are the words of which one follows the name; the argument is called ``action``.
    """

    name: str
    summary: str
    runs: str
    arguments: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


COMMANDS = (
    Command(
        "serve",
        "serve the web application, the API and the sockets, and run background work",
        "serving:serve",
        ("workers", "share_port"),
    ),
    Command("worker", "run background work in a separate process", "serving:work"),
    Command("migrate", "upgrade the database schema to this version", "serving:migrate"),
    Command(
        "network",
        "load organizations, units, lines, roles and users from a file, say what that would change, or write the file",
        "serving:network",
        ("action", "file"),
        ("load", "plan", "export"),
    ),
    Command(
        "audit",
        "check the audit trail for tampering",
        "serving:audit",
        ("known", "checkpoints"),
        ("verify",),
    ),
    Command(
        "audit-pages",
        "check at intervals that pages reach people, and raise alarms; run it beside the server and its workers",
        "page_auditing:audit_pages",
        ("once",),
    ),
    Command(
        "retention",
        "say what the retention periods allow to be removed, or remove it",
        "retention_command:retention",
        ("action",),
        ("plan", "apply"),
    ),
    Command("audit-key", "print the public key of the audit trail's checkpoints", "serving:audit_key"),
    Command(
        "backup",
        "write the embedded database to a file, whether or not the server is running",
        "embedded.backup:back_up",
        ("file",),
    ),
    Command(
        "restore",
        "replace the embedded database with a backup, while the server is stopped",
        "embedded.backup:restore",
        ("file",),
    ),
    Command("token", "print an access token of the demonstration", "serving:token", ("name",)),
    Command("invite", "print an invitation link for a user of the demonstration", "serving:invite", ("name",)),
    Command("health", "check whether the running server is ready", "probe:check_health"),
)


class Stopped(KeyboardInterrupt):
    """A signal requested this process to stop. It stops everything it started while this exception propagates.

    Of all exceptions for that, asyncio's event loop passes on only this kind when a signal arrives during a callback.
    """


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code. Errors that the user can fix are one line, without a traceback."""
    parsed = _parser().parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    # Loading modules makes almost no garbage, and most objects of a request are freed without the collector.
    gc.set_threshold(50_000, 20, 100)
    try:
        return _run(next(command for command in COMMANDS if command.name == parsed.command), parsed)
    except Stopped:
        return 0 if parsed.command in {"serve", "worker", "audit-pages"} else 130
    except ImportError as error:
        return _fail(f"the installation is incomplete ({error}); install Wardline again")


def say(sentence: str) -> None:
    """Print one line; the terminal may have been closed."""
    try:
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(command: Command, parsed: argparse.Namespace) -> int:
    terminal = import_module("wardline.core.terminal")
    module, _, function = command.runs.partition(":")
    try:
        settings = import_module("wardline.startup").read_settings()
        run = getattr(import_module(f"wardline.{module}"), function)
        return int(run(settings, *(getattr(parsed, name) for name in command.arguments), say) or 0)
    except terminal.CommandError as error:
        return _fail(str(error))


def _fail(sentence: str) -> int:
    sys.stderr.write(f"wardline: {sentence}\n")
    return 1


def _stop(_number: int, _frame: FrameType | None) -> Never:
    raise Stopped


def _positive(value: str) -> int:
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value} is not a positive number")
    return int(value)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="wardline", description="Virtual consults between bedside staff and the specialist on call."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        added = commands.add_parser(command.name, help=command.summary, description=command.summary)
        if command.actions:
            added.add_argument("action", choices=command.actions)
        _add_options(added, command)
    return parser


def _add_options(added: argparse.ArgumentParser, command: Command) -> None:
    if "workers" in command.arguments:
        added.add_argument(
            "--workers",
            type=_positive,
            default=1,
            metavar="N",
            help="the number of processes that answer requests; with more than one, another runs background work",
        )
        added.add_argument("--share-port", action="store_true", help=argparse.SUPPRESS)
    if "once" in command.arguments:
        added.add_argument("--once", action="store_true", help="check only once; exit code 3 if not all is well")
    if "file" in command.arguments:
        added.add_argument("file", type=Path, metavar="FILE")
    if "name" in command.arguments:
        added.add_argument("--as", dest="name", required=True, metavar="NAME")
    if "checkpoints" in command.arguments:
        added.add_argument(
            "--checkpoints",
            type=Path,
            metavar="FILE",
            help="the lines that an external witness received",
        )
    if "known" in command.arguments:
        added.add_argument(
            "--known", metavar="HASH", help="a hash that was recorded earlier and must still be in the chain"
        )
