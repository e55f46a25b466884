"""How Wardline identifies itself to a hospital's authorization server: a client id and its private key.

Both come from the settings and are checked at startup. SMART's rules for them:
https://hl7.org/fhir/smart-app-launch/client-confidential-asymmetric.html
"""

import json
import logging
import secrets
import warnings
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import httpx
from joserfc import jwt
from joserfc.errors import InvalidKeyTypeError, JoseError, SecurityWarning
from joserfc.jwk import ECKey, JWKRegistry, RSAKey

from wardline.addresses import is_loopback
from wardline.core.terminal import CommandError
from wardline.settings import Settings

log = logging.getLogger(__name__)

ASSERTION_LIFETIME: Final = timedelta(minutes=4)
"""SMART allows five minutes; one is reserved for a server whose clock is behind ours."""
CURVE: Final = "P-384"

SigningKey = RSAKey | ECKey


class ServiceUnusable(CommandError):
    """The settings for the backend service are invalid.

    The message names the setting, never the content of the key file.
    """


class KeyFile:
    """The private key in a file, which may be replaced while the server is running.

    While the new file is unusable, the key before it stays in use, so that a mistake does not stop the census.
    """

    def __init__(self, path: Path) -> None:
        """Raises `ServiceUnusable` as `read_key` does."""
        self._path = path
        self._stamp = _stamp(path)
        self._key = read_key(path)

    def key(self) -> SigningKey:
        stamp = _stamp(self._path)
        if stamp != self._stamp:
            self._stamp = stamp
            try:
                self._key = read_key(self._path)
            except ServiceUnusable as error:
                log.error("the key before it stays in use: %s", error)  # noqa: TRY400 - the message says it all
        return self._key


@dataclass(frozen=True, slots=True)
class BackendService:
    """A SMART backend service as registered at the hospital; `scope` is the scope of its tokens."""

    client_id: str
    scope: str
    key_file: KeyFile

    def assertion(self, endpoint: str, now: datetime) -> str:
        """A signed JWT that authenticates the service to this token endpoint once, within `ASSERTION_LIFETIME`."""
        key = self.key_file.key()
        algorithm = _algorithm(key)
        header = {"alg": algorithm, "kid": key.kid or key.thumbprint()}
        claims = {
            "iss": self.client_id,
            "sub": self.client_id,
            "aud": endpoint,
            "exp": int((now + ASSERTION_LIFETIME).timestamp()),
            "jti": secrets.token_urlsafe(24),
        }
        return jwt.encode(header, claims, key, algorithms=[algorithm])


def backend_service(settings: Settings, *, scope: str | None = None) -> BackendService | None:
    """The service in the settings, with tokens for the census or for `scope`; None if they describe none.

    Raises:
        ServiceUnusable: a setting is missing, the key cannot sign, or tokens would be sent unencrypted.
    """
    client_id, key_file = settings.fhir_client_id, settings.fhir_key_file
    if not client_id and key_file is None:
        return None
    if not client_id:
        raise ServiceUnusable("WARDLINE_FHIR_KEY_FILE is set without WARDLINE_FHIR_CLIENT_ID, the id that goes with it")
    if key_file is None:
        raise ServiceUnusable(
            "WARDLINE_FHIR_CLIENT_ID is set without WARDLINE_FHIR_KEY_FILE, the key that goes with it"
        )
    if settings.fhir_url is None:
        raise ServiceUnusable("WARDLINE_FHIR_CLIENT_ID is set without WARDLINE_FHIR_URL, the server that it is for")
    if not is_protected(settings.fhir_url, settings.fhir_url):
        raise ServiceUnusable("WARDLINE_FHIR_URL must be an https address, because access tokens are sent there")
    return BackendService(client_id, scope or settings.fhir_scope, KeyFile(key_file))


def is_protected(address: str, base_url: str) -> bool:
    """Whether `address` is safe from eavesdropping: it uses TLS, or is on this machine like `base_url`."""
    try:
        url, base = httpx.URL(address), httpx.URL(base_url)
    except httpx.InvalidURL:
        return False
    if url.scheme == "https":
        return bool(url.host)
    return url.scheme == "http" and url.host == base.host and is_loopback(url.host)


def _stamp(path: Path) -> tuple[int, int] | None:
    """Changes whenever the file is replaced; None if it cannot be read."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ino


def read_key(path: Path) -> SigningKey:
    """The private key in a JWK or PEM file.

    Raises:
        ServiceUnusable: it does not contain a key that SMART allows for signing.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ServiceUnusable(f"WARDLINE_FHIR_KEY_FILE={path} cannot be read: {error.strerror}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SecurityWarning)
            key = _import(content)
    except SecurityWarning:
        raise ServiceUnusable(
            f"WARDLINE_FHIR_KEY_FILE={path} is too weak: an RSA key must have at least 2048 bits"
        ) from None
    except Exception:  # noqa: BLE001 - the libraries raise many types for an invalid key, and some messages quote it
        raise ServiceUnusable(
            f"WARDLINE_FHIR_KEY_FILE={path} is not an RSA or EC {CURVE} key as JWK, or as PEM without a passphrase"
        ) from None
    _check(key, path)
    return key


def _import(content: bytes) -> SigningKey:
    if content.lstrip().startswith(b"{"):
        key = JWKRegistry.import_key(json.loads(content))
    else:
        try:
            key = RSAKey.import_key(content)
        except InvalidKeyTypeError:
            key = ECKey.import_key(content)
    if not isinstance(key, RSAKey) and not (isinstance(key, ECKey) and key.curve_name == CURVE):
        raise TypeError("a different type of key")
    return key


def _check(key: SigningKey, path: Path) -> None:
    if not key.is_private:
        raise ServiceUnusable(f"WARDLINE_FHIR_KEY_FILE={path} is a public key; signing requires the private key")
    algorithm = _algorithm(key)
    try:
        key.check_use("sig")
        key.check_alg(algorithm)
        key.check_key_op("sign")
    except JoseError:
        raise ServiceUnusable(f"WARDLINE_FHIR_KEY_FILE={path} is not meant to sign with {algorithm}") from None


def _algorithm(key: SigningKey) -> str:
    return "RS384" if isinstance(key, RSAKey) else "ES384"
