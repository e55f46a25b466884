"""The answer to "may this person do that now": yes, or no with the reason that becomes the error."""

from dataclasses import dataclass

from wardline.core.errors import Conflict, Forbidden, ProductError


@dataclass(frozen=True, slots=True)
class Decision:
    """`refusal` is None when allowed."""

    refusal: ProductError | None = None

    @property
    def allowed(self) -> bool:
        return self.refusal is None

    def enforce(self) -> None:
        """Raise the refusal, if there is one."""
        if self.refusal is not None:
            raise self.refusal


ALLOWED = Decision()


def forbidden(message: str | None = None) -> Decision:
    """The caller lacks a right."""
    return Decision(Forbidden(message))


def conflict(message: str) -> Decision:
    """The record's state does not allow it."""
    return Decision(Conflict(message))
