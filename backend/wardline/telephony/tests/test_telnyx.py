"""The provider of texts and calls over real HTTP, as documented and when it fails."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from starlette.responses import JSONResponse, Response

from wardline.ehr.tests.serving import closed_port, serving, speaking
from wardline.telephony.contract import (
    CALL,
    MAYBE_SENT,
    TEXT,
    NotReached,
    PhoneDelayed,
    PhoneOutcome,
    PhoneRefused,
    PhoneUnknown,
)
from wardline.telephony.telnyx import TelnyxPhone
from wardline.telephony.tests.account import API_KEY, CALLBACK_URL, CONNECTION_ID, SENDER, telnyx
from wardline.telephony.tests.provider import Handler, Provider, problem
from wardline.telnyx.exchange import client_state

pytestmark = pytest.mark.usefixtures("noon")

NUMBER: Final = "(555) 010-0177"
TO: Final = "+15550100177"
REFERENCE: Final = "0123456789ABCDEF0123"
WORDS: Final = "Critical stroke request. Zebulon Secretname"


@asynccontextmanager
async def meeting(provider: Provider) -> AsyncIterator[TelnyxPhone]:
    async with serving(provider.app) as origin:
        phone = telnyx(origin)
        try:
            yield phone
        finally:
            await phone.aclose()


async def reason(sending: Any, kind: type[NotReached]) -> str:
    with pytest.raises(kind) as raised:
        await sending
    assert type(raised.value) is kind
    assert raised.value.__cause__ is None
    return raised.value.reason


async def test_a_text_is_sent_with_our_reference_in_its_callback() -> None:
    provider = Provider()
    async with meeting(provider) as phone:
        message_id = await phone.send_text(NUMBER, WORDS, REFERENCE)
        assert await phone.check_text(message_id) is None
    (message,) = provider.messages
    assert message["id"] == message_id
    assert (message["from"], message["to"], message["text"]) == (SENDER, TO, WORDS)
    assert message["webhook_url"] == f"{CALLBACK_URL}?reference={REFERENCE}"


async def test_a_call_is_placed_speaks_listens_and_ends() -> None:
    provider = Provider()
    async with meeting(provider) as phone:
        call_id = await phone.place_call(NUMBER, REFERENCE)
        for _ in range(2):
            await phone.say(call_id, "Press 1.", then_listen=True, reference=REFERENCE)
        await phone.say(call_id, "Thank you.", then_listen=False, reference=REFERENCE)
        await phone.hang_up(call_id, reference=None)
    (call,) = provider.calls
    assert (call["from"], call["to"], call["connection_id"]) == (SENDER, TO, CONNECTION_ID)
    assert (call["webhook_url"], call["client_state"], call["command_id"]) == (
        CALLBACK_URL,
        client_state(REFERENCE),
        REFERENCE,
    )
    assert [(name, content.get("payload")) for _, name, content in provider.commands] == [
        ("gather_using_speak", "Press 1."),
        ("gather_using_speak", "Press 1."),
        ("speak", "Thank you."),
        ("hangup", None),
    ]
    assert {call_id for call_id, _, _ in provider.commands} == {call_id}
    first, again, thanks, _ = (content["command_id"] for _, _, content in provider.commands)
    assert first == again != thanks
    assert provider.commands[0][2]["client_state"] == client_state(REFERENCE)


@pytest.mark.parametrize(
    "lost", [lambda: problem(500), lambda: Response(b"<html>", status_code=200), lambda: JSONResponse({"data": {}})]
)
async def test_a_text_or_call_whose_response_was_lost_is_sent_again(lost: Handler) -> None:
    provider = Provider()
    provider.after = {"text": lost, "call": lost}
    async with meeting(provider) as phone:
        assert await reason(phone.send_text(NUMBER, WORDS, REFERENCE), PhoneDelayed) == MAYBE_SENT
        assert await reason(phone.place_call(NUMBER, REFERENCE), PhoneDelayed) == MAYBE_SENT
        provider.after.clear()
        await phone.send_text(NUMBER, WORDS, REFERENCE)
        await phone.place_call(NUMBER, REFERENCE)
    assert len({message["webhook_url"] for message in provider.messages}) == 1
    assert [call["command_id"] for call in provider.calls] == [REFERENCE] * 2


@pytest.mark.parametrize(
    ("status", "code", "kind", "expected"),
    [
        (400, "40300", PhoneRefused, "the recipient opted out (STOP)"),
        (403, "40300", PhoneRefused, "the recipient opted out (STOP)"),
        (422, "40010", PhoneRefused, "number not registered or filtered"),
        (403, "40329", PhoneRefused, "number not registered or filtered"),
        (422, "40310", PhoneRefused, "invalid phone number"),
        (422, "40316", PhoneRefused, "status 422 code 40316"),
        (422, "40318", PhoneDelayed, "status 422 code 40318"),
        (429, "10011", PhoneDelayed, "status 429 code 10011"),
        (401, "10009", PhoneDelayed, "status 401 code 10009"),
        (402, "20100", PhoneDelayed, "status 402 code 20100"),
        (503, "Secretname", PhoneDelayed, "status 503"),
        (504, "Secretname", PhoneDelayed, MAYBE_SENT),
        (301, "Secretname", PhoneDelayed, "status 301"),
    ],
)
async def test_refusals_are_told_from_temporary_errors_and_of_the_account(
    status: int, code: str, kind: type[NotReached], expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    provider = Provider()
    provider.instead = {"text": lambda: problem(status, code), "call": lambda: problem(status, code)}
    async with meeting(provider) as phone:
        assert await reason(phone.send_text(NUMBER, WORDS, REFERENCE), kind) == expected
        assert await reason(phone.place_call(NUMBER, REFERENCE), kind) == expected
    lines = [record.getMessage() for record in caplog.records if record.name.startswith(("wardline", "httpx"))]
    for word in ("Secretname", "Zebulon", "0177", REFERENCE, API_KEY):
        assert not [line for line in lines if word in line], word


async def test_an_impossible_number_is_not_called() -> None:
    provider = Provider()
    async with meeting(provider) as phone:
        for number in ("", "911", "+44 20 7946 0000", "(555) 010-01770"):
            assert await reason(phone.send_text(number, WORDS, REFERENCE), PhoneRefused) == "invalid phone number"
            assert await reason(phone.place_call(number, REFERENCE), PhoneRefused) == "invalid phone number"
    assert provider.messages == provider.calls == []


@pytest.mark.parametrize(
    ("status", "code", "ended"), [(404, "10005", True), (422, "90018", True), (422, "90015", True), (500, "", False)]
)
async def test_nothing_is_said_on_a_call_that_has_ended(status: int, code: str, *, ended: bool) -> None:
    provider = Provider()
    provider.instead["command"] = lambda: problem(status, code)
    async with meeting(provider) as phone:
        saying = phone.say("v3:call", "Press 1.", then_listen=True, reference=REFERENCE)
        kind = PhoneRefused if ended else PhoneDelayed
        assert await reason(saying, kind) == ("the call has ended" if ended else MAYBE_SENT)


@pytest.mark.parametrize(
    ("status", "errors", "expected"),
    [
        ("queued", [], None),
        ("sent", [], None),
        ("a new word", [], None),
        ("delivered", [], (True, None)),
        ("delivery_unconfirmed", [], (False, "not confirmed by the carrier")),
        ("delivery_failed", [{"code": "40010"}], (False, "number not registered or filtered")),
        ("sending_failed", [{"code": "40001"}], (False, "number cannot receive texts")),
        ("expired", [{"code": "77777"}], (False, "code 77777")),
        ("delivery_failed", [{"code": "Secretname"}, "x", None], (False, "failed")),
    ],
)
async def test_what_became_of_a_text(status: str, errors: list[Any], expected: tuple[bool, str | None] | None) -> None:
    provider = Provider()
    async with meeting(provider) as phone:
        message_id = await phone.send_text(NUMBER, WORDS, REFERENCE)
        provider.messages[0] |= {"status": status, "errors": errors}
        outcome = await phone.check_text(message_id)
    assert outcome == (None if expected is None else PhoneOutcome(TEXT, message_id, *expected, REFERENCE))


async def test_a_call_that_ended_without_a_reported_answer_was_not_answered() -> None:
    provider = Provider()
    async with meeting(provider) as phone:
        call_id = await phone.place_call(NUMBER, REFERENCE)
        assert await phone.check_call(call_id) is None
        provider.calls[0]["end_time"] = "2026-03-04T12:00:40Z"
        assert await phone.check_call(call_id) == PhoneOutcome(CALL, call_id, delivered=False, refusal="no answer")
        for checking in (phone.check_call("v3:other"), phone.check_text("77")):
            assert await reason(checking, PhoneUnknown) == "not known to the provider"
        provider.instead["view"] = lambda: problem(500)
        assert await reason(phone.check_call(call_id), PhoneDelayed) == "status 500 code 10015"


async def test_an_unreachable_or_silent_provider_is_retried() -> None:
    async def reasons_at(origin: str, seconds: float = 5) -> tuple[str, str]:
        phone = telnyx(origin, seconds)
        try:
            sending = await reason(phone.send_text(NUMBER, WORDS, REFERENCE), PhoneDelayed)
            return sending, await reason(phone.check_text("77"), PhoneDelayed)
        finally:
            await phone.aclose()

    assert await reasons_at(f"http://127.0.0.1:{closed_port()}") == ("no connection", "no connection")
    async with speaking(then_hang=True) as origin:
        assert await reasons_at(origin, 0.3) == (MAYBE_SENT, "no response")
