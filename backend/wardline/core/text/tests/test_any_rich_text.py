"""Random rich text."""

import unicodedata
from itertools import pairwise
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from wardline.core.text.rich_text import RichText, lines_of, stored_length, up_to, visible_length

LIMIT = 6000
SECTION: TypeAdapter[RichText] = TypeAdapter(Annotated[RichText, up_to(LIMIT)])

_TAGS = r"</?(p|br|ul|li|b|em|td|script|object|a href='|p class='ql-indent-9'|!(--|\[)?|\?)?>?|-->|&(lt|#10|#x0);?"
_PIECES = st.from_regex(_TAGS, fullmatch=True) | st.sampled_from("\n\r\x85 \t\x00\u0301")
MARKUP = st.lists(_PIECES | st.text(max_size=5), max_size=40).map("".join)
STRUCTURES = st.fixed_dictionaries(
    {
        "lines": st.lists(
            st.fixed_dictionaries(
                {
                    "kind": st.sampled_from(["paragraph", "bullet"]),
                    "indent": st.integers(0, 9),
                    "runs": st.lists(
                        st.fixed_dictionaries(
                            {"text": st.text(max_size=5) | _PIECES, "bold": st.booleans(), "italic": st.booleans()}
                        ),
                        max_size=5,
                    ),
                }
            ),
            max_size=5,
        )
    }
)


def read(sent: Any) -> dict[str, Any]:
    found: dict[str, Any] = SECTION.dump_python(SECTION.validate_python(sent), mode="json", by_alias=True)
    return found


def _texts(sent: Any) -> list[str]:
    return [sent] if isinstance(sent, str) else [run["text"] for line in sent["lines"] for run in line["runs"]]


@given(sent=MARKUP | STRUCTURES)
@pytest.mark.req("NOTE-15", "NOTE-16", "NOTE-17")
def test_any_input_is_refused_or_normalized(sent: Any) -> None:
    try:
        found = read(sent)
    except ValidationError:
        assert "\x00" in "".join(_texts(sent))
        return
    assert read(found) == found
    # Composing never increases the number of characters.
    assert visible_length(found) <= sum(len(unicodedata.normalize("NFD", text)) for text in _texts(sent))
    assert stored_length(SECTION.validate_python(found)) <= 4 * LIMIT
    for line in found["lines"]:
        styles = [(run["bold"], run["italic"]) for run in line["runs"]]
        assert all(one != other for one, other in pairwise(styles))
        assert all(run["text"] for run in line["runs"])
        assert 0 <= line["indent"] <= 3
    assert not any(unicodedata.category(sign) in {"Cc", "Zl", "Zp"} for text in lines_of(found) for sign in text)


@given(
    words=st.lists(st.text("abc<>&'\"", min_size=1, max_size=8), min_size=1, max_size=6),
    tag=st.sampled_from(["p", "li", "div"]),
)
@pytest.mark.req("NOTE-17")
def test_text_written_as_html_reads_back(words: list[str], tag: str) -> None:
    escaped = [word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for word in words]
    assert lines_of(read("".join(f"<{tag}>{word}</{tag}>" for word in escaped))) == words
