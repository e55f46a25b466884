"""Asks a running server how it is; for a terminal, a supervisor or a container's health check."""

from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from wardline.core.terminal import CommandError, Say
from wardline.settings import Settings

PATIENCE_SECONDS = 5


def ask_health(settings: Settings, say: Say) -> None:
    """Tell what the server on the configured address says.

    Raises:
        Refused: nothing answers there, or it is not ready.
    """
    try:
        address = f"http://{settings.listening}/api/health"
        with urlopen(address, timeout=PATIENCE_SECONDS) as answer:
            say(answer.read().decode())
    except HTTPError as error:
        raise CommandError(f"the server is not ready: {error.read().decode()}") from None
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise CommandError(f"no server answers on {settings.host}:{settings.port}: {reason}") from None
