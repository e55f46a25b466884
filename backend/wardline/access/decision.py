"""The result of a policy: allowed, or refused with the error that the caller gets."""

from dataclasses import dataclass

from wardline.core.errors import Conflict, Forbidden, ProductError


@dataclass(frozen=True, slots=True)
class Decision:
    """`refusal` is None if allowed; otherwise it includes its details, for example who was first."""

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
    """The user lacks a right."""
    return Decision(Forbidden(message))


def conflict(message: str) -> Decision:
    """The record's state does not allow it."""
    return Decision(Conflict(message))
