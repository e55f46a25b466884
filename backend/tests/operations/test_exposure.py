"""Unprotected traffic prevents the start, unless its own setting allows it, which health reports."""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import websockets

from tests.operations.conftest import Run, rows, running
from tests.operations.test_refusals import ISSUER, free_port, own, refused
from wardline import exposure
from wardline.addresses import is_protected
from wardline.embedded.postgres import EmbeddedPostgres
from wardline.settings import Settings


class Row(NamedTuple):
    """A setting with a refused value, the setting that allows it, and values that are protected."""

    setting: str
    exposed: str
    allowed_by: str
    protected: tuple[str, ...]


ROOM: Final = "/{room}"
ROWS: Final = (
    Row("oidc_issuer", "http://id.example", "allow_http_issuer", ("https://id.example", "http://127.0.0.1:8080/realm")),
    Row(
        "public_url", "http://ward.example", "allow_http_public_url", ("https://ward.example", "http://localhost:8000")
    ),
    Row("host", "192.0.2.1", "allow_http_public_url", ("127.0.0.1", "::1")),
    Row("fhir_url", "http://ehr.example/fhir", "allow_http_fhir", ("https://ehr.example/fhir", "http://[::1]/fhir")),
    Row("janus_url", "ws://janus.example/ws", "allow_http_video", ("wss://janus.example/ws", "ws://127.0.0.1:8188")),
    Row(
        "janus_api_url",
        "http://janus.example/janus",
        "allow_http_video",
        ("https://janus.example/janus", "http://127.0.0.1:8088/janus"),
    ),
    *(
        Row(name, f"http://rooms.example{ROOM}", "allow_http_video", (f"https://rooms.example{ROOM}",))
        for name in (
            "vidyo_join_url",
            "bluestream_host_url",
            "bluestream_join_url",
            "core_video_host_url",
            "core_video_join_url",
        )
    ),
    *(
        Row(
            "audit_witnesses",
            f"file:///var/log/audit.ndjson, {address}",
            "allow_witnesses_without_tls",
            (
                "file:///var/log/audit.ndjson",
                "syslog+tls://log.example, https://log.example/in",
                "syslog+udp://127.0.0.1",
            ),
        )
        for address in ("syslog+udp://log.example", "syslog+tcp://log.example:601", "http://log.example/in")
    ),
    *(
        Row("trusted_proxies", proxies, "allow_any_proxy", ("127.0.0.1", "10.0.0.0/8,192.0.2.1", "fd00::/8"))
        for proxies in ("*", "10.0.0.1, *", "0.0.0.0/0", "::/0")
    ),
    *(
        Row(
            name,
            f"postgresql://app:open-sesame@{place}",
            "allow_database_without_tls",
            (
                "postgresql://app:open-sesame@db.example/wardline?sslmode=verify-full",
                "postgresql://app:open-sesame@db.example/wardline?sslmode=require",
                "postgresql://app:open-sesame@127.0.0.1/wardline",
                "postgresql://app:open-sesame@/wardline?host=/run/postgresql",
                "postgresql://app:open-sesame@/wardline",
            ),
        )
        for name in ("database_url", "migrate_url")
        for place in (
            "db.example/wardline",
            "db.example/wardline?sslmode=prefer",
            "db.example/wardline?sslmode=disable",
            "/wardline?host=127.0.0.1,db.example&port=5432,5432&target_session_attrs=read-write",
            "127.0.0.1/wardline?hostaddr=192.0.2.1",
            "/wardline?service=prod",
            "127.0.0.1/wardline?service=prod",
        )
    ),
)
SOUND: Final = {"oidc_issuer": ISSUER}


def found(**values: Any) -> list[str]:
    settings = Settings(**SOUND | values)
    return exposure.enforce(settings, exposure.of_settings(settings))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.setting}={row.exposed}")
def test_unprotected_traffic_is_refused_unless_its_setting_allows_it(row: Row) -> None:
    with pytest.raises(exposure.Exposed) as refusal:
        found(**{row.setting: row.exposed})
    message = str(refusal.value)
    assert "\n" not in message
    assert f"WARDLINE_{row.allowed_by.upper()}=1" in message
    assert f"WARDLINE_{row.setting.upper()}" in message or row.setting == "host"
    assert "sesame" not in message
    others = {other.allowed_by: True for other in ROWS if other.allowed_by != row.allowed_by}
    with pytest.raises(exposure.Exposed):
        found(**{row.setting: row.exposed}, **others, allow_hl7_without_tls=True)
    assert found(**{row.setting: row.exposed, row.allowed_by: True}) == [f"WARDLINE_{row.allowed_by.upper()}"]
    for value in row.protected:
        assert found(**{row.setting: value}) == []
        assert found(**{row.setting: value, row.allowed_by: True}) == [], "nothing is there that it would allow"


@pytest.mark.parametrize(
    ("variable", "value", "place"),
    [
        ("PGHOST", "db.example", "/wardline"),
        ("PGHOST", "127.0.0.1,db.example", "/wardline"),
        ("PGHOSTADDR", "192.0.2.1", "/wardline"),
        ("PGHOSTADDR", "192.0.2.1", "127.0.0.1/wardline"),
        ("PGSERVICE", "prod", "/wardline"),
        ("PGSERVICE", "prod", "127.0.0.1/wardline"),
        ("PGSSLMODE", "verify-full", "db.example/wardline"),
    ],
)
def test_libpqs_environment_is_considered(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, place: str
) -> None:
    monkeypatch.setenv(variable, value)
    address = f"postgresql://app@{place}"
    with pytest.raises(exposure.Exposed, match="WARDLINE_ALLOW_DATABASE_WITHOUT_TLS=1"):
        found(database_url=address)
    assert found(database_url=f"{address}?sslmode=verify-full") == [], "the URL takes precedence"


@pytest.mark.parametrize("host", ["/run/postgresql", "127.0.0.1", ""])
def test_libpqs_environment_may_name_the_local_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("PGHOST", host)
    assert found(database_url="postgresql://app@/wardline") == []
    monkeypatch.setenv("PGHOST", "db.example")
    assert found(database_url="postgresql://app@127.0.0.1/wardline") == [], "the URL has a host of its own"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://a.example", True),
        ("syslog+tls://a.example:6514", True),
        ("http://127.0.0.1:9", True),
        ("http://localhost", True),
        ("http://[::1]:9/x", True),
        ("syslog://127.0.0.1:514", True),
        ("http://a.example", False),
        ("syslog://a.example", False),
        ("http://localhost.example", False),
        ("http://127.0.0.1@a.example", False),
        ("http://0.0.0.0", False),
        ("a.example", False),
        ("https://", False),
        ("http://[::1", False),
        ("", False),
    ],
)
def test_a_url_is_protected_by_tls_or_by_being_local(address: str, expected: bool) -> None:
    assert is_protected(address) is expected


@pytest.mark.parametrize("command", ["serve", "worker", "audit-pages"])
@pytest.mark.parametrize(
    ("setting", "value", "name"),
    [
        ("fhir_url", "http://ehr.example", "WARDLINE_ALLOW_HTTP_FHIR"),
        ("database_url", "postgresql://a:open-sesame@db.example/w", "WARDLINE_ALLOW_DATABASE_WITHOUT_TLS"),
    ],
)
def test_the_server_does_not_start(
    wardline: Run, folder: Path, command: str, setting: str, value: str, name: str
) -> None:
    done = wardline(command, **SOUND, data_dir=folder, port=free_port(), **{setting: value})
    refused(done, f"WARDLINE_{setting.upper()}", f"set {name}=1")
    assert "sesame" not in done.errors
    assert list(folder.iterdir()) == []


def test_no_command_connects_to_a_database_across_the_network_without_tls(wardline: Run) -> None:
    refused(wardline("migrate", database_url="postgresql://a:b@db.invalid/w"), "WARDLINE_ALLOW_DATABASE_WITHOUT_TLS")
    allowed = wardline("migrate", database_url="postgresql://a:b@db.invalid/w", allow_database_without_tls=1)
    refused(allowed, "cannot reach the database db.invalid")


INTERFACE: Final = {
    "protocol": "hl7v2",
    "host": "interface.example",
    "port": 2575,
    "tls": False,
    "receiving_application": "R",
    "receiving_facility": "N",
    "sending_facility": "W",
}


def with_interface(postgres: EmbeddedPostgres, database: str, **changes: Any) -> None:
    destination = json.dumps(INTERFACE | changes)
    rows(
        own(postgres, database, "wardline_owner"),
        "insert into organizations (code, name, notes_destination)"  # noqa: S608 - our own words
        f" values ('north', 'North', '{destination}') on conflict (code) do update"
        " set notes_destination = excluded.notes_destination",
    )


async def test_notes_are_not_sent_across_the_network_without_tls(
    wardline: Run, postgres: EmbeddedPostgres, migrated: str
) -> None:
    addresses = {"database_url": own(postgres, migrated), **SOUND}
    with_interface(postgres, migrated)
    for command in ("serve", "worker", "audit-pages"):
        refused(wardline(command, **addresses, port=free_port()), "north", "WARDLINE_ALLOW_HL7_WITHOUT_TLS=1")
    async with running(Settings(**addresses, allow_hl7_without_tls=True)) as client:
        assert (await client.get("/api/health")).json()["unprotected"] == ["WARDLINE_ALLOW_HL7_WITHOUT_TLS"]
    for protected in ({"tls": True}, {"host": "127.0.0.1"}):
        with_interface(postgres, migrated, **protected)
        async with running(Settings(**addresses, allow_hl7_without_tls=True)) as client:
            assert (await client.get("/api/health")).json()["unprotected"] == []


async def test_calls_and_sockets_to_other_host_names_are_refused(postgres: EmbeddedPostgres, migrated: str) -> None:
    other_host = {"Host": "rebound.example"}
    async with running(Settings(database_url=own(postgres, migrated), **SOUND)) as client:
        assert (await client.get("/api/me")).status_code == 401
        assert (await client.get("/api/me", headers=other_host)).status_code == 421
        assert (await client.get("/api/health", headers=other_host)).status_code == 200
        port = client.base_url.port
        socket = f"ws://{{}}:{port}/socket.io/?EIO=4&transport=websocket"
        async with websockets.connect(socket.format("localhost"), host="127.0.0.1", port=port) as opened:
            assert str(await opened.recv()).startswith("0")
        with pytest.raises(websockets.InvalidStatus, match="403"):
            async with websockets.connect(socket.format("rebound.example"), host="127.0.0.1", port=port):
                pass


async def test_health_reports_what_is_allowed_and_in_use(postgres: EmbeddedPostgres, migrated: str) -> None:
    settings = Settings(
        database_url=own(postgres, migrated),
        oidc_issuer="http://id.example",
        fhir_url="http://ehr.example",
        allow_http_issuer=True,
        allow_http_fhir=True,
        allow_any_proxy=True,
    )
    async with running(settings) as client:
        health = (await client.get("/api/health")).json()
    assert (health["status"], health["unprotected"]) == (
        "ready",
        ["WARDLINE_ALLOW_HTTP_FHIR", "WARDLINE_ALLOW_HTTP_ISSUER"],
    )
