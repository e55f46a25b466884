"""The one kind of failure that a person at the terminal can put right."""


class Refused(Exception):
    """What was asked for is not done; the text is one line that says why and what to do."""
