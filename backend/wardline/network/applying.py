"""Writes changes of objects with their versions, and tells running servers whom they affect."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from wardline.core import clock
from wardline.core.jobs.queue import queuing
from wardline.handoff.jobs import follow_lines_left
from wardline.network.matching import one_of
from wardline.network.models import NetworkVersion, Source
from wardline.network.objects import ObjectKey
from wardline.network.planning import Change
from wardline.network.writing import Written, write_entries
from wardline.on_call.events import OnCallChanged
from wardline.realtime import rooms
from wardline.realtime.publish import end_sockets, publishing, rooms_of_many_changed


@dataclass(frozen=True, slots=True)
class Author:
    """Who changes objects: a file, a user on a screen, or a SCIM client."""

    source: Source
    file: str | None = None
    user_id: int | None = None
    client: str | None = None
    reason: str | None = None


def apply(
    session: Session, changes: Sequence[Change], author: Author, *, facility_types: Collection[str] = ()
) -> Written:
    """Write the changes, which were planned in the same transaction under `AdvisoryLock.PLACES`.

    Servers update the sockets of users whose access changed; those of deactivated users are closed, and a job looks
    after the lines for which they were on call.
    """
    written = write_entries(session, [change.entry for change in changes], facility_types)
    _record_versions(session, changes, author)
    for user_id in sorted(written.deactivated_ids):
        session.execute(end_sockets(user_id=user_id))
    if written.affected_ids:
        session.execute(rooms_of_many_changed(written.affected_ids))
    for line_id in sorted(written.duty_line_ids):
        changed = OnCallChanged(service_line_id=line_id)
        session.execute(publishing(changed, to=[rooms.of_duty(line_id)]))
    if written.left:
        left = {str(line_id): user_id for line_id, user_id in written.left.items()}
        session.execute(queuing(follow_lines_left, [(None, {"left": left})]))
    return written


def _record_versions(session: Session, changes: Sequence[Change], author: Author) -> None:
    if not changes:
        return
    numbers = _numbers(session, {change.key for change in changes})
    now = clock.now()
    versions = []
    for change in changes:
        common = {"kind": change.key.kind.value, "code": change.key.code, "at": now}
        number = numbers.get(change.key, 0)
        if not number and change.before is not None:
            number = 1
            found = {"source": Source.FOUND.value, "file": None, "by_id": None, "client": None, "reason": None}
            versions.append(common | found | {"number": number, "document": change.before})
        versions.append(
            common
            | {
                "source": author.source.value,
                "file": author.file,
                "by_id": author.user_id,
                "client": author.client,
                "reason": author.reason,
                "number": number + 1,
                "document": change.after,
            }
        )
    session.execute(insert(NetworkVersion), versions)


def _numbers(session: Session, keys: set[ObjectKey]) -> dict[ObjectKey, int]:
    """The number of the last version of each of these objects that has versions."""
    last = (
        select(NetworkVersion.kind, NetworkVersion.code, func.max(NetworkVersion.number))
        .where(one_of(NetworkVersion.code, {key.code for key in keys}))
        .group_by(NetworkVersion.kind, NetworkVersion.code)
    )
    found = {(kind, code): number for kind, code, number in session.execute(last)}
    return {key: found[key.kind.value, key.code] for key in keys if (key.kind.value, key.code) in found}
