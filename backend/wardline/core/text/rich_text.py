"""Text with bullets, indents, bold and italic, as a flat list of lines, so that deeper structure cannot be stored.

On the wire it is ``{"lines": [{"kind", "indent", "runs": [{"text", "bold", "italic"}]}]}``. A client may send HTML or
plain text instead; only lines, bullets, indents, bold and italic of its markup are used.
"""

import html
import re
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, FailFast, Field, StrictBool, model_validator

from wardline.core.forms import messages
from wardline.core.forms.choices import Choice
from wardline.core.forms.wire import ApiModel
from wardline.core.text.characters import check_storable, is_visible
from wardline.core.text.normalization import to_nfc

MAX_INDENT: Final = 3
MARKUP_LENGTH: Final = 16
"""How many characters a line or a run counts for in addition to its text: about the size of its markup."""
MARKUP_LIMIT: Final = 200_000
"""Characters of HTML or plain text before it is parsed."""
BREAKS_LIMIT: Final = 4_000
"""Tags and line breaks in HTML or plain text."""
LINES_LIMIT: Final = 500
"""A line takes as long to check as a page of text in one line."""
_LINE_ENDS: Final = "\n\r\x0b\x0c\x85\u2028\u2029"
_LINE_END: Final = re.compile(rf"\r\n|[{_LINE_ENDS}]")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Unicode control characters (Cc) except the line feed."""


class LineKind(Choice):
    PARAGRAPH = "paragraph"
    BULLET = "bullet"


def _normalized(value: Any) -> Any:
    """Like `fields.Text`, but preserves whitespace, normalizes line breaks, and removes other control characters."""
    if not isinstance(value, str) or (value.isascii() and value.isprintable()):
        return value
    check_storable(value)
    with_spaces = _LINE_END.sub("\n", value).replace("\t", " ")
    return to_nfc(_CONTROL.sub("", with_spaces))


class RichRun(ApiModel):
    """Characters with the same style."""

    text: Annotated[str, BeforeValidator(_normalized)]
    bold: StrictBool = False
    italic: StrictBool = False


def _cap_indent(value: Any) -> Any:
    return min(value, MAX_INDENT) if isinstance(value, int) and not isinstance(value, bool) else value


class RichLine(ApiModel):
    """One line; `indent` is 0 to 3, and higher values become 3."""

    kind: LineKind = LineKind.PARAGRAPH
    indent: Annotated[int, Field(ge=0, le=MAX_INDENT, strict=True), BeforeValidator(_cap_indent)] = 0
    runs: Annotated[list[RichRun], FailFast()]


class RichText(ApiModel):
    """Lines from top to bottom."""

    lines: Annotated[list[RichLine], FailFast()]

    @model_validator(mode="before")
    @classmethod
    def _read_markup(cls, value: Any) -> Any:
        if isinstance(value, str):
            if len(value) > MARKUP_LIMIT or value.count("<") + _line_ends(value) > BREAKS_LIMIT:
                raise ValueError(messages.SECTION_TOO_LONG)
            value = _lines_of_html(value)
        if is_rich(value) and len(value["lines"]) > LINES_LIMIT:
            raise ValueError(messages.SECTION_TOO_LONG)
        return value


def _line_ends(text: str) -> int:
    return sum(map(text.count, _LINE_ENDS)) - text.count("\r\n")


def _canonical(value: RichText) -> RichText:
    """The only form of a text: no line breaks or empty runs in a line, and adjacent runs of the same style joined."""
    if all(map(_is_canonical, value.lines)):
        return value
    lines = [RichLine(kind=line.kind, indent=line.indent, runs=_joined(runs)) for line, runs in _split(value)]
    return RichText(lines=lines)


def _is_canonical(line: RichLine) -> bool:
    is_complete = all(run.text and "\n" not in run.text for run in line.runs)
    return is_complete and all(_style_of(first) != _style_of(second) for first, second in pairwise(line.runs))


def _split(value: RichText) -> Iterator[tuple[RichLine, list[RichRun]]]:
    for line in value.lines:
        runs: list[RichRun] = []
        for run in line.runs:
            first, *others = run.text.split("\n")
            runs.append(run.model_copy(update={"text": first}))
            for text in others:
                yield line, runs
                runs = [run.model_copy(update={"text": text})]
        yield line, runs


def _joined(runs: list[RichRun]) -> list[RichRun]:
    joined: list[RichRun] = []
    for (bold, italic), adjacent in groupby(filter(_text_of, runs), _style_of):
        joined.append(RichRun(text="".join(map(_text_of, adjacent)), bold=bold, italic=italic))
    return joined


def _text_of(run: RichRun) -> str:
    return run.text


def _style_of(run: RichRun) -> tuple[bool, bool]:
    return run.bold, run.italic


def up_to(limit: int) -> AfterValidator:
    """Normalize a `RichText`, and limit its stored length to four times its limit of visible characters.

    The limit itself is a rule (`wardline.core.forms.rules.MaxLength`), so that a draft can exceed it.
    """

    def check(value: RichText) -> RichText:
        # Splitting can only add lines, so too many of them are detected first.
        line_break_count = sum(run.text.count("\n") for line in value.lines for run in line.runs)
        if len(value.lines) + line_break_count > LINES_LIMIT:
            raise ValueError(messages.SECTION_TOO_LONG)
        canonical = _canonical(value)
        if stored_length(canonical) > stored_cap(limit):
            raise ValueError(messages.SECTION_TOO_LONG)
        return canonical

    return AfterValidator(check)


def stored_cap(limit: int) -> int:
    return 4 * limit


def stored_length(value: RichText) -> int:
    """Visible characters, and `MARKUP_LENGTH` for each line and each run."""
    runs = [run for line in value.lines for run in line.runs]
    return sum(len(run.text) for run in runs) + MARKUP_LENGTH * (len(runs) + len(value.lines))


def is_rich(value: Any) -> bool:
    """Whether a value on the wire is a rich text."""
    return isinstance(value, Mapping) and isinstance(value.get("lines"), list)


def lines_of(value: Mapping[str, Any]) -> list[str]:
    """The text of each line, without markup."""
    return ["".join(run["text"] for run in line["runs"]) for line in value["lines"]]


def visible_length(value: Mapping[str, Any]) -> int:
    """Characters without markup and line breaks."""
    return sum(map(len, lines_of(value)))


def is_blank(value: Mapping[str, Any]) -> bool:
    """Whether it has no visible characters."""
    return not any(is_visible(character) for line in lines_of(value) for character in line)


def of_lines(*texts: str, kind: LineKind = LineKind.PARAGRAPH) -> dict[str, Any]:
    """The wire form of plain lines."""
    runs = [[{"text": text, "bold": False, "italic": False}] if text else [] for text in texts]
    return {"lines": [{"kind": kind.value, "indent": 0, "runs": line_runs} for line_runs in runs]}


_DROPPED: Final = frozenset({"title", "template", "noscript", "iframe", "object"})
"""Elements whose content is not shown."""
_CODE: Final = frozenset({"script", "style"})
"""Elements whose content is not shown and not parsed for tags."""
_BREAKS: Final = frozenset(
    {"p", "div", "br", "hr", "blockquote", "pre", "section", "article", "header", "footer"}
    | {"li", "ul", "ol", "dl", "dt", "dd", "table", "tr", "td", "th"}
    | {f"h{level}" for level in range(1, 7)}
)
_LISTS: Final = frozenset({"ul", "ol"})
_LISTED: Final = _LISTS | {"li"}
_BOLD: Final = frozenset({"b", "strong"})
_ITALIC: Final = frozenset({"i", "em"})
_QUILL_INDENT: Final = re.compile(r"\bql-indent-([0-9]{1,2})\b")
_MARKUP: Final = re.compile(
    r"""
    <!--.*?(?:-->|(?P<open_comment>\Z))
    | <(?P<end>/?)(?P<tag>[a-zA-Z][^\s/>]*+)
      (?P<attributes>(?>[^>=]++|=\s*+(?>"[^"]*+(?>"|\Z)|'[^']*+(?>'|\Z))?+)*+)
      (?:>|(?P<open_tag>\Z))
    | <[!?/][^>]*+(?:>|(?P<open_other>\Z))
    """,
    re.VERBOSE | re.DOTALL,
)
"""A comment, a tag, or other markup that is not shown. Each match consumes everything that was scanned for it, up to
the end of the text, so that parsing takes linear time."""


class _Reader:
    """Converts any text with markup into lines. Like a browser, it never fails."""

    def __init__(self) -> None:
        self.lines = [_line(LineKind.PARAGRAPH, 0)]
        self._lists = self._bold = self._italic = self._dropped = 0

    def read(self, text: str) -> None:
        position = 0
        while match := _MARKUP.search(text, position):
            self._add_text(text[position : match.start()])
            position = match.end()
            if match["open_comment"] is not None or match["open_tag"] is not None or match["open_other"] is not None:
                # Markup that is never closed is text.
                self._add_text(match[0])
            elif (tag := (match["tag"] or "").lower()) and match["end"]:
                self._close_tag(tag)
            elif tag:
                self._open_tag(tag, match["attributes"])
                position = _skip_code(tag, text, position) if tag in _CODE else position
        self._add_text(text[position:])

    def _open_tag(self, tag: str, attributes: str) -> None:
        if tag in _BREAKS and not self._dropped:
            match = _QUILL_INDENT.search(attributes)
            self._lists += tag in _LISTS
            self._start_line(tag, indent=int(match[1]) if match else None)
        self._apply_style(tag, 0 if attributes.endswith("/") else 1)

    def _close_tag(self, tag: str) -> None:
        if tag in _LISTS:
            self._lists = max(0, self._lists - 1)
        if tag in _BREAKS and not self._dropped:
            self._start_line(f"/{tag}")
        self._apply_style(tag, -1)

    def _add_text(self, text: str) -> None:
        if self._dropped or not text:
            return
        first, *others = _LINE_END.split(html.unescape(text))
        self._add(first)
        for line in others:
            self._start_line()
            self._add(line)

    def _apply_style(self, tag: str, step: int) -> None:
        self._bold = max(0, self._bold + step * (tag in _BOLD))
        self._italic = max(0, self._italic + step * (tag in _ITALIC))
        self._dropped = max(0, self._dropped + step * (tag in _DROPPED))

    def _start_line(self, tag: str = "", *, indent: int | None = None) -> None:
        """Start a line, unless the last one is empty and this belongs to the same line or bullet."""
        if not _has_text(self.lines[-1]):
            empty = self.lines.pop()
            bullet = empty["kind"] == LineKind.BULLET.value
            if tag in {"", "br"} or (bullet and tag.lstrip("/") not in _LISTED):
                self.lines.append({**empty, "runs": []})
                return
        if tag == "li":
            nested = max(0, self._lists - 1)
            self.lines.append(_line(LineKind.BULLET, nested if indent is None else indent))
        else:
            self.lines.append(_line(LineKind.PARAGRAPH, indent or 0))

    def _add(self, text: str) -> None:
        if text:
            self.lines[-1]["runs"].append({"text": text, "bold": self._bold > 0, "italic": self._italic > 0})


def _line(kind: LineKind, indent: int) -> dict[str, Any]:
    return {"kind": kind.value, "indent": indent, "runs": []}


def _has_text(line: Mapping[str, Any]) -> bool:
    return any(run["text"].strip() for run in line["runs"])


def _skip_code(tag: str, text: str, start: int) -> int:
    match = re.compile(rf"</{tag}", re.IGNORECASE).search(text, start)
    return match.start() if match else len(text)


def _lines_of_html(text: str) -> dict[str, Any]:
    """All lines of plain text; of HTML only those that are not empty."""
    match = _MARKUP.search(text)
    if match is None or not match[0].endswith(">"):
        return {"lines": [{"runs": [{"text": text}]}]}
    reader = _Reader()
    reader.read(text)
    return {"lines": [line for line in reader.lines if _has_text(line)]}
