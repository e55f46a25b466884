"""The database's owner can rewrite the trail, but not what was signed about it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from wardline.audit.chain import link_new
from wardline.audit.checkpoints import (
    MAX_FORGED,
    Checkpoint,
    signed_text,
    write_checkpoint,
    write_last_checkpoint,
)
from wardline.audit.keys import KeysUnusable, as_text, name_of, signing_key, trusted_keys
from wardline.audit.tests.test_chain import ADD, as_owner
from wardline.audit.verifying import verify
from wardline.core.db.database import Database
from wardline.settings import Settings

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
TRUSTED = {name_of(KEY.public_key()): KEY.public_key()}
REWRITTEN = ("update audit_entries set user_id = 9 where id = 2", "delete from audit_links")
CUT = ("delete from audit_links where position > 3", "delete from audit_entries where id > 3")
WITHOUT_CHECKPOINTS = "delete from audit_checkpoints"


@pytest.fixture
async def database(cloned: tuple[str, str]) -> AsyncIterator[Database]:
    database = Database(cloned[0], pool_size=2)
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 5})
    yield database
    await database.close()


@pytest.fixture
async def checkpoint(database: Database) -> Checkpoint:
    checkpoint = await write_checkpoint(database, KEY)
    assert checkpoint is not None
    return checkpoint


async def fault(database: Database, *records: Checkpoint) -> str:
    return (await verify(database, keys=TRUSTED, witness_records=records)).fault or ""


async def test_an_intact_chain_is_verified_by_a_checkpoint(database: Database, checkpoint: Checkpoint) -> None:
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 2})
    found = await verify(database, keys=TRUSTED, witness_records=[checkpoint])
    assert (found.entries, found.signed_up_to, found.fault) == (7, 5, None)


async def test_a_truncated_chain_is_detected(
    database: Database, cloned: tuple[str, str], checkpoint: Checkpoint
) -> None:
    as_owner(cloned, *CUT)
    assert (await fault(database)).startswith("the chain was truncated after link 3, but the checkpoint of ")
    assert (await fault(database)).endswith(" at link 5 exists")
    as_owner(cloned, WITHOUT_CHECKPOINTS)
    assert await fault(database) == ""
    assert (await fault(database, checkpoint)).startswith("the chain was truncated after link 3")


async def test_a_replaced_end_is_detected(database: Database, cloned: tuple[str, str], checkpoint: Checkpoint) -> None:
    """The same number of entries, the last two of them different."""
    as_owner(cloned, *CUT)
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 2})
    assert (await fault(database, checkpoint)).startswith("the chain up to link 5 was rebuilt after the checkpoint of ")


async def test_a_rebuilt_middle_is_detected(
    database: Database, cloned: tuple[str, str], checkpoint: Checkpoint
) -> None:
    as_owner(cloned, *REWRITTEN)
    assert (await fault(database)).startswith("the chain up to link 5 was rebuilt after the checkpoint of ")
    as_owner(cloned, WITHOUT_CHECKPOINTS)
    assert await fault(database) == ""
    assert (await fault(database, checkpoint)).startswith("the chain up to link 5 was rebuilt")


async def test_a_forged_checkpoint(database: Database, cloned: tuple[str, str], checkpoint: Checkpoint) -> None:
    """Of the current chain, with the name of the genuine key."""
    as_owner(cloned, *REWRITTEN)
    assert await verify(database)
    as_owner(cloned, "update audit_checkpoints set hash = (select hash from audit_links where position = 5)")
    assert (await fault(database)).endswith(f"at link 5 is forged: key {checkpoint.key} has not signed it")
    later = replace(checkpoint, at=checkpoint.at + timedelta(hours=1))
    assert "is forged" in await fault(database, later)


async def test_a_checkpoint_of_an_untrusted_key_is_reported(database: Database, cloned: tuple[str, str]) -> None:
    await write_checkpoint(database, OTHER)
    name = name_of(OTHER.public_key())
    assert (await fault(database)).endswith(f"at link 5 is signed with key {name}, which is not trusted")


async def test_after_a_key_change_both_keys_are_trusted(
    database: Database, checkpoint: Checkpoint, tmp_path: Path
) -> None:
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 1})
    await write_checkpoint(database, OTHER)
    earlier = tmp_path / "trusted"
    earlier.write_text(f"# until November\n{as_text(KEY.public_key())} # {checkpoint.key}\n\n")
    settings = Settings(audit_key_file=written(tmp_path, OTHER), audit_trusted_keys_file=earlier)
    found = await verify(database, keys=trusted_keys(settings))
    assert (found.signed_up_to, found.fault) == (6, None)
    found = await verify(database, keys=trusted_keys(Settings(audit_key_file=written(tmp_path, OTHER))))
    assert "is not trusted" in (found.fault or "")


def written(folder: Path, key: Ed25519PrivateKey) -> Path:
    path = folder / "key.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return path


async def test_a_checkpoint_is_written_if_the_last_is_old_and_there_are_new_entries(
    database: Database, checkpoint: Checkpoint
) -> None:
    assert await write_checkpoint(database, KEY) is None
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 1})
    assert await write_checkpoint(database, KEY, unless_after=timedelta(minutes=1)) is None
    later = await write_checkpoint(database, KEY)
    assert later is not None
    assert (later.position, later.at > checkpoint.at) == (6, True)


@pytest.mark.parametrize("key", [KEY, OTHER])
async def test_a_checkpoint_forged_by_the_applications_role_does_not_prevent_a_genuine_one(
    database: Database, key: Ed25519PrivateKey
) -> None:
    """Nor does it cause another one if there is a genuine one behind it."""
    await link_new(database)
    await forge(database, key, 1)
    assert await write_checkpoint(database, KEY) is not None
    await forge(database, key, 1)
    assert await write_checkpoint(database, KEY) is None
    async with database.transaction() as session:
        await session.execute(ADD, {"many": 1})
    assert await write_checkpoint(database, KEY, unless_after=timedelta(minutes=1)) is None
    await forge(database, key, MAX_FORGED)
    assert await write_checkpoint(database, KEY, unless_after=timedelta(minutes=1)) is not None


async def forge(database: Database, key: Ed25519PrivateKey, many: int) -> None:
    """Checkpoints of the head with the key's name, without its signature."""
    async with database.transaction() as session:
        await session.execute(
            text(
                "select add_audit_checkpoint(position, hash, clock_timestamp(), :key, ''::bytea)"
                " from audit_links, generate_series(1, :many) where position = (select max(position) from audit_links)"
            ),
            {"key": name_of(key.public_key()), "many": many},
        )


async def test_a_checkpoint_is_written_when_a_process_ends(database: Database, tmp_path: Path) -> None:
    await write_last_checkpoint(database, Settings())
    assert (await verify(database, keys=TRUSTED)).signed_up_to == 0
    await write_last_checkpoint(database, Settings(audit_key_file=written(tmp_path, KEY)))
    assert (await verify(database, keys=TRUSTED)).signed_up_to == 5
    await write_last_checkpoint(Database("postgresql+psycopg://nobody@127.0.0.1:1/x"), Settings())


async def test_a_checkpoint_is_of_an_existing_link_and_the_current_time(
    database: Database, checkpoint: Checkpoint
) -> None:
    statement = text("select add_audit_checkpoint(:position, :hash, :at, 'k', '')")
    genuine = {"position": 5, "hash": checkpoint.hash, "at": datetime.now(UTC) - timedelta(seconds=1)}
    for changed in ({"position": 4}, {"hash": bytes(32)}, {"at": checkpoint.at - timedelta(days=1)}):
        async with database.session() as session:
            with pytest.raises(DBAPIError, match="a checkpoint is of a link that is there"):
                await session.execute(statement, genuine | changed)
    for verb in ("delete from {}", "update {} set at = at", "insert into {} default values", "truncate {}"):
        async with database.session() as session:
            with pytest.raises(DBAPIError, match="permission denied"):
                await session.execute(text(verb.format("audit_checkpoints")))


def test_a_signature_can_be_checked_without_our_code() -> None:
    at = datetime(2026, 3, 4, 12, tzinfo=UTC)
    content = f"Wardline audit checkpoint 1\n7\n{'ab' * 32}\n2026-03-04T12:00:00.000000Z\n".encode()
    assert signed_text(7, bytes.fromhex("ab" * 32), at) == content
    checkpoint = Checkpoint(7, bytes.fromhex("ab" * 32), at, name_of(KEY.public_key()), KEY.sign(content))
    assert checkpoint.is_genuine(KEY.public_key())
    assert Checkpoint.read(checkpoint.line()) == checkpoint
    for line in (b"", b"[]", b"{}", checkpoint.line()[:-9], b'{"kind": "entry"}', b'{"kind": "checkpoint"}'):
        assert Checkpoint.read(line) is None


def test_unusable_keys_are_reported_without_their_content(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("not a key")
    with pytest.raises(KeysUnusable, match=r"WARDLINE_AUDIT_KEY_FILE=.* is not an Ed25519 private key"):
        signing_key(Settings(audit_key_file=wrong))
    with pytest.raises(KeysUnusable, match=r"WARDLINE_AUDIT_KEY_FILE=.* cannot be read: No such file"):
        signing_key(Settings(audit_key_file=tmp_path / "missing"))
    with pytest.raises(
        KeysUnusable, match=r"WARDLINE_AUDIT_TRUSTED_KEYS_FILE=.*, line 1, is not an Ed25519 public key"
    ):
        trusted_keys(Settings(audit_trusted_keys_file=wrong))
