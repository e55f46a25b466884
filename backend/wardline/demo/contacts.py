"""The contacts of the demonstration's users: those with a phone number can be paged by text message."""

from datetime import datetime
from typing import Final

from sqlalchemy import literal, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from wardline.access.permissions import ACKNOWLEDGE_TRANSFER, GIVE_CONSULT
from wardline.contacts.choices import ContactKind
from wardline.contacts.models import Contact
from wardline.people.models import RolePermission, User, UserRole

_PAGED: Final = or_(
    *(
        (RolePermission.action == permission.action) & (RolePermission.subject == permission.subject)
        for permission in (GIVE_CONSULT, ACKNOWLEDGE_TRANSFER)
    )
)


def add_contacts(session: Session, now: datetime) -> None:
    """Add a verified phone for each user who can be paged and has one on file, unless they have added it."""
    contact = {
        Contact.user_id: User.id,
        Contact.kind: literal(ContactKind.TEXT.value),
        Contact.address: User.phone_number,
        Contact.label: literal("Cell phone"),
        Contact.position: literal(0),
        Contact.delay_seconds: literal(0),
        Contact.created_at: literal(now),
        Contact.verified_at: literal(now),
    }
    roles = select(RolePermission.role_id).where(_PAGED)
    users = select(UserRole.user_id).where(UserRole.role_id.in_(roles))
    rows = select(*contact.values()).where(User.phone_number.is_not(None), User.id.in_(users))
    new = insert(Contact).from_select([column.key for column in contact], rows)
    session.execute(new.on_conflict_do_nothing())
