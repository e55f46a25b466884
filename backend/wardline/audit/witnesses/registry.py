"""The witnesses that the settings name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, cast
from urllib.parse import SplitResult, urlsplit

from wardline.audit.witnesses.collector import Collector
from wardline.audit.witnesses.contract import Witness
from wardline.audit.witnesses.file import FileWitness
from wardline.audit.witnesses.syslog import SyslogWitness, Transport
from wardline.core.terminal import CommandError
from wardline.settings import Settings

_SETTING: Final = "WARDLINE_AUDIT_WITNESSES"
_SYSLOG_PORTS: Final = {"syslog+udp": 514, "syslog+tcp": 601, "syslog+tls": 6514}


class WitnessesUnusable(CommandError):
    """The settings for the witnesses are invalid. The message gives the position in the list, never a token."""


def witnesses_of(settings: Settings) -> list[Witness]:
    """The witnesses in the settings.

    Raises:
        WitnessesUnusable: a URL is not valid for a witness or listed twice, or the tokens do not match the collectors.
    """
    tokens = iter(_tokens(settings))
    witnesses = [
        _witness(number, address, tokens) for number, address in enumerate(settings.witness_addresses, start=1)
    ]
    if len({witness.name for witness in witnesses}) < len(witnesses):
        raise WitnessesUnusable(f"{_SETTING} lists a witness twice")
    return witnesses


def _tokens(settings: Settings) -> list[str | None]:
    """One per collector, in order: the token of one must not be sent to another."""
    collectors = sum(address.lower().startswith(("http:", "https:")) for address in settings.witness_addresses)
    if settings.audit_witness_token is None or not collectors:
        return [None] * collectors
    tokens = [token.strip() or None for token in settings.audit_witness_token.get_secret_value().split(",")]
    if len(tokens) != collectors:
        counts = f"{len(tokens)} token{'s' * (len(tokens) > 1)} for {collectors} collector{'s' * (collectors > 1)}"
        raise WitnessesUnusable(f"WARDLINE_AUDIT_WITNESS_TOKEN has {counts}")
    return tokens


def _witness(number: int, address: str, tokens: Iterator[str | None]) -> Witness:
    try:
        url = urlsplit(address)
        port = url.port
    except ValueError:
        raise _unusable(number, "is not a valid address") from None
    if url.scheme == "file":
        if url.netloc or not Path(url.path).is_absolute():
            raise _unusable(number, "is not a file on this computer, such as file:///var/log/wardline/audit.ndjson")
        return FileWitness(f"file://{url.path}", Path(url.path))
    if url.scheme not in {"http", "https", *_SYSLOG_PORTS} or not url.hostname:
        raise _unusable(number, "is not one of file://, syslog+udp://, syslog+tcp://, syslog+tls:// and https://")
    if url.username is not None or url.password is not None:
        raise _unusable(number, "contains a password, which belongs in WARDLINE_AUDIT_WITNESS_TOKEN")
    if url.scheme in _SYSLOG_PORTS:
        return _syslog(url, port)
    return Collector(_without_query(url), address, next(tokens))


def _syslog(url: SplitResult, port: int | None) -> SyslogWitness:
    host, port = url.hostname or "", port or _SYSLOG_PORTS[url.scheme]
    transport = cast(Transport, url.scheme.removeprefix("syslog+"))
    authority = f"[{host}]" if ":" in host else host
    return SyslogWitness(f"{url.scheme}://{authority}:{port}", transport, host, port)


def _without_query(url: SplitResult) -> str:
    return f"{url.scheme}://{url.netloc}{url.path}"


def _unusable(number: int, reason: str) -> WitnessesUnusable:
    return WitnessesUnusable(f"{_SETTING}: address {number} {reason}")
