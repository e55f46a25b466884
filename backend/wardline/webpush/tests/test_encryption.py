"""The encryption of pushes, by the example of RFC 8291, section 5."""

from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from wardline.webpush.encryption import CURVE, MAX_PLAIN_BYTES, InvalidSubscription, encrypt
from wardline.webpush.schemas import SubscriptionKeys, decode_base64url, encode_base64url

RECEIVER: Final = SubscriptionKeys.model_validate(
    {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
)
SENDER: Final = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT: Final = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED: Final = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    sender = ec.derive_private_key(int.from_bytes(decode_base64url(SENDER), "big"), CURVE)
    encrypted = encrypt(
        b"When I grow up, I want to be a watermelon", RECEIVER, salt=decode_base64url(SALT), sender=sender
    )
    assert encode_base64url(encrypted) == ENCRYPTED


def test_no_two_pushes_are_alike_and_all_fit() -> None:
    longest = b"x" * MAX_PLAIN_BYTES
    first, second = encrypt(longest, RECEIVER), encrypt(longest, RECEIVER)
    assert first != second
    assert len(first) == len(second) == 4096
    with pytest.raises(ValueError, match="too long"):
        encrypt(longest + b"x", RECEIVER)


def test_a_key_that_is_not_on_the_curve() -> None:
    keys = SubscriptionKeys.model_validate({"p256dh": encode_base64url(b"\x04" + b"\x01" * 64), "auth": RECEIVER.auth})
    with pytest.raises(InvalidSubscription):
        encrypt(b"hello", keys)
