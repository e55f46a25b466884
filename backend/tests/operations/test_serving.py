"""The server as a process: it responds, stops on a signal, and can be restarted after a kill."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.operations.conftest import TIMEOUT_SECONDS, Run, environment, rows, running
from tests.operations.test_refusals import ISSUER, free_port
from wardline import serving
from wardline.embedded import state as postgres_state
from wardline.embedded.postgres import EmbeddedPostgres, Role
from wardline.settings import Settings


@contextmanager
def served(folder: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A server that is ready."""
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "wardline", "serve"],
            env=environment(data_dir=folder, port=port, demo=1),
            stdout=output,
        )
    try:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not is_ready(port):
            assert process.poll() is None, "the server has ended"
            assert time.monotonic() < deadline, "the server does not become ready"
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


def is_ready(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False


def test_it_restarts_after_a_kill_and_stops_cleanly_on_a_signal(wardline: Run, folder: Path) -> None:
    port = free_port()
    attached = EmbeddedPostgres(folder)
    with served(folder, port) as process:
        output = (folder / "output").read_text()
        assert f"http://127.0.0.1:{port}" in output
        assert "nurse" in output
        token = wardline("token", "--as", "nurse", data_dir=folder, port=port, demo=1).output.strip()
        request = Request(f"http://127.0.0.1:{port}/api/me", headers={"Authorization": f"Bearer {token}"})
        with urlopen(request) as response:  # noqa: S310 - the scheme is ours
            assert response.status == 200
        attached.start_or_attach()
        rows(attached.owner_url, "update users set first_name = 'Changed' where username = 'nurse'")
        process.kill()
        process.wait()
    with served(folder, port) as process:
        attached.start_or_attach()
        assert rows(attached.owner_url, "select first_name from users where username = 'nurse'") == [("Changed",)]
        cluster = folder / "postgres" / "cluster"
        database = postgres_state.process_id(cluster)
        assert database is not None
        process.send_signal(signal.SIGINT)
        # Shorter than the timeout for a database that does not stop.
        assert process.wait(timeout=25) == 0
        assert not postgres_state.is_postgres(database, cluster)
        assert postgres_state.process_id(cluster) is None


@pytest.mark.parametrize(("role", "is_owner"), [("wardline_owner", True), ("wardline_app", False)])
async def test_health_reports_the_role_that_is_used_not_what_is_allowed(
    postgres: EmbeddedPostgres, migrated: str, role: Role, is_owner: bool
) -> None:
    settings = Settings(database_url=postgres.url(role, migrated), allow_owner=True, oidc_issuer=ISSUER)
    async with running(settings) as client:
        health = (await client.get("/api/health")).json()
    assert (health["status"], health["working"], health["ownerRole"]) == ("ready", True, is_owner)


@pytest.mark.parametrize(
    ("limits", "rejected", "expected"),
    [
        ((256, 4096), [], (4096, 4096)),
        ((256, resource.RLIM_INFINITY), [resource.RLIM_INFINITY], (10_240, resource.RLIM_INFINITY)),
        ((65_536, resource.RLIM_INFINITY), [resource.RLIM_INFINITY], (65_536, resource.RLIM_INFINITY)),
        ((256, resource.RLIM_INFINITY), [resource.RLIM_INFINITY, 10_240], None),
    ],
)
def test_the_limit_of_open_files_is_raised(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], rejected: list[int], expected: tuple[int, int] | None
) -> None:
    allowed: list[tuple[int, int]] = []

    def setrlimit(_resource: int, new_limits: tuple[int, int]) -> None:
        if new_limits[0] in rejected:
            raise ValueError("current limit exceeds maximum limit")
        allowed.append(new_limits)

    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    serving._allow_many_files()
    assert allowed == ([expected] if expected else [])


@pytest.mark.soak
def test_the_wheel_serves_the_web_application_without_node(folder: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    uv = Path(sys.executable).with_name("uv")
    subprocess.run(["/usr/bin/make", "--silent", "wheel"], cwd=root, check=True)
    wheel = next((root / "backend" / "dist").glob("wardline-*.whl"))
    target = folder / "installed"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, target], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", target / "bin" / "python"]
    subprocess.run([*install, "-r", root / "backend" / "requirements" / "runtime.lock"], check=True)
    subprocess.run([*install, "--no-deps", wheel], check=True)
    port = free_port()
    settings = environment(data_dir=folder / "data", port=port, oidc_issuer=ISSUER) | {"PATH": os.defpath}
    process = subprocess.Popen([target / "bin" / "wardline", "serve"], env=settings, cwd="/")
    try:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not is_ready(port):
            assert process.poll() is None, "the server has ended"
            assert time.monotonic() < deadline, "the server does not become ready"
            time.sleep(0.1)
        with urlopen(f"http://127.0.0.1:{port}/") as page:
            assert b"<script" in page.read()
    finally:
        process.terminate()
        process.wait()
