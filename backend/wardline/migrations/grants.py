"""What the application's role may do: no more than its code does, so that history stays history even against a bug."""

from alembic import context, op


def grant(rights: str, *tables: str) -> None:
    """Give the application's role `rights` (as in SQL) on `tables`; nothing when migrations run without such a role."""
    role = context.config.attributes.get("application_role")
    if not role:
        return
    quoted = op.get_bind().dialect.identifier_preparer.quote(role)
    for table in tables:
        op.execute(f"grant {rights} on {table} to {quoted}")
