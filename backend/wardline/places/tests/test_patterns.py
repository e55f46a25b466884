"""Expressions that a unit may have for its patient number."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wardline.places.patterns import MAX_LENGTH, UnsuitablePattern, check_pattern

SUITABLE = [
    "[0-9]{6}",
    "^[A-Z]{2}-[0-9]{4,8}$",
    "AC[0-9]{6}",
    "(AB|AC|MRN)?[0-9]+",
    "[A-Za-z0-9]{1,20}(-[0-9]{2})*",
    "(?:[A-Z]+-)*[0-9]+",
    r"[0-9]+\.[0-9]{2}",
    "[^ ]+",
    ".*",
    "[0-9]*[0-9]*",
    "",
    "(" * 20 + "a" + ")" * 20,
    "(a)" * 25,
    "(a|b){30}a",
]
SLOW = [
    "([0-9]+)+",
    "([a-zA-Z]+)*",
    "(a|aa)+",
    "(a|a?)+",
    "(.*a){12}",
    "(a?b|b){30}",
    "(a?){30}a{30}",
    "[0-9]*[0-9]*[0-9]*x",
    "(x+x+)+y",
    ".*.*.*=.*",
    "あ*.*[ぁ-ん]*.*",
]
WRONG = [
    ("[0-9", 5, "']' is missing"),
    ("(a", 3, "')' is missing"),
    ("a)", 2, "unexpected ')'"),
    ("*a", 1, "'*' must be written as '\\*'"),
    ("a{3,1}", 2, "a count must be at most 255, with the smaller number first"),
    ("a**", 3, "a repetition cannot be repeated"),
    (r"\d{6}", 1, "'\\d' means something else in a browser; write [0-9]"),
    (r"[\w]", 2, "'\\w' means something else in a browser; write [A-Za-z0-9_]"),
    ("(?=a)a", 3, "only plain groups and (?: ) can be used"),
    (r"(a)\1", 4, "'\\1' cannot be used"),
    ("a$b", 2, "unexpected '$'"),
    ("[z-a]", 2, "the range z-a is reversed"),
    ("[]", 2, "[] matches nothing"),
    ("[a&&b]", 3, "between [ and ], '&' must be written as '\\&', and only once"),
    ("{2}", 1, "'{' must be written as '\\{'"),
    ("\\", 1, "'\\' cannot be used"),
    ("(" * 21 + "a" + ")" * 21, 21, "groups are nested too deeply"),
]


@pytest.mark.req("VAL-21")
@pytest.mark.parametrize("pattern", SUITABLE)
def test_plain_expressions_are_accepted(pattern: str) -> None:
    assert check_pattern(pattern) == pattern


@pytest.mark.req("VAL-21")
@pytest.mark.parametrize("pattern", SLOW)
def test_slow_expressions_are_refused(pattern: str) -> None:
    with pytest.raises(UnsuitablePattern, match="can be very slow"):
        check_pattern(pattern)


@pytest.mark.parametrize(("pattern", "position", "message"), WRONG)
@pytest.mark.req("VAL-21")
def test_expressions_that_differ_between_python_and_javascript_are_refused(
    pattern: str, position: int, message: str
) -> None:
    with pytest.raises(UnsuitablePattern) as caught:
        check_pattern(pattern)
    assert str(caught.value) == f"the expression is invalid at character {position}: {message}"


_ATOMS = st.sampled_from(["a", "b", "[ab]", "[^b]", ".", "ab"])
_PATTERNS = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["?", "*", "+", "{2,9}", "{4}"])).map(lambda pair: f"({pair[0]}){pair[1]}"),
        st.tuples(inner, inner).map(lambda pair: f"{pair[0]}{pair[1]}"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}|{pair[1]})"),
    ),
    max_leaves=7,
)


@pytest.mark.req("VAL-21")
@settings(max_examples=200, deadline=None)
@given(_PATTERNS, st.sampled_from(["a", "b", "ab", "aab", "abb"]))
def test_accepted_expressions_match_quickly(pattern: str, unit: str) -> None:
    try:
        compiled = re.compile(check_pattern(pattern))
    except UnsuitablePattern:
        return
    value = (unit * MAX_LENGTH)[: MAX_LENGTH - 1] + "!"
    started = time.process_time()
    compiled.fullmatch(value)
    assert time.process_time() - started < 0.5
