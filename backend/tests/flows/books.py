"""What must be in the database after a load, whatever failures occurred during it."""

from collections import Counter, defaultdict
from typing import Any

import psycopg
from psycopg.rows import dict_row

from wardline.audit.verifying import verify
from wardline.core.db.database import Database

from .load import Action, Load

OF_OPERATION = {
    "createConsult": "consult-creation",
    "acknowledgeConsult": "consult-acknowledgement",
    "addUpdate": "update",
    "completeConsult": "consult-completion",
    "requestTransfer": "transfer",
    "acknowledgeTransfer": "transfer-acknowledgement",
    "completeTransfer": "transfer-completion",
}
TRANSFER_STATES = {
    "requestTransfer": "requested",
    "acknowledgeTransfer": "acknowledged",
    "completeTransfer": "completed",
}
"""The state that each call leads to, in this order."""


async def check(load: Load, urls: tuple[str, str], *, known: str | None = None) -> str:
    """Check that everything was done and recorded once; returns the audit chain's latest hash, the next `known`."""
    assert all(action.response for action in load.actions)
    with psycopg.connect(urls[1].replace("+psycopg", ""), row_factory=dict_row, autocommit=True) as owner:
        _check_consults(load, owner)
        _check_transfers(load, owner)
        _check_timelines(load, owner)
        _check_audit(load, owner)
    database = Database(urls[0], pool_size=1)
    try:
        verified = await verify(database.without_deadline(), known=known)
    finally:
        await database.close()
    assert verified.fault is None
    return verified.head


def _actions(load: Load) -> dict[str, list[Action]]:
    """By consult."""
    found: dict[str, list[Action]] = defaultdict(list)
    for action in load.actions:
        assert action.consult_id is not None
        found[action.consult_id].append(action)
    return found


def _check_consults(load: Load, owner: psycopg.Connection[dict[str, Any]]) -> None:
    """Each create made one consult with the data sent, and nothing else made one."""
    rows = owner.execute(
        "select c.*, p.name_family, a.username as acknowledged_by"
        " from consults c join patients p on p.id = c.patient_id"
        " left join users a on a.id = c.acknowledged_by_id where p.name_family like %s",
        [f"Load-{load.mark}-%"],
    ).fetchall()
    found = {str(row["id"]): row for row in rows}
    creates = [action for action in load.actions if action.operation == "createConsult"]
    assert sorted(found) == sorted(str(action.consult_id) for action in creates)
    by_consult = _actions(load)
    for create in creates:
        row = found[str(create.consult_id)]
        done = {action.operation: action for action in by_consult[str(create.consult_id)]}
        assert (row["name_family"], row["callback_number"]) == (
            create.body["Patient"]["nameFamily"],
            create.body["callbackNumber"],
        )
        acknowledged_by = done["acknowledgeConsult"].person if "acknowledgeConsult" in done else None
        closing = done["completeConsult"].body["qaComment"] if "completeConsult" in done else None
        state = "completed" if closing else "pending" if acknowledged_by else "new"
        comments = sum(action.operation == "addUpdate" for action in by_consult[str(create.consult_id)])
        assert (row["state"], row["acknowledged_by"], row["qa_comment"], row["comment_count"]) == (
            state,
            acknowledged_by,
            closing,
            comments,
        )


def _check_transfers(load: Load, owner: psycopg.Connection[dict[str, Any]]) -> None:
    """Each request made one transfer with the data sent, which went as far as it was taken, by those who took it."""
    found = owner.execute(
        "select t.id::text, t.consult_id::text, t.referring_physician, t.state, requesting.username as requested_by,"
        " acknowledging.username as acknowledged_by, assigned.username as assignee, resolving.username as resolved_by"
        " from transfers t join users requesting on requesting.id = t.author_id"
        " left join users acknowledging on acknowledging.id = t.acknowledged_by_id"
        " left join users assigned on assigned.id = t.assignee_id"
        " left join users resolving on resolving.id = t.resolved_by_id"
        " where t.consult_id = any(%s::uuid[]) order by t.consult_id",
        [list(_actions(load))],
    ).fetchall()
    expected = []
    for consult_id, actions in sorted(_actions(load).items()):
        done = {action.operation: action for action in actions if action.operation in TRANSFER_STATES}
        if (requested := done.get("requestTransfer")) is None:
            continue
        people = {operation: action.person for operation, action in done.items()}
        acknowledged_by = people.get("acknowledgeTransfer")
        expected.append(
            {
                "id": requested.response and requested.response.body["id"],
                "consult_id": consult_id,
                "referring_physician": requested.body["referringPhysician"],
                "state": next(state for call, state in reversed(TRANSFER_STATES.items()) if call in done),
                "requested_by": requested.person,
                "acknowledged_by": acknowledged_by,
                "assignee": acknowledged_by,
                "resolved_by": people.get("completeTransfer"),
            }
        )
    assert found == expected


def _check_timelines(load: Load, owner: psycopg.Connection[dict[str, Any]]) -> None:
    rows = owner.execute(
        "select t.consult_id::text, t.task_type, t.message, u.username from timeline_entries t"
        " join users u on u.id = t.author_id where t.consult_id = any(%s::uuid[])",
        [list(_actions(load))],
    ).fetchall()
    written = Counter((row["consult_id"], row["task_type"], row["message"], row["username"]) for row in rows)
    expected = Counter(
        (action.consult_id, OF_OPERATION[action.operation], action.body.get("message"), action.person)
        for action in load.actions
    )
    assert written == expected


def _check_audit(load: Load, owner: psycopg.Connection[dict[str, Any]]) -> None:
    """One entry for each response, with its outcome; at most one for a request without a response."""
    attempted = {attempt.request_id: (operation, attempt) for operation, attempt in load.attempts}
    rows = owner.execute(
        "select request_id, action, status, consult_ids::text[] from audit_entries where request_id = any(%s)",
        [list(attempted)],
    ).fetchall()
    assert max(Counter(row["request_id"] for row in rows).values(), default=1) == 1
    written = {row["request_id"]: row for row in rows}
    for request_id, (operation, attempt) in attempted.items():
        if attempt.is_response:
            assert request_id in written, (operation, attempt.status)
            assert (written[request_id]["action"], written[request_id]["status"]) == (operation, attempt.status)
    for action in load.actions:
        # A repeated create records the id only; the patient is in the entry of the attempt that created it.
        entries = [written[attempt.request_id] for attempt in action.attempts if attempt.request_id in written]
        assert any(action.consult_id in entry["consult_ids"] for entry in entries)
