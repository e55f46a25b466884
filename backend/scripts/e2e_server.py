"""A server for the browser tests.

usage: e2e_server.py PORT FOLDER         the demonstration, with its data in a new folder that is removed afterwards
       e2e_server.py PORT FOLDER ISSUER  a second server with the data of the first, for users of an OpenID provider
       e2e_server.py PORT FOLDER again   another one for the demonstration's users, with the caller's settings
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from wardline.embedded.postgres import EmbeddedPostgres

COMMON = {"WARDLINE_LOG_FORMAT": "json"}
_IS_ROUTINE = re.compile(r'^(?!\{)|"level": ?"(INFO|DEBUG)"')


def serve(settings: Mapping[str, str]) -> int:
    """Serve until this process is terminated, and then print the server's log except routine lines."""
    with tempfile.TemporaryFile("w+") as log:
        environment = os.environ | COMMON | settings
        server = subprocess.Popen([sys.executable, "-m", "wardline", "serve"], env=environment, stdout=log, stderr=log)
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, lambda *_: server.terminate())
        code = server.wait()
        log.seek(0)
        sys.stderr.writelines(line for line in log if code or not _IS_ROUTINE.search(line))
        return code


def serve_demonstration(port: str, folder: Path) -> int:
    folder.mkdir()
    folder.chmod(0o711)  # When run as root, the database runs as another user, who must be able to enter.
    try:
        return serve(
            {
                "WARDLINE_DEMO": "1",
                "WARDLINE_PORT": port,
                "WARDLINE_DATA_DIR": str(folder),
                "WARDLINE_FHIR_TIMEOUT": "2",
                # The push service of the tests.
                "WARDLINE_PUSH_SERVICES": "127.0.0.1",
            }
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def serve_second(port: str, folder: Path, issuer: str) -> int:
    database = EmbeddedPostgres(folder)
    database.start_or_attach()
    return serve(
        {
            "WARDLINE_PORT": port,
            "WARDLINE_DATABASE_URL": database.application_url,
            "WARDLINE_OIDC_ISSUER": issuer,
            "WARDLINE_BACKUP_NUMBER": "(555) 010-0100",
            # Only the first server's worker can send the demonstration's faxes.
            "WARDLINE_BACKGROUND_JOBS": "0",
            "WARDLINE_OIDC_PROVIDER_NAME": "Certified sign-in",
        }
    )


def serve_again(port: str, folder: Path) -> int:
    database = EmbeddedPostgres(folder)
    database.start_or_attach()
    return serve(
        {
            "WARDLINE_DEMO": "1",
            "WARDLINE_PORT": port,
            "WARDLINE_DATA_DIR": str(folder),
            "WARDLINE_DATABASE_URL": database.application_url,
            "WARDLINE_BACKGROUND_JOBS": "0",
        }
    )


def main(port: str, folder: str, issuer: str | None = None) -> int:
    if issuer is None:
        return serve_demonstration(port, Path(folder))
    if issuer == "again":
        return serve_again(port, Path(folder))
    return serve_second(port, Path(folder), issuer)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
