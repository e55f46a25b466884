"""Users as other users see them."""

from wardline.core.forms.wire import ReadModel


class Person(ReadModel):
    """Who did something."""

    id: int
    username: str
    first_name: str
    last_name: str


class NamedPerson(ReadModel):
    """Somebody whose name is all that others need."""

    id: int
    first_name: str
    last_name: str


class Viewer(NamedPerson):
    """A user who has a consult on a screen, or is in its meeting."""
