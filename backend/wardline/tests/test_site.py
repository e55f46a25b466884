"""The one page and the files beside it."""

from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from wardline.settings import Settings
from wardline.site import install_site


@pytest.fixture
async def browser(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "secret.txt").write_text("not for the web")
    root = tmp_path / "web"
    root.mkdir()
    (root / "index.html").write_text("the page")
    (root / "robots.txt").write_text("the robots")
    app = FastAPI()
    install_site(app, Settings(demo=True), root)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=Settings(demo=True).origin)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/", "the page"),
        ("/consult/7", "the page"),
        ("/robots.txt", "the robots"),
        ("/..%2fsecret.txt", "the page"),
        ("/%00", "the page"),
        ("/" + "a" * 5000, "the page"),
    ],
)
async def test_every_path_has_the_page_or_its_file(browser: httpx.AsyncClient, path: str, content: str) -> None:
    answer = await browser.get(path)
    assert (answer.status_code, answer.text) == (200, content)


async def test_unknown_calls_are_not_pages(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
