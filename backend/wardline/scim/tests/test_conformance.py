"""The protocol, by two independent testers: a part of one in every run, and everything in `make soak`."""

import asyncio
import json

import httpx
import pytest
from scim2_tester import Status, check_server
from scim_sanity.http_client import SCIMClient, SCIMResponse
from scim_sanity.probe.runner import run_probe

from wardline.scim.tests.conftest import InProcess


async def _failures(tested: InProcess, *, tags: set[str] | None = None) -> list[str]:
    results = await asyncio.to_thread(check_server, tested, include_tags=tags)
    assert len(results) > 10
    return [
        f"{each.resource_type} {each.title}: {each.reason}"
        for each in results
        if each.status in {Status.ERROR, Status.CRITICAL}
    ]


async def test_what_scim2_tester_checks_of_the_description_and_of_reading(tested: InProcess) -> None:
    assert await _failures(tested, tags={"discovery", "crud:delete", "misc"}) == []


@pytest.mark.soak
async def test_everything_that_scim2_tester_checks(tested: InProcess) -> None:
    assert await _failures(tested) == []


@pytest.mark.soak
@pytest.mark.parametrize("profile", [None, "entra"])
async def test_everything_that_scim_sanity_probes(
    profile: str | None,
    tested: InProcess,
    scim: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def request(
        self: SCIMClient,
        method: str,
        path: str,
        payload: object = None,
        extra_headers: dict[str, str] | None = None,
    ) -> SCIMResponse:
        sent = tested.request(method, path, json=payload, headers=extra_headers or {})
        return SCIMResponse(sent.status_code, dict(sent.headers), sent.text)

    monkeypatch.setattr(SCIMClient, "_request", request)
    status = await asyncio.to_thread(
        run_probe,
        str(scim.base_url).rstrip("/"),
        token="in the client's headers",
        strict=True,
        accept_side_effects=True,
        json_output=True,
        profile=profile,
    )
    report = json.loads(capsys.readouterr().out)
    assert [each for each in report["results"] if each["status"] not in {"pass", "skip"}] == []
    assert status == 0
    assert report["summary"]["passed"] >= 24
