"""Build the web application into the Python package, unless its sources have not changed.

Run by the virtual environment's Python; Node comes from the same environment.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "frontend"
BUILT = FRONTEND / "dist"
PACKAGED = ROOT / "backend" / "wardline" / "web"
NOT_SOURCES = {"node_modules", "dist", "e2e", "test-results", "playwright-report", ".auth"}


def say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def fingerprint(*files: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """Everything that could change the build. Tests are included, which at worst causes an unnecessary build."""
    paths = []
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        paths += [Path(folder, name) for name in files]
    return paths


def node(*command: str, message: str) -> None:
    say(f"{message} ...")
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        # Hospitals may have a proxy with their own certificate authority, which the system trusts.
        "NODE_OPTIONS": "--use-system-ca",
    }
    result = subprocess.run(  # noqa: S603 - our own commands
        command, cwd=FRONTEND, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if result.returncode:
        sys.exit(f"{result.stdout}{result.stderr}\nwardline: {message.lower()} failed; npm's output is above")


def is_current(stamp: Path, expected: str) -> bool:
    return stamp.exists() and stamp.read_text() == expected


def install_packages() -> None:
    stamp = FRONTEND / "node_modules" / ".wardline-installed"
    expected = fingerprint(FRONTEND / "package.json", FRONTEND / "package-lock.json")
    if not is_current(stamp, expected):
        node("npm", "ci", "--no-audit", "--no-fund", message="Installing the web application's packages")
        stamp.write_text(expected)


def build() -> None:
    """Build the application, and replace the packaged one only once the new one is complete."""
    stamp = PACKAGED / ".sources"
    expected = fingerprint(*sources())
    if is_current(stamp, expected):
        return
    node("npm", "run", "build", message="Building the web application")
    new = PACKAGED.with_name("web.new")
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(BUILT, new)
    (new / ".sources").write_text(expected)
    shutil.rmtree(PACKAGED, ignore_errors=True)
    new.rename(PACKAGED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-packages", action="store_true", help="only install what the build needs")
    arguments = parser.parse_args()
    install_packages()
    if not arguments.only_packages:
        build()


if __name__ == "__main__":
    main()
