"""The secrets with which identity providers call, in a file that is read again whenever it changes."""

import hashlib
import hmac
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wardline.core.forms.fields import CODE_PATTERN
from wardline.core.terminal import CommandError
from wardline.settings import Settings

log = logging.getLogger(__name__)

SHORTEST_SECRET: Final = 32
SECRETS_OF_CLIENT: Final = 2
"""The old and the new one, while the provider is given the new one."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
_SUBJECT: Final = "subject=externalId"


class SecretsInvalid(Exception):
    """The file cannot be used; the message never has a secret."""


@dataclass(frozen=True, slots=True)
class ScimClient:
    """An identity provider, which acts in one organization only."""

    name: str
    organization: str
    """The organization's code."""
    subject_is_external_id: bool
    """Whether a person's identifier at the provider is their externalId; otherwise, it is their userName."""


@dataclass(frozen=True, slots=True)
class Secret:
    client: ScimClient
    digest: bytes

    @property
    def stored(self) -> str:
        """Tells secrets apart in the database."""
        return self.digest.hex()[-16:]

    @property
    def ending(self) -> str:
        """Tells secrets apart on the screen: the last four digits of `echo -n SECRET | sha256sum`."""
        return self.digest.hex()[-4:]


def digest_of(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def parse_secrets(text: str) -> list[Secret]:
    """One secret a line: the client's name, its organization's code, the secret, and perhaps how subjects are sent.

    Raises:
        SecretsInvalid
    """
    secrets = [
        _secret(number, line.split())
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    _check_together(secrets)
    return secrets


def _secret(number: int, words: Sequence[str]) -> Secret:
    if len(words) not in {3, 4} or words[3:] not in ([], [_SUBJECT]):
        raise SecretsInvalid(f"line {number} is not: client organization secret [{_SUBJECT}]")
    name, organization, secret = words[:3]
    if not _NAME.fullmatch(name) or not re.fullmatch(CODE_PATTERN, organization):
        raise SecretsInvalid(f"line {number} does not begin with the name of a client and the code of an organization")
    if len(secret) < SHORTEST_SECRET:
        raise SecretsInvalid(f"line {number} has a secret of less than {SHORTEST_SECRET} characters")
    return Secret(ScimClient(name, organization, len(words) > len(words[:3])), digest_of(secret))


def _check_together(secrets: Sequence[Secret]) -> None:
    if len({secret.digest for secret in secrets}) < len(secrets):
        raise SecretsInvalid("two lines have the same secret")
    for name, count in Counter(secret.client.name for secret in secrets).items():
        if count > SECRETS_OF_CLIENT:
            raise SecretsInvalid(f"{name} has more than {SECRETS_OF_CLIENT} secrets")
    clients = {secret.client for secret in secrets}
    if len({client.name for client in clients}) < len(clients):
        raise SecretsInvalid("a client's lines differ in more than the secret")


class ScimClients:
    """The clients in a file; none without one. While the file is unusable, the secrets it had before stay valid."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.problem: str | None = None
        """Why the file cannot be used as it is now."""
        self._secrets: list[Secret] = []
        self._read_as: tuple[int, int, int] | None = None

    @property
    def secrets(self) -> Sequence[Secret]:
        self._read()
        return self._secrets

    def find(self, secret: str) -> Secret | None:
        """Compares with all, so that the time taken says nothing about any."""
        digest = digest_of(secret)
        matches = [known for known in self.secrets if hmac.compare_digest(known.digest, digest)]
        return matches[0] if matches else None

    def _read(self) -> None:
        if self.file is None:
            return
        try:
            status = self.file.stat()
            version = (status.st_mtime_ns, status.st_size, status.st_ino)
            if version == self._read_as:
                return
            self._secrets = parse_secrets(self.file.read_text(encoding="utf-8"))
            self._read_as, self.problem = version, None
        except (OSError, UnicodeDecodeError) as error:
            self._report(f"it cannot be read: {type(error).__name__}")
        except SecretsInvalid as error:
            self._report(str(error))

    def _report(self, problem: str) -> None:
        if problem != self.problem:
            log.error("the SCIM secrets are not as in their file: %s", problem)
        self.problem = problem


def check_secrets(settings: Settings) -> None:
    """Raises `CommandError` if there is a file that cannot be used."""
    clients = ScimClients(settings.scim_secrets_file)
    if not clients.secrets and clients.problem is not None:
        raise CommandError(f"WARDLINE_SCIM_SECRETS_FILE: {clients.problem}")


def clients_by_name(secrets: Sequence[Secret]) -> Iterator[tuple[ScimClient, list[Secret]]]:
    """Each client once, with its secrets in the file's order."""
    for client in dict.fromkeys(secret.client for secret in secrets):
        yield client, [secret for secret in secrets if secret.client == client]
