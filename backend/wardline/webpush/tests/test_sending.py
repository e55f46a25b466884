"""Pushes to a push service over real HTTP, which checks who signed them and lets the browser decrypt them."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.responses import Response

from conftest import NOON, RolledBackDatabase
from wardline.core import clock
from wardline.ehr.tests.serving import closed_port, serving, speaking
from wardline.settings import Settings
from wardline.webpush.choices import PushKind
from wardline.webpush.keys import PushUnusable, VapidKey, key_in, vapid_key
from wardline.webpush.schemas import PushPayload, PushSubscription
from wardline.webpush.sending import (
    NotPushed,
    PushDelayed,
    PushRefused,
    PushSender,
    SubscriptionGone,
    is_push_service,
)
from wardline.webpush.tests.push_service import Browser, PushService

pytestmark = pytest.mark.usefixtures("noon")

PAYLOAD: Final = PushPayload(
    kind=PushKind.PAGE,
    line="Tele-Stroke",
    location="North Campus ICU",
    priority="Critical",
    about=None,
    text=None,
    may_acknowledge=False,
    taken_by=None,
    link="/consult/5f0c",
    tag="consult-5f0c",
    receipt="r" * 43,
    waiting=2,
)
SETTINGS: Final = Settings(push_services="127.0.0.1", push_contact="mailto:paging@hospital.example")


class Line:
    """What the tests send with, and what it sends to."""

    def __init__(self, service: PushService, key: VapidKey) -> None:
        self.service = service
        self.key = key
        self.sender = PushSender(SETTINGS)
        self.browser = service.subscribe(key.public)

    async def send(self, browser: Browser | None = None, **options: Any) -> None:
        subscription = PushSubscription.model_validate((browser or self.browser).subscription)
        options = {"lifetime": timedelta(minutes=5)} | options
        await self.sender.send(subscription, PAYLOAD, self.key, **options)

    async def reason(self, kind: type[NotPushed], browser: Browser | None = None) -> str:
        with pytest.raises(kind) as raised:
            await self.send(browser)
        assert type(raised.value) is kind
        return raised.value.reason


@pytest.fixture
async def line(database: RolledBackDatabase) -> AsyncIterator[Line]:
    async with database.transaction() as session:
        key = await vapid_key(session, SETTINGS)
        assert await vapid_key(session, SETTINGS) == key
    service = PushService()
    async with serving(service.app) as service.origin:
        line = Line(service, key)
        yield line
        await line.sender.aclose()


async def test_a_push_is_signed_encrypted_urgent_and_kept_for_its_lifetime(line: Line) -> None:
    await line.send(topic="consult-5f0c")
    (pushed,) = line.service.accepted
    assert pushed.content == {
        "kind": "page",
        "line": "Tele-Stroke",
        "location": "North Campus ICU",
        "priority": "Critical",
        "about": None,
        "mayAcknowledge": False,
        "text": None,
        "takenBy": None,
        "link": "/consult/5f0c",
        "tag": "consult-5f0c",
        "receipt": "r" * 43,
        "waiting": 2,
    }
    assert (pushed.ttl, pushed.urgency, pushed.topic) == (300, "high", "consult-5f0c")
    expiry = int((NOON + timedelta(hours=12)).timestamp())
    assert pushed.claims == {"aud": line.service.origin, "exp": expiry, "sub": "mailto:paging@hospital.example"}
    assert b"Stroke" not in pushed.body


async def test_only_the_key_that_the_browser_subscribed_with_is_accepted(line: Line, tmp_path: Path) -> None:
    stranger = line.service.subscribe("B" + "A" * 86)
    assert await line.reason(PushRefused, stranger) == "HTTP 403"
    (tmp_path / "key.pem").write_text(line.key.pem)
    line.key = key_in(tmp_path / "key.pem")
    await line.send()
    for text in ("no key", line.key.pem.replace("PRIVATE", "PUBLIC")):
        (tmp_path / "key.pem").write_text(text)
        with pytest.raises(PushUnusable, match="WARDLINE_PUSH_KEY_FILE"):
            key_in(tmp_path / "key.pem")


@pytest.mark.parametrize(
    ("status", "kind", "reason"),
    [
        (404, SubscriptionGone, "device no longer registered"),
        (410, SubscriptionGone, "device no longer registered"),
        (400, PushRefused, "HTTP 400"),
        (413, PushRefused, "HTTP 413"),
        (500, PushDelayed, "HTTP 500"),
        (503, PushDelayed, "HTTP 503"),
    ],
)
async def test_refusals(line: Line, status: int, kind: type[NotPushed], reason: str) -> None:
    line.service.instead = Response("Zebulon Secretname", status_code=status)
    assert await line.reason(kind) == reason


async def test_a_redirect_is_not_followed(line: Line) -> None:
    line.service.redirect()
    assert await line.reason(PushRefused) == "HTTP 307"
    assert line.service.requests == 1


@pytest.mark.parametrize(("asked", "seconds"), [("120", 120), ("9" * 30, 600), ("", 30), ("Fri, 31 Dec", 30)])
async def test_a_busy_push_service_is_left_alone_as_long_as_it_asks(line: Line, asked: str, seconds: int) -> None:
    other = line.service.subscribe(line.key.public)
    line.service.instead = Response(status_code=429, headers={"retry-after": asked} if asked else {})
    assert await line.reason(PushDelayed) == "push service busy"
    line.service.instead = None
    clock.advance(timedelta(seconds=seconds - 1))
    assert await line.reason(PushDelayed) == "push service busy"
    assert line.service.requests == 1
    await line.send(other)
    clock.advance(timedelta(seconds=1))
    await line.send()
    assert [pushed.browser for pushed in line.service.accepted] == [other, line.browser]


async def test_a_push_service_that_does_not_respond(line: Line) -> None:
    line.browser.endpoint = f"http://127.0.0.1:{closed_port()}/push"
    assert await line.reason(PushDelayed) == "push service unreachable"
    async with speaking(b"HTTP/1.1 nonsense\r\n\r\n") as origin:
        line.browser.endpoint = f"{origin}/push"
        assert await line.reason(PushDelayed) == "push service unreachable"


async def test_nothing_but_listed_push_services_is_called(line: Line) -> None:
    line.sender = PushSender(Settings())
    assert await line.reason(PushRefused) == "push service not allowed"
    assert line.service.requests == 0


@pytest.mark.parametrize(
    ("endpoint", "is_allowed"),
    [
        ("https://fcm.googleapis.com/fcm/send/a:b", True),
        ("https://FCM.googleapis.com:443/fcm/send/a", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/a", True),
        ("https://web.push.apple.com/Qa", True),
        ("https://wns2-by3p.notify.windows.com/w/?token=a", True),
        ("http://fcm.googleapis.com/fcm/send/a", False),
        ("https://fcm.googleapis.com:8443/fcm/send/a", False),
        ("https://fcm.googleapis.com.attacker.example/a", False),
        ("https://attacker.example/fcm.googleapis.com", False),
        ("https://push.apple.com.attacker.example/", False),
        ("https://evilpush.apple.com/", False),
        ("https://127.0.0.1/push", False),
        ("http://127.0.0.1:8000/push", False),
        ("https://[::1]/push", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://10.0.0.7/", False),
        ("https://localhost/", False),
        ("https://[not-an-address/", False),
        ("https:///push", False),
        ("ftp://fcm.googleapis.com/", False),
    ],
)
def test_which_push_services_are_allowed_by_default(endpoint: str, is_allowed: bool) -> None:
    assert is_push_service(endpoint, Settings()) is is_allowed
