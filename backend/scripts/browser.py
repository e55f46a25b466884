"""Print the path of the Chromium for the browser tests, installing one if there is none.

The headless shell is preferred: it renders the same pages without the windows, tabs and toolbars of a full browser, in
three quarters of the CPU time. It is Debian's package if apt and root are available, otherwise the build that comes
with Playwright; empty output means the latter.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import debian

ROOT = Path(__file__).resolve().parents[2]
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def run(*command: str) -> bool:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    result = subprocess.run(  # noqa: S603 - our own commands
        command,
        cwd=ROOT / "frontend",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        check=False,
    )
    return result.returncode == 0


def main() -> None:
    if not shutil.which(SHELL) and debian.can_install():
        sys.stderr.write("Installing Chromium ...\n")
        # Older distributions have only the full browser, which also works.
        if not debian.install(SHELL) and not installed():
            debian.install("chromium")
    path = installed()
    if not path and not run("npx", "playwright", "install", "chromium"):
        sys.exit("wardline: the browser tests need Chromium, and it could not be installed; install it and try again")
    sys.stdout.write(f"{path or ''}\n")


if __name__ == "__main__":
    main()
