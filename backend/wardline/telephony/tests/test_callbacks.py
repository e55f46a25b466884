"""What callbacks of the phone provider do: settle deliveries, and let domains react to people."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import Response

from conftest import RolledBackDatabase
from wardline.ehr.tests.serving import serving
from wardline.fax.tests.account import signed
from wardline.outbox.models import Delivery
from wardline.outbox.tests.scripted import Sender
from wardline.settings import Settings
from wardline.telephony.tests.account import about_call, about_text, callback, telnyx
from wardline.telephony.tests.provider import Provider
from wardline.telephony.tests.scripted import Listener, listening
from wardline.telnyx.exchange import client_state

pytestmark = pytest.mark.usefixtures("noon")

ITEM: Final = "item-1"


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture
async def provider(app: FastAPI) -> AsyncIterator[Provider]:
    provider, before = Provider(), app.state.phone
    async with serving(provider.app) as origin:
        app.state.phone = telnyx(origin)
        yield provider
        await app.state.phone.aclose()
    app.state.phone = before


@pytest.fixture
async def http(app: FastAPI, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    async with httpx.AsyncClient(transport=transport, base_url=f"{settings.origin}/api") as http:
        yield http


async def call_back(http: httpx.AsyncClient, *bodies: bytes) -> Sequence[int]:
    responses = [await http.post("/phone-callbacks", content=body, headers=signed(body)) for body in bodies]
    return [response.status_code for response in responses]


@pytest.fixture
async def accepted(database: RolledBackDatabase, listener: Listener) -> Delivery:
    """A delivery that the provider accepted as `ITEM`."""
    return await listener.order(database, ITEM)


async def states(database: RolledBackDatabase) -> list[tuple[Any, ...]]:
    return await Sender(database).rows("select state, reason from deliveries")


async def test_a_report_settles_the_delivery_whichever_channel_ordered_it(
    accepted: Delivery, provider: Provider, http: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    failed = about_text("message.finalized", ITEM, "delivery_failed", errors=[{"code": "40010"}])
    assert await call_back(http, about_text("message.sent", ITEM, "sent"), failed) == [204, 204]
    assert await states(database) == [("failed", "number not registered or filtered")]
    # The carrier corrects itself; the message is named by our reference.
    delivered = about_text("message.finalized", "another", "delivered", accepted.reference)
    assert await call_back(http, delivered, delivered) == [204, 204]
    assert await states(database) == [("delivered", None)]
    assert provider.commands == []


async def test_an_answered_call_speaks_listens_and_ends_after_the_key(
    accepted: Delivery,
    listener: Listener,
    provider: Provider,
    http: httpx.AsyncClient,
    database: RolledBackDatabase,
) -> None:
    state = client_state(accepted.reference)
    answered = about_call("call.answered", ITEM, state)
    assert await call_back(http, answered) == [204]
    assert await states(database) == [("delivered", None)]
    pressed = about_call("call.gather.ended", ITEM, state, status="valid", digits="1")
    spoken = about_call("call.speak.ended", ITEM, state, status="completed")
    hung_up = about_call("call.hangup", ITEM, state, hangup_cause="normal_clearing")
    assert await call_back(http, pressed, spoken, hung_up) == [204] * 3
    assert listener.told == [("answered", accepted.id, "delivered"), ("pressed", accepted.id, "1")]
    assert [(name, content.get("payload")) for _, name, content in provider.commands] == [
        ("gather_using_speak", "Press 1 to accept."),
        ("speak", "Thank you."),
        ("hangup", None),
    ]
    assert await states(database) == [("delivered", None)]


async def test_a_call_ends_if_there_is_nothing_to_say(
    accepted: Delivery, listener: Listener, provider: Provider, http: httpx.AsyncClient
) -> None:
    listener.speech = None
    state = client_state(accepted.reference)
    no_key = about_call("call.gather.ended", ITEM, state, status="timeout", digits="")
    assert await call_back(http, about_call("call.answered", ITEM, state), no_key) == [204, 204]
    assert [told[-1] for told in listener.told] == ["delivered", ""]
    assert [name for _, name, _ in provider.commands] == ["hangup", "hangup"]


async def test_a_call_that_is_answered_before_its_response_is_found_by_its_reference(
    accepted: Delivery, listener: Listener, provider: Provider, http: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    answered = about_call("call.answered", "v3:other", client_state(accepted.reference))
    assert await call_back(http, answered) == [204]
    assert [told[:2] for told in listener.told] == [("answered", accepted.id)]
    assert [call_id for call_id, _, _ in provider.commands] == ["v3:other"]
    assert await states(database) == [("delivered", None)]


async def test_a_callback_is_repeated_if_the_reply_was_not_taken_but_not_if_the_call_has_ended(
    accepted: Delivery, listener: Listener, provider: Provider, http: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    answered = about_call("call.answered", ITEM, client_state(accepted.reference))
    provider.instead["command"] = lambda: Response(status_code=429)
    assert await call_back(http, answered) == [503]
    assert await states(database) == [("delivered", None)]
    provider.instead.clear()
    assert await call_back(http, answered) == [204]
    assert [name for _, name, _ in provider.commands] == ["gather_using_speak"]
    provider.instead["command"] = lambda: Response(status_code=404)
    assert await call_back(http, answered) == [204]
    assert len(listener.told) == 3


async def test_a_text_reaches_each_listener_once(
    listener: Listener, provider: Provider, http: httpx.AsyncClient
) -> None:
    sender: dict[str, Any] = {"from": {"phone_number": "+15550100177"}}
    assert await call_back(http, callback("message.received", id="m-9", to=[], text="STOP", **sender)) == [204]
    assert listener.told == [("text", "(555) 010-0177", "STOP")]
    assert provider.commands == []


async def test_callbacks_about_unknown_items_are_accepted_and_their_calls_end(
    accepted: Delivery, listener: Listener, provider: Provider, http: httpx.AsyncClient, database: RolledBackDatabase
) -> None:
    bodies = [
        about_text("message.finalized", "unknown", "delivered"),
        about_call("call.answered", "v3:unknown", client_state("0" * 20)),
        about_call("call.hangup", "v3:unknown", None, hangup_cause="timeout"),
        callback("call.initiated"),
    ]
    assert await call_back(http, *bodies) == [204] * 4
    assert (await states(database), listener.told) == ([("sending", None)], [])
    assert [(call_id, name) for call_id, name, _ in provider.commands] == [("v3:unknown", "hangup")]
    assert accepted.attempt_count == 0


async def test_an_unsigned_callback_is_refused_before_any_query(
    provider: Provider, http: httpx.AsyncClient, statements: list[str]
) -> None:
    body = about_call("call.answered", ITEM, None)
    for headers in ({}, signed(body + b" "), signed(body, -301)):
        response = await http.post("/phone-callbacks", content=body, headers=headers)
        assert (response.status_code, json.loads(response.content)["code"]) == (401, "unsigned_phone_callback")
    assert (statements, provider.commands) == ([], [])


async def test_an_installation_without_a_provider_accepts_no_callbacks(http: httpx.AsyncClient) -> None:
    assert await call_back(http, about_call("call.answered", ITEM, None)) == [401]
