"""A stroke consult with a neurologist on call, and the provider's calls about its note."""

from typing import Any, Final

import httpx

STROKE, ACUTE = "tele-stroke", "acute-stroke"
NOTE: Final = {"docType": "Note"}


class Stroke:
    """A stroke consult with a neurologist on call."""

    def __init__(self, path: str, provider: httpx.AsyncClient, line: str) -> None:
        self.path = path
        self.provider = provider
        self.line = line

    async def lock(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/signoff-note/requestLock", json={**NOTE, **body})

    async def save(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/signoff-note/save", json={**NOTE, **body})

    async def sign(self, who: httpx.AsyncClient | None = None, **body: Any) -> httpx.Response:
        return await (who or self.provider).post(f"{self.path}/sign-signoff-note", json={**NOTE, **body})

    async def read(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        (note,) = (await (who or self.provider).get(f"{self.path}/sign-off-notes")).json()
        assert isinstance(note, dict)
        return note

    async def consult(self, who: httpx.AsyncClient | None = None) -> dict[str, Any]:
        found: dict[str, Any] = (await (who or self.provider).get(self.path)).json()
        return found


def refusal(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def fields(response: httpx.Response) -> dict[str, str]:
    assert response.status_code == 400, response.text
    return {error["field"]: error["message"] for error in response.json()["errors"]}
