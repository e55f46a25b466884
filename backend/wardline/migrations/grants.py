"""Privileges of the application's role: no more than its code needs, so even a bug cannot change history."""

from alembic import context, op
from sqlalchemy import text


def grant(rights: str, *tables: str) -> None:
    """Give the application's role `rights` (as in SQL) on `tables`; nothing when migrations run without such a role."""
    role = _application_role()
    if role is not None:
        for table in tables:
            op.execute(f"grant {rights} on {table} to {role}")


def revoke(rights: str, *tables: str) -> None:
    """Take `rights` on `tables` from the application's role again.

    Nothing where that role is also the one that migrates: an owner's rights can be taken, too, and the functions that
    write for the application do so with their owner's.
    """
    role = _application_role()
    if role is not None and not _owner_serves():
        for table in tables:
            op.execute(f"revoke {rights} on {table} from {role}")


def _application_role() -> str | None:
    role = context.config.attributes.get("application_role")
    return op.get_bind().dialect.identifier_preparer.quote(role) if role else None


def _owner_serves() -> bool:
    return bool(op.get_bind().scalar(text("select current_user")) == context.config.attributes["application_role"])
