"""What the application's role may do: no more than its code does, so that history stays history even against a bug."""

from alembic import context, op


def grant(rights: str, *tables: str) -> None:
    """Give the application's role `rights` (as in SQL) on `tables`; nothing when migrations run without such a role."""
    role = _application_role()
    if role is not None:
        for table in tables:
            op.execute(f"grant {rights} on {table} to {role}")


def revoke(rights: str, *tables: str) -> None:
    """Take `rights` on `tables` from the application's role again."""
    role = _application_role()
    if role is not None:
        for table in tables:
            op.execute(f"revoke {rights} on {table} from {role}")


def _application_role() -> str | None:
    role = context.config.attributes.get("application_role")
    return op.get_bind().dialect.identifier_preparer.quote(role) if role else None
