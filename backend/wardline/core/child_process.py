"""Replaces itself with a program that ends with its parent, as another user if the parent is root.

Usage: ``python child_process.py PARENT SIGNAL UID PROGRAM [ARGUMENT ...]``. SIGNAL is what the program gets when the
process PARENT ends, however that ends (on Linux only); UID -1 keeps the user. It is a separate program because changing
the user between fork and exec is not safe in a process with threads.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1


def command(
    stop_signal: signal.Signals, program: Sequence[str | Path], *, user_id: int | None = None
) -> list[str | Path]:
    """The command line that runs a program as a child of this process.

    Start it from the main thread, because the kernel ends the child with the thread that started it. `user_id` is None,
    or -1, for the current user.
    """
    user = -1 if user_id is None else user_id
    wrapper = Path(__file__).resolve()
    return [sys.executable, "-I", "-S", wrapper, str(os.getpid()), str(int(stop_signal)), str(user), *program]


def main() -> None:
    parent, stop_signal, uid, program = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    if uid >= 0:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)
    if sys.platform == "linux":
        # Set after changing the user, which would clear it.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, stop_signal)
        if os.getppid() != parent:
            sys.exit("the parent process has ended")
    os.execv(program, sys.argv[4:])  # noqa: S606


if __name__ == "__main__":
    main()
