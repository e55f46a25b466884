"""Server and hospital are killed while notes are written: what was answered is there, whole, and filed exactly once."""

import asyncio
import json
import random
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from bodies import Bodies
from receivers.running import Receiver, mllp_receiver
from stroke_notes import STROKE_NOTE

from wardline.signoff.signing import digest

from .conftest import PATIENCE, Server, StartServer, connect, go_on_call

NOTE: Final = {"docType": "Note"}
LINE: Final = "tele-stroke"
LONGEST_SECONDS: Final = 1.2
"""From one start until the next kill."""
AT_THE_RECEIVER: Final = ("", "", "die", "close", "reject", "half", "lose", "never garbage other")
"""What is done with the next messages, beside those that are accepted."""


@dataclass
class Story:
    """One note as its writer was told that it is."""

    path: str
    signed: str | None = None
    added: list[str] = field(default_factory=list)
    in_error: bool = False

    @property
    def consult_id(self) -> str:
        return self.path.removeprefix("/consults/")


class Hospital:
    """An HL7 interface that is killed and started again where it was."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self.receiver: Receiver = self._stack.enter_context(mllp_receiver(folder))

    def restart(self, plan: str) -> None:
        port = self.receiver.port
        self._stack.close()
        self.receiver = self._stack.enter_context(mllp_receiver(self._folder, port=port, plan=plan))

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def hospital(tmp_path: Path) -> Iterator[Hospital]:
    hospital = Hospital(tmp_path / "hospital")
    yield hospital
    hospital.close()


class Writer:
    """Writes one note after the other, and says everything again until it is answered."""

    def __init__(self, server: Server, owner_url: str) -> None:
        self.server = server
        self._owner_url = owner_url
        self.stories: list[Story] = []

    async def call(self, who: str, path: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        while True:
            with suppress(httpx.TransportError):
                async with self.server.client(who) as client:
                    answer = await client.post(path, json=body, headers=headers)
                    if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                        return answer
            await asyncio.sleep(0.05)

    async def write(self) -> None:
        story = Story(await self._asked())
        self.stories.append(story)
        window = str(uuid.uuid4())
        opened = await self.call("neuro", f"{story.path}/signoff-note/requestLock", {**NOTE, "editorId": window})
        assert opened.status_code == 200, opened.text
        for number in range(1, 4):
            body = {**NOTE, "editorId": window, "save": number, "content": {"hpi": f"Save {number}"}}
            answer = await self.call("neuro", f"{story.path}/signoff-note/save", body)
            # Said again after an answer that got lost, it finds itself stored.
            assert answer.status_code == 200 or answer.json()["code"] == "outrun_save", answer.text
        assert await self._draft(story) == "Save 3"
        words = f"Signed {story.consult_id}"
        content = {**STROKE_NOTE, "hpi": words, "videoStartTime": "2026-03-04T11:40:00Z"}
        answer = await self.call("neuro", f"{story.path}/sign-signoff-note", {**NOTE, "content": content})
        assert answer.status_code == 200, answer.text
        story.signed = words
        for number in (1, 2):
            body = {"docType": "Addendum", "content": f"Addendum {number}"}
            answer = await self.call("neuro", f"{story.path}/sign-signoff-note", body)
            assert answer.status_code == 200, answer.text
            story.added.append(body["content"])
        answer = await self.call("neuro", f"{story.path}/sign-signoff-note", {"docType": "Error"})
        assert answer.status_code == 200, answer.text
        story.in_error = True

    async def _draft(self, story: Story) -> str:
        """What the note's draft says now."""
        while True:
            with suppress(httpx.TransportError):
                async with self.server.client("neuro") as client:
                    answer = await client.get(f"{story.path}/sign-off-notes")
                if answer.status_code == httpx.codes.OK:
                    (draft,) = answer.json()[0]["documentVersions"]
                    return str(draft["content"]["hpi"]["lines"][0]["runs"][0]["text"])
            await asyncio.sleep(0.05)

    async def _asked(self) -> str:
        """The path of a new consult, whose patient the hospital's record knows."""
        while True:
            with suppress(httpx.TransportError):
                async with self.server.client("nurse") as client:
                    body = await Bodies().request(client, LINE)
                break
        created = await self.call("nurse", "/consults", body)
        assert created.status_code == 201, created.text
        async with await connect(self._owner_url) as owner:
            await owner.execute("update patients set emr_id = 'E-' || id where emr_id is null")
        return f"/consults/{created.json()['id']}"


@asynccontextmanager
async def _writing(writer: Writer) -> AsyncIterator[None]:
    """Two who write without end meanwhile, and come to the end of what they write."""
    stopped = asyncio.Event()

    async def write_on() -> None:
        while not stopped.is_set():
            await writer.write()

    async with asyncio.TaskGroup() as group:
        for _ in range(2):
            group.create_task(write_on())
        yield
        stopped.set()


@pytest.mark.req("API-03", "SIGN-46", "SIGN-47")
async def test_notes_are_whole_and_filed_once_though_all_are_killed(
    start_server: StartServer, cloned: tuple[str, str], hospital: Hospital
) -> None:
    await kill(start_server, cloned[1], hospital, rounds=10, seed=1)


@pytest.mark.soak
async def test_notes_are_whole_after_two_hundred_kills(
    start_server: StartServer, cloned: tuple[str, str], hospital: Hospital
) -> None:
    await kill(start_server, cloned[1], hospital, rounds=200, seed=2)


async def kill(start: StartServer, owner_url: str, hospital: Hospital, *, rounds: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a seed that is known is the point
    server = await start()
    await _file_at(owner_url, hospital)
    async with server.client("neuro") as neuro:
        await go_on_call(neuro, LINE)
    writer = Writer(server, owner_url)
    async with _writing(writer):
        for number in range(rounds):
            hospital.receiver.plan(chance.choice(AT_THE_RECEIVER))
            await asyncio.sleep(chance.uniform(0, LONGEST_SECONDS))
            server.kill()
            if number % 3 == 1 or hospital.receiver.process.poll() is not None:
                hospital.restart(chance.choice(AT_THE_RECEIVER))
            await _let_go(owner_url)
            server = writer.server = await start(port=server.settings.port)
    if hospital.receiver.process.poll() is not None:
        hospital.restart("")
    hospital.receiver.plan("")
    await _all_delivered(owner_url)
    assert len(writer.stories) >= 2
    for story in writer.stories:
        await _check_note(server, owner_url, story)
    _check_filed(hospital.receiver, [story.consult_id for story in writer.stories])


async def _file_at(owner_url: str, hospital: Hospital) -> None:
    """Every organization's notes go to the hospital, also after a start has read the demonstration's network anew."""
    destination = {
        "protocol": "hl7v2",
        "host": "127.0.0.1",
        "port": hospital.receiver.port,
        "receiving_application": "RECORD",
        "receiving_facility": "HOSPITAL",
    }
    async with await connect(owner_url) as owner:
        await owner.execute("update organizations set notes_destination = %s::jsonb", [json.dumps(destination)])
        await owner.execute(
            "create function keep_destination() returns trigger language plpgsql as"
            " $$ begin new.notes_destination := old.notes_destination; return new; end $$"
        )
        await owner.execute(
            "create trigger keep_destination before update on organizations"
            " for each row execute function keep_destination()"
        )


async def _let_go(owner_url: str) -> None:
    """As if the time had passed after which a worker counts as dead, and a job that failed is tried again."""
    async with await connect(owner_url) as owner:
        await owner.execute("update procrastinate_workers set last_heartbeat = now() - interval '1 hour'")
        await owner.execute("update procrastinate_jobs set scheduled_at = now() where status = 'todo'")


async def _all_delivered(owner_url: str) -> None:
    async with await connect(owner_url) as owner, asyncio.timeout(2 * PATIENCE):
        while True:
            found = await owner.execute("select count(*) from deliveries where state <> 'delivered'")
            row = await found.fetchone()
            if row == (0,):
                return
            await owner.execute("update procrastinate_jobs set scheduled_at = now() where status = 'todo'")
            await asyncio.sleep(0.2)


async def _check_note(server: Server, owner_url: str, story: Story) -> None:
    async with server.client("neuro") as neuro:
        (note,) = (await neuro.get(f"{story.path}/sign-off-notes")).json()
    versions = note["documentVersions"]
    assert [version["version"] for version in versions] == [1, 2, 3, 4]
    assert [version["docType"] for version in versions] == ["Note", "Addendum", "Addendum", "Error"]
    assert [version["docStatus"] for version in versions] == ["Superseded"] * 3 + ["Current"]
    assert [version["content"] for version in versions[1:3]] == story.added == ["Addendum 1", "Addendum 2"]
    assert versions[0]["content"]["hpi"]["lines"][0]["runs"][0]["text"] == story.signed
    assert all(version["sentToEmr"] for version in versions)
    async with await connect(owner_url) as owner:
        found = await owner.execute(
            "select consult_id, version, doc_type, content, author_id, created_at, content_sha256"
            " from sign_off_versions where consult_id = %s",
            [story.consult_id],
        )
        async for consult_id, version, doc_type, content, author_id, created_at, kept in found:
            assert isinstance(created_at, datetime)
            moment = created_at.astimezone(UTC)
            assert digest(consult_id, version, doc_type, content, author_id, moment) == kept
        drafts = await owner.execute("select from sign_off_drafts where consult_id = %s", [story.consult_id])
        assert await drafts.fetchone() is None


def _check_filed(receiver: Receiver, consult_ids: list[str]) -> None:
    """Each version once, in its order, under one control id however often it came."""
    filed = [line["document_id"] for line in receiver.filed()]
    assert sorted(filed) == sorted(f"{consult_id}.{number}" for consult_id in consult_ids for number in (1, 2, 3, 4))
    for consult_id in consult_ids:
        of_this = [document for document in filed if document.startswith(consult_id)]
        assert of_this == [f"{consult_id}.{number}" for number in (1, 2, 3, 4)]
        assert receiver.content(f"{consult_id}.1.pdf").startswith(b"%PDF-")
        assert receiver.content(f"{consult_id}.2.txt") == b"Addendum 1"
    sent = {(line["document_id"], line["control_id"]) for line in receiver.received()}
    assert len(sent) == len(filed)
