"""A patient's names as the database searches them: asked words are beginnings of stored ones (`core.words`)."""

from wardline.core.words import asked_words


def prefix_query(text: str) -> str | None:
    """The text as a ``tsquery`` in which every word is a beginning.

    None when it has no words. Words hold letters and digits only.
    """
    asked = asked_words(text)
    return " & ".join(f"'{word}':*" for word in asked) or None
