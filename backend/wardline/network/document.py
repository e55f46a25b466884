"""YAML as plain data with line numbers."""

import hashlib
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from wardline.core.terminal import CommandError

Place: TypeAlias = tuple[str | int, ...]
"""Keys and indices, from the root of the document."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One mistake. Lines are counted from 1."""

    line: int
    text: str


class NetworkFileInvalid(CommandError):
    """The file was not loaded. The text has one line per mistake: ``file:line: description``."""

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        listing = "\n".join(f"{path}:{problem.line}: {problem.text}" for problem in self.problems)
        super().__init__(f"nothing was loaded\n{listing}")


@dataclass(slots=True)
class Document:
    """`data` has dicts, lists and scalars; `problems` has the mistakes of the YAML itself.

    `sha256` is the hash of the bytes that were read, in hexadecimal: a pipe cannot be read again, and a file may
    change.
    """

    sha256: str
    data: Any = None
    problems: list[Problem] = field(default_factory=list)
    lines: dict[Place, int] = field(default_factory=dict)

    def line_of(self, place: Iterable[Hashable]) -> int:
        """The line of a place, or of its nearest ancestor. Parts that are not keys of the file are skipped."""
        ancestor: Place = ()
        for part in place:
            if isinstance(part, str | int) and (*ancestor, part) in self.lines:
                ancestor = (*ancestor, part)
        return self.lines.get(ancestor, 1)


def read_document(path: Path) -> Document:
    """The file's content.

    Raises:
        NetworkFileInvalid: it cannot be read, or is not YAML.
    """
    reader = YAML(typ="safe", pure=True)
    try:
        content = path.read_bytes()
        root = reader.compose(content.decode())
    except OSError as error:
        raise NetworkFileInvalid(path, [Problem(1, f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise NetworkFileInvalid(path, [Problem(1, "is not UTF-8 text")]) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise NetworkFileInvalid(path, [Problem(line, f"is not YAML: {error.problem or error.context}")]) from None
    except YAMLError as error:
        raise NetworkFileInvalid(path, [Problem(1, f"is not YAML: {str(error).splitlines()[0]}")]) from None
    document = Document(hashlib.sha256(content).hexdigest())
    if root is not None:
        _Builder(reader, document).build(root)
    return document


class _Builder:
    """Turns nodes into data and records the line of each."""

    def __init__(self, reader: YAML, document: Document) -> None:
        self._construct = reader.constructor.construct_object
        self._document = document
        self._open: set[int] = set()

    def build(self, root: Node) -> None:
        self._document.data = self._value(root, ())

    def _value(self, node: Node, place: Place) -> Any:
        if id(node) in self._open:
            return self._report(node, "an alias refers to a node that contains it")
        self._open.add(id(node))
        try:
            if isinstance(node, MappingNode):
                return self._mapping(node, place)
            if isinstance(node, SequenceNode):
                return [self._item(item, (*place, index)) for index, item in enumerate(node.value)]
            return self._scalar(node)
        finally:
            self._open.discard(id(node))

    def _mapping(self, node: MappingNode, place: Place) -> dict[str | int, Any]:
        mapping: dict[str | int, Any] = {}
        for key_node, value_node in node.value:
            key = self._scalar(key_node) if isinstance(key_node, ScalarNode) else None
            if not isinstance(key, str | int):
                self._report(key_node, "a key must be a string or an integer")
            elif key in mapping:
                self._report(
                    key_node,
                    f"duplicate key {key!r}; the first is on line {self._document.line_of((*place, key))}",
                )
            else:
                self._record_line((*place, key), key_node)
                mapping[key] = self._value(value_node, (*place, key))
        return mapping

    def _item(self, node: Node, place: Place) -> Any:
        self._record_line(place, node)
        return self._value(node, place)

    def _scalar(self, node: Node) -> Any:
        try:
            return self._construct(node)
        except (YAMLError, ValueError):
            return self._report(node, f"{node.value!r} is not a value of type {node.tag}")

    def _record_line(self, place: Place, node: Node) -> None:
        self._document.lines[place] = node.start_mark.line + 1

    def _report(self, node: Node, text: str) -> None:
        self._document.problems.append(Problem(node.start_mark.line + 1, text))
