"""A hospital's HL7 interface for tests, independent of Wardline's code: it accepts MDM messages over MLLP.

    python mllp_receiver.py FOLDER [--port PORT] [--plan WORDS] [--certificate FILE] [--detached]

It listens on 127.0.0.1 and prints its port as a line; port 0 chooses a free one. It ends when its standard input
closes; a detached one runs until it is killed. With a certificate (a PEM file with its key) it uses TLS.

What it files is in FOLDER, and is still known when it is restarted there:

    filed.jsonl              a line for each filed document: control id, document id, parent, event, file name
    received.jsonl           a line for each received message, including repeats: control id, document id, what was done
    documents/ID.pdf, .txt   the content of each document, by its document id
    messages/CONTROL-ID.hl7  each message as received, by its control id

A message whose control id was filed before is not filed again; the response is the planned one.

The plan has one word for each of the next messages, separated by spaces; when it is empty, messages are accepted.
FOLDER/plan has the remaining words, and may be written at any time.

    accept     file, respond AA          commit   file, respond CA
    error      respond AE, file nothing  reject   respond AR, file nothing
    cerror     respond CE                creject  respond CR
    hold       file, print "holding", and respond AA when a line arrives on standard input
    never      file, and never respond   close    file, and close without a response
    half       file, and close in the middle of the response
    die        file, and end the process before responding
    lose       end the process before filing
    garbage    file, and respond with something that is not a message
    endless    file, and respond without end
    other      file, and acknowledge another control id
    unknown    file, and respond with a code that does not exist
"""

import argparse
import base64
import json
import os
import socketserver
import ssl
import sys
import threading
from pathlib import Path
from typing import Any

UNESCAPED = {"F": "|", "S": "^", "T": "&", "R": "~", "E": "\\"}
CODES = {"commit": "CA", "error": "AE", "reject": "AR", "cerror": "CE", "creject": "CR", "unknown": "ZZ"}
NOT_FILED = {"error", "reject", "cerror", "creject"}


def unescape(text: str) -> str:
    parts = text.split("\\")
    # Every other part is between two escape characters.
    return "".join(UNESCAPED[part] if index % 2 else part for index, part in enumerate(parts))


class Message:
    """One MDM message, read far enough to file it."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.segments = {line[:3]: line.split("|") for line in raw.decode("utf-8").split("\r") if line}
        header = self.segments["MSH"]
        self.control_id = header[9]
        self.event = header[8].split("^")[1]
        self.document_id = unescape(self.segments["TXA"][12].split("^")[0])
        self.parent = unescape(self.segments["TXA"][13].split("^")[0])

    def content(self) -> tuple[str, bytes]:
        """The file name's extension and the file's content."""
        observation = self.segments["OBX"]
        if observation[2] == "ED":
            return "pdf", base64.b64decode(observation[5].split("^")[4], validate=True)
        return "txt", "\n".join(map(unescape, observation[5].split("~"))).encode()

    def answer(self, code: str, control_id: str) -> bytes:
        header = f"MSH|^~\\&|RECORD|HOSPITAL|WARDLINE|WARDLINE|20260101||ACK^{self.event}^ACK|A{self.control_id}|P|2.5"
        return f"{header}\rMSA|{code}|{control_id}|told of Zebulon Secretname\r".encode()


class Receiver:
    """Files incoming messages, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self.released = threading.Event()
        for name in ("documents", "messages"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.known = {line["control_id"] for line in self.lines("filed")}

    def lines(self, name: str) -> list[dict[str, Any]]:
        path = self.folder / f"{name}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def note(self, name: str, line: dict[str, Any]) -> None:
        with (self.folder / f"{name}.jsonl").open("a") as file:
            file.write(f"{json.dumps(line)}\n")
            file.flush()
            os.fsync(file.fileno())

    def next_word(self) -> str:
        plan = self.folder / "plan"
        words = plan.read_text().split() if plan.exists() else []
        plan.write_text(" ".join(words[1:]))
        return words[0] if words else "accept"

    def take(self, raw: bytes) -> tuple[str, Message]:
        """File the message as the plan says; returns the plan's word."""
        with self.lock:
            message, word = Message(raw), self.next_word()
            if word == "lose":
                os._exit(9)
            repeated = message.control_id in self.known
            if not repeated and word not in NOT_FILED:
                self.file(message)
            done = word if word in NOT_FILED else "repeat" if repeated else "filed"
            self.note("received", {"control_id": message.control_id, "document_id": message.document_id, "done": done})
            if word == "die":
                os._exit(9)
            return word, message

    def file(self, message: Message) -> None:
        ending, content = message.content()
        (self.folder / "messages" / f"{message.control_id}.hl7").write_bytes(message.raw)
        name = f"{message.document_id}.{ending}"
        (self.folder / "documents" / name).write_bytes(content)
        line = {"document_id": message.document_id, "parent": message.parent, "event": message.event, "file": name}
        self.note("filed", {"control_id": message.control_id, **line})
        self.known.add(message.control_id)


class Conversation(socketserver.StreamRequestHandler):
    """Handles the messages of one connection in order."""

    receiver: Receiver

    def handle(self) -> None:
        while raw := self.frame():
            word, message = self.receiver.take(raw)
            if not self.respond(word, message):
                return

    def frame(self) -> bytes:
        received = bytearray()
        while not received.endswith(b"\x1c\r"):
            chunk = self.rfile.read1(65_536)  # type: ignore[attr-defined]
            if not chunk:
                return b""
            received += chunk
        if received[:1] != b"\x0b" or received.count(b"\x1c") != 1:
            raise ValueError("no frame of one message")
        return bytes(received[1:-2])

    def respond(self, word: str, message: Message) -> bool:
        """Respond as planned; returns whether to keep the connection open."""
        code, control_id = CODES.get(word, "AA"), message.control_id[::-1] if word == "other" else message.control_id
        frame = b"\x0b" + message.answer(code, control_id) + b"\x1c\r"
        match word:
            case "close":
                return False
            case "never":
                return bool(self.rfile.read(1))
            case "half":
                self.wfile.write(frame[: len(frame) // 2])
                return False
            case "garbage":
                self.wfile.write(b"\x0bHTTP/1.1 400 Bad Request\r\n\r\n\x1c\r")
            case "endless":
                while True:
                    self.wfile.write(frame[:-2] * 1_000)
            case "hold":
                print("holding", flush=True)  # noqa: T201 - the test waits for this line
                self.receiver.released.wait()
                self.receiver.released.clear()
                self.wfile.write(frame)
            case _:
                self.wfile.write(frame)
        return True


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    tls: ssl.SSLContext | None = None

    def finish_request(self, request: Any, client_address: Any) -> None:
        # In the connection's own thread, so that a client that never shakes hands blocks no one.
        connection = self.tls.wrap_socket(request, server_side=True) if self.tls else request
        super().finish_request(connection, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore senders that hang up or send nonsense."""


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--port", type=int, default=0)
    arguments.add_argument("--plan")
    arguments.add_argument("--certificate", type=Path)
    arguments.add_argument("--detached", action="store_true")
    options = arguments.parse_args()
    Conversation.receiver = receiver = Receiver(options.folder)
    if options.plan is not None:
        (options.folder / "plan").write_text(options.plan)
    with Server(("127.0.0.1", options.port), Conversation) as server:
        if options.certificate:
            server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            server.tls.load_cert_chain(options.certificate)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_address[1], flush=True)  # noqa: T201 - the test reads the port
        if options.detached:
            threading.Event().wait()
        for _ in sys.stdin:
            receiver.released.set()


if __name__ == "__main__":
    main()
