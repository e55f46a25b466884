"""Replaces itself with a PostgreSQL program that ends with the server, as an unprivileged user if the server is root.

Usage: ``python child_process.py PARENT UID PROGRAM [ARGUMENT ...]``; UID -1 keeps the user. It is a separate program
because changing the user between fork and exec is not safe in a process with threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, uid, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if uid >= 0:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
    if sys.platform == "linux":
        # Set after changing the user, which would clear it. SIGINT is PostgreSQL's fast and clean shutdown.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() != parent:
            sys.exit("the parent process has ended")
    os.umask(0o077)
    os.execv(program, sys.argv[3:])  # noqa: S606


if __name__ == "__main__":
    main()
