"""`wardline audit verify` as a command."""

import asyncio
import base64
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.operations.conftest import Run, rows
from wardline.audit.chain import link_new
from wardline.audit.checkpoints import Checkpoint, write_checkpoint
from wardline.audit.witnesses.file import FileWitness
from wardline.audit.witnesses.shipping import ship
from wardline.core.db.database import Database
from wardline.embedded.postgres import EmbeddedPostgres

ENTRY = (
    "select record_audit_entry('r' || n, n, 'getConsult', 200::smallint, null, null, '{}', '{}', '{}', '{}', null)"
    " from generate_series(1, 3) n"
)


@pytest.fixture
def settings(postgres: EmbeddedPostgres, migrated: str) -> dict[str, Any]:
    return {
        "database_url": postgres.url("wardline_app", migrated),
        "migrate_url": postgres.url("wardline_owner", migrated),
        "oidc_issuer": "https://provider.example",
    }


def test_an_intact_trail_and_a_tampered_one(wardline: Run, settings: dict[str, Any]) -> None:
    rows(settings["database_url"], ENTRY)
    intact = wardline("audit", "verify", **settings)
    assert intact.code == 0, intact.errors
    found = re.fullmatch(r"The audit trail is intact: 3 entries, the latest hash is ([0-9a-f]{64})\n", intact.output)
    assert found is not None
    assert wardline("audit", "verify", "--known", found[1].upper(), **settings).code == 0

    unknown = wardline("audit", "verify", "--known", "ab" * 32, **settings)
    assert unknown.code == 3
    assert "the given hash is not in the chain" in unknown.output

    rows(settings["migrate_url"], "update audit_entries set user_id = 7 where request_id = 'r2'")
    tampered = wardline("audit", "verify", **settings)
    assert tampered.code == 3
    assert tampered.output == (
        "The audit trail was tampered with: entry 2 (link 2) was changed after it was linked. "
        "1 earlier entries are intact.\n"
    )


def test_a_witness_reveals_that_the_end_was_cut_off(wardline: Run, settings: dict[str, Any], tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    pem = tmp_path / "key.pem"
    pem.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    settings |= {"audit_key_file": pem}
    printed = wardline("audit-key", **settings)
    public = base64.b64encode(key.public_key().public_bytes_raw()).decode()
    assert printed.output.startswith(f"{public} # ")
    rows(settings["database_url"], ENTRY)
    checkpoint = asyncio.run(signed(settings["database_url"], key))
    intact = wardline("audit", "verify", **settings)
    assert (intact.code, "covers the first 3 of them" in intact.output) == (0, True)

    witness = tmp_path / "witness.ndjson"
    witness.write_bytes(b'{"kind": "entry", "position": 3}\n' + checkpoint.line() + b"\n")
    for table in ("audit_checkpoints", "audit_links", "audit_entries"):
        rows(settings["migrate_url"], f"delete from {table}")  # noqa: S608 - our own tables
    assert wardline("audit", "verify", **settings).code == 0
    cut = wardline("audit", "verify", "--checkpoints", witness, **settings)
    assert (cut.code, "the chain was truncated after link 0" in cut.output) == (3, True)


def test_the_records_of_a_witness_are_compared_without_a_key(
    wardline: Run, settings: dict[str, Any], tmp_path: Path
) -> None:
    """The owner rewrites the third of three entries and all links, and then cuts off the end."""
    received = tmp_path / "audit.ndjson"
    rows(settings["database_url"], ENTRY)
    asyncio.run(shipped(settings["database_url"], received))
    intact = wardline("audit", "verify", "--checkpoints", received, **settings)
    assert (intact.code, "It matches what the witness received up to link 3." in intact.output) == (0, True), (
        intact.errors
    )

    rows(settings["migrate_url"], "update audit_entries set user_id = 9 where request_id = 'r3'")
    rows(settings["migrate_url"], "delete from audit_links")
    assert wardline("audit", "verify", **settings).code == 0
    rewritten = wardline("audit", "verify", "--checkpoints", received, **settings)
    assert rewritten.code == 3
    assert rewritten.output == (
        "The audit trail was tampered with: the chain up to link 3 was rebuilt after the witness's entry at link 3. "
        "2 earlier entries are intact.\n"
    )

    for table in ("audit_links where position = 3", "audit_entries where request_id = 'r3'"):
        rows(settings["migrate_url"], f"delete from {table}")  # noqa: S608 - our own tables
    cut = wardline("audit", "verify", "--checkpoints", received, **settings)
    assert (cut.code, "truncated after link 2, but the witness's entry at link 3 exists" in cut.output) == (3, True)


def test_a_file_without_records_is_refused(wardline: Run, settings: dict[str, Any], tmp_path: Path) -> None:
    unrelated = tmp_path / "unrelated"
    unrelated.write_bytes(b'\n{"kind": "entry"}\nnot JSON\n')
    refused = wardline("audit", "verify", "--checkpoints", unrelated, **settings)
    assert (refused.code, "there is no entry and no checkpoint in" in refused.errors) == (1, True)
    refused = wardline("audit", "verify", "--checkpoints", tmp_path / "missing", **settings)
    assert (refused.code, "cannot be read: No such file" in refused.errors) == (1, True)


async def shipped(url: str, file: Path) -> None:
    database = Database(url)
    await link_new(database)
    await ship(database, FileWitness(f"file://{file}", file))
    await database.close()


async def signed(url: str, key: Ed25519PrivateKey) -> Checkpoint:
    database = Database(url)
    made = await write_checkpoint(database, key)
    await database.close()
    assert made is not None
    return made
