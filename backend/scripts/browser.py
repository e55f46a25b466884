"""Print the path of the Chromium for the browser tests, and install one if there is none.

The headless shell first: it draws the same pages without the windows, tabs and toolbars of a whole browser, in three
quarters of the processor's time. Debian's package where apt and root are there, else the build that Playwright brings;
an empty answer means the latter.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def run(*command: str) -> bool:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "DEBIAN_FRONTEND": "noninteractive",
    }
    done = subprocess.run(  # noqa: S603 - our own commands
        command,
        cwd=ROOT / "frontend",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        check=False,
    )
    return done.returncode == 0


def main() -> None:
    if not shutil.which(SHELL) and shutil.which("apt-get") and os.geteuid() == 0:
        sys.stderr.write("Installing Chromium ...\n")
        # A machine that has just booted may be installing updates.
        patient = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
        run(*patient, "update")
        install = (*patient, "install", "--no-install-recommends", "--yes")
        # Older distributions only have the full browser, which works too.
        if not run(*install, SHELL) and not installed():
            run(*install, "chromium")
    found = installed()
    if not found and not run("npx", "playwright", "install", "chromium"):
        sys.exit("wardline: the browser tests need Chromium, and it could not be installed; install it and try again")
    sys.stdout.write(f"{found or ''}\n")


if __name__ == "__main__":
    main()
