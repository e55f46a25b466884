"""What each kind of connection says about itself."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

from wardline.access.current_user import CurrentUser
from wardline.access.provider_keys import KeySource
from wardline.audit.standing import latest_entries_of
from wardline.core.db.statements import AnyConnection
from wardline.core.outcomes import Outcomes
from wardline.outbox.standing import ChannelStanding, standing, together
from wardline.places.note_interfaces import organizations_among
from wardline.scim.clients import ScimClients
from wardline.settings import Settings
from wardline.system.connections.choices import ConnectionKind, ConnectionState
from wardline.video.janus.availability import MediaServers

TEST_OPERATION: Final = "testConnection"
"""The operation whose audit entries are the memory of tests."""


class ConnectionBroken(Exception):
    """The system does not work as it should. Both are sentences; nothing in them is text of the other system."""

    def __init__(self, value: str, action: str) -> None:
        super().__init__(value)
        self.value, self.action = value, action


@dataclass(slots=True)
class Installation:
    """For one response to `reader`. Methods raise what the database raises."""

    connection: AnyConnection
    settings: Settings
    keys: KeySource
    media: MediaServers
    witnesses: list[str]
    scim: ScimClients
    reader: CurrentUser
    _deliveries: list[ChannelStanding] | None = field(default=None)
    _tests: dict[tuple[str, str | None], Outcomes] | None = field(default=None)
    _organizations: Sequence[Any] | None = field(default=None)

    async def organizations(self) -> Sequence[Any]:
        """The reader's, as `organizations_among` returns them."""
        if self._organizations is None:
            ids = self.reader.administered_organization_ids
            self._organizations = await organizations_among(self.connection, ids)
        return self._organizations

    async def deliveries(self, channels: Collection[str], *, receiver: str | None = None) -> ChannelStanding:
        """How the latest ones of these channels have ended, with all receivers or with one."""
        if self._deliveries is None:
            self._deliveries = await standing(self.connection)
        found = [each for each in self._deliveries if each.channel in channels]
        return together(each for each in found if receiver is None or each.receiver == receiver)

    async def tests(self, kind: ConnectionKind, part: str | None = None) -> Outcomes:
        """How the latest tests of this connection have ended, whoever made them on whichever node."""
        if self._tests is None:
            self._tests = {}
            for row in await latest_entries_of(self.connection, TEST_OPERATION):
                tested = (row.details.get("connection", ""), row.details.get("part"))
                outcomes = self._tests.setdefault(tested, Outcomes())
                if row.details.get("isWorking"):
                    outcomes.succeeded_at = outcomes.succeeded_at or row.at
                elif outcomes.failed_at is None:
                    outcomes.failed_at, outcomes.failure = row.at, row.details.get("problem")
        return self._tests.get((kind.value, part), Outcomes())


@dataclass(frozen=True, slots=True)
class Standing:
    """`value` and `action` are sentences, `last_error` is a few words."""

    state: ConnectionState
    value: str
    action: str | None = None
    last_success_at: datetime | None = None
    last_error: str | None = None
    last_error_at: datetime | None = None

    @property
    def known_at(self) -> datetime | None:
        """When what is known last happened."""
        return max(filter(None, (self.last_success_at, self.last_error_at)), default=None)


@dataclass(frozen=True, slots=True)
class Trial:
    """`does` says what `run` does, which returns a sentence about what works, or raises `ConnectionBroken`.

    It has no effect on patients and sends nothing to people. It must be safe to cancel.
    """

    does: str
    run: Callable[[Installation], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Connection:
    """`required` and `optional` are fields of `Settings`.

    `section` is that of the operations guide. `is_built_in` says whether the demonstration or Wardline itself has one
    without settings, as `built_in` describes.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...]
    section: str
    read: Callable[[Installation], Awaitable[Standing]]
    test: Trial
    built_in: str | None = None
    is_built_in: Callable[[Settings], bool] = lambda settings: settings.demo


@dataclass(frozen=True, slots=True)
class Part:
    """One of several connections of a kind; `key` tells it apart from the others.

    `name` says whose it is, and `address` where it is, if that is data of the organization's.
    """

    key: str
    name: str
    organization_id: int
    standing: Standing
    address: str | None = None


@dataclass(frozen=True, slots=True)
class PartTrial:
    """Like `Trial`, for one of the parts."""

    does: str
    run: Callable[[Installation, Part], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Several:
    """A kind of which organizations have their own ones: `parts` are those of the reader's, and `none` is said of none.

    `settings` are those that all have in common. Without a `test`, `untestable` says why there is none.
    """

    settings: tuple[str, ...]
    parts: Callable[[Installation], Awaitable[Sequence[Part]]]
    none: Callable[[Installation], Standing]
    test: PartTrial | None = None
    untestable: str | None = None


def of_outcomes(outcomes: Outcomes, *, works: str, unknown: str, fails: str, action: str) -> Standing:
    """The standing of what this process has asked itself."""
    facts = (outcomes.succeeded_at, outcomes.failure, outcomes.failed_at)
    if outcomes.is_failing:
        return Standing(ConnectionState.FAILS, fails, action, *facts)
    if outcomes.succeeded_at is None:
        return Standing(ConnectionState.UNKNOWN, unknown, None, *facts)
    return Standing(ConnectionState.WORKS, works, None, *facts)


def with_tests(standing: Standing, tests: Outcomes) -> Standing:
    """What was found by the latest tests counts if nothing is known that is newer, and nothing is missing."""
    if standing.state is ConnectionState.OFF:
        return standing
    success = max(filter(None, (standing.last_success_at, tests.succeeded_at)), default=None)
    known = replace(standing, last_success_at=success)
    if tests.failed_at is not None and (standing.last_error_at is None or tests.failed_at > standing.last_error_at):
        known = replace(known, last_error=tests.failure, last_error_at=tests.failed_at)
    latest = max(filter(None, (tests.succeeded_at, tests.failed_at)), default=None)
    if latest is None or (standing.known_at is not None and standing.known_at >= latest):
        return known
    if tests.is_failing:
        action = standing.action or "Test it again, which says what to do."
        return replace(known, state=ConnectionState.FAILS, value="The latest test failed.", action=action)
    return replace(known, state=ConnectionState.WORKS, value="The latest test found that it works.", action=None)


def of_deliveries(found: ChannelStanding, *, what: str, action: str) -> Standing:
    """The standing of what is sent by the outbox. `what` is in the plural, for example "faxes".

    A receiver that refuses a delivery has answered, so that only attempts that did not get through count against it.
    """
    facts = (found.accepted_at, found.failure, found.failed_at)
    if found.delayed_at is not None and (found.accepted_at is None or found.delayed_at > found.accepted_at):
        value = f"The latest attempt to send {what} did not get through. It is repeated automatically."
        return Standing(ConnectionState.FAILS, value, action, *facts)
    if found.accepted_at is None:
        return Standing(ConnectionState.UNKNOWN, f"No {what} were sent recently.", None, *facts)
    return Standing(ConnectionState.WORKS, f"The latest {what} were accepted.", None, *facts)
