"""A push service over real HTTP, and the browser that decrypts what it gets, each as its RFC says."""

import base64
import hashlib
import hmac
import json
import os
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from wardline.core import clock

CURVE: Final = ec.SECP256R1()
MAX_BODY: Final = 4_096
DAY: Final = 86_400
_VAPID: Final = re.compile(r"vapid t=([\w-]+\.[\w-]+\.[\w-]+), k=([\w-]+)")


def to_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def to_bytes(value: str) -> bytes:
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Browser:
    """A browser that has subscribed with the key of the application's server."""

    def __init__(self, endpoint: str, server_key: str) -> None:
        self.endpoint = endpoint
        self.server_key = server_key
        self._key = ec.generate_private_key(CURVE)
        self._auth = os.urandom(16)

    @property
    def point(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": to_text(self.point), "auth": to_text(self._auth)}}

    def decrypt(self, body: bytes) -> dict[str, Any]:
        """The content of a push, by RFC 8291 from the receiver's side."""
        salt, (record_size, id_length) = body[:16], struct.unpack(">IB", body[16:21])
        sender, record = body[21 : 21 + id_length], body[21 + id_length :]
        assert 18 < len(record) <= record_size
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        material = _derive(self._auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = _derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(salt, material, b"Content-Encoding: nonce\0", 12)
        content, delimiter, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\x02")
        assert delimiter
        assert not padding.strip(b"\0")
        decoded: dict[str, Any] = json.loads(content)
        return decoded


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with one block."""
    pseudorandom = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(pseudorandom, info + b"\x01", hashlib.sha256)[:length]


@dataclass
class Pushed:
    browser: Browser
    ttl: int
    urgency: str | None
    topic: str | None
    claims: dict[str, Any]
    body: bytes

    @property
    def content(self) -> dict[str, Any]:
        return self.browser.decrypt(self.body)


@dataclass
class PushService:
    """Accepts pushes signed by the key that a browser subscribed with. `instead` replaces the response."""

    origin: str = ""
    browsers: dict[str, Browser] = field(default_factory=dict)
    accepted: list[Pushed] = field(default_factory=list)
    requests: int = 0
    instead: Response | None = None

    def __post_init__(self) -> None:
        self.app = Starlette(
            routes=[
                Route("/push/{name}", self._push, methods=["POST"]),
                Route("/{path:path}", self._elsewhere, methods=["GET", "POST"]),
            ]
        )

    def subscribe(self, server_key: str) -> Browser:
        name = f"device-{len(self.browsers)}"
        self.browsers[name] = Browser(f"{self.origin}/push/{name}", server_key)
        return self.browsers[name]

    def redirect(self) -> None:
        self.instead = RedirectResponse("/elsewhere", status_code=307)

    async def _push(self, request: Request) -> Response:
        self.requests += 1
        if self.instead is not None:
            return self.instead
        browser = self.browsers.get(request.path_params["name"])
        if browser is None:
            return Response(status_code=410)
        body = await request.body()
        if len(body) > MAX_BODY:
            return Response(status_code=413)
        if request.headers.get("content-encoding") != "aes128gcm" or not request.headers.get("ttl", "").isdigit():
            return Response(status_code=400)
        claims = self._claims(request.headers.get("authorization", ""), browser)
        if claims is None:
            return Response(status_code=403)
        headers = request.headers
        pushed = Pushed(browser, int(headers["ttl"]), headers.get("urgency"), headers.get("topic"), claims, body)
        self.accepted.append(pushed)
        return Response(status_code=201, headers={"location": f"{self.origin}/message/{len(self.accepted)}"})

    def _claims(self, authorization: str, browser: Browser) -> dict[str, Any] | None:
        """The claims of a valid VAPID token."""
        match = _VAPID.fullmatch(authorization)
        if match is None or match[2] != browser.server_key:
            return None
        header, claims, signature = match[1].split(".")
        raw = to_bytes(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(match[2]))
        try:
            key.verify(pair, f"{header}.{claims}".encode(), ec.ECDSA(SHA256()))
        except InvalidSignature:
            return None
        content: dict[str, Any] = json.loads(to_bytes(claims))
        lifetime = content["exp"] - clock.now().timestamp()
        is_valid = json.loads(to_bytes(header))["alg"] == "ES256" and content["aud"] == self.origin
        return content if is_valid and 0 < lifetime <= DAY else None

    async def _elsewhere(self, _: Request) -> Response:
        self.requests += 1
        return Response(status_code=201)
