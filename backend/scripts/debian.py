"""Installs Debian's packages for the tests, where apt and root are available."""

import os
import shutil
import subprocess
import sys


def can_install() -> bool:
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def install(*packages: str) -> bool:
    """Whether all of them were installed."""
    # A freshly booted machine may still be installing updates.
    apt = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
    _run(*apt, "update")
    return _run(*apt, "install", "--no-install-recommends", "--yes", *packages)


def _run(*command: str) -> bool:
    # Packages of servers would start them; the tests start their own.
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    result = subprocess.run(  # noqa: S603 - our own commands
        command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
    )
    return result.returncode == 0
