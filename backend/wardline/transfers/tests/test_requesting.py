"""Requesting a transfer: what is stored, who may do it, and what each facility asks for."""

from datetime import timedelta
from typing import Any

import pytest
from bodies import Bodies
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from conftest import CheckIn, SignIn
from wardline.core import clock
from wardline.transfers.tests.handling import (
    ATTENDING,
    BOTH,
    ELSEWHERE,
    LATER,
    OF_FACILITY,
    OPTIONAL,
    OTHER,
    PLAIN,
    STROKE,
    Case,
    Watch,
    faults,
    refusal,
    succeeded,
)

REQUIRED = "This field is required."
TOO_LONG = "Must be at most 255 characters long."
UNKNOWN = 2**31 - 1
REGIONAL = 10
"""The second of the two fixed ids of tele-stroke."""
WRITTEN: dict[str, Any] = {
    "referringPhysician": "  Dr. Imani Rowan ",
    "acceptingAttendingPhysician": " Dr. Wen",
    "otherPreferredFacility": "Mile High ",
    "preferredTransportationMode": "Ground",
    "strokeLevel": "Level 2",
    "acceptingLocation": " ED bay 4 ",
    "consultingPhysician": "Dr. Basil",
    "consultingContact": "Pager 12",
    "isConsultingPhysicianAccepting": False,
}


@pytest.mark.req("TRF-07", "API-29", "TRF-17", "DET-49", "ENT-09")
async def test_a_new_transfer_is_stored_and_returned(case: Case) -> None:
    clock.advance(timedelta(minutes=4))
    assert (await case.consult())["hasTransfer"] is False
    response = await case.ask(**case.form(BOTH, **WRITTEN, facilityLocation=case.facilities[PLAIN]))
    assert response.status_code == 201
    transfer = response.json()
    known = (await case.neuro.get("/me")).json()
    asked = next(place for place in known["preferredFacilities"] if place["id"] == case.facilities[BOTH])
    left = next(place for place in known["facilityLocations"] if place["id"] == case.facilities[PLAIN])
    assert transfer == {
        "id": case.transfer_id,
        "consultId": case.consult_id,
        "author": await case.person("neuro"),
        "createdAt": "2026-03-04T12:04:00Z",
        "state": "requested",
        **dict.fromkeys(LATER),
        "referringLocationNumber": "(555) 010-0142",
        "preferredFacility": asked,
        "facilityLocation": left,
        **{name: value.strip() if isinstance(value, str) else value for name, value in WRITTEN.items()},
        "declinedOffers": [],
    }
    assert await case.transfer() == transfer
    consult = await case.consult()
    summary = {"id": case.transfer_id, "state": "requested", "acknowledgedAt": None, "closedReason": None}
    assert (consult["hasTransfer"], consult["transfer"]) == (True, summary)


@pytest.mark.parametrize("blank", [..., None, "", " \n "])
@pytest.mark.req("TRF-07", "TRF-17", "API-29")
async def test_optional_fields_that_are_not_answered_are_empty(case: Case, blank: Any) -> None:
    answer = None if blank in ("", " \n ") else blank
    unanswered = dict.fromkeys((*OF_FACILITY, *OPTIONAL[:3]), blank) | {OPTIONAL[3]: answer}
    transfer = succeeded(await case.ask(**case.form(**unanswered)))
    assert [transfer[name] for name in (*OF_FACILITY, *OPTIONAL)] == [None] * 6
    assert await case.transfer() == transfer


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.req("TRF-17")
async def test_whether_the_consulting_physician_accepts_is_yes_or_no(case: Case, watch: Watch, answer: bool) -> None:
    async with watch.nothing_changes():
        for wrong in ("true", 1, "", "no"):
            assert set(faults(await case.ask(**case.form(isConsultingPhysicianAccepting=wrong)))) == {OPTIONAL[3]}
    transfer = succeeded(await case.ask(**case.form(isConsultingPhysicianAccepting=answer)))
    assert transfer["isConsultingPhysicianAccepting"] is answer


FORM_ROWS = {
    "preferredFacility": "VAL-29",
    "facilityLocation": "VAL-29",
    "preferredTransportationMode": "VAL-30",
    "strokeLevel": "VAL-31",
    "referringPhysician": "VAL-32",
    "referringLocationNumber": "VAL-33",
}


@pytest.mark.parametrize("field", [pytest.param(field, marks=pytest.mark.req(row)) for field, row in FORM_ROWS.items()])
@pytest.mark.req("TRF-07")
async def test_each_field_of_the_form_is_required(case: Case, watch: Watch, field: str) -> None:
    async with watch.nothing_changes():
        assert faults(await case.ask(**case.form(**{field: ...}))) == {field: REQUIRED}
        for empty in ("", "  ", None):
            assert set(faults(await case.ask(**case.form(**{field: empty})))) == {field}
        nothing = await case.neuro.post(f"{case.path}/transfer", json={})
        assert faults(nothing) == dict.fromkeys(FORM_ROWS, REQUIRED)
    assert (await case.ask()).status_code == 201


@pytest.mark.parametrize(
    ("field", "facility"),
    [
        pytest.param("referringPhysician", PLAIN, marks=pytest.mark.req("VAL-32")),
        pytest.param("acceptingAttendingPhysician", ATTENDING, marks=pytest.mark.req("VAL-34")),
        pytest.param("otherPreferredFacility", OTHER, marks=pytest.mark.req("VAL-35")),
        *(pytest.param(name, PLAIN, marks=pytest.mark.req("TRF-17")) for name in OPTIONAL[:3]),
    ],
)
async def test_a_text_has_at_most_255_characters(case: Case, watch: Watch, field: str, facility: str) -> None:
    async with watch.nothing_changes():
        assert faults(await case.ask(**case.form(facility, **{field: "é" * 256}))) == {field: TOO_LONG}
    transfer = succeeded(await case.ask(**case.form(facility, **{field: f" {'é' * 255} "})))
    assert transfer[field] == "é" * 255


@pytest.mark.parametrize(
    "number", ["555 010-0142", "(555) 010-014", "(555) 010-01422", "(555)010-0142", " (555) 010-0142", "x"]
)
@pytest.mark.req("VAL-33")
async def test_the_number_of_the_referring_location_is_a_phone_number(case: Case, watch: Watch, number: str) -> None:
    async with watch.nothing_changes():
        refused = faults(await case.ask(**case.form(referringLocationNumber=number)))
    assert refused == {"referringLocationNumber": "Enter a valid phone number."}
    assert succeeded(await case.ask())["referringLocationNumber"] == "(555) 010-0142"


@pytest.mark.parametrize(
    ("field", "values"),
    [
        pytest.param("preferredTransportationMode", ("Air", "Ground"), marks=pytest.mark.req("VAL-30", "TRF-16")),
        pytest.param("strokeLevel", ("Level 1", "Level 2"), marks=pytest.mark.req("VAL-31", "TRF-16")),
    ],
)
async def test_a_choice_is_one_of_two(
    case: Case, watch: Watch, bodies: Bodies, field: str, values: tuple[str, str]
) -> None:
    async with watch.nothing_changes():
        for wrong in ("Sea", "Level 3", values[0].lower(), f"{values[0]} ", 1, [values[0]]):
            assert set(faults(await case.ask(**case.form(**{field: wrong})))) == {field}
    for value in values:
        case.consult_id = await bodies.create(case.nurse, STROKE)
        assert succeeded(await case.ask(**case.form(**{field: value})))[field] == value


ASKED_FOR = {PLAIN: (), ATTENDING: OF_FACILITY[:1], OTHER: OF_FACILITY[1:], BOTH: OF_FACILITY}


@pytest.mark.parametrize("facility", ASKED_FOR)
@pytest.mark.parametrize("blank", [..., None, "", "  "])
@pytest.mark.req("VAL-34", "VAL-35")
async def test_what_the_facility_asks_for_is_required(case: Case, watch: Watch, facility: str, blank: Any) -> None:
    """Not what the facility of the chosen location asks for."""
    location = case.facilities[BOTH if facility == PLAIN else PLAIN]
    form = case.form(facility, **dict.fromkeys(OF_FACILITY, blank), facilityLocation=location)
    if facility == PLAIN:
        assert (await case.ask(**form)).status_code == 201
        return
    async with watch.nothing_changes():
        assert faults(await case.ask(**form)) == dict.fromkeys(ASKED_FOR[facility], REQUIRED)
    answered = form | dict.fromkeys(ASKED_FOR[facility], "Dr. Wen")
    transfer = succeeded(await case.ask(**answered))
    assert {name for name in OF_FACILITY if transfer[name] == "Dr. Wen"} == set(ASKED_FOR[facility])


@pytest.mark.parametrize("facility", ASKED_FOR)
@pytest.mark.req("VAL-36")
async def test_what_the_facility_does_not_ask_for_is_dropped(case: Case, facility: str) -> None:
    answers = {name: f"Answer to {name}" for name in OF_FACILITY}
    transfer = succeeded(await case.ask(**case.form(facility, **answers)))
    kept = {name: answers[name] if name in ASKED_FOR[facility] else None for name in OF_FACILITY}
    assert {name: transfer[name] for name in OF_FACILITY} == kept


@pytest.mark.req("VAL-29")
async def test_the_facilities_are_among_those_of_the_user(case: Case, watch: Watch) -> None:
    """The location's facility does not decide what is asked for."""
    known, foreign = case.facilities[PLAIN], case.facilities[ELSEWHERE]
    fields = ("preferredFacility", "facilityLocation")
    async with watch.nothing_changes():
        for wrong in (foreign, UNKNOWN):
            for sent in ((wrong, known), (known, wrong), (wrong, wrong)):
                named = {
                    field: "Enter a valid value." for field, each in zip(fields, sent, strict=True) if each == wrong
                }
                assert faults(await case.ask(**case.form(**dict(zip(fields, sent, strict=True))))) == named
        for odd in (0, -1, 2**31, str(known), 1.5, True):
            assert set(faults(await case.ask(**case.form(preferredFacility=odd)))) == {"preferredFacility"}
    form = case.form(preferredFacility=foreign, facilityLocation=case.facilities[BOTH])
    transfer = succeeded(await case.ask(case.colleague, **form))
    places = [transfer[field]["id"] for field in fields]
    assert places == [foreign, case.facilities[BOTH]], "the colleague belongs to both organizations"


@pytest.mark.req("TRF-01", "PERM-17", "BPERM-19")
async def test_only_a_provider_on_call_for_the_line_requests_a_transfer(
    case: Case, watch: Watch, check_in: CheckIn
) -> None:
    """Transfer Consult, which coordinators have, is not enough."""
    async with watch.nothing_changes():
        for name in ("nurse", "coordinator"):
            assert refusal(await case.ask(case.people[name])) == (403, {"code": "forbidden"})
    await case.neuro.post("/checkout")
    not_checked_in = (403, {"code": "not_checked_in"})
    async with watch.nothing_changes():
        assert refusal(await case.ask()) == not_checked_in
    await check_in("neuro", line="tele-neuro")
    async with watch.nothing_changes():
        assert refusal(await case.ask()) == not_checked_in
    await check_in("neuro", line=STROKE)
    assert (await case.ask()).status_code == 201


@pytest.mark.parametrize("line", ["tele-neuro", "acute-stroke"])
@pytest.mark.req("TRF-01", "PERM-17", "BPERM-19")
async def test_other_lines_take_no_transfers(
    case: Case, watch: Watch, check_in: CheckIn, bodies: Bodies, line: str
) -> None:
    await check_in("neuro", line=line)
    case.consult_id = await bodies.create(case.nurse, line)
    async with watch.nothing_changes():
        assert refusal(await case.ask()) == (403, {"code": "forbidden"})


@pytest.mark.req("TRF-01", "BPERM-19")
async def test_both_ids_of_tele_stroke_take_transfers(case: Case, session: AsyncSession, watch: Watch) -> None:
    await session.execute(text("update consults set service_line_id = :regional"), {"regional": REGIONAL})
    await session.commit()
    async with watch.nothing_changes():
        assert refusal(await case.ask()) == (403, {"code": "not_checked_in"})
    me = (await case.neuro.get("/me")).json()
    duty = {"roleId": me["defaultCheckinRoleId"], "serviceLineId": REGIONAL, "phoneNumber": "(555) 010-0199"}
    assert (await case.neuro.post("/checkin", json=duty | {"primary": True})).status_code == 201
    assert succeeded(await case.ask())["state"] == "requested"


@pytest.mark.req("TRF-08", "TRF-01", "BPERM-19")
async def test_a_second_transfer_is_refused_and_the_first_one_kept(case: Case, watch: Watch) -> None:
    clock.advance(timedelta(minutes=1))
    first = succeeded(await case.ask())
    details = {"requestedByUser": await case.person("neuro"), "createdAt": "2026-03-04T12:01:00Z"}

    async def still_refused() -> None:
        async with watch.nothing_changes():
            for who in (case.colleague, case.neuro):
                again = await case.ask(who, **case.form(OTHER, otherPreferredFacility="Mile High"))
                assert refusal(again) == (409, {"code": "transfer_exists", **details})

    await still_refused()
    assert await case.transfer() == first
    for step in (case.acknowledge, case.complete):
        clock.advance(timedelta(minutes=1))
        succeeded(await step())
        await still_refused()


@pytest.mark.req("TRF-08")
async def test_a_closed_transfer_is_not_replaced(requested: Case, watch: Watch) -> None:
    await requested.discharge()
    async with watch.nothing_changes():
        status, details = refusal(await requested.ask())
    assert (status, details["code"]) == (409, "transfer_exists")


@pytest.mark.req("TRF-01", "BPERM-19")
async def test_a_cancelled_consult_takes_no_transfer(case: Case, watch: Watch) -> None:
    clock.advance(timedelta(minutes=1))
    await case.cancel()
    async with watch.nothing_changes():
        status, details = refusal(await case.ask())
    by = await case.person("nurse")
    closed = {"completedByUser": by, "completedAt": "2026-03-04T12:01:00Z", "completeType": "cancelled"}
    assert (status, details) == (409, {"code": "already_closed", **closed})


@pytest.mark.req("TRF-01")
async def test_a_completed_consult_takes_a_transfer_until_the_patient_is_discharged(
    case: Case, watch: Watch, bodies: Bodies
) -> None:
    completed = case.consult_id
    succeeded(await case.neuro.post(f"{case.path}/complete", json={"completeType": "video", "callLength": 12}))
    assert (await case.ask()).status_code == 201
    case.consult_id = await bodies.create(case.nurse, STROKE)
    assert case.consult_id != completed
    await case.discharge()
    async with watch.nothing_changes():
        assert refusal(await case.ask()) == (409, {"code": "patient_discharged"})


@pytest.mark.req("API-29", "PERM-17")
async def test_no_one_requests_a_transfer_of_a_consult_out_of_reach(
    case: Case, watch: Watch, sign_in: SignIn, bodies: Bodies
) -> None:
    elsewhere = sign_in("elsewhere")
    hidden, case.consult_id = case.consult_id, await bodies.create(elsewhere, STROKE)
    unseen = (404, {"code": "consult_not_found"})
    await case.colleague.post("/checkout")
    async with watch.nothing_changes():
        for who, consult_id in ((elsewhere, hidden), (case.nurse, case.consult_id)):
            response = await who.post(f"/consults/{consult_id}/transfer", json=case.form())
            assert refusal(response) == unseen


@pytest.mark.req("WL-28")
async def test_the_list_sorts_new_transfers_by_age_or_by_the_ranks_of_their_consults(
    case: Case, bodies: Bodies, session: AsyncSession
) -> None:
    of_low_rank = text("update consults set sort_rank = sort_rank + 1 where id = :id")
    await session.execute(of_low_rank, {"id": case.consult_id})
    await session.commit()
    succeeded(await case.ask())
    older = case.transfer_id
    clock.advance(timedelta(minutes=1))
    case.consult_id = await bodies.create(case.nurse, STROKE)
    succeeded(await case.ask())
    newer = case.transfer_id

    async def listed(**chosen: str) -> list[str]:
        page = succeeded(await case.coordinator.post("/transfers/$search", json={"filter": chosen} if chosen else {}))
        return [found["id"] for found in page["transfers"]]

    assert await listed() == [older, newer]
    assert await listed(sort="newestFirst") == [newer, older]
    assert await listed(sort="priorityHighToLow") == [newer, older]
    assert await listed(sort="priorityLowToHigh") == [older, newer]


async def test_the_list_has_a_new_transfer_of_its_consults_place_and_line(case: Case, session: AsyncSession) -> None:
    """What the list filters and sorts by is copied from the consult."""
    succeeded(await case.ask())
    different = text(
        "select count(*) from transfers t join consults c on c.id = t.consult_id where (t.organization_id,"
        " t.location_id, t.service_line_id, t.sort_rank) is not distinct from"
        " (c.organization_id, c.location_id, c.service_line_id, c.sort_rank)"
    )
    assert (await session.execute(different)).scalar_one() == 1
    page = succeeded(await case.coordinator.post("/transfers/$search", json={}))
    assert [found["id"] for found in page["transfers"]] == [case.transfer_id]
