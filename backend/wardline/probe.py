"""Checks the health of a running server, for a terminal, a supervisor, or a container's health check."""

from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from wardline.core.terminal import CommandError, Say
from wardline.settings import Settings

TIMEOUT_SECONDS = 5


def check_health(settings: Settings, say: Say) -> None:
    """Print the response of the server at the configured address.

    Raises:
        CommandError: there is no response, or the server is not ready.
    """
    try:
        address = f"http://{settings.listen_address}/api/health"
        with urlopen(address, timeout=TIMEOUT_SECONDS) as response:
            say(response.read().decode())
    except HTTPError as error:
        raise CommandError(f"the server is not ready: {error.read().decode()}") from None
    except (URLError, OSError) as error:
        reason = getattr(error, "reason", error)
        raise CommandError(f"no server responds on {settings.host}:{settings.port}: {reason}") from None
