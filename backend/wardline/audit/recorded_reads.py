"""Reads that take one round trip: the statement confirms the caller and writes the audit entry, too.

For the most frequent requests. PostgreSQL sends the rows before it commits, but the driver returns them only after the
commit, so that nobody is shown anything without an entry.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request
from sqlalchemy import CTE, ColumnElement, Select, distinct, exists, func, literal_column, select, true
from sqlalchemy.dialects.postgresql import aggregate_order_by

from wardline.access.current_user import CurrentUser
from wardline.access.dependencies import assumes_user, confirm, current_user, is_assumed
from wardline.access.directory import Directory
from wardline.access.permissions import Permission
from wardline.audit.recording import entry_of, recorded_by_statement, recording
from wardline.core.db.statements import Execution, fetch_all
from wardline.core.errors import Forbidden
from wardline.core.http.routing import before_body, connection_of

OK: Final = 200


def recorded_read(rows: CTE, *, shown: ColumnElement[bool], only_if: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """`rows`, and `is_recorded`: whether the entry was written, which names what is in the rows that are `shown`.

    `rows` has a `consult_id`, `patient_id`, `organization_id` and `emr_id`. Without any rows, the result is one row of
    nulls. The entry is written only if `only_if` is true.
    """
    about = {
        "organization_ids": rows.c.organization_id,
        "consult_ids": rows.c.consult_id,
        "patient_ids": rows.c.patient_id,
        "emr_ids": rows.c.emr_id.collate("C"),
    }
    entry = recording({name: _each(column) for name, column in about.items()})
    # PostgreSQL runs a query in WITH only as far as something asks for its rows: `is_recorded` asks for the only one.
    recorded = select(entry).select_from(rows).where(shown).having(only_if).cte("recorded")
    outcome = select(exists(select(literal_column("1")).select_from(recorded)).label("is_recorded")).subquery("outcome")
    columns = [column for column in rows.c if column.key not in {"patient_id", "organization_id", "emr_id"}]
    return select(outcome.c.is_recorded, *columns).select_from(outcome.outerjoin(rows, true()))


def _each(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """An array of the column's different values, sorted; empty if there are none."""
    values = func.array_agg(aggregate_order_by(distinct(column), column)).filter(column.is_not(None))
    return func.coalesce(values, literal_column("'{}'"))


class RecordedReader:
    """Reads for the user of a request as the server last knew them, whom the endpoint's statement confirms."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def fetch_all(self, ask: Callable[[CurrentUser], Execution]) -> list[Any]:
        """The rows of the statement that `ask` returns for the user as they are now; its audit entry is committed.

        The statement is made of a `recorded_read`.

        Raises:
            Forbidden: the user no longer has the permission.
            NotSignedIn: the sign-in has ended.
        """
        state = self._request.state
        rows = await self._fetch(ask, state.user)
        if not rows[0].is_recorded and not state.is_confirmed:
            rows = await self._fetch(ask, await confirm(self._request, connection_of(self._request)))
        state.is_confirmed = True
        if rows[0].is_recorded:
            recorded_by_statement(self._request)
        return [row for row in rows if row.consult_id is not None]

    async def _fetch(self, ask: Callable[[CurrentUser], Execution], user: CurrentUser) -> list[Any]:
        request = self._request
        directory: Directory = request.app.state.directory
        statement, parameters = ask(user)
        confirmation = {
            **directory.confirmation(user, request.state.token),
            "is_confirmed": request.state.is_confirmed,
        }
        entry = {**entry_of(request, user, status=OK), "details": None}
        return await fetch_all(connection_of(request), statement, {**parameters, **confirmation, **entry})


def recorded_reader(permission: Permission) -> Callable[[Request], Coroutine[Any, Any, RecordedReader]]:
    """A dependency like `permitted`, for endpoints that send one statement."""

    @before_body
    @assumes_user
    async def check(request: Request) -> RecordedReader:
        request.state.caller_permission = permission
        user = await current_user(request)
        if not user.may(permission):
            if not is_assumed(request):
                raise Forbidden
            await confirm(request, connection_of(request))
        return RecordedReader(request)

    return check
