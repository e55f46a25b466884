"""The demonstration provider's signing key, stored in the data folder so that tokens survive a restart."""

import json
import os
import secrets
from functools import cache
from pathlib import Path

from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from wardline.core.terminal import CommandError

KEY_FILE = "demo-identity-key.json"
_KEY_BITS = 2048
_OWNER_ONLY = 0o600


class DemoKeyUnreadable(CommandError):
    """The key file is not a key, or cannot be read or created; the message has its path."""


def load_or_create_key(data_dir: Path) -> RSAKey:
    """The key in `data_dir`, created on first use and readable only by its owner. Safe if two processes start at once.

    Raises:
        DemoKeyUnreadable: a damaged key is not replaced, because tokens were signed with it.
    """
    path = data_dir / KEY_FILE
    try:
        if not path.exists():
            _create(path)
        return _load(path)
    except OSError as error:
        raise DemoKeyUnreadable(f"cannot use the signing key {path}: {error.strerror}") from None


def check_key(data_dir: Path) -> None:
    """Raise `DemoKeyUnreadable` if there is a key file that is not a key."""
    if (data_dir / KEY_FILE).exists():
        load_or_create_key(data_dir)


def _load(path: Path) -> RSAKey:
    path.chmod(_OWNER_ONLY)
    try:
        key = _imported(path.read_text(encoding="ascii"))
    except (JoseError, ValueError, TypeError):
        raise DemoKeyUnreadable(f"{path} is not a signing key; remove it and start again") from None
    if not key.is_private or key.kid is None:
        raise DemoKeyUnreadable(f"{path} is not a private signing key; remove it and start again")
    return key


@cache
def _imported(text: str) -> RSAKey:
    """The key in a file's text, read once, because its numbers take 10 ms to check."""
    return RSAKey.import_key(json.loads(text))


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    key = RSAKey.generate_key(_KEY_BITS, {"use": "sig", "alg": "RS256"}, auto_kid=True)
    temporary_path = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(
        os.open(temporary_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w", encoding="ascii"
    ) as file:
        json.dump(key.as_dict(private=True), file)
    try:
        # Linking is atomic, so the second process uses the first one's key.
        path.hardlink_to(temporary_path)
    except FileExistsError:
        pass
    finally:
        temporary_path.unlink()
