"""Users who may no longer take part are removed within a minute, even if every node missed the event."""

from collections.abc import Callable
from datetime import timedelta

import httpx
import pytest

from conftest import RolledBackDatabase, SentEvent
from wardline.core import clock
from wardline.demo.identity.issuing import Issuer, ProviderSession
from wardline.directory import loading
from wardline.sessions.logout_tokens import LogoutToken
from wardline.sessions.service import end_from_provider
from wardline.settings import Settings
from wardline.video.tests.windows import Window, join, run_cleanup

pytestmark = [pytest.mark.usefixtures("noon"), pytest.mark.req("PERM-32")]

A_WHILE = timedelta(seconds=9)
MAX_TOKEN_LIFETIME = Settings().max_token_lifetime

SignPsychIn = Callable[[str | None], None]


@pytest.fixture
async def two(client: httpx.AsyncClient, psych: httpx.AsyncClient, consult_id: str) -> tuple[Window, Window]:
    """The nurse's and the psychiatrist's."""
    return await join(client, consult_id), await join(psych, consult_id)


@pytest.fixture
def sign_psych_in(psych: httpx.AsyncClient, issuer: Issuer) -> SignPsychIn:
    """Gives the psychiatrist a session of the provider, authenticated just now; with None no session."""

    def make(sid: str | None) -> None:
        session = ProviderSession("psych", clock.now(), sid) if sid is not None else None
        psych.headers["Authorization"] = f"Bearer {issuer.access_token('psych', session=session)}"

    return make


async def _are_left(remaining: Window, *others: Window) -> bool:
    """Whether exactly these are in the call, and the remaining user sees that."""
    response = await remaining.attend()
    return {each["attendeeId"] for each in response["attendees"]} == {each.attendee_id for each in (remaining, *others)}


async def _provider_ends(
    database: RolledBackDatabase, sid: str | None, sub: str | None, tokens_lived: timedelta = MAX_TOKEN_LIFETIME
) -> None:
    token = LogoutToken("logout-1", sid, sub, sub, clock.now(), clock.now() + A_WHILE)
    async with database.transaction() as session:
        await end_from_provider(session, token, loading, max_lifetime=tokens_lived)


async def _signs_out(window: Window) -> None:
    assert (await window.who.post("/sign-out")).status_code == 204


@pytest.mark.parametrize("sid", [None, "sid-1"])
async def test_a_user_whose_sign_out_was_missed_is_removed_within_a_minute(
    two: tuple[Window, Window],
    sign_psych_in: SignPsychIn,
    database: RolledBackDatabase,
    sent_events: list[SentEvent],
    sid: str | None,
) -> None:
    remaining, leaving = two
    sign_psych_in(sid)
    clock.advance(A_WHILE)
    await leaving.attend()
    clock.advance(A_WHILE)
    await run_cleanup(database)
    assert await _are_left(remaining, leaving)
    await _signs_out(leaving)
    sent_events.clear()
    for _ in range(2):
        await run_cleanup(database)
    assert [event.name for event in sent_events] == ["consult:meeting-changed"]
    assert await _are_left(remaining)
    assert (await remaining.attend())["removed"] == [leaving.attendee_id]


async def test_a_user_who_authenticated_again_stays_although_the_provider_keeps_the_session(
    two: tuple[Window, Window], sign_psych_in: SignPsychIn, database: RolledBackDatabase
) -> None:
    remaining, leaving = two
    sign_psych_in("sid-1")
    await leaving.attend()
    clock.advance(A_WHILE)
    await _signs_out(leaving)
    await run_cleanup(database)
    clock.advance(A_WHILE)
    sign_psych_in("sid-1")
    again = await join(leaving.who, leaving.consult_id)
    await run_cleanup(database)
    assert await _are_left(remaining, again)


@pytest.mark.parametrize(
    ("sid", "sub", "left"),
    [("sid-1", None, ["sid-2", None]), ("sid-1", "psych", ["sid-2"]), (None, "psych", [])],
)
async def test_a_missed_end_by_the_provider_removes_the_windows_of_those_sessions(
    client: httpx.AsyncClient,
    psych: httpx.AsyncClient,
    consult_id: str,
    sign_psych_in: SignPsychIn,
    database: RolledBackDatabase,
    sid: str | None,
    sub: str | None,
    left: list[str | None],
) -> None:
    remaining = await join(client, consult_id)
    windows: dict[str | None, Window] = {}
    for each in ("sid-1", "sid-2", None):
        sign_psych_in(each)
        windows[each] = await join(psych, consult_id)
    clock.advance(A_WHILE)
    await _provider_ends(database, sid, sub)
    clock.advance(A_WHILE)
    await run_cleanup(database)
    assert await _are_left(remaining, *(windows[each] for each in left))


async def test_an_end_of_unknown_time_removes_no_one(
    two: tuple[Window, Window], sign_psych_in: SignPsychIn, database: RolledBackDatabase
) -> None:
    """As after the lifetime of tokens was shortened: a user who cannot continue is refused at their own requests."""
    remaining, leaving = two
    sign_psych_in("sid-1")
    await leaving.attend()
    clock.advance(A_WHILE)
    await _provider_ends(database, "sid-1", None, tokens_lived=MAX_TOKEN_LIFETIME + timedelta(hours=1))
    await run_cleanup(database)
    assert await _are_left(remaining, leaving)
