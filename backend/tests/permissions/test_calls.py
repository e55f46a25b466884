"""Every operation of the contract, by everyone in every situation, compared to one table of expected results."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any, Final, NamedTuple

import httpx
import pytest
from bodies import Bodies
from committed_contract import openapi
from sqlalchemy import text
from stroke_notes import STROKE_NOTE

from conftest import published
from wardline.patients.choices import Verification
from wardline.patients.verification import Finding
from wardline.transfers.choices import TransferState

from .expected_results import (
    ALLOWED,
    DUTIES,
    NO_ACCOUNT,
    NO_ROLE,
    OTHER_ORGANIZATION,
    SIGNED_OUT,
    THE_LINE,
    Call,
    Situation,
    expected_results,
)
from .network import COORDINATOR, GIVER, LINE_ELSEWHERE, STROKE_LINE, roles
from .place_bodies import PLACE_BODIES
from .rows import ASK_EACH_FOR_COVER, COVERS_PER_SCHEDULE, LET_EACH_ASK_FOR_COVER, PLAN_EVERYONE
from .sent_bodies import (
    CALL_SCHEDULE,
    IMPORT_BODIES,
    LINE_BODIES,
    PATIENT,
    PEOPLE_BODIES,
    PHONE,
    RETENTION_BODIES,
    SUBSCRIPTION,
    Target,
    access_check_body,
    asked_facility,
    call_schedule_body,
    check_in_body,
    consult_body,
    copy_body,
    cover_body,
    emergency_body,
    holidays_body,
    new_location_body,
    on_call_preference_body,
    schedule_change_body,
    sign_off_body,
    transfer_body,
)
from .world import LINES, World

OF_RECORD: Final = "a patient of the record"
ANOTHERS: Final = "another's"
OWN_CALL: Final = "their own call"
ELSEWHERE: Final = "a line of the other organization"
DRAFT, ANOTHERS_DRAFT, OWN_DRAFT = "a draft", "another's draft", "the virtual provider's draft"
HELD_DRAFTS: Final = (ANOTHERS_DRAFT, OWN_DRAFT)
SIGNED: Final = "a signed note"
ADDENDUM, MARK = "an addendum to a signed note", "a mark in error of a signed note"
FAILED_FAX: Final = "a failed fax"
FAILED_FILING: Final = "a failed filing"
HELD_FILING: Final = "a held filing"
WAITING_FILING: Final = "a filing that waits for the record"
ACUTE, TRANSFERABLE = "a consult of acute stroke", "a consult of tele-stroke"
REQUESTED, COORDINATORS, OTHERS = "a transfer", "the coordinator's transfer", "another's transfer"
COMPLETED: Final = "a completed transfer"
PAGED: Final = "a page"
ANSWERED: Final = "an acknowledgment by the virtual provider"
PLANNED: Final = "a planned shift"
COVER, OWN_COVER = "a request for cover", "their own request for cover"
NOBODY_IN_RECORD: Final = Finding(Verification.NOT_FOUND).digest
"""What the demonstration's hospital returns about the patients of the held filings."""
SETUPS: Final[dict[str, Callable[[World], Awaitable[None]]]] = {
    OF_RECORD: World.take_patients_from_the_record,
    DRAFT: World.write_drafts,
    ANOTHERS_DRAFT: lambda world: world.write_drafts(GIVER),
    OWN_DRAFT: lambda world: world.write_drafts("Virtual Provider"),
    **dict.fromkeys((SIGNED, ADDENDUM, MARK, FAILED_FAX), World.fail_faxes),
    FAILED_FILING: World.fail_filings,
    HELD_FILING: World.hold_filings,
    WAITING_FILING: lambda world: world.hold_filings("waiting"),
    ACUTE: lambda world: world.make_consults_of(STROKE_LINE),
    TRANSFERABLE: World.make_transferable,
    REQUESTED: World.add_transfers,
    COORDINATORS: lambda world: world.add_transfers(TransferState.ACKNOWLEDGED, COORDINATOR),
    OTHERS: lambda world: world.add_transfers(TransferState.ACKNOWLEDGED, GIVER),
    COMPLETED: lambda world: world.add_transfers(TransferState.COMPLETED, COORDINATOR),
    PAGED: World.page_everyone,
    ANSWERED: lambda world: world.let_acknowledge("Virtual Provider"),
    PLANNED: lambda world: _plan(world, PLAN_EVERYONE),
    COVER: lambda world: _plan(world, ASK_EACH_FOR_COVER),
    OWN_COVER: lambda world: _plan(world, LET_EACH_ASK_FOR_COVER),
}
"""What exists besides consults in these variations."""
BODIES: Final[dict[tuple[str, str], Callable[[Target], Any]]] = {
    ("readCensus", ""): lambda about: {"ids": [about["location_id"]]},
    **{(it, ""): lambda _: {"text": "x"} for it in ("searchAuditEntries", "exportAuditSearch", "searchAuditPeople")},
    ("addFavoriteLocations", ""): lambda about: {"locationIds": [about["location_id"]]},
    ("removeFavoriteLocation", ""): lambda about: {"locationId": about["location_id"]},
    ("testConnection", ""): lambda _: {"kind": "push"},
    **{("checkAccess", each): access_check_body for each in ("", "a consult")},
    ("createLocation", ""): new_location_body,
    ("replaceLocation", ""): lambda _: Bodies.LOCATION,
    **PLACE_BODIES,
    ("setGroupRoles", ""): lambda _: {"roleIds": [], "confirmed": []},
    **{(it, ""): lambda _, body=body: body for it, body in IMPORT_BODIES.items()},
    ("invitePerson", ""): lambda _: {"email": None},
    **PEOPLE_BODIES,
    **RETENTION_BODIES,
    ("checkIn", ""): check_in_body,
    ("checkIn", ELSEWHERE): lambda about: check_in_body({**about, "service_line_id": LINES[LINE_ELSEWHERE]}),
    ("setOnCallPreference", ""): on_call_preference_body,
    ("addCallSchedule", ""): call_schedule_body,
    ("addCallSchedule", ELSEWHERE): lambda _: {**CALL_SCHEDULE, "serviceLineId": LINES[LINE_ELSEWHERE]},
    ("checkCallSchedule", ""): lambda about: {**call_schedule_body(about), "id": None},
    ("saveCallSchedule", ""): lambda _: {**CALL_SCHEDULE, "version": 1},
    **{(name, ""): schedule_change_body for name in ("addScheduleChange", "checkScheduleChange")},
    **{("askForCover", each): cover_body for each in ("", PLANNED)},
    ("issueCalendarLink", ""): lambda about: {"scheduleId": about["schedule_id"]},
    ("issueCalendarLink", "own shifts"): lambda _: {"scheduleId": None},
    ("importCalendar", ""): lambda _: {"name": "New", "layer": 0, "version": None, "content": "x", "address": None},
    ("previewImportedCalendar", ""): lambda _: {"content": "x", "address": None},
    ("saveHolidays", ""): holidays_body,
    **{(name, ""): copy_body for name in ("previewCopy", "copyMonth")},
    **{("changeUser", each): lambda _: {"phoneNumber": PHONE} for each in ("", ANOTHERS)},
    ("addContact", ""): lambda _: {"kind": "call", "label": "Desk", "delaySeconds": 30, "phoneNumber": PHONE},
    ("changeContacts", ""): lambda about: {
        "contacts": [{"id": about["contact_id"], "label": "Cell", "delaySeconds": 60}]
    },
    **{("verifyContact", each): lambda _: {"code": "123456"} for each in ("", ANOTHERS)},
    ("reportPush", ""): lambda _: {"receipt": "r" * 43, "event": "delivered"},
    ("replacePushSubscription", ""): lambda _: {
        "endpoint": SUBSCRIPTION["endpoint"],
        "auth": "A" * 22,
        "subscription": SUBSCRIPTION,
    },
    ("giveFeedback", ""): lambda _: {"rating": 4},
    ("setPagesShown", ""): lambda _: {"shown": [1]},
    ("setConsultSeen", ""): lambda _: {"commentIds": []},
    **{("setPageMuted", each): lambda _: {"muted": True} for each in ("", PAGED)},
    **{("declinePage", each): lambda _: {"reason": "In another case"} for each in ("", PAGED)},
    **{("handOver", each): lambda about: {"userId": about["colleague_id"]} for each in ("", ANSWERED)},
    **LINE_BODIES,
    ("createConsult", ""): consult_body,
    ("requestEmergencyAccess", ""): emergency_body,
    ("reviewEmergencyAccess", ""): lambda _: {"verdict": "justified", "note": "On site"},
    ("searchConsults", ""): lambda _: {},
    ("searchTransfers", ""): lambda _: {},
    **{("requestTransfer", each): transfer_body for each in ("", ACUTE, TRANSFERABLE, REQUESTED)},
    **{
        ("declineTransfer", each): lambda about: {**asked_facility(about), "offer": 1, "reason": "No bed"}
        for each in ("", REQUESTED, COORDINATORS, OTHERS, COMPLETED)
    },
    ("readConsultCards", ""): lambda about: {"ids": [about["consult_id"]]},
    ("addUpdate", "a comment"): lambda _: {"message": "Thank you"},
    ("addUpdate", "an alert"): lambda _: {"message": "Come quickly", "alert": True},
    ("changeConsult", "the bedside phone"): lambda _: {"callbackNumber": "(555) 010-0177"},
    ("changeConsult", "the reason"): lambda _: {"reason": "Another reason"},
    ("completeConsult", "a completion"): lambda _: {"completeType": "video"},
    ("completeConsult", "the cancel flag"): lambda _: {"cancel": True, "cancellationReason": "Requested twice"},
    ("changeConsult", "the completion type"): lambda _: {"completeType": "phone"},
    ("signSignoffNoteNeuro", ""): lambda _: sign_off_body("tele-neuro"),
    ("signSignoffNotePsych", ""): lambda _: sign_off_body("tele-psych"),
    ("signSignoffNoteToxicology", ""): lambda _: sign_off_body("tele-toxicology"),
    ("requestSignoffNoteLock", ""): lambda _: {"docType": "Note"},
    ("saveSignoffNote", ""): lambda _: {"docType": "Note", "content": {"hpi": "Woke up with symptoms"}},
    ("addStrokeNote", ""): lambda _: {"hpi": "Woke up with symptoms"},
    **{
        ("confirmNotePatient", each): lambda _: {"seen": NOBODY_IN_RECORD, "reason": "Seen at the bedside"}
        for each in ("", HELD_FILING, WAITING_FILING)
    },
    **{("requestSignoffNoteLock", each): lambda _: {"docType": "Note"} for each in (DRAFT, ANOTHERS_DRAFT)},
    **{("saveSignoffNote", each): lambda _: {"docType": "Note", "content": {"hpi": "Woke"}} for each in HELD_DRAFTS},
    **{("addStrokeNote", each): lambda _: {"hpi": "Woke up with symptoms"} for each in HELD_DRAFTS},
    **{("signSignoffNote", each): lambda _: {"docType": "Note", "content": STROKE_NOTE} for each in HELD_DRAFTS},
    **{("signSignoffNoteAcuteStroke", each): lambda _: STROKE_NOTE for each in HELD_DRAFTS},
    ("faxSignoffNote", DRAFT): lambda _: {"faxNumber": "(555) 010-0177"},
    ("faxSignoffNote", SIGNED): lambda _: {"faxNumber": "(555) 010-0177"},
    ("signSignoffNote", ADDENDUM): lambda _: {"docType": "Addendum", "content": "CTA is back"},
    ("signSignoffNote", MARK): lambda _: {"docType": "Error"},
    ("faxSignoffNote", ""): lambda _: {"faxNumber": "(555) 010-0177"},
    ("signSignoffNote", "a note"): lambda _: {"docType": "Note"},
    ("signSignoffNote", "an addendum"): lambda _: {"docType": "Addendum", "content": "CTA is back"},
    ("signSignoffNote", "a mark in error"): lambda _: {"docType": "Error"},
    ("signSignoffNoteAcuteStroke", ""): lambda _: STROKE_NOTE,
    ("joinMeeting", ""): lambda about: {"consultId": about["consult_id"]},
    **dict.fromkeys((("attendMeeting", ""), ("attendMeeting", ANOTHERS)), lambda _: {}),
    ("reportRing", ""): lambda _: {"isSilent": False},
    **dict.fromkeys((("inviteGuest", ""), ("inviteGuest", ANOTHERS)), lambda _: {"name": "Ana Ruiz", "kind": "family"}),
    **dict.fromkeys((("answerGuest", ""), ("answerGuest", ANOTHERS)), lambda _: {"admit": True}),
    ("deleteExternalMeeting", ""): lambda about: about["joined"],
    ("deleteExternalMeeting", ANOTHERS): lambda about: about["joined"],
    ("editPatient", "a typed patient"): lambda _: {"patient": PATIENT},
    ("editPatient", OF_RECORD): lambda _: {"patient": PATIENT},
}
"""What is sent with an operation that takes a body."""
QUERIES: Final = {
    "listPlannedShifts": "?from=2026-03-01T05:00:00Z&until=2026-04-01T04:00:00Z",
    "listPlannablePeople": "?serviceLineId={service_line_id}",
    "removeCallSchedule": "?version=1",
    "listConcernedPeople": "?action=View&subject=Consult",
    "getPageForecast": "?serviceLineId={service_line_id}&locationId={location_id}&priority=critical",
    "proposeHolidays": "?year=2026",
    "getFairness": "?serviceLineId={service_line_id}&from=2026-03&months=1",
}
"""The queries of operations that require one."""


READING: Final = ("PERM-07", "PERM-08", "PERM-09")
NOTE: Final = ("PERM-25",)
ROWS: Final[dict[str, tuple[str, ...]]] = {
    "searchConsults": ("PERM-03",),
    "readConsultCards": ("PERM-03", *READING),
    "createConsult": ("PERM-05", "WIZ-45"),
    "readCensus": ("PERM-05",),
    "checkIn": ("PERM-06",),
    "setOnCallPreference": ("PERM-06",),
    "changeUser (another's)": ("API-13",),
    **dict.fromkeys(("getConsult", "listUpdates", "listTransfers", "exportConsult"), READING),
    **dict.fromkeys(("listConsultPages", "setConsultSeen"), READING),
    **dict.fromkeys(("getPatient", "listPatientConsults", "countPatientConsults"), READING),
    "addUpdate (a comment)": ("PERM-19",),
    "addUpdate (an alert)": ("PERM-19", "PERM-20"),
    "changeConsult (the bedside phone)": ("PERM-14", "PERM-31"),
    "changeConsult (the reason)": ("PERM-12", "PERM-13", "PERM-14"),
    "acknowledgeConsult": ("PERM-10",),
    "completeConsult (a completion)": ("PERM-11",),
    "completeConsult (the cancel flag)": ("PERM-15", "PERM-16"),
    "listSignOffNotes": (*READING, *NOTE),
    "listSignOffNeuro": (*READING, *NOTE),
    "listSignOffPsych": (*READING, *NOTE),
    "listSignOffToxicology": (*READING, *NOTE),
    "listSignOffAcuteStroke": (*READING, *NOTE),
    "requestSignoffNoteLock": NOTE,
    "saveSignoffNote": NOTE,
    "addStrokeNote": NOTE,
    "exportSignOffNote": NOTE,
    "faxSignoffNote": NOTE,
    "resendSignoffNoteFax": NOTE,
    "signSignoffNote": NOTE,
    "signSignoffNoteAcuteStroke": NOTE,
    "signSignoffNoteNeuro": NOTE,
    "signSignoffNotePsych": NOTE,
    "signSignoffNoteToxicology": NOTE,
    "editPatient": ("PERM-22", "PERM-23"),
    f"editPatient ({OF_RECORD})": ("PERM-24",),
    "joinMeeting": ("PERM-26", "PERM-32"),
    "issueStandaloneToken": ("UNATT-17", "BAPI-22"),
    "getVidyoRoom": ("PERM-27", "PERM-32"),
    "getBluestreamRoom": ("PERM-29", "PERM-32"),
    "getCoreVideoRoom": ("PERM-30", "PERM-32"),
    "searchTransfers": ("PERM-04",),
    "requestTransfer": ("PERM-17", "BPERM-19"),
    "acknowledgeTransfer": ("PERM-18",),
    "completeTransfer": ("PERM-18",),
    "declineTransfer": ("PERM-17", "PERM-18"),
    "handOver": ("PERM-08",),
}
"""The rows that say who may request an operation, by operation and kind of body, or by operation."""
EACH_CALL: Final = pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, id=str(call), marks=pytest.mark.req(*ROWS.get(str(call), ROWS.get(call.operation, ()))))
        for call in expected_results().calls
    ],
)


async def _plan(world: World, statement: str) -> None:
    """Add shifts, or requests for cover, of everyone, whether or not they could go on call."""
    await world.database.connection.execute(text(statement), {"giver": world.user_ids[GIVER]})


class Operation(NamedTuple):
    method: str
    path: str
    """Below /api, with the names of its parameters in braces."""
    success: int


def _operations() -> Iterator[tuple[str, Operation]]:
    for path, methods in openapi()["paths"].items():
        for method, described in methods.items():
            (success,) = (int(status) for status in described["responses"] if status.startswith("2"))
            yield described["operationId"], Operation(method.upper(), path.removeprefix("/api"), success)


OPERATIONS: Final = dict(_operations())


@pytest.mark.req("PERM-02")
def test_the_table_lists_exactly_all_calls_and_roles() -> None:
    table = expected_results()
    assert {call.operation for call in table.calls} == set(OPERATIONS)
    assert len({str(call) for call in table.calls}) == len(table.calls)
    assert table.people == [SIGNED_OUT, NO_ACCOUNT, NO_ROLE, *roles()]
    assert set(BODIES) <= {(call.operation, call.variation) for call in table.calls}


def test_every_line_about_a_result_is_used() -> None:
    table = expected_results()
    used = {rule for call in table.calls for duty in DUTIES for _, _, rule in table.cells(call, duty)}
    assert used == set(table.rules)


@EACH_CALL
@pytest.mark.req("PERM-02")
async def test_a_call_has_the_result_in_the_table(world: World, call: Call) -> None:
    await _check_all_results(world, call, everywhere=False)


@pytest.mark.soak
@EACH_CALL
@pytest.mark.req("PERM-02")
async def test_a_call_has_the_result_in_the_table_everywhere(world: World, call: Call) -> None:
    await _check_all_results(world, call, everywhere=True)


async def _check_all_results(world: World, call: Call, *, everywhere: bool) -> None:
    operation = OPERATIONS[call.operation]
    address = operation.path + QUERIES.get(call.operation, "")
    body_about = BODIES.get((call.operation, call.variation), lambda _: None)
    wrong = []
    for duty in DUTIES:
        cells = list(expected_results().cells(call, duty, everywhere=everywhere))
        if not cells:
            continue
        async with world.undone():
            await world.put_on_duty(duty)
            if call.variation in SETUPS:
                await SETUPS[call.variation](world)
            before = await world.rows()
            with published() as events:
                for person, situation, rule in cells:
                    about, events_before = _target(world, situation), len(events)
                    owner = GIVER if call.variation == ANOTHERS else person
                    about = {
                        **about,
                        **world.bell_of(owner),
                        **world.duty_notice_of(owner),
                        **world.call_of(owner),
                        **world.role_of(owner),
                        **world.contact_of(owner),
                        **world.colleague(),
                        "cover_id": about["schedule_id"] * COVERS_PER_SCHEDULE + world.user_ids.get(owner, 0),
                    }
                    if call.variation == OWN_CALL:
                        about["consult_id"] = about["joined"]["consultId"]
                    async with AsyncExitStack() as allowed:
                        if rule.result == ALLOWED:
                            await allowed.enter_async_context(world.undone())
                            allowed.callback(events.__delitem__, slice(events_before, None))
                        path = address.format(**about, version=2 if call.variation == FAILED_FAX else 1, group_id=1)
                        response = await world.request(person, operation.method, path, body_about(about))
                    got = ALLOWED if response.status_code == operation.success else refusal_of(response)
                    if got != rule.result:
                        wrong.append(f"{person}, {', '.join(situation)}: {rule.result} is expected, not {got}")
            assert not wrong, "\n".join(wrong)
            assert events == [], "a refused call publishes no event"
            assert await world.rows() == before, "a refused call changes nothing"


@pytest.mark.parametrize("what", [FAILED_FILING, HELD_FILING])
@pytest.mark.req("PERM-06")
async def test_an_administrator_is_shown_failed_and_held_filings_of_own_organizations_only(
    world: World, what: str
) -> None:
    """On call for the other organization, and so with its consults in reach."""
    async with world.undone():
        await SETUPS[what](world)
        await world.put_on_duty(THE_LINE)
        elsewhere = world.consults[OTHER_ORGANIZATION, "completed"]["consult_id"]
        assert (await world.request("Administrator", "GET", f"/consults/{elsewhere}")).is_success
        problems = (await world.request("Administrator", "GET", "/undelivered-notes")).json()
        assert {each["canConfirmPatient"] for each in problems} == {what == HELD_FILING}
        shown = {each["consultId"] for each in problems}
        own = {about["consult_id"] for (place, _), about in world.consults.items() if place != OTHER_ORGANIZATION}
        assert shown == own


def _target(world: World, situation: Situation) -> Target:
    return world.consults[situation.place, situation.state] if situation.state else world.places[situation.place]


def refusal_of(response: httpx.Response) -> str:
    return (
        f"{response.status_code} {response.json().get('code', '')}" if response.content else str(response.status_code)
    )
