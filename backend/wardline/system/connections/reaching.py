"""Tries several addresses at once."""

import asyncio
import ssl
from collections.abc import Awaitable, Sequence

from wardline.system.connections.contract import ConnectionBroken


class NotReached(Exception):
    """`reason` is a few fixed words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


async def connect(host: str, port: int, *, tls: ssl.SSLContext | None) -> None:
    """Open a connection, and close it without sending anything. The caller limits the time.

    Raises:
        NotReached
    """
    try:
        _, writer = await asyncio.open_connection(host, port, ssl=tls)
    except ssl.SSLCertVerificationError:
        raise NotReached("its certificate is not trusted") from None
    except ssl.SSLError:
        raise NotReached("no TLS") from None
    except (OSError, ValueError):
        # ValueError is raised for an invalid host name.
        raise NotReached("no connection") from None
    writer.close()


async def all_of(tries: Sequence[tuple[str, Awaitable[None]]], *, action: str) -> None:
    """Wait for all of these, each with its name.

    Raises:
        ConnectionBroken: names those that raised `NotReached`.
    """
    results = await asyncio.gather(*(each for _, each in tries), return_exceptions=True)
    failed = []
    for (name, _), result in zip(tries, results, strict=True):
        if isinstance(result, NotReached):
            failed.append(f"{name}: {result.reason}")
        elif isinstance(result, BaseException):
            raise result
    if failed:
        raise ConnectionBroken(f"{'; '.join(failed)}.", action)
