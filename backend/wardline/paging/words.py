"""What notices outside the application say: the line, the location and the priority, never a word about the patient."""

from typing import Final

from wardline.paging.choices import EscalationKind
from wardline.paging.contents import PageContent

ACCEPT: Final = "1"
HEARD: Final = "2"
REPEAT: Final = "9"
MENU: Final = f"Press {ACCEPT} to acknowledge. Press {HEARD} if you have heard this. Press {REPEAT} to hear it again."
MENU_WITHOUT_ACKNOWLEDGING: Final = f"Press {HEARD} if you have heard this. Press {REPEAT} to hear it again."
SIGN_IN: Final = "Sign in to Wardline to see it. If you do not work there, please ignore this call. Goodbye."
"""On a number that nobody has verified."""
ACKNOWLEDGED: Final = "You have acknowledged the consult. Sign in to Wardline to see it. Goodbye."
TAKEN: Final = "Someone else has already answered. There is nothing to do. Goodbye."
NOT_NEEDED: Final = "This no longer needs an answer. Goodbye."
"""After the consult was cancelled or completed, or was handed over to someone else."""
NOT_BY_PHONE: Final = "You cannot acknowledge this by phone."
NOTED: Final = "Thank you. You will not be called about this again. Goodbye."
NOTED_BY_BACKUP: Final = "Thank you. You will be called again until someone acknowledges the consult. Goodbye."


def subject(content: PageContent) -> str:
    return f"{content.priority.capitalize()}: {EscalationKind(content.kind).label}, {content.line}"


def text(content: PageContent, origin: str) -> str:
    return f"Wardline. {subject(content)}, {content.location}. {origin}{content.path}"


def mail(content: PageContent, origin: str) -> str:
    return f"{subject(content)}\nLocation: {content.location}\n\nSign in to see it: {origin}{content.path}\n"


def speech(content: PageContent) -> str:
    if not content.is_verified:
        return f"This is Wardline. {subject(content)}, at {content.location}. {SIGN_IN}"
    menu = MENU if content.may_acknowledge else MENU_WITHOUT_ACKNOWLEDGING
    return f"This is Wardline. {subject(content)}, at {content.location}. {menu}"
