"""A `RoomPolicy` that simulates rare database behavior, for a standalone socket server in the test's event loop."""

import asyncio
import uuid
from collections.abc import Mapping
from datetime import timedelta

from wardline.access.tokens import ended_by
from wardline.core import clock
from wardline.core.db.database import DatabaseLost
from wardline.realtime.rooms import Admission
from wardline.realtime.server import EVENTS_PER_MINUTE

USER = 7
CONSULT = uuid.UUID("7d0c5b1e-3a34-4f0c-9a55-5a1f2f0f6c11")
"""Fixed, because it is part of test names, which must be equal in all test processes."""


class Keeper:
    """Everyone is user 7."""

    def __init__(self) -> None:
        self.belongs = frozenset({"old"})
        self.session_ids: dict[str, str] = {}
        """Of tokens; made up for others."""
        self.is_lost = False
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.admitted: list[str] = []
        self.being_admitted = 0
        self.most_being_admitted = 0
        self.arrived = asyncio.Event()
        self.ended: list[uuid.UUID | None] = []
        self.renewed: list[list[str]] = []
        self.may_end = asyncio.Event()
        """Whether the end of a viewing can be recorded now."""
        self.may_end.set()
        self.has_defect = False
        self.may_view = True
        self.requests: asyncio.Queue[uuid.UUID] = asyncio.Queue()
        self.responses = asyncio.Semaphore(EVENTS_PER_MINUTE)

    async def admit(self, token: str) -> Admission | None:
        if self.is_lost:
            raise DatabaseLost
        if self.has_defect:
            raise KeyError
        found = self.belongs
        self.admitted.append(token)
        self.being_admitted += 1
        self.most_being_admitted = max(self.being_admitted, self.most_being_admitted)
        self.arrived.set()
        await self.go_on.wait()
        self.being_admitted -= 1
        session_id = self.session_ids.get(token, f"session of {token}")
        now = clock.now()
        keys = ended_by(session_id, str(USER))
        return Admission(USER, session_id, found, now + timedelta(minutes=5), ended_by=keys, authenticated_at=now)

    async def sockets_of_ended_sign_ins(self, admitted: Mapping[str, Admission]) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    async def rooms(self, user_id: int) -> frozenset[str]:
        assert user_id == USER
        if self.is_lost:
            raise DatabaseLost
        if self.has_defect:
            raise KeyError
        return self.belongs

    async def began_viewing(self, user_id: int, consult_id: uuid.UUID, socket_id: str) -> bool:  # noqa: ARG002
        if self.is_lost:
            raise DatabaseLost
        may_view = self.may_view
        self.requests.put_nowait(consult_id)
        await self.responses.acquire()
        return may_view

    async def ended_viewing(self, socket_id: str, consult_id: uuid.UUID | None) -> None:  # noqa: ARG002
        await self.may_end.wait()
        self.ended.append(consult_id)

    async def still_viewing(self, socket_ids: list[str]) -> None:
        self.renewed.append(socket_ids)
