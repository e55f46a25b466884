"""Invalid settings of a backend service are reported in one line that quotes no key."""

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, OctKey, RSAKey

from wardline.ehr.fhir.service_key import KeyFile, ServiceUnusable, backend_service, is_protected
from wardline.ehr.registry import census_source_for
from wardline.settings import Settings

URL = "https://hospital.invalid/fhir"
EC = ECKey.generate_key("P-384")
NO_KEY = "is not an RSA or EC P-384 key"


def weak() -> bytes:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)
        return RSAKey.generate_key(1024).as_pem(private=True)


def pem(key: ec.EllipticCurvePrivateKey | Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def jwk(key: Any = EC, **more: Any) -> bytes:
    return json.dumps({**key.as_dict(private=key.is_private), **more}).encode()


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", NO_KEY),
    "words": (lambda: b"open sesame", NO_KEY),
    "not text": (lambda: b"\xff\xfe{", NO_KEY),
    "broken JSON": (lambda: b'{"kty":"EC",', NO_KEY),
    "deep JSON": (lambda: b'{"a":' * 100_000, NO_KEY),
    "a JWK without its parts": (lambda: b'{"kty":"EC","crv":"P-384"}', NO_KEY),
    "an unknown curve": (lambda: jwk(crv="P-999"), NO_KEY),
    "half of another key": (lambda: jwk(d=ECKey.generate_key("P-384").as_dict(private=True)["d"]), NO_KEY),
    "a set of keys": (lambda: json.dumps({"keys": [EC.as_dict(private=True)]}).encode(), NO_KEY),
    "a shared secret": (lambda: json.dumps(OctKey.generate_key(256).as_dict()).encode(), NO_KEY),
    "a PEM with a passphrase": (lambda: EC.as_pem(private=True, password="sesame"), NO_KEY),
    "a public PEM": (lambda: EC.as_pem(private=False), "public key"),
    "a public JWK": (lambda: json.dumps(EC.as_dict(private=False)).encode(), "public key"),
    "a weak RSA key": (weak, "too weak"),
    "another curve": (lambda: ECKey.generate_key("P-256").as_pem(private=True), NO_KEY),
    "a curve that JOSE does not know": (lambda: pem(ec.generate_private_key(ec.BrainpoolP384R1())), NO_KEY),
    "another kind of key": (lambda: pem(Ed25519PrivateKey.generate()), NO_KEY),
    "for encryption": (lambda: jwk(use="enc"), "not meant to sign"),
    "for another algorithm": (lambda: jwk(RSAKey.generate_key(2048), alg="RS256"), "not meant to sign with RS384"),
    "not for signing": (lambda: jwk(key_ops=["verify"]), "not meant to sign"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_key_that_cannot_sign_for_smart_is_refused(case: str, tmp_path: Path) -> None:
    make, reason = REFUSED[case]
    file = tmp_path / "key"
    file.write_bytes(make())
    with pytest.raises(ServiceUnusable, match=reason) as refused:
        census_source_for(Settings(fhir_url=URL, fhir_client_id="wardline", fhir_key_file=file))
    message = str(refused.value)
    assert message.startswith(f"WARDLINE_FHIR_KEY_FILE={file} ")
    assert "\n" not in message
    assert "sesame" not in message
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("missing", ["no such file", "."])
def test_a_key_file_that_cannot_be_read(missing: str, tmp_path: Path) -> None:
    settings = Settings(fhir_url=URL, fhir_client_id="wardline", fhir_key_file=tmp_path / missing)
    with pytest.raises(ServiceUnusable, match="cannot be read"):
        backend_service(settings)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"fhir_client_id": "wardline", "fhir_url": URL}, "without WARDLINE_FHIR_KEY_FILE"),
        ({"fhir_key_file": "key", "fhir_url": URL}, "without WARDLINE_FHIR_CLIENT_ID"),
        ({"fhir_client_id": "", "fhir_key_file": "key", "fhir_url": URL}, "without WARDLINE_FHIR_CLIENT_ID"),
        ({"fhir_client_id": "wardline", "fhir_key_file": "key"}, "without WARDLINE_FHIR_URL"),
        ({"fhir_client_id": "wardline", "fhir_key_file": "key", "fhir_url": "http://hospital.invalid"}, "https"),
        ({"fhir_client_id": "wardline", "fhir_key_file": "key", "fhir_url": "http://["}, "https"),
    ],
)
def test_an_incomplete_service_is_refused(values: dict[str, str], reason: str) -> None:
    with pytest.raises(ServiceUnusable, match=reason):
        backend_service(Settings.model_validate(values))


def test_without_a_service_no_settings_are_needed() -> None:
    assert backend_service(Settings(fhir_url="http://hospital.invalid")) is None


@pytest.mark.parametrize(
    ("address", "base", "protected"),
    [
        ("https://sign-in.invalid/token", "https://hospital.invalid", True),
        ("http://sign-in.invalid/token", "https://hospital.invalid", False),
        ("http://hospital.invalid/token", "http://hospital.invalid", False),
        ("http://127.0.0.1:9/token", "http://127.0.0.1:8/fhir", True),
        ("http://[::1]/token", "http://[::1]:8/fhir", True),
        ("http://localhost/token", "http://localhost:8/fhir", True),
        ("http://localhost.evil.invalid/token", "http://localhost.evil.invalid", False),
        ("http://127.0.0.1/token", "https://hospital.invalid", False),
        ("http://127.0.0.2/token", "http://127.0.0.1/fhir", False),
        ("https:///token", "https://hospital.invalid", False),
        ("token", "https://hospital.invalid", False),
        ("", "https://hospital.invalid", False),
    ],
)
def test_which_urls_may_receive_secrets(address: str, base: str, protected: bool) -> None:
    assert is_protected(address, base) is protected


def test_a_replaced_key_is_used_without_a_restart_and_an_unusable_one_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = (ECKey.generate_key("P-384") for _ in range(2))
    path = tmp_path / "key.pem"
    path.write_bytes(first.as_pem(private=True))
    key_file = KeyFile(path)
    assert key_file.key().thumbprint() == first.thumbprint()
    _replace(path, second.as_pem(private=True))
    assert key_file.key().thumbprint() == second.thumbprint()
    _replace(path, b"half a key")
    assert [key_file.key().thumbprint() for _ in range(2)] == [second.thumbprint()] * 2
    path.unlink()
    assert key_file.key().thumbprint() == second.thumbprint()
    assert len(caplog.records) == 2
    assert "half a key" not in caplog.text


def _replace(path: Path, content: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)
