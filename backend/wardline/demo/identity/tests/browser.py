"""A browser at the demonstration provider, and the client that signs in with it."""

import base64
import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import httpx
from starlette.applications import Starlette
from starlette.routing import Mount

from wardline.demo.identity.accounts import DemoAccount
from wardline.demo.identity.provider import MOUNT_PATH, DemoIdentity
from wardline.settings import Settings

ORIGIN = "http://127.0.0.1:8000"
ISSUER = f"{ORIGIN}{MOUNT_PATH}"
CALLBACK = f"{ORIGIN}/signed-in"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()

ACCOUNTS = [
    DemoAccount("nurse", "Nora Lind", "Nurse at a bedside", "At the bedside"),
    DemoAccount("neuro", "Dr. Ada Lee", "Neurologist on call", "Specialists"),
    DemoAccount("edtech", "<script>alert(1)</script>", 'Says "hello" & more', "At the bedside"),
]


class Browser:
    """One browser's cookies, and a client that signs in with it."""

    def __init__(self, settings: Settings, *, accounts: Sequence[DemoAccount] = ACCOUNTS) -> None:
        async def known() -> Sequence[DemoAccount]:
            return accounts

        self.identity = DemoIdentity(settings, known)
        server = Starlette(routes=[Mount(MOUNT_PATH, self.identity.app)])
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url=ORIGIN)

    async def authorize(self, **changed: str | None) -> httpx.Response:
        return await self.http.get(f"{MOUNT_PATH}/authorize", params=authorization_request(**changed))

    async def choose(
        self, account: str, headers: dict[str, str] | None = None, /, **changed: str | None
    ) -> httpx.Response:
        form = authorization_request(**changed) | {"account": account}
        return await self.http.post(f"{MOUNT_PATH}/authorize", data=form, headers=headers)

    async def exchange(self, code: str, **changed: str | None) -> httpx.Response:
        form: dict[str, str | None] = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": "wardline-web",
            "redirect_uri": CALLBACK,
            "code_verifier": VERIFIER,
        }
        return await self.http.post(f"{MOUNT_PATH}/token", data=without_none(form | changed))


def without_none(params: dict[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in params.items() if value is not None}


def authorization_request(**changed: str | None) -> dict[str, str]:
    usual: dict[str, str | None] = {
        "client_id": "wardline-web",
        "redirect_uri": CALLBACK,
        "response_type": "code",
        "scope": "openid profile email",
        "state": "st&te",
        "nonce": "once",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    }
    return without_none(usual | changed)


def redirect_query(response: httpx.Response, to: str = CALLBACK) -> dict[str, str]:
    """The parameters of a redirect to the client."""
    assert response.status_code == 303
    address = urlsplit(response.headers["location"])
    assert f"{address.scheme}://{address.netloc}{address.path}" == to
    return {name: values[0] for name, values in parse_qs(address.query).items()}
