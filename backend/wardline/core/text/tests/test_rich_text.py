import time
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from wardline.core.http.form_errors import field_errors
from wardline.core.text.rich_text import (
    BREAKS_LIMIT,
    LINES_LIMIT,
    MARKUP_LENGTH,
    LineKind,
    RichText,
    is_blank,
    lines_of,
    of_lines,
    up_to,
    visible_length,
)

LIMIT = 6000
SECTION: TypeAdapter[RichText] = TypeAdapter(Annotated[RichText, up_to(LIMIT)])
TOO_LONG = "This section of the note is too long."
INVALID = "Enter a valid value."

Line = tuple[str, int, list[tuple[str, str]]]


def read(sent: Any) -> dict[str, Any]:
    found: dict[str, Any] = SECTION.dump_python(SECTION.validate_python(sent), mode="json", by_alias=True)
    return found


def lines(sent: Any) -> list[Line]:
    """Each line as its kind, its indent and its runs; a run's look is some of "b" and "i"."""
    return [
        (line["kind"], line["indent"], [(run["text"], "b" * run["bold"] + "i" * run["italic"]) for run in line["runs"]])
        for line in read(sent)["lines"]
    ]


def paragraph(*runs: str | tuple[str, str], indent: int = 0) -> Line:
    return "paragraph", indent, [(run, "") if isinstance(run, str) else run for run in runs]


def bullet(*runs: str | tuple[str, str], indent: int = 0) -> Line:
    return "bullet", indent, paragraph(*runs)[2]


def refusals(sent: Any) -> dict[str, str]:
    try:
        SECTION.validate_python(sent)
    except ValidationError as refused:
        return {error.field: error.message for error in field_errors(refused.errors())}
    return {}


def structure(*runs: dict[str, Any], **line: Any) -> dict[str, Any]:
    """A text of one line."""
    return {"lines": [{**line, "runs": list(runs)}]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"], ids=ascii)
@pytest.mark.req("NOTE-15")
def test_plain_text_keeps_its_lines_with_any_line_break(end: str) -> None:
    assert lines(f"Right arm weak{end}{end}since breakfast") == [
        paragraph("Right arm weak"),
        paragraph(),
        paragraph("since breakfast"),
    ]
    assert lines(structure({"text": f"one{end}two", "bold": True}, kind="bullet", indent=2)) == [
        bullet(("one", "b"), indent=2),
        bullet(("two", "b"), indent=2),
    ]
    assert lines(f"<p>one{end}two</p>") == [paragraph("one"), paragraph("two")]


@pytest.mark.parametrize(
    "plain",
    [
        "5 < 6 > 4",
        "glucose <50",
        "NIHSS <6 or PT >15",
        "BP <target and falling",
        "x <",
        "x </",
        "x <!",
        "x <!-- y",
        "x <a href='y",
        "fish &amp; chips",
        "\n&amp; <b",
        "&lt;b&gt;",
    ],
)
@pytest.mark.req("NOTE-15")
def test_text_without_closed_markup_is_unchanged(plain: str) -> None:
    assert lines_of(read(plain)) == plain.split("\n")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("<p>a</p><p>b</p>", [paragraph("a"), paragraph("b")]),
        ("a<br>b<br/>c<BR />d", [paragraph("a"), paragraph("b"), paragraph("c"), paragraph("d")]),
        ("<div><div>a</div>b</div>c", [paragraph("a"), paragraph("b"), paragraph("c")]),
        ("<h2>a</h2>b", [paragraph("a"), paragraph("b")]),
        ("<p>a</p><p><br></p><p> </p>\n\n<p>b</p>", [paragraph("a"), paragraph("b")]),
        ("<table><tr><td>Glucose</td><td>104</td></tr></table>", [paragraph("Glucose"), paragraph("104")]),
        ("<dl>a<dt>b<dd>c", [paragraph("a"), paragraph("b"), paragraph("c")]),
        ("a<hr>b", [paragraph("a"), paragraph("b")]),
    ],
)
@pytest.mark.req("NOTE-15")
def test_html_blocks_become_lines(sent: str, expected: list[Line]) -> None:
    assert lines(sent) == expected


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("<ul><li>a</li><li>b</li></ul>c", [bullet("a"), bullet("b"), paragraph("c")]),
        ("<ol><li>a</ol>", [bullet("a")]),
        ("<li>a", [bullet("a")]),
        ("<ul><li><p>a</p></li><li><div>b</div></li></ul>", [bullet("a"), bullet("b")]),
        ("<ul>\n<li>\na\n</li>\n<li>b</li>\n</ul>", [bullet("a"), bullet("b")]),
        ("<ul><li></li></ul>a", [paragraph("a")]),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", [bullet("a"), bullet("b", indent=1), bullet("c")]),
        ("<ul><li>a<ul><li>b</ul></ul><p>c</p>", [bullet("a"), bullet("b", indent=1), paragraph("c")]),
        ("</ul></ul><ul><li>a<ul><li>b", [bullet("a"), bullet("b", indent=1)]),
        ('<ol><li data-list="bullet" class="x ql-indent-2">a</li></ol>', [bullet("a", indent=2)]),
        ('<p class="ql-indent-1">a</p><p>b</p>', [paragraph("a", indent=1), paragraph("b")]),
        ('<p class="ql-indent-1">\na</p>', [paragraph("a", indent=1)]),
        ('<p class="ql-indent-1"></p><p>b</p>', [paragraph("b")]),
    ],
)
@pytest.mark.req("NOTE-15")
def test_html_lists_become_bullets(sent: str, expected: list[Line]) -> None:
    assert lines(sent) == expected


@pytest.mark.req("NOTE-16", "BCONST-14")
def test_indents_deeper_than_three_become_three() -> None:
    nested = "".join(f"<ul><li>{depth}" for depth in range(6))
    assert lines(nested) == [bullet(str(depth), indent=min(depth, 3)) for depth in range(6)]
    assert lines('<p class="ql-indent-8">a</p>') == [paragraph("a", indent=3)]
    for sent, stored in [(0, 0), (1, 1), (3, 3), (4, 3), (10**30, 3)]:
        assert lines(structure({"text": "a"}, indent=sent)) == [paragraph("a", indent=stored)]
    for odd in (-1, True, "1", None):
        assert set(refusals(structure(indent=odd))) == {"lines.0.indent"}
    assert refusals(structure(indent=1.5)) == {"lines.0.indent": "Whole numbers only"}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("<b>a</b><i>b</i>c", [("a", "b"), ("b", "i"), "c"]),
        ("<strong>a</strong> <em>b</em>", [("a", "b"), " ", ("b", "i")]),
        ("<B>a<I>b</B>c</I>d", [("a", "b"), ("b", "bi"), ("c", "i"), "d"]),
        ("<b><b>a</b>b</b>c", [("ab", "b"), "c"]),
        ("</b>a<b/>b<b>c", ["ab", ("c", "b")]),
        ("<b>a</b><strong>b</strong><b></b><b>c</b>", [("abc", "b")]),
    ],
)
@pytest.mark.req("NOTE-15")
def test_bold_and_italic_are_kept(sent: str, expected: list[str | tuple[str, str]]) -> None:
    assert lines(sent) == [paragraph(*expected)]


@pytest.mark.parametrize(
    "sent",
    [
        "a<script>alert('<p>x')</script>b",
        "a<SCRIPT src=x>if (1 < 2) {}</Script >b",
        "a<style>p > b { }</style>b",
        "a<script>x</script\n>b",
        "a<iframe src=x>y</iframe>b",
        "a<object><p>x</p></object>b",
        "a<template><b>x</b></template>b",
        "a<noscript>x</noscript>b",
        "<head><title>x</title><body>ab",
        "a<blink>b</blink>",
        "a<img src=x onerror=alert(1)>b",
        "a<span title='x > y' class=\"y > z\">b</span>",
        "a<custom-tag x=1 y>b</custom-tag>",
        "a<a href='javascript:alert(1)'>b</a>",
        "a<!-- x <p> -->b",
        "a<!DOCTYPE html>b",
        "a<?php x ?>b",
        "a<![CDATA[x]]>b",
        "a<![x[y>b",
        "a</>b",
        "a<x:y>b",
    ],
)
@pytest.mark.req("NOTE-17")
def test_other_markup_is_dropped(sent: str) -> None:
    assert lines(sent) == [paragraph("ab")]


@pytest.mark.parametrize("sent", ["<script>alert(1)", "<style>p", "<p></p>", "<!-- x -->", "<p>\x07</p>"])
@pytest.mark.req("NOTE-17")
def test_markup_without_visible_text_is_blank(sent: str) -> None:
    assert is_blank(read(sent))


@pytest.mark.req("NOTE-17")
def test_entities_become_characters_not_markup() -> None:
    assert lines("<p>&lt;b&gt; &amp;amp; &#233;&#x1F9E0; 1&nbsp;mg</p>") == [paragraph("<b> &amp; é🧠 1\u00a0mg")]
    assert lines("<p>one&#10;two</p>") == [paragraph("one"), paragraph("two")]
    assert lines("<p>&#0;&#xD800;</p>") == [paragraph("\ufffd\ufffd")]


def test_unclosed_markup_is_text() -> None:
    assert lines("<b>INR</b> <target and falling") == [paragraph(("INR", "b"), " <target and falling")]
    assert lines("<p>a</p><a href='b") == [paragraph("a"), paragraph("<a href='b")]
    assert lines("<p>a</p><!-- b") == [paragraph("a"), paragraph("<!-- b")]


@pytest.mark.req("NOTE-15")
def test_one_text_has_one_form() -> None:
    ragged = structure(
        {"text": ""},
        {"text": "Right ", "bold": True},
        {"text": "", "italic": True},
        {"text": "arm", "bold": True, "italic": False},
        {"text": "\n", "bold": True},
        {"text": "drifts"},
        {"text": ""},
    )
    assert read(ragged) == {
        "lines": [
            {"kind": "paragraph", "indent": 0, "runs": [{"text": "Right arm", "bold": True, "italic": False}]},
            {"kind": "paragraph", "indent": 0, "runs": [{"text": "drifts", "bold": False, "italic": False}]},
        ]
    }
    assert read(structure()) == {"lines": [{"kind": "paragraph", "indent": 0, "runs": []}]}
    assert read({"lines": []}) == {"lines": []}


@pytest.mark.req("NOTE-15")
def test_tags_in_runs_are_text() -> None:
    assert lines(structure({"text": "<b>a</b> &lt;"})) == [paragraph("<b>a</b> &lt;")]


def test_controls_are_dropped_and_characters_composed() -> None:
    assert lines("a\x07b\tc\x1b[0m\x7f\x9b") == [paragraph("ab c[0m")]
    composed = [paragraph("caf\u00e9")]
    assert lines("cafe\u0301") == composed
    assert lines("cafe\x07\u0301") == composed
    assert lines("<p>cafe<b></b>\u0301</p>") == composed
    assert lines(structure({"text": "cafe"}, {"text": "\u0301"})) == composed


@pytest.mark.parametrize("bad", ["\x00", "\ud800", "\udfff x"])
def test_text_that_a_database_cannot_store_is_refused(bad: str) -> None:
    for sent in (f"a{bad}", f"<p>a{bad}</p>", structure({"text": f"a{bad}"})):
        assert set(refusals(sent)) == {"lines.0.runs.0.text"}


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        (None, {"body"}),
        (5, {"body"}),
        (["a"], {"body"}),
        ({}, {"lines"}),
        ({"lines": "a"}, {"lines"}),
        ({"lines": [], "html": "a"}, {"html"}),
        ({"lines": ["a"]}, {"lines.0"}),
        ({"lines": [{}]}, {"lines.0.runs"}),
        (structure(kind="heading"), {"lines.0.kind"}),
        (structure(style="x"), {"lines.0.style"}),
        (structure({"text": 5}), {"lines.0.runs.0.text"}),
        (structure({}), {"lines.0.runs.0.text"}),
        (structure({"text": "a", "bold": 1}), {"lines.0.runs.0.bold"}),
        (structure({"text": "a", "href": "x"}), {"lines.0.runs.0.href"}),
    ],
)
@pytest.mark.req("NOTE-17")
def test_unknown_fields_are_refused(sent: Any, fields: set[str]) -> None:
    assert set(refusals(sent)) == fields


@pytest.mark.req("NOTE-17")
def test_the_stored_length_is_limited_to_four_times_the_limit() -> None:
    cap = 4 * LIMIT
    one_run = "m" * (cap - 2 * MARKUP_LENGTH)
    assert refusals(one_run) == {}
    assert refusals(f"{one_run}m") == {"body": TOO_LONG}
    assert refusals(f"<p>{one_run}</p>{'<!-- not stored -->' * 50}") == {}
    runs = [{"text": "m", "bold": bool(number % 2)} for number in range(cap // (MARKUP_LENGTH + 1))]
    assert refusals(structure(*runs)) == {"body": TOO_LONG}
    assert refusals(structure(*runs[:-1])) == {}
    assert refusals(structure(*[{"text": "m"}] * len(runs))) == {}


@pytest.mark.parametrize(
    "lines",
    [
        lambda count: {"lines": [{"runs": []}] * count},
        lambda count: "\n".join(["x"] * count),
        lambda count: "<p>x" * count,
        lambda count: {"lines": [{"runs": [{"text": "\r\n" * (count - 1)}]}]},
    ],
)
def test_the_number_of_lines_is_limited(lines: Callable[[int], Any]) -> None:
    assert refusals(lines(LINES_LIMIT)) == {}
    assert refusals(lines(LINES_LIMIT + 1)) == {"body": TOO_LONG}


def test_a_flood_of_tags_is_refused_unread() -> None:
    assert refusals("<b>" * BREAKS_LIMIT + "x") == {}
    assert refusals("<b>" * (BREAKS_LIMIT + 1) + "x") == {"body": TOO_LONG}


@pytest.mark.req("NOTE-17")
def test_the_visible_length_counts_neither_markup_nor_line_breaks() -> None:
    assert visible_length(read("")) == 0
    assert visible_length(read("a\nb\n")) == 2
    assert visible_length(read("<ul><li><b>a</b>&amp;</li><li class='ql-indent-1'>\U0001f9e0</li></ul>")) == 3
    assert visible_length(read("e\u0301")) == 1
    assert visible_length(read("a b ")) == 4


@pytest.mark.parametrize(
    "sent", ["", " ", "\t", "\n\n", "\u00a0", "\u200b\u2060", "<p> </p>", "<ul><li></li></ul>", {"lines": []}]
)
@pytest.mark.req("NOTE-17")
def test_white_space_only_is_blank(sent: Any) -> None:
    assert is_blank(read(sent))


@pytest.mark.parametrize("sent", ["a", ".", "<p>&nbsp;a</p>", " \n\u200b-"])
@pytest.mark.req("NOTE-17")
def test_any_visible_character_is_not_blank(sent: str) -> None:
    assert not is_blank(read(sent))


def test_of_lines_gives_the_form_that_is_read() -> None:
    made = of_lines("Glucose: ", "", "INR: ", kind=LineKind.BULLET)
    assert read(made) == made
    assert lines(made) == [bullet("Glucose: "), bullet(), bullet("INR: ")]


@pytest.mark.parametrize(
    "part",
    ["<!--", "<!-->", "<!--x>", "<b", "<b ", "<a b='", "<a b=\"x'>", "</", "<![", "<?", "<script>", "&#", "<b>x</b>"],
)
def test_parsing_any_markup_is_fast(part: str) -> None:
    """A body may be one megabyte; of what once took a minute, a fiftieth is allowed."""
    text = "<b>" + part * (100_000 // len(part))
    started = time.process_time()
    refusals(text)
    assert time.process_time() - started < 5
