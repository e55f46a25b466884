"""Sends pushes to push services, which browsers chose for their subscriptions."""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import httpx

from wardline.addresses import canonical_host, is_listed, is_loopback
from wardline.core import clock
from wardline.core.http.client import HttpClient
from wardline.settings import Settings
from wardline.webpush.encryption import InvalidSubscription, encrypt
from wardline.webpush.keys import VapidKey
from wardline.webpush.schemas import PushPayload, PushSubscription

TIMEOUT_SECONDS: Final = 10
DEFAULT_PAUSE: Final = timedelta(seconds=30)
MAX_PAUSE: Final = timedelta(minutes=10)
"""The longest time that a push service can make us wait for one subscription."""
_ACCEPTED: Final = (HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.ACCEPTED, HTTPStatus.NO_CONTENT)
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def push_receiver(endpoint: str) -> str:
    """The push service of a device, as a receiver of the outbox: one that does not respond leaves others capacity."""
    return f"push:{urlsplit(endpoint).netloc}"


class NotPushed(Exception):
    """Not sent this time; `reason` is a code or a few fixed words, never text from the push service."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PushRefused(NotPushed):
    """Sending it again would not help."""


class SubscriptionGone(PushRefused):
    """The browser has ended the subscription: nothing sent to it will ever arrive."""

    def __init__(self) -> None:
        super().__init__("device no longer registered")


class PushDelayed(NotPushed):
    """The push service does not respond, or is too busy. Retry; it may have the push already."""


class PushSender:
    """One client of all push services. A worker has one (`JobContext.client(PushSender)`)."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = HttpClient(timeout=TIMEOUT_SECONDS, follow_redirects=False)
        self.key: VapidKey | None = None
        """The installation's, once it is known; it never changes."""
        self._paused_until: dict[str, datetime] = {}
        """By endpoint, for those whose push service asked us to wait."""

    async def send(
        self,
        subscription: PushSubscription,
        payload: PushPayload,
        key: VapidKey,
        *,
        lifetime: timedelta,
        topic: str | None = None,
    ) -> None:
        """Hand a push over to its push service, which keeps it for a device that is offline for `lifetime`.

        Returns once the service has accepted it, which does not mean that it has arrived: only a receipt does.
        `topic`, up to 32 characters of base64url, replaces an earlier push with the same one that has not arrived yet.

        Raises:
            SubscriptionGone, PushRefused, PushDelayed
        """
        if not is_push_service(subscription.endpoint, self._settings):
            raise PushRefused("push service not allowed")
        self._check_pause(subscription.endpoint)
        try:
            body = encrypt(payload.model_dump_json(by_alias=True).encode(), subscription.keys)
        except InvalidSubscription:
            raise PushRefused("invalid subscription") from None
        headers = {
            "Authorization": key.authorization(subscription.endpoint, contact=contact_of(self._settings)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int(lifetime.total_seconds())),
            "Urgency": "high",
        }
        if topic is not None:
            headers["Topic"] = topic
        try:
            # The body of the response is of no interest, and may be of any length.
            async with self._client.stream("POST", subscription.endpoint, content=body, headers=headers) as response:
                self._judge(subscription.endpoint, response)
        except httpx.HTTPError:
            raise PushDelayed("push service unreachable") from None

    async def aclose(self) -> None:
        """Close connections. The sender cannot be used afterwards."""
        await self._client.aclose()

    def _judge(self, endpoint: str, response: httpx.Response) -> None:
        if response.status_code in _ACCEPTED:
            return
        if response.status_code in _GONE:
            raise SubscriptionGone
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            self._pause(endpoint, response.headers.get("retry-after", ""))
            raise PushDelayed("push service busy")
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise PushDelayed(f"HTTP {response.status_code}")
        raise PushRefused(f"HTTP {response.status_code}")

    def _pause(self, endpoint: str, retry_after: str) -> None:
        now = clock.now()
        self._paused_until = {paused: until for paused, until in self._paused_until.items() if until > now}
        is_seconds = retry_after.isascii() and retry_after.isdigit()
        pause = timedelta(seconds=min(int(retry_after[:9]), MAX_PAUSE.total_seconds())) if is_seconds else DEFAULT_PAUSE
        self._paused_until[endpoint] = now + pause

    def _check_pause(self, endpoint: str) -> None:
        until = self._paused_until.get(endpoint)
        if until is not None and until > clock.now():
            raise PushDelayed("push service busy")


def is_push_service(endpoint: str, settings: Settings) -> bool:
    """Whether pushes may be sent there.

    The endpoint comes from a user, who must not be able to make the server call any other address, least of all one
    inside the network. Hence hosts are listed, not excluded.
    """
    try:
        address = urlsplit(endpoint)
        host = canonical_host(address.hostname or "")
        port = address.port
    except ValueError:
        return False
    if not is_listed(host, settings.push_service_names):
        return False
    return (address.scheme == "https" and port in {None, 443}) or is_loopback(host)


def contact_of(settings: Settings) -> str:
    """Whom operators of push services can ask about our pushes."""
    return settings.push_contact or settings.origin
