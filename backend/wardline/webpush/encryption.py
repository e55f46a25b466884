"""Message encryption for web push: RFC 8291, with the content coding aes128gcm of RFC 8188."""

import os
import struct
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from wardline.webpush.schemas import SubscriptionKeys, decode_base64url

CURVE: Final = ec.SECP256R1()
MAX_PLAIN_BYTES: Final = 3_993
"""Push services must accept 4,096 bytes: a header of 86, the content, a delimiter, and a tag of 16."""
_RECORD_SIZE: Final = 4_096
_SALT_BYTES: Final = 16
_LAST_RECORD: Final = b"\x02"


class InvalidSubscription(Exception):
    """The subscription's public key is not a point on the curve."""


def encrypt(
    content: bytes,
    keys: SubscriptionKeys,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a push in one record. `salt` and `sender`, the key pair of this message, are random by default.

    Raises:
        InvalidSubscription
        ValueError: the content has more than `MAX_PLAIN_BYTES`.
    """
    if len(content) > MAX_PLAIN_BYTES:
        raise ValueError("too long for a push")
    salt = salt or os.urandom(_SALT_BYTES)
    sender = sender or ec.generate_private_key(CURVE)
    receiver_point = decode_base64url(keys.p256dh)
    sender_point = public_point(sender.public_key())
    try:
        receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver_point)
        shared = sender.exchange(ec.ECDH(), receiver)
    except ValueError:
        raise InvalidSubscription from None
    key_info = b"WebPush: info\0" + receiver_point + sender_point
    key_material = _hkdf(shared, salt=decode_base64url(keys.auth), info=key_info, length=32)
    content_key = _hkdf(key_material, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _hkdf(key_material, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    header = salt + struct.pack(">IB", _RECORD_SIZE, len(sender_point)) + sender_point
    return header + AESGCM(content_key).encrypt(nonce, content + _LAST_RECORD, None)


def public_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """The uncompressed point, as web push sends public keys."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hkdf(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
