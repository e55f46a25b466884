"""Whether the audit trail would reveal tampering."""

from typing import Final

from wardline.system.items import GUIDE, act_now, look_soon, note, ok
from wardline.system.reading import Reader, TrustFacts
from wardline.system.schemas import SystemItem
from wardline.system.words import ago

LATE_ENTRIES: Final = 1_000
"""So many entries are linked within a minute even in a storm."""
MISSED_CHECKPOINTS: Final = 3


async def items(reader: Reader) -> list[SystemItem]:
    facts, settings = await reader.trust(), reader.settings
    return [
        chain(facts.unlinked),
        checkpoints(
            facts.checkpoint_seconds,
            has_key=settings.audit_key_file is not None,
            minutes=settings.audit_checkpoint_minutes,
        ),
        *witnesses(facts, reader.process.witnesses),
    ]


def chain(unlinked: int) -> SystemItem:
    if unlinked > LATE_ENTRIES:
        return act_now("Chain", f"{unlinked:,} entries are not linked yet.", "Start a worker, or restart the workers.")
    return ok("Chain", "New entries are linked.", action="Run `wardline audit verify` daily, which checks all of them.")


def checkpoints(age: float | None, *, has_key: bool, minutes: int) -> SystemItem:
    """There are none while there are no new entries, so that an old one alone does not mean much."""
    if not has_key:
        return note(
            "Checkpoints",
            "None are signed, so the owner of the database could rewrite the trail.",
            f"Set `WARDLINE_AUDIT_KEY_FILE`. See Checkpoints in {GUIDE}.",
        )
    if age is None or age > MISSED_CHECKPOINTS * minutes * 60 + 60:
        last = "None has been signed" if age is None else f"The last one was signed {ago(age)}"
        return look_soon(
            "Checkpoints",
            f"{last}.",
            "If people have used Wardline since, look for errors of the signing job in the workers' logs.",
        )
    return ok("Checkpoints", f"The last one was signed {ago(age)}.")


def witnesses(facts: TrustFacts, names: list[str]) -> list[SystemItem]:
    if not names:
        return [note("Witnesses", "No other system receives the trail.", f"See Witnesses in {GUIDE}.")]
    written = facts.last_position + facts.unlinked
    known = {str(each["name"]): each for each in facts.witnesses}
    items = []
    for number, name in enumerate(names, start=1):
        title = f"Witness {number}" if len(names) > 1 else "Witness"
        behind = max(written - int(known[name]["position"] or 0), 0) if name in known else written
        failure = known[name]["failure"] if name in known else None
        if failure is not None:
            action = "Restore the connection. If the chain differs, run `wardline audit verify` first."
            items.append(act_now(title, f"It does not accept entries ({failure}); {behind:,} wait.", action))
        else:
            items.append(ok(title, "It has everything." if behind == 0 else f"{behind:,} entries are on their way."))
    return items
