"""The server with a wrong clock: a file, read at each use of the clock, says by how many seconds."""

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from wardline import cli
from wardline.core import clock

true_time = time.time


def shift() -> float:
    return float(Path(sys.argv[1]).read_text())


clock.now = lambda: datetime.now(UTC) + timedelta(seconds=shift())
time.time = lambda: true_time() + shift()
sys.exit(cli.main(["serve"]))
