"""The keys of checkpoints: the signing key, which is not in the database, and the trusted public keys."""

import base64
import binascii
import hashlib
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from wardline.core.terminal import CommandError
from wardline.settings import Settings


class KeysUnusable(CommandError):
    """The settings for the checkpoint keys are invalid. The message names the setting, never the content of a file."""


def signing_key(settings: Settings) -> Ed25519PrivateKey | None:
    """The signing key, or None if none is set.

    Raises:
        KeysUnusable: the file does not contain such a key.
    """
    path = settings.audit_key_file
    if path is None:
        return None
    content = _read(path, "WARDLINE_AUDIT_KEY_FILE")
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeysUnusable(
            f"WARDLINE_AUDIT_KEY_FILE={path} is not an Ed25519 private key in PEM format without a passphrase"
        )
    return key


def trusted_keys(settings: Settings) -> dict[str, Ed25519PublicKey]:
    """By name: the public key of the signing key, and earlier ones from a file with one `as_text` line each.

    Raises:
        KeysUnusable: one of the two files contains something else.
    """
    signing = signing_key(settings)
    keys = [] if signing is None else [signing.public_key()]
    path = settings.audit_trusted_keys_file
    lines = [] if path is None else _read(path, "WARDLINE_AUDIT_TRUSTED_KEYS_FILE").split(b"\n")
    for number, line in enumerate(lines, start=1):
        text = line.partition(b"#")[0].strip()
        if not text:
            continue
        try:
            keys.append(Ed25519PublicKey.from_public_bytes(base64.b64decode(text, validate=True)))
        except (ValueError, binascii.Error):
            raise KeysUnusable(
                f"WARDLINE_AUDIT_TRUSTED_KEYS_FILE={path}, line {number}, is not an Ed25519 public key in base64"
            ) from None
    return {name_of(key): key for key in keys}


def as_text(key: Ed25519PublicKey) -> str:
    """The 32 bytes of the key in base64."""
    return base64.b64encode(key.public_bytes_raw()).decode()


def name_of(key: Ed25519PublicKey) -> str:
    """The name of a key in checkpoints: the start of its SHA-256."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def is_signed(key: Ed25519PublicKey, signature: bytes, content: bytes) -> bool:
    try:
        key.verify(signature, content)
    except InvalidSignature:
        return False
    return True


def _read(path: Path, setting: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise KeysUnusable(f"{setting}={path} cannot be read: {error.strerror}") from None
