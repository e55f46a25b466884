import json
from pathlib import Path

import pytest

from wardline.core.text.search_words import query_words, split_words

CASES = json.loads(Path(__file__).with_name("search_words.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
@pytest.mark.req("WL-50")
def test_a_text_is_split_into_words(case: dict[str, list[str]]) -> None:
    assert split_words(str(case["text"])) == case["words"]
    assert split_words(" ".join(case["words"])) == case["words"], "splitting the words again changes nothing"


def test_a_word_is_truncated_after_it_was_expanded() -> None:
    """One square character expands to several letters."""
    (word,) = split_words("\u3316" * 255)
    assert len(word) == 100


@pytest.mark.req("WL-50")
def test_only_the_first_words_of_a_search_are_used() -> None:
    assert query_words(" ".join(f"w{number}" for number in range(30))) == [f"w{number}" for number in range(10)]
