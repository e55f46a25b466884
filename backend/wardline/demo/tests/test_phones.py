"""The demonstration's page of phones and mailboxes: what it shows, and that its forms act like the phone network."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import httpx
import pytest
from starlette.applications import Starlette
from starlette.datastructures import State

from conftest import NOON, RolledBackDatabase
from wardline.core import clock
from wardline.demo.phones import MOUNT_PATH, DemoPhones
from wardline.mail.demo import DemoMail
from wardline.outbox.tests.scripted import Sender
from wardline.settings import Settings
from wardline.telephony.demo import DemoPhone
from wardline.telephony.tests.scripted import Listener, listening

pytestmark = pytest.mark.usefixtures("noon")

NUMBER: Final = "(555) 010-0177"
ORIGIN: Final = "http://localhost:8000"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(demo=True, data_dir=tmp_path, public_url=ORIGIN)


@pytest.fixture
def listener() -> Iterator[Listener]:
    with listening() as listener:
        yield listener


@pytest.fixture
def phone(settings: Settings) -> DemoPhone:
    return DemoPhone(settings.data_dir / "phones")


@pytest.fixture
async def page(settings: Settings, database: RolledBackDatabase) -> AsyncIterator[httpx.AsyncClient]:
    app = Starlette()
    app.mount(MOUNT_PATH, DemoPhones(settings, State({"database": database})).app)
    transport = httpx.ASGITransport(app, raise_app_exceptions=True)
    headers = {"sec-fetch-site": "same-origin"}
    async with httpx.AsyncClient(transport=transport, base_url=f"{ORIGIN}{MOUNT_PATH}", headers=headers) as client:
        yield client


async def test_what_was_sent_is_shown_for_each_contact_newest_first_and_escaped(
    page: httpx.AsyncClient, phone: DemoPhone, settings: Settings
) -> None:
    assert "Nothing has been sent yet." in (await page.get("/")).text
    await phone.send_text(NUMBER, "First <b>", "1" * 20)
    with clock.clock_at(NOON + timedelta(seconds=2)):
        await phone.send_text(NUMBER, "Second", "2" * 20)
    with clock.clock_at(NOON + timedelta(seconds=1)):
        await DemoMail(settings.data_dir / "mails").send("x@hospital.example", "Subject", "Text & more", "3" * 20)
    response = await page.get("/")
    shown = response.text
    order = [shown.index(words) for words in (NUMBER, "Second", "First &lt;b&gt;", "x@hospital", "Text &amp; more")]
    assert order == sorted(order)
    assert shown.count("<section") == 2
    assert "script-src 'self'" in response.headers["content-security-policy"]
    for file in ("phones.js", "style.css"):
        assert (await page.get(f"/{file}")).status_code == 200


async def test_what_rings_comes_first(page: httpx.AsyncClient, phone: DemoPhone) -> None:
    await phone.place_call(NUMBER, "1" * 20)
    with clock.clock_at(NOON + timedelta(seconds=2)):
        await phone.send_text("(555) 010-0111", "Later", "2" * 20)
    shown = (await page.get("/")).text
    assert shown.index("Call, ringing") < shown.index("Later")
    await page.post(f"/calls/{'1' * 20}/hang-up")
    shown = (await page.get("/")).text
    assert shown.index("Later") < shown.index("Call that nobody answered")


async def test_a_call_is_answered_and_a_key_is_pressed_like_in_the_network(
    page: httpx.AsyncClient, phone: DemoPhone, database: RolledBackDatabase, listener: Listener
) -> None:
    delivery = await listener.order(database)
    await phone.place_call(NUMBER, delivery.reference)
    call = f"/calls/{delivery.reference}"
    assert (await page.get("/")).text.count(f'action="{call[1:]}/answer"') == 1
    assert (await page.post(f"{call}/answer")).headers["location"] == f"{MOUNT_PATH}/"
    assert await Sender(database).states() == ["delivered"]
    shown = (await page.get("/")).text
    assert "Press 1 to accept." in shown
    assert [f'value="{key}"' in shown for key in ("1", "2", "9")] == [True] * 3
    await page.post(f"{call}/press", data={"digit": "5"})
    await page.post(f"{call}/press", data={"digit": "1"})
    await page.post(f"{call}/press", data={"digit": "1"})
    assert listener.told == [("answered", delivery.id, "delivered"), ("pressed", delivery.id, "1")]
    shown = (await page.get("/")).text
    assert "Thank you." in shown
    assert "Call, ended" in shown


async def test_a_declined_call_fails_and_a_reply_reaches_the_listeners(
    page: httpx.AsyncClient, phone: DemoPhone, database: RolledBackDatabase, listener: Listener
) -> None:
    delivery = await listener.order(database)
    await phone.place_call(NUMBER, delivery.reference)
    await page.post(f"/calls/{delivery.reference}/hang-up")
    assert await Sender(database).rows("select state, reason from deliveries") == [("failed", "call rejected")]
    for number, words in ((NUMBER, "STOP"), (NUMBER, " "), ("911", "STOP")):
        await page.post("/texts", data={"number": number, "words": words})
    assert listener.told == [("text", NUMBER, "STOP")]
    assert "Their reply" in (await page.get("/")).text


async def test_no_other_site_can_act_for_these_people(
    page: httpx.AsyncClient, phone: DemoPhone, listener: Listener
) -> None:
    await phone.place_call(NUMBER, "1" * 20)
    for headers in ({"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}):
        refused = await page.post(f"/calls/{'1' * 20}/answer", headers=headers)
        assert refused.status_code == 403
    assert (await phone.items())[0].state == "ringing"
    assert (await page.post("/calls/unknown/answer")).status_code == 303
    assert listener.told == []
