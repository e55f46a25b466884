"""Synchronize the virtual environment with the lock files, unless it already matches.

Started with any Python 3.11 or newer; uses the standard library only, because nothing else is installed yet.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[1]
REQUIREMENTS = BACKEND / "requirements"
BOOTSTRAP = REQUIREMENTS / "bootstrap.lock"
SETS = {"run": ("runtime", "build"), "test": ("runtime", "build", "test")}


def lock_files(wanted: str) -> list[Path]:
    return [REQUIREMENTS / f"{name}.lock" for name in SETS[wanted]]


def fingerprint(wanted: str) -> str:
    """What an installation depends on: the lock files, the package's metadata and the interpreter."""
    digest = hashlib.sha256(repr((sys.version_info[:3], str(BACKEND))).encode())
    for path in [BOOTSTRAP, *lock_files(wanted), BACKEND / "pyproject.toml"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def say(sentence: str) -> None:
    """Progress goes to standard error, so that `make token` prints a token and nothing else."""
    sys.stderr.write(f"{sentence}\n")


def call(*command: str | Path, message: str) -> None:
    """Run one step; its output is shown only when it fails."""
    say(f"{message} ...")
    done = subprocess.run(  # noqa: S603 - our own commands
        [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nwardline: {message.lower()} failed; what the installer said is above")


def make_environment(environment: Path) -> None:
    if (environment / "bin" / "python").exists():
        found = subprocess.run(  # noqa: S603 - our own command
            [environment / "bin" / "python", "-c", "import sys; print(sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if found.stdout.strip() == str(sys.version_info[:2]):
            return
    shutil.rmtree(environment, ignore_errors=True)
    say(f"Making the virtual environment {environment.name} ...")
    try:
        venv.create(environment, with_pip=True, symlinks=True)
    except (subprocess.CalledProcessError, ImportError):
        shutil.rmtree(environment, ignore_errors=True)
        sys.exit("wardline: this Python has no venv; on Debian and Ubuntu: apt install python3-venv")


def install(environment: Path, wanted: str) -> None:
    """Install exactly what the locks say, checked by hash, then the package itself as an editable install."""
    python = environment / "bin" / "python"
    uv = environment / "bin" / "uv"
    call(
        python,
        *("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", BOOTSTRAP),
        message="Installing the installer",
    )
    call(
        uv,
        # Compiled now, so the first start is as fast as later ones, even where Python cannot write.
        *("pip", "sync", "--quiet", "--system-certs", "--compile-bytecode", "--require-hashes"),
        *("--python", python, *lock_files(wanted)),
        message="Installing Python packages",
    )
    call(
        uv,
        *("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--python", python, "--editable", BACKEND),
        message="Installing wardline",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wanted", choices=sorted(SETS))
    parser.add_argument("environment", type=Path)
    arguments = parser.parse_args()
    environment = arguments.environment.resolve()
    os.environ.pop("PYTHONHOME", None)
    os.environ.pop("VIRTUAL_ENV", None)
    # Test packages stay installed: `make run` after `make test` removes nothing.
    with_tests = environment / ".wardline-with-tests"
    wanted = "test" if with_tests.exists() else arguments.wanted
    stamp = environment / ".wardline-installed"
    expected = fingerprint(wanted)
    if stamp.exists() and stamp.read_text() == expected:
        return
    stamp.unlink(missing_ok=True)
    make_environment(environment)
    if wanted == "test":
        with_tests.touch()
    install(environment, wanted)
    stamp.write_text(expected)


if __name__ == "__main__":
    main()
