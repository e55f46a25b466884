"""The command ``wardline retention``."""

from wardline.audit.witnesses.registry import witnesses_of
from wardline.core.terminal import Say
from wardline.retention.commands import run
from wardline.serving import prepared_database
from wardline.settings import Settings
from wardline.startup import StartupError


def retention(settings: Settings, action: str, say: Say) -> None:
    """Say what the retention periods allow to be removed, or remove it."""
    witnesses = [witness.name for witness in witnesses_of(settings)]
    with prepared_database(settings, say) as complete:
        if complete.migrate_url is None:
            raise StartupError("retention requires the owner's URL in WARDLINE_MIGRATE_URL")
        run(action, complete.migrate_url, witnesses, say)
