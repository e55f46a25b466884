"""How recently and how the caller of a request signed in, for operations that ask for a fresh sign-in (RFC 9470)."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from fastapi import Request

from wardline.access.tokens import LEEWAY, AccessToken
from wardline.core import clock
from wardline.core.clock import to_utc_text
from wardline.core.db.statements import AnyConnection
from wardline.core.errors import NotSignedIn
from wardline.core.http.routing import connection_of
from wardline.settings import Settings, StepUp

_KEY: Final = "access.freshness"
_ACR_LIMIT: Final = 255


class StepUpRequired(NotSignedIn):
    """The token is good, but the user must sign in anew; `maxAge` (seconds) and `acrValues` go to the provider."""

    code = "step_up_required"
    message = "This needs a fresh sign-in. Sign in again, then press the button again."

    def __init__(self, max_age: timedelta, acr_values: str) -> None:
        seconds = int(max_age.total_seconds())
        super().__init__(maxAge=seconds, acrValues=acr_values or None)
        asked = f', acr_values="{acr_values}"' if acr_values else ""
        self.challenge = f'Bearer error="insufficient_user_authentication", max_age="{seconds}"{asked}'


@dataclass(slots=True)
class Freshness:
    """When and how the caller of a request signed in."""

    token: AccessToken
    settings: Settings
    asked: dict[str, Any] = field(default_factory=dict)
    """What the audit entry says once an operation has asked."""

    def require(self, operation: StepUp) -> None:
        """Raises StepUpRequired if this operation asks, and the sign-in is older or weaker than the settings say."""
        if operation not in self.settings.step_up_operations:
            return
        signed_in_at, acr = self.token.signed_in_at, self.token.acr
        self.asked = {
            "signedInAt": to_utc_text(signed_in_at) if signed_in_at is not None else None,
            "acr": acr[:_ACR_LIMIT] if acr is not None else None,
        }
        accepted = self.settings.step_up_acr.split()
        max_age = timedelta(minutes=self.settings.step_up_minutes)
        is_fresh = signed_in_at is not None and -LEEWAY <= clock.now() - signed_in_at <= max_age + LEEWAY
        if not is_fresh or (accepted and acr not in accepted):
            raise StepUpRequired(max_age, self.settings.step_up_acr)


def require(connection: AnyConnection, operation: StepUp) -> None:
    """Raises StepUpRequired; never for what is done without a request, for example by a job."""
    freshness: Freshness | None = connection.info.get(_KEY)
    if freshness is not None:
        freshness.require(operation)


def asked_of(connection: AnyConnection) -> dict[str, Any]:
    """What the audit entry of a request says about the caller's sign-in; nothing unless an operation has asked."""
    freshness: Freshness | None = connection.info.get(_KEY)
    return freshness.asked if freshness is not None else {}


def remember(request: Request) -> None:
    """Lets `require` know about the request's token, if it has one."""
    token: AccessToken | None = getattr(request.state, "token", None)
    if token is not None:
        connection_of(request).info[_KEY] = Freshness(token, request.app.state.settings)
