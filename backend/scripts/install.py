"""Synchronize the virtual environment with the lock files, unless it already matches.

Runs with any Python 3.11 or newer; uses only the standard library, because nothing else is installed yet.
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


def lock_files(package_set: str) -> list[Path]:
    return [REQUIREMENTS / f"{name}.lock" for name in SETS[package_set]]


def fingerprint(package_set: str) -> str:
    """Identifies what an installation depends on: the lock files, the package's metadata and the interpreter."""
    digest = hashlib.sha256(repr((sys.version_info[:3], str(BACKEND))).encode())
    for path in [BOOTSTRAP, *lock_files(package_set), BACKEND / "pyproject.toml"]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def say(sentence: str) -> None:
    """Progress goes to standard error, so that `make token` prints only a token."""
    sys.stderr.write(f"{sentence}\n")


def run_step(*command: str | Path, message: str) -> None:
    """Run one step; its output is shown only if it fails."""
    say(f"{message} ...")
    result = subprocess.run(  # noqa: S603 - our own commands
        [str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if result.returncode:
        sys.exit(f"{result.stdout}{result.stderr}\nwardline: {message.lower()} failed; the installer's output is above")


def create_environment(environment: Path) -> None:
    if (environment / "bin" / "python").exists():
        version = subprocess.run(  # noqa: S603 - our own command
            [environment / "bin" / "python", "-c", "import sys; print(sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        if version.stdout.strip() == str(sys.version_info[:2]):
            return
    shutil.rmtree(environment, ignore_errors=True)
    say(f"Creating the virtual environment {environment.name} ...")
    try:
        venv.create(environment, with_pip=True, symlinks=True)
    except (subprocess.CalledProcessError, ImportError):
        shutil.rmtree(environment, ignore_errors=True)
        sys.exit("wardline: this Python has no venv; on Debian and Ubuntu: apt install python3-venv")


def install(environment: Path, package_set: str) -> None:
    """Install exactly the locked versions, verified by hash, and then the package itself as an editable install."""
    python = environment / "bin" / "python"
    uv = environment / "bin" / "uv"
    run_step(
        python,
        *("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", BOOTSTRAP),
        message="Installing the installer",
    )
    run_step(
        uv,
        # Compiled now, so that the first start is as fast as later ones, even if Python cannot write.
        *("pip", "sync", "--quiet", "--system-certs", "--compile-bytecode", "--require-hashes"),
        *("--python", python, *lock_files(package_set)),
        message="Installing Python packages",
    )
    run_step(
        uv,
        *("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--python", python, "--editable", BACKEND),
        message="Installing wardline",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package_set", choices=sorted(SETS))
    parser.add_argument("environment", type=Path)
    arguments = parser.parse_args()
    environment = arguments.environment.resolve()
    os.environ.pop("PYTHONHOME", None)
    os.environ.pop("VIRTUAL_ENV", None)
    # Test packages are kept: `make run` after `make test` does not remove them.
    with_tests = environment / ".wardline-with-tests"
    package_set = "test" if with_tests.exists() else arguments.package_set
    stamp = environment / ".wardline-installed"
    expected = fingerprint(package_set)
    if stamp.exists() and stamp.read_text() == expected:
        return
    stamp.unlink(missing_ok=True)
    create_environment(environment)
    if package_set == "test":
        with_tests.touch()
    install(environment, package_set)
    stamp.write_text(expected)


if __name__ == "__main__":
    main()
