"""A demonstration server for the browser tests, on data of its own that is gone afterwards.

usage: e2e_server.py PORT
"""

import os
import signal
import subprocess
import sys
import tempfile


def main(port: str) -> int:
    with tempfile.TemporaryDirectory(prefix="wardline-e2e-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o711)  # noqa: S103, PTH101 - as root, the database runs as another user and must get through
        environment = os.environ | {
            "WARDLINE_DEMO": "1",
            "WARDLINE_PORT": port,
            "WARDLINE_DATA_DIR": folder,
            "WARDLINE_FHIR_TIMEOUT": "2",
        }
        server = subprocess.Popen([sys.executable, "-m", "wardline", "serve"], env=environment)
        for ending in (signal.SIGTERM, signal.SIGINT):
            signal.signal(ending, lambda *_: server.terminate())
        return server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
