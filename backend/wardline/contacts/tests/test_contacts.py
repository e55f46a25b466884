"""What owners do with their contacts, and what happens to contacts that fail."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from conftest import SignIn
from wardline.contacts import service
from wardline.contacts.choices import DisabledReason
from wardline.contacts.tests.owner import NUMBER, Owner, body, is_reachable
from wardline.contacts.tests.test_verifying import user_id
from wardline.core import clock
from wardline.mail.contract import MailRefused
from wardline.telephony.contract import CALL, TEXT, PhoneRefused
from wardline.webpush.tests.push_service import PushService


async def test_only_the_owner_sees_and_changes_contacts(owner: Owner, sign_in: SignIn) -> None:
    contact_id = await owner.add_verified_text()
    before = await owner.contacts()
    other = sign_in("neuro")
    assert (await other.get("/contacts")).json()["contacts"] == []
    change = {"contacts": [{"id": contact_id, "label": "Mine", "delaySeconds": 0}]}
    responses = [
        await other.put("/contacts", json=change),
        await other.delete(f"/contacts/{contact_id}"),
        await other.post(f"/contacts/{contact_id}/codes"),
        await other.put(f"/contacts/{contact_id}/verification", json={"code": owner.phone.last_code}),
        await other.post("/contact-tests"),
    ]
    assert [response.status_code for response in responses] == [409, 404, 404, 404, 409]
    assert (await sign_in("nurse").get("/contacts")).status_code == 403
    assert (await sign_in("coordinator").get("/contacts")).status_code == 200
    assert await owner.contacts() == before
    await owner.deliver()
    assert len(owner.phone.texts) == 1


async def test_order_delays_and_labels_are_changed_together(owner: Owner, session: AsyncSession) -> None:
    me = await user_id(owner)
    first, second = await owner.add_verified_text(), await owner.add("email")
    third = await owner.add("call")
    await owner.deliver()
    await owner.answer("call-1")
    await owner.verify(third, owner.phone.said[0].split("code. ")[1].split(". Again")[0].replace(". ", ""))
    wanted = [
        {"id": third, "label": "Pager", "delaySeconds": 0},
        {"id": second, "label": "Mail", "delaySeconds": 600},
        {"id": first, "label": "Cell", "delaySeconds": 120},
    ]
    assert (await owner.http.put("/contacts", json={"contacts": wanted})).status_code == 204
    listed = await owner.contacts()
    assert [{name: contact[name] for name in wanted[0]} for contact in listed] == wanted
    reachable = (await service.reachable_contacts(session, [me]))[me]
    assert [(each.id, each.delay_seconds) for each in reachable] == [(third, 0), (first, 120)]
    for ids in ([first, second], [first, second, third, third], [first, second, 999_999], []):
        change = {"contacts": [{"id": each, "label": "X", "delaySeconds": 0} for each in ids]}
        refused = await owner.http.put("/contacts", json=change)
        assert (refused.status_code, refused.json()["code"]) == (409, "contacts_changed")
    assert await owner.contacts() == listed
    assert (await owner.http.delete(f"/contacts/{third}")).status_code == 204
    assert [each.id for each in (await service.reachable_contacts(session, [me]))[me]] == [first]


async def test_the_same_address_is_added_once_and_ten_at_most(owner: Owner) -> None:
    key = {"Idempotency-Key": "press-1"}
    first, again = [(await owner.http.post("/contacts", json=body("text"), headers=key)) for _ in range(2)]
    assert first.json() == again.json()
    await owner.add("email")
    for wrong in (body("text"), body("email", emailAddress="P.Sych@Hospital.example")):
        refused = await owner.http.post("/contacts", json=wrong)
        assert (refused.status_code, refused.json()["code"]) == (409, "contact_exists")
    for number in range(8):
        await owner.add("text", phoneNumber=f"(555) 010-015{number}")
    clock.advance(timedelta(hours=2))
    refused = await owner.http.post("/contacts", json=body("call"))
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_contacts")


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("(911) 000-0000", 400),
        ("(211) 010-0150", 400),
        ("(055) 010-0150", 400),
        ("(155) 010-0150", 400),
        ("(210) 010-0150", 201),
        ("(919) 010-0150", 201),
    ],
)
@pytest.mark.parametrize("kind", ["text", "call"])
async def test_a_number_without_an_area_code_is_no_contact(owner: Owner, kind: str, number: str, status: int) -> None:
    response = await owner.http.post("/contacts", json=body(kind, phoneNumber=number))
    assert response.status_code == status
    if status == 400:
        (error,) = response.json()["errors"]
        assert error == {"field": "phoneNumber", "message": "Enter a valid phone number."}


async def test_a_test_shows_each_receipt(owner: Owner, push_service: PushService) -> None:
    refused = await owner.http.post("/contact-tests")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_test")
    await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"])
    await owner.add_verified_text()
    await owner.add("email")
    assert (await owner.http.post("/contact-tests")).status_code == 204
    assert await owner.state_of_tests() == [("queued", None)] * 2
    await owner.deliver()
    assert await owner.state_of_tests() == [("sent", None)] * 2
    test = push_service.accepted[1].content
    assert (test["kind"], test["tag"]) == ("test", "test")
    assert owner.phone.texts[1][1].startswith("Wardline test: requests can reach you here.")
    await owner.report(test["receipt"])
    await owner.outcome(TEXT, "text-2", refusal="carrier refused")
    assert await owner.state_of_tests() == [("delivered", None), ("failed", "carrier refused")]
    await owner.report(test["receipt"], "seen")
    await owner.report(test["receipt"])
    assert await owner.state_of_tests() == [("seen", None), ("failed", "carrier refused")]
    for _ in range(2):
        assert (await owner.http.post("/contact-tests")).status_code == 204
    assert (await owner.http.post("/contact-tests")).status_code == 429
    assert await owner.state_of_tests() == [("queued", None)] * 2


async def test_a_click_before_the_receipt_proves_both(owner: Owner, push_service: PushService) -> None:
    await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"], "seen")
    (contact,) = await owner.contacts()
    assert contact["verifiedAt"] is not None
    assert contact["lastCode"]["state"] == "seen"


async def test_a_test_call_and_a_failed_mail(owner: Owner) -> None:
    call, mail = await owner.add("call"), await owner.add("email")
    await owner.deliver()
    await owner.answer("call-1")
    await owner.verify(call, owner.phone.said[0].split("code. ")[1].split(". Again")[0].replace(". ", ""))
    await owner.verify(mail, owner.mail.sent[0][2].split("code is ")[1][:6])
    owner.mail.failing = MailRefused("no such mailbox")
    await owner.http.post("/contact-tests")
    await owner.deliver()
    await owner.answer("call-2")
    assert owner.phone.said[1].startswith("This is a test from Wardline.")
    await owner.outcome(CALL, "call-2")
    assert await owner.state_of_tests() == [("delivered", None), ("failed", "no such mailbox")]
    owner.phone.failing = PhoneRefused("invalid number")
    await owner.http.post("/contact-tests")
    await owner.deliver()
    assert (await owner.state_of_tests())[0] == ("failed", "invalid number")


async def test_stop_and_start(owner: Owner, session: AsyncSession, sign_in: SignIn) -> None:
    me = await user_id(owner)
    contact_id = await owner.add_verified_text()
    await owner.text_from(NUMBER, "On my way")
    assert await is_reachable(session, me)
    await owner.text_from(NUMBER, " Stop. ")
    (contact,) = await owner.contacts()
    assert (contact["disabledReason"], contact["disabledAt"]) == ("opted-out", "2026-03-04T12:00:00Z")
    assert not await is_reachable(session, me)
    # A right code does not undo what the phone's owner wants.
    await owner.http.post(f"/contacts/{contact_id}/codes")
    await owner.deliver()
    await owner.verify(contact_id, owner.phone.last_code)
    assert not await is_reachable(session, me)
    await owner.text_from("(555) 010-0143", "START")
    assert not await is_reachable(session, me)
    await owner.text_from(NUMBER, "START")
    assert await is_reachable(session, me)
    await service.disable(session, contact_id, DisabledReason.BOUNCED)
    await owner.text_from(NUMBER, "start")
    assert (await owner.contacts())[0]["disabledReason"] == "bounced"


async def test_a_disabled_contact_is_enabled_by_a_new_code(owner: Owner, session: AsyncSession) -> None:
    me = await user_id(owner)
    contact_id = await owner.add_verified_text()
    for reason in (DisabledReason.FAILED_REPEATEDLY, DisabledReason.BOUNCED):
        await service.disable(session, contact_id, reason)
    await session.commit()
    assert (await owner.contacts())[0]["disabledReason"] == "failed-repeatedly"
    assert (await service.reachable_contacts(session, [me, 999_999])) == {me: [], 999_999: []}
    await owner.http.post(f"/contacts/{contact_id}/codes")
    await owner.deliver()
    assert await owner.verify(contact_id, owner.phone.last_code) == "verified"
    (contact,) = await owner.contacts()
    assert (contact["disabledAt"], contact["disabledReason"]) == (None, None)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_disabled(owner: Owner, push_service: PushService, status: int) -> None:
    _, browser = await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"])
    await owner.http.post("/contact-tests")
    push_service.instead = Response(status_code=status)
    await owner.deliver()
    (contact,) = await owner.contacts()
    assert contact["disabledReason"] == "endpoint-gone"
    assert (contact["lastTest"]["state"], contact["lastTest"]["reason"]) == ("failed", "device no longer registered")
    assert (await owner.http.post("/contact-tests")).status_code == 409
    assert browser.endpoint == contact["address"]


async def test_a_browser_replaces_its_own_subscription(owner: Owner, push_service: PushService) -> None:
    _, old = await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"])
    new = push_service.subscribe(old.server_key)
    secret = old.subscription["keys"]["auth"]

    async def replace(auth: str, endpoint: str = new.endpoint) -> None:
        subscription = new.subscription | {"endpoint": endpoint}
        body = {"endpoint": old.endpoint, "auth": auth, "subscription": subscription}
        response = await owner.browser.put("/push-subscriptions", json=body)
        assert (response.status_code, response.content) == (204, b"")

    await replace(new.subscription["keys"]["auth"])
    await replace(secret, "https://attacker.example/push")
    assert (await owner.contacts())[0]["address"] == old.endpoint
    await replace(secret)
    await owner.http.post("/contact-tests")
    await owner.deliver()
    assert push_service.accepted[-1].content["kind"] == "test"
    assert push_service.accepted[-1].browser is new
    (contact,) = await owner.contacts()
    assert (contact["address"], contact["disabledAt"]) == (new.endpoint, None)
    assert contact["verifiedAt"] is not None


async def test_nothing_is_sent_to_a_contact_that_was_removed(owner: Owner) -> None:
    contact_id = await owner.add("text")
    await owner.http.delete(f"/contacts/{contact_id}")
    await owner.deliver()
    assert owner.phone.texts == []


async def test_devices_are_told_of_a_locked_screen_but_not_forever_by_someone_who_locks_it_again_and_again(
    owner: Owner, push_service: PushService, session: AsyncSession
) -> None:
    await owner.add_push(push_service)
    await owner.deliver()
    await owner.report(push_service.accepted[0].content["receipt"])
    await owner.add_verified_text()
    for _ in range(5):
        await service.tell_screen_locked(session, await user_id(owner))
    await session.commit()
    await owner.deliver()
    _, *locked = [pushed.content for pushed in push_service.accepted]
    about = ("kind", "link", "line", "location", "priority", "takenBy", "waiting")
    assert [[content[name] for name in about] for content in locked] == [["locked", "/", *[None] * 5]] * 3
    assert len(owner.phone.texts) == 1, "the code"
    assert await owner.state_of_tests() == []
