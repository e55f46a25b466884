"""`wardline audit verify`, as the person at the terminal sees it, and that nothing is answered unaudited."""

import re
from typing import Any

import pytest

from tests.operations.conftest import Run, rows
from wardline.core.embedded_postgres import EmbeddedPostgres

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


def test_a_sound_trail_and_one_that_was_tampered_with(wardline: Run, settings: dict[str, Any]) -> None:
    rows(settings["database_url"], ENTRY)
    sound = wardline("audit", "verify", **settings)
    assert sound.code == 0, sound.errors
    found = re.fullmatch(r"The audit trail is sound: 3 entries, the latest hash is ([0-9a-f]{64})\n", sound.output)
    assert found is not None
    assert wardline("audit", "verify", "--known", found[1].upper(), **settings).code == 0

    unknown = wardline("audit", "verify", "--known", "ab" * 32, **settings)
    assert unknown.code == 3
    assert "the hash that was noted is not in the chain" in unknown.output

    rows(settings["migrate_url"], "update audit_entries set user_id = 7 where request_id = 'r2'")
    tampered = wardline("audit", "verify", **settings)
    assert tampered.code == 3
    assert tampered.output == (
        "The audit trail was tampered with: entry 2 (link 2) is not what it was when it was linked. "
        "1 entries before that are sound.\n"
    )
