"""A Janus of this machine, with the files of docs/operations.md, and what anyone who knows its address can ask."""

import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

ADMIN_KEY: Final = "of-these-tests"
UNUSED: Final = ("audiobridge", "duktape", "echotest", "lua", "nosip", "recordplay", "sip", "streaming", "textroom")
START_SECONDS: Final = 10


def is_installed() -> bool:
    return shutil.which("janus") is not None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_janus(folder: Path, port: int) -> Iterator[str]:
    """The address of its HTTP API."""
    plugins = ",".join(f"libjanus_{name}.so" for name in (*UNUSED, "videocall", "voicemail"))
    files = {
        "janus.jcfg": f'general: {{ debug_level = 2 }} plugins: {{ disable = "{plugins}" }}',
        "janus.transport.http.jcfg": f'general: {{ http = true port = {port} ip = "127.0.0.1" https = false }}',
        "janus.transport.websockets.jcfg": "general: { ws = false }",
        "janus.plugin.videoroom.jcfg": f'general: {{ admin_key = "{ADMIN_KEY}" }}',
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    process = subprocess.Popen(["janus", "-F", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S607 - as the tests find it
    url = f"http://127.0.0.1:{port}/janus"
    try:
        _wait_until_up(url)
        yield url
    finally:
        process.kill()
        process.wait()


def _wait_until_up(url: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        try:
            httpx.get(f"{url}/info").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("Janus did not start")


def ask(url: str, **body: Any) -> dict[str, Any]:
    """The VideoRoom's answer to one request in a new session."""
    session, data = _ask_in_new_session(url, body)
    _post(url, session, janus="destroy")
    return data


def enter(url: str, **body: Any) -> int:
    """Joins a room, and stays in it; returns the number that Janus gives to what is published."""
    _, data = _ask_in_new_session(url, {"request": "join", "ptype": "publisher"} | body)
    publisher_id: int = data["id"]
    return publisher_id


def _ask_in_new_session(url: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    session = f"/{_post(url, '', janus='create')['data']['id']}"
    handle = _post(url, session, janus="attach", plugin="janus.plugin.videoroom")["data"]["id"]
    answer = _post(url, f"{session}/{handle}", janus="message", body=body)
    while "plugindata" not in answer:
        answer = httpx.get(f"{url}{session}").json()
    data: dict[str, Any] = answer["plugindata"]["data"]
    return session, data


def _post(url: str, path: str, **request: Any) -> dict[str, Any]:
    found: dict[str, Any] = httpx.post(f"{url}{path}", json={**request, "transaction": secrets.token_hex(4)}).json()
    return found
