"""Problems at startup are reported in one line, with exit code 1 and no traceback."""

import subprocess
import sys
from pathlib import Path
from socket import socket

import pytest
from joserfc.jwk import ECKey

from tests.operations.conftest import Ended, Run, environment, rows
from wardline.demo.identity.keys import KEY_FILE
from wardline.embedded.postgres import EmbeddedPostgres

ISSUER = "https://sign-in.invalid"


def refused(ended: Ended, *words: str) -> None:
    assert ended.code == 1, ended.errors
    assert ended.errors.startswith("wardline: ")
    assert ended.errors.count("\n") == 1, ended.errors
    for word in words:
        assert word in ended.errors


def own(postgres: EmbeddedPostgres, database: str, role: str = "wardline_app") -> str:
    return postgres.url(role, database)  # type: ignore[arg-type]


def test_no_identity_provider(wardline: Run, folder: Path) -> None:
    refused(wardline("serve", data_dir=folder), "WARDLINE_OIDC_ISSUER", "WARDLINE_DEMO")


def test_the_demonstration_listens_on_loopback_only(wardline: Run, folder: Path) -> None:
    refused(wardline("serve", data_dir=folder, demo=1, host="0.0.0.0"), "WARDLINE_HOST=0.0.0.0")  # noqa: S104


@pytest.mark.parametrize("address", ["https://demo.example", "http://192.0.2.1:8000", "http://localhost.example"])
def test_the_demonstration_has_a_loopback_url_only(wardline: Run, folder: Path, address: str) -> None:
    done = wardline("serve", data_dir=folder, demo=1, public_url=address, allow_http_public_url=1)
    refused(done, f"WARDLINE_PUBLIC_URL={address}")
    assert list(folder.iterdir()) == []


def test_an_invalid_setting(wardline: Run, folder: Path) -> None:
    refused(wardline("serve", data_dir=folder, demo=1, port="many"), "WARDLINE_PORT")


@pytest.mark.parametrize("name", ["database_url", "migrate_url"])
@pytest.mark.parametrize(
    "address",
    [
        "postgresql+asyncpg://app:open-sesame@localhost/wardline",
        "mysql://app:open-sesame@localhost/wardline",
        "postgresql://app:open-sesame@localhost:port/wardline",
        "postgresql://app:open-%zz-sesame@localhost/wardline",
        "postgresql://app@localhost/wardline?passwort=open-sesame",
        "host=localhost password=open-sesame",
        "wardline",
    ],
)
def test_an_invalid_database_url_is_not_quoted(wardline: Run, folder: Path, name: str, address: str) -> None:
    done = wardline("serve", data_dir=folder, oidc_issuer=ISSUER, **{name: address})
    refused(done, f"WARDLINE_{name.upper()}", "postgresql://")
    assert "sesame" not in done.errors


@pytest.mark.parametrize(
    "hosts",
    [
        "host=a:5432&host=b:5433&target_session_attrs=read-write",
        "host=a:5432",
        "host=a,b&port=5432,5433",
        "host=a,b&port=5432,5433&target_session_attrs=any",
    ],
)
def test_hosts_that_libpq_and_sqlalchemy_read_differently(wardline: Run, folder: Path, hosts: str) -> None:
    address = f"postgresql://app:open-sesame@/wardline?{hosts}"
    done = wardline("serve", data_dir=folder, oidc_issuer=ISSUER, database_url=address)
    refused(done, "WARDLINE_DATABASE_URL", "host=a,b&port=5432,5432&target_session_attrs=read-write")
    assert "sesame" not in done.errors


@pytest.mark.parametrize("mode", ["read-write", "primary"])
def test_several_hosts_are_tried_in_turn(wardline: Run, mode: str) -> None:
    """The error names all of them."""
    ports = f"{free_port()},{free_port()}"
    hosts = f"host=127.0.0.1,127.0.0.1&port={ports}&target_session_attrs={mode}"
    done = wardline("migrate", database_url=f"postgresql://wardline_app:open-sesame@/wardline?{hosts}")
    refused(done, f"cannot reach the database 127.0.0.1,127.0.0.1:{ports}/wardline")


@pytest.mark.parametrize("driver", ["postgresql", "postgresql+psycopg"])
def test_the_driver_may_be_omitted(wardline: Run, driver: str) -> None:
    done = wardline("migrate", database_url=f"{driver}://wardline_app:open-sesame@127.0.0.1:{free_port()}/wardline")
    refused(done, "cannot reach the database 127.0.0.1", "refused")


def test_a_port_in_use(wardline: Run, folder: Path) -> None:
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused(wardline("serve", data_dir=folder, demo=1, port=port), str(port), "in use", "WARDLINE_PORT")


def test_a_data_folder_that_is_not_writable(wardline: Run, folder: Path) -> None:
    (folder / "file").touch()
    refused(wardline("serve", data_dir=folder / "file" / "data", demo=1, port=free_port()), "cannot write", "file/data")


def test_a_database_that_cannot_be_reached(wardline: Run) -> None:
    url = f"postgresql+psycopg://wardline_app:open-sesame@127.0.0.1:{free_port()}/wardline"
    done = wardline("serve", database_url=url, oidc_issuer=ISSUER, port=free_port())
    refused(done, "cannot reach the database", "refused")
    assert "open-sesame" not in done.errors


def test_a_database_of_a_newer_version(wardline: Run, postgres: EmbeddedPostgres, migrated: str) -> None:
    rows(own(postgres, migrated, "wardline_owner"), "update alembic_version set version_num = 'from the future'")
    done = wardline("serve", database_url=own(postgres, migrated), oidc_issuer=ISSUER, port=free_port())
    refused(done, "newer Wardline", "from the future")


def test_an_old_schema_without_the_owners_url(wardline: Run, postgres: EmbeddedPostgres, own_database: str) -> None:
    done = wardline("serve", database_url=own(postgres, own_database), oidc_issuer=ISSUER, port=free_port())
    refused(done, "wardline migrate", "WARDLINE_MIGRATE_URL")


def test_the_owner_as_the_application(wardline: Run, postgres: EmbeddedPostgres, migrated: str) -> None:
    url = own(postgres, migrated, "wardline_owner")
    refused(wardline("serve", database_url=url, oidc_issuer=ISSUER, port=free_port()), "WARDLINE_ALLOW_OWNER")


def test_the_demonstration_on_a_hospitals_database(wardline: Run, postgres: EmbeddedPostgres, migrated: str) -> None:
    refused(wardline("serve", database_url=own(postgres, migrated), demo=1, port=free_port()), "contains other data")


def test_the_demonstration_on_a_database_with_other_tables(
    wardline: Run, postgres: EmbeddedPostgres, own_database: str
) -> None:
    owner = own(postgres, own_database, "wardline_owner")
    rows(owner, "create schema accounts")
    rows(owner, "create table accounts.invoices (number int)")
    addresses = {"database_url": own(postgres, own_database), "migrate_url": owner}
    refused(wardline("migrate", **addresses, demo=1), "contains other data")
    rows(owner, "drop table accounts.invoices")
    assert wardline("migrate", **addresses, demo=1).code == 0


def test_a_damaged_signing_key_of_the_demonstration(wardline: Run, folder: Path) -> None:
    (folder / KEY_FILE).write_text("{}")
    refused(wardline("serve", data_dir=folder, demo=1, port=free_port()), KEY_FILE)
    assert [entry.name for entry in folder.iterdir()] == [KEY_FILE]
    refused(wardline("token", "--as", "nurse", data_dir=folder, demo=1), KEY_FILE)


def test_an_invalid_key_for_the_fhir_server(wardline: Run, folder: Path) -> None:
    key = folder / "key.pem"
    key.write_bytes(ECKey.generate_key("P-384").as_pem(private=False))
    hospital = {"data_dir": folder, "oidc_issuer": ISSUER, "fhir_url": "https://hospital.invalid/fhir"}
    refused(wardline("serve", **hospital, fhir_client_id="wardline"), "WARDLINE_FHIR_KEY_FILE")
    refused(wardline("serve", **hospital, fhir_client_id="wardline", fhir_key_file=key), str(key), "public key")
    assert [entry.name for entry in folder.iterdir()] == [key.name]


def test_an_incomplete_account_for_faxes_phones_or_mail(wardline: Run, folder: Path) -> None:
    for command in ("serve", "worker"):
        refused(wardline(command, data_dir=folder, oidc_issuer=ISSUER, fax_connection_id="1"), "WARDLINE_FAX_API_KEY")
    refused(wardline("serve", data_dir=folder, oidc_issuer=ISSUER, phone_from="1"), "WARDLINE_PHONE_API_KEY")
    refused(wardline("serve", data_dir=folder, oidc_issuer=ISSUER, mail_host="mail.invalid"), "WARDLINE_MAIL_FROM")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("number", ["", "555-010-0150", "(911) 010-0150", "(555) 010-01500"])
def test_no_number_that_can_be_called_when_nobody_answers(wardline: Run, folder: Path, number: str) -> None:
    for command in ("serve", "worker"):
        done = wardline(command, data_dir=folder, oidc_issuer=ISSUER, backup_number=number)
        refused(done, "WARDLINE_BACKUP_NUMBER", "(555) 010-0100")
    assert list(folder.iterdir()) == []


def test_an_incomplete_video_relay(wardline: Run, folder: Path) -> None:
    refused(wardline("serve", data_dir=folder, oidc_issuer=ISSUER, turn_secret="open-sesame"), "WARDLINE_TURN_URLS")
    unusable = wardline("serve", data_dir=folder, demo=1, turn_secret="open-sesame", turn_urls="turn.example")
    refused(unusable, "WARDLINE_TURN_URLS")
    assert "sesame" not in unusable.errors
    assert list(folder.iterdir()) == []


def test_an_incomplete_media_server(wardline: Run, folder: Path) -> None:
    partly = wardline("serve", data_dir=folder, demo=1, media="janus", janus_admin_key="open-sesame")
    refused(partly, "WARDLINE_JANUS_URL", "WARDLINE_JANUS_API_URL")
    assert "sesame" not in partly.errors
    assert list(folder.iterdir()) == []


def test_a_missing_python_package(folder: Path) -> None:
    program = "import sys; sys.modules['uvicorn'] = None; from wardline.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(data_dir=folder, oidc_issuer=ISSUER, port=free_port()),
        capture_output=True,
        text=True,
        check=False,
    )
    refused(Ended(done.returncode, done.stdout, done.stderr), "uvicorn", "install")


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
