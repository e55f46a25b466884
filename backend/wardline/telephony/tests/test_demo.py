"""The demonstration's phone network: what it stores, what people do, and the numbers that simulate failures."""

from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest

from conftest import NOON
from wardline.core import clock
from wardline.telephony.contract import (
    CALL,
    TEXT,
    CallAnswered,
    InvalidPhoneCallback,
    KeyPressed,
    PhoneDelayed,
    PhoneOutcome,
    PhoneRefused,
    PhoneUnknown,
    TextReceived,
)
from wardline.telephony.demo import AWAY, BUSY, RINGING, UNANSWERED, DemoPhone

pytestmark = pytest.mark.usefixtures("noon")

NUMBER: Final = "(555) 010-0177"
REFERENCE: Final = "0123456789ABCDEF0123"
OTHER: Final = "FEDCBA98765432100000"


async def test_texts_are_stored_for_all_processes_newest_first_and_delivered(tmp_path: Path) -> None:
    phone = DemoPhone(tmp_path / "phones")
    assert await phone.items() == []
    assert await phone.send_text(NUMBER, "First", REFERENCE) == REFERENCE
    with clock.clock_at(NOON + timedelta(seconds=1)):
        await phone.send_text(NUMBER, "Second", OTHER)
    other_process = DemoPhone(tmp_path / "phones")
    assert [(item.number, item.words) for item in await other_process.items()] == [
        (NUMBER, ["Second"]),
        (NUMBER, ["First"]),
    ]
    assert await other_process.check_text(OTHER) == PhoneOutcome(TEXT, OTHER, delivered=True, reference=OTHER)
    with pytest.raises(PhoneUnknown):
        await phone.check_text("ELSEWHERE")
    with pytest.raises(InvalidPhoneCallback):
        phone.read_callback({}, b"")
    await phone.aclose()


async def test_a_call_is_answered_speaks_takes_a_key_and_ends(tmp_path: Path) -> None:
    phone = DemoPhone(tmp_path)
    assert await phone.place_call(NUMBER, REFERENCE) == REFERENCE
    assert await phone.check_call(REFERENCE) is None
    assert await phone.press(REFERENCE, "1") is None
    assert await phone.answer(REFERENCE) == CallAnswered(REFERENCE, REFERENCE)
    assert await phone.answer(REFERENCE) is None
    assert await phone.place_call(NUMBER, REFERENCE) == REFERENCE
    assert await phone.check_call(REFERENCE) == PhoneOutcome(CALL, REFERENCE, delivered=True, reference=REFERENCE)
    await phone.say(REFERENCE, "Press 1.", then_listen=True, reference=REFERENCE)
    assert await phone.press(REFERENCE, "1") == KeyPressed(REFERENCE, REFERENCE, "1")
    await phone.say(REFERENCE, "Thank you.", then_listen=False, reference=REFERENCE)
    (call,) = await phone.items()
    assert (call.state, call.words, call.keys) == ("ended", ["Press 1.", "Thank you."], "1")
    for refused in (
        phone.say(REFERENCE, "Hello?", then_listen=True, reference=REFERENCE),
        phone.hang_up(REFERENCE, reference=None),
    ):
        with pytest.raises(PhoneRefused, match="the call has ended"):
            await refused


async def test_a_call_rings_for_half_a_minute(tmp_path: Path) -> None:
    phone = DemoPhone(tmp_path)
    await phone.place_call(NUMBER, REFERENCE)
    with clock.clock_at(NOON + RINGING):
        outcome = PhoneOutcome(CALL, REFERENCE, delivered=False, refusal="no answer", reference=REFERENCE)
        assert await phone.check_call(REFERENCE) == outcome
        assert await phone.answer(REFERENCE) is None


async def test_whoever_replies_stop_gets_no_texts_until_they_reply_start(tmp_path: Path) -> None:
    phone = DemoPhone(tmp_path)
    received = await phone.reply(NUMBER, " stop ")
    assert (type(received), received.number, received.words) == (TextReceived, NUMBER, "stop")
    with pytest.raises(PhoneRefused, match="opted out"):
        await phone.send_text(NUMBER, "words", REFERENCE)
    await phone.send_text("(555) 010-0178", "words", REFERENCE)
    with clock.clock_at(NOON + timedelta(seconds=1)):
        await phone.reply(NUMBER, "Start")
    with clock.clock_at(NOON + timedelta(seconds=2)):
        await phone.reply(NUMBER, "thanks")
    await phone.send_text(NUMBER, "words", OTHER)


async def test_numbers_that_simulate_failures(tmp_path: Path) -> None:
    phone = DemoPhone(tmp_path)
    with pytest.raises(PhoneRefused, match="cannot receive"):
        await phone.send_text(BUSY, "words", REFERENCE)
    for delayed in (phone.send_text(AWAY, "words", REFERENCE), phone.place_call(AWAY, REFERENCE)):
        with pytest.raises(PhoneDelayed, match="no connection"):
            await delayed
    await phone.place_call(BUSY, REFERENCE)
    assert (await phone.check_call(REFERENCE) or "") == PhoneOutcome(
        CALL, REFERENCE, delivered=False, refusal="line busy", reference=REFERENCE
    )
    await phone.send_text(UNANSWERED, "words", OTHER)
    failed = await phone.check_text(OTHER)
    assert failed is not None
    assert (failed.delivered, failed.refusal) == (False, "not delivered")
    for reference in ("", "..", "../../etc/passwd", REFERENCE.lower()):
        with pytest.raises(PhoneRefused):
            await phone.send_text(NUMBER, "words", reference)
