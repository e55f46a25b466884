"""The command ``wardline retention``."""

from collections.abc import Collection

from wardline.core.terminal import Say
from wardline.network.loading import account
from wardline.retention import removing
from wardline.retention.choices import RetentionKind
from wardline.retention.selecting import Due


def run(action: str, owner_url: str, witnesses: Collection[str], say: Say) -> None:
    """Say what is due (``plan``), or remove it (``apply``)."""
    if action == "plan":
        due = removing.plan(owner_url, witnesses)
        for each in due:
            say(_line(each))
        say("Nothing was changed." if due else "Nothing is due.")
        return
    finished = removing.apply(owner_url, account(), witnesses)
    if finished is None:
        say("There are no retention periods, so everything is kept.")
        return
    removed = [f"{RetentionKind(kind).label}: {count:,}" for kind, count in finished.counts.items()]
    say(f"Retention run {finished.id} is complete. Removed: {'; '.join(removed) or 'nothing'}.")


def _line(due: Due) -> str:
    where = f"organization {due.organization_id}" if due.organization_id is not None else "the installation"
    return f"{due.kind.label} of {where}: {due.count:,}, the oldest of {due.oldest:%Y-%m-%d}"
