"""A contact is used only after a code, or a push, has proven that it reaches its owner."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import NOON, SentEvent, SignIn
from wardline.contacts import service
from wardline.contacts.codes import hash_code, new_code
from wardline.contacts.jobs import clean_up_contacts
from wardline.contacts.models import ContactMessage
from wardline.contacts.tests.owner import NUMBER, Owner, body, is_reachable
from wardline.core import clock
from wardline.telephony.contract import CALL, TEXT, CallAnswered, PhoneDelayed
from wardline.webpush.tests.push_service import PushService

_EARLIER_MESSAGES = """
with sent as (
  insert into deliveries (channel, lane, receiver, reference, state, created_at, wanted_at, delivered_at)
  select 'contact-text', 'lane ' || n, 'contact-text', 'R' || n, 'delivered', :at, :at, :at
  from generate_series(1, 39) n
  returning id
)
insert into contact_messages (user_id, delivery_id, purpose, state, created_at, expires_at)
select :me, id, :purpose, 'delivered', :at, :at from sent
"""


async def user_id(owner: Owner) -> int:
    identifier: int = (await owner.http.get("/me")).json()["id"]
    return identifier


async def test_a_phone_is_verified_by_the_code_in_a_text(
    owner: Owner, session: AsyncSession, sent_events: list[SentEvent]
) -> None:
    me = await user_id(owner)
    contact_id = await owner.add("text", label=" iPhone ", delaySeconds=30)
    (added,) = await owner.contacts()
    assert (added["label"], added["address"], added["delaySeconds"]) == ("iPhone", NUMBER, 30)
    assert (added["verifiedAt"], added["lastCode"]["state"], added["lastTest"]) == (None, "queued", None)
    assert added["lastCode"]["expiresAt"] == "2026-03-04T12:10:00Z"
    assert await service.reachable_contacts(session, [me]) == {me: []}
    await owner.deliver()
    assert (await owner.contacts())[0]["lastCode"]["state"] == "sent"
    ((number, words, _),) = owner.phone.texts
    code = owner.phone.last_code
    assert number == NUMBER
    assert words == f"Wardline verification code: {code}. It expires in 10 minutes. Text STOP to opt out."
    assert await owner.outcome(TEXT, "text-1")
    assert (await owner.contacts())[0]["lastCode"]["state"] == "delivered"
    assert not await is_reachable(session, me)
    sent_events.clear()
    assert await owner.verify(contact_id, code) == "verified"
    assert {(event.name, *event.rooms) for event in sent_events} == {("contacts:changed", f"user:{me}")}
    assert (await owner.contacts())[0]["verifiedAt"] == "2026-03-04T12:00:00Z"
    assert await is_reachable(session, me)
    (reachable,) = (await service.reachable_contacts(session, [me]))[me]
    assert (reachable.id, reachable.kind, reachable.address, reachable.subscription) == (
        contact_id,
        "text",
        NUMBER,
        None,
    )


async def test_a_code_is_never_stored(owner: Owner, session: AsyncSession) -> None:
    await owner.add("text")
    await owner.deliver()
    rows = await session.execute(text("select m::text, d::text from contact_messages m, deliveries d"))
    stored = "".join(f"{message} {delivery}" for message, delivery in rows)
    assert stored
    assert owner.phone.last_code not in stored
    assert owner.phone.last_code.encode().hex() not in stored


async def test_a_code_is_guessed_five_times_at_most(owner: Owner) -> None:
    contact_id = await owner.add("text")
    await owner.deliver()
    code = owner.phone.last_code
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    path = f"/contacts/{contact_id}/verification"
    for left in (4, 3, 2, 1, 0):
        response = await owner.http.put(path, json={"code": wrong})
        assert response.json() == {"result": "wrong", "triesLeft": left}
    assert await owner.verify(contact_id, code) == "expired"
    assert (await owner.contacts())[0]["verifiedAt"] is None
    assert (await owner.http.post(f"/contacts/{contact_id}/codes")).status_code == 204
    assert await owner.verify(contact_id, code) == "wrong"
    await owner.deliver()
    assert await owner.verify(contact_id, owner.phone.last_code) == "verified"


async def test_a_code_expires(owner: Owner) -> None:
    contact_id = await owner.add("text")
    await owner.deliver()
    clock.advance(timedelta(minutes=10))
    assert await owner.verify(contact_id, owner.phone.last_code) == "expired"
    await owner.http.post(f"/contacts/{contact_id}/codes")
    clock.advance(timedelta(minutes=10))
    await owner.deliver()
    assert len(owner.phone.texts) == 1
    code = (await owner.contacts())[0]["lastCode"]
    assert (code["state"], code["reason"]) == ("failed", "too late")


async def test_of_texts_that_seemed_lost_and_arrived_each_of_the_last_three_codes_counts(owner: Owner) -> None:
    contact_id = await owner.add("text")
    await owner.deliver()
    (first,) = (owner.phone.last_code,)
    await owner.http.delete(f"/contacts/{contact_id}")
    contact_id = await owner.add("text")
    owner.phone.failing = PhoneDelayed("no response")
    codes = []
    for _ in range(4):
        await owner.deliver()
        codes.append(owner.phone.last_code)
        assert (await owner.contacts())[0]["lastCode"]["state"] == "queued"
        clock.advance(timedelta(seconds=30))
    # A code of the contact that was removed is not one of its successor.
    assert [await owner.verify(contact_id, code) for code in (first, codes[0])] == ["wrong", "wrong"]
    assert await owner.verify(contact_id, codes[1]) == "verified"


def test_a_code_has_six_digits() -> None:
    assert {(len(code), code.isdecimal()) for code in (new_code() for _ in range(60))} == {(6, True)}


async def test_trying_all_codes_takes_hours() -> None:
    one, other = await hash_code("012345"), await hash_code("012345")
    salt = one[:16]
    assert one[16:] == hashlib.scrypt(b"012345", salt=salt, n=16384, r=8, p=1, maxmem=2**26, dklen=32)
    assert other[:16] != salt


async def test_codes_are_limited_per_contact_and_per_user(owner: Owner) -> None:
    contact_id = await owner.add("text")
    path = f"/contacts/{contact_id}/codes"
    clock.advance(timedelta(minutes=1))
    for _ in range(2):
        assert (await owner.http.post(path)).status_code == 204
    refused = await owner.http.post(path)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_messages")
    assert 14 * 60 - 1 <= int(refused.headers["retry-after"]) <= 14 * 60 + 1
    clock.advance(timedelta(minutes=14, seconds=1))
    assert (await owner.http.post(path)).status_code == 204
    for number in range(6):
        other = await owner.add("text", phoneNumber=f"(555) 010-015{number}")
        await owner.http.delete(f"/contacts/{other}")
    refused = await owner.http.post("/contacts", json=body("text", phoneNumber="(555) 010-0177"))
    assert refused.status_code == 429
    assert len(await owner.contacts()) == 1
    clock.advance(timedelta(hours=1))
    await owner.add("text", phoneNumber="(555) 010-0177")


@pytest.mark.parametrize("purpose", ["test", "locked"])
async def test_what_verified_contacts_are_sent_is_limited_per_user(
    owner: Owner, session: AsyncSession, push_service: PushService, purpose: str
) -> None:
    """39 within the last hour, to contacts that were removed since."""
    me = await user_id(owner)
    await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"])
    earlier = {"me": me, "purpose": purpose, "at": clock.now() - timedelta(minutes=59)}
    await session.execute(text(_EARLIER_MESSAGES), earlier)
    await session.commit()

    async def sent_again() -> bool:
        if purpose == "test":
            return (await owner.http.post("/contact-tests")).is_success
        number = select(func.count()).where(ContactMessage.purpose == purpose)
        before = await session.scalar(number)
        await service.tell_screen_locked(session, me)
        await session.commit()
        return await session.scalar(number) != before

    assert [await sent_again() for _ in range(2)] == [True, False]
    clock.advance(timedelta(minutes=1))
    assert await sent_again()


async def test_a_call_says_the_digits_twice(owner: Owner) -> None:
    contact_id = await owner.add("call")
    await owner.deliver()
    assert owner.phone.calls[0][0] == NUMBER
    assert (await owner.contacts())[0]["lastCode"]["state"] == "sent"
    assert not await owner.phone_says(CallAnswered(call_id="unknown", reference=None))
    await owner.answer("call-1")
    (said,) = owner.phone.said
    spoken = said.split("code. ")[1].split(". Again: ")[0]
    code = spoken.replace(". ", "")
    assert len(code) == 6
    assert said == f"This is Wardline with your verification code. {spoken}. Again: {spoken}. Goodbye."
    assert await owner.outcome(CALL, "call-1")
    assert await owner.verify(contact_id, code) == "verified"
    clock.advance(timedelta(minutes=10))
    await owner.answer("call-1")
    assert "too late" in owner.phone.said[1]


async def test_a_mailbox_is_verified_by_the_code_in_a_mail(owner: Owner) -> None:
    contact_id = await owner.add("email")
    await owner.deliver()
    ((address, subject, words),) = owner.mail.sent
    assert (address, subject) == ("p.sych@hospital.example", "Your Wardline verification code")
    # The mail server has it, which does not mean that it has arrived.
    assert (await owner.contacts())[0]["lastCode"]["state"] == "sent"
    assert await owner.verify(contact_id, words.split("code is ")[1][:6]) == "verified"


async def test_a_device_is_verified_by_the_receipt_of_its_push(
    owner: Owner, push_service: PushService, session: AsyncSession
) -> None:
    me = await user_id(owner)
    contact_id, browser = await owner.add_push(push_service)
    await owner.deliver()
    (pushed,) = push_service.accepted
    content = pushed.content
    assert (content["kind"], content["link"], pushed.ttl) == ("verification", "/", 600)
    assert (content["line"], content["location"], content["priority"]) == (None, None, None)
    (contact,) = await owner.contacts()
    assert (contact["lastCode"]["state"], contact["verifiedAt"]) == ("sent", None)
    await owner.report("A" * 43)
    assert (await owner.contacts())[0]["verifiedAt"] is None
    for _ in range(2):
        await owner.report(content["receipt"])
    (contact,) = await owner.contacts()
    assert (contact["lastCode"]["state"], contact["verifiedAt"]) == ("delivered", "2026-03-04T12:00:00Z")
    (reachable,) = (await service.reachable_contacts(session, [me]))[me]
    assert (reachable.id, reachable.kind) == (contact_id, "push")
    assert reachable.subscription is not None
    assert reachable.subscription.model_dump(by_alias=True) == browser.subscription


async def test_a_push_without_a_receipt_has_not_arrived(owner: Owner, push_service: PushService) -> None:
    await owner.add_push(push_service)
    await owner.deliver()
    receipt = push_service.accepted[0].content["receipt"]
    clock.advance(timedelta(minutes=10))
    await owner.deliver()
    (contact,) = await owner.contacts()
    assert (contact["lastCode"]["state"], contact["lastCode"]["reason"]) == ("failed", "arrival not confirmed")
    # A device that was switched off reports later.
    await owner.report(receipt)
    assert (await owner.contacts())[0]["verifiedAt"] is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {"phoneNumber": None},
        {"phoneNumber": "555"},
        {"label": " "},
        {"label": "x" * 61},
        {"delaySeconds": 45},
        {"delaySeconds": 630},
        {"delaySeconds": -30},
        {"delaySeconds": "30"},
        {"kind": "pigeon"},
        {"kind": "email", "emailAddress": "Zoe <zoe@hospital.example>"},
        {"kind": "email", "emailAddress": "zoe@hospital"},
        {"kind": "email"},
        {"kind": "push"},
    ],
)
async def test_what_is_not_a_contact(owner: Owner, wrong: dict[str, Any]) -> None:
    response = await owner.http.post("/contacts", json=body("text") | wrong)
    assert (response.status_code, response.json()["code"]) == (400, "validation"), response.text
    assert await owner.contacts() == []


async def test_a_device_of_an_unknown_push_service_is_refused(owner: Owner, push_service: PushService) -> None:
    listed = (await owner.http.get("/contacts")).json()
    subscription = push_service.subscribe(listed["pushKey"]).subscription
    for endpoint in ("https://10.0.0.7/push", "https://attacker.example/push", "http://192.168.0.1:80/push"):
        refused = await owner.http.post(
            "/contacts", json=body("push", subscription=subscription | {"endpoint": endpoint})
        )
        assert (refused.status_code, refused.json()["code"]) == (409, "push_service_not_allowed")
    assert await owner.contacts() == []


async def test_contacts_that_are_never_verified_are_removed_after_a_day(owner: Owner, sign_in: SignIn) -> None:
    await owner.add_verified_text()
    unverified = await owner.add("email")
    clock.advance(timedelta(days=1, minutes=9))
    await clean_up_contacts(owner.context)
    assert unverified in [contact["id"] for contact in await owner.contacts()]
    clock.advance(timedelta(minutes=2))
    await clean_up_contacts(owner.context)
    assert [contact["kind"] for contact in await owner.contacts()] == ["text"]
    assert clock.now() > NOON
