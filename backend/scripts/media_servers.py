"""Install the servers that the tests of calls need: a relay and a media server; with --soak, Firefox, too.

They are Debian's packages, installed if apt and root are available. Elsewhere the tests that need them are skipped, and
each missing program is reported in red.
"""

import shutil
import sys

import debian

SERVERS = {"turnserver": "coturn", "janus": "janus"}
"""The package of each program."""
BROWSERS = {"firefox-esr": "firefox-esr"}
RED, PLAIN = "\033[31m", "\033[0m"


def missing(programs: dict[str, str]) -> dict[str, str]:
    return {program: package for program, package in programs.items() if shutil.which(program) is None}


def warnings(programs: dict[str, str]) -> list[str]:
    """One for each program that is missing here after an attempt to install it."""
    if (lacking := missing(programs)) and debian.can_install():
        sys.stderr.write(f"Installing {', '.join(lacking)} ...\n")
        debian.install(*lacking.values())
    return [
        f"{RED}NOT TESTED: calls with {package}, which could not be installed{PLAIN}"
        for package in missing(programs).values()
    ]


def main() -> None:
    programs = SERVERS | BROWSERS if "--soak" in sys.argv else SERVERS
    sys.stderr.writelines(f"{warning}\n" for warning in warnings(programs))


if __name__ == "__main__":
    main()
