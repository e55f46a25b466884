"""Who may do what with which consult: a situation that allows each action, and each single reason against it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from wardline.access.current_user import CurrentUser, OpenCheckIn
from wardline.access.decision import Decision
from wardline.access.permissions import (
    ACCESS_ORGANIZATION,
    ACCESS_SERVICE_LINE,
    ACKNOWLEDGE_CONSULT,
    ADD_COMMENT,
    ADD_COMMENT_WITH_ALERT,
    CANCEL_CONSULT,
    COMPLETE_CONSULT,
    EDIT_CONSULT,
    EDIT_PATIENT,
    HOST_BLUESTREAM_MEETING,
    HOST_CORE_MEETING,
    JOIN_BLUESTREAM_MEETING,
    JOIN_CHIME_MEETING,
    JOIN_CORE_MEETING,
    JOIN_VIDYO_MEETING,
    VIEW_CONSULT,
    Permission,
)
from wardline.consults import policies
from wardline.consults.choices import ConsultAction, ConsultState
from wardline.consults.errors import (
    AlreadyAcknowledged,
    AlreadyClosed,
    CheckedIn,
    NotCheckedIn,
    OnlyThePhoneChanges,
)
from wardline.consults.models import Consult
from wardline.consults.reach import Reach, reach_of
from wardline.consults.rooms import rooms_of
from wardline.core.errors import Conflict, Forbidden, ProductError
from wardline.patients.choices import EncounterStatus
from wardline.patients.models import Encounter, Patient
from wardline.places.models import LocationUnit, VideoRoom
from wardline.realtime import rooms
from wardline.video import policies as video
from wardline.video.choices import VideoAction
from wardline.video.errors import OnCallElsewhere, RoomNotFound

Action = ConsultAction | VideoAction
ME, SOMEBODY = 1, 2
LINE, OTHER_LINE, FIXED_LINE, ASKED_LINE = 1, 4, 3, 6
"""A provider may edit the request on the first, and only the bedside phone on the third; the last is only requested."""
OURS, FOREIGN, SERVED = 10, 20, 30
EVERY = frozenset(
    {
        ACCESS_ORGANIZATION,
        ACCESS_SERVICE_LINE,
        ACKNOWLEDGE_CONSULT,
        ADD_COMMENT,
        ADD_COMMENT_WITH_ALERT,
        CANCEL_CONSULT,
        COMPLETE_CONSULT,
        EDIT_CONSULT,
        EDIT_PATIENT,
        JOIN_BLUESTREAM_MEETING,
        JOIN_CHIME_MEETING,
        JOIN_CORE_MEETING,
        JOIN_VIDYO_MEETING,
        VIEW_CONSULT,
    }
)


@dataclass(frozen=True)
class Situation:
    """A consult of `line` in the organization `OURS`, and the user who views it."""

    permissions: frozenset[Permission] = EVERY
    on_call: tuple[int, ...] = ()
    organizations: frozenset[int] = frozenset({OURS})
    served: frozenset[int] = frozenset()
    state: ConsultState = ConsultState.NEW
    complete_type: str | None = None
    acknowledged_by: int | None = None
    from_emr: bool = False
    encounter: EncounterStatus = EncounterStatus.IN_PROGRESS
    line: int = LINE
    rooms: tuple[str, ...] = ("Room 1",)

    @property
    def user(self) -> CurrentUser:
        since = datetime(2026, 3, 4, 12, tzinfo=UTC)
        return CurrentUser(
            id=ME,
            username="me",
            first_name="Mia",
            last_name="Own",
            permissions=self.permissions,
            role_ids=(),
            organization_ids=self.organizations,
            location_ids=frozenset(),
            member_line_ids=frozenset({LINE, OTHER_LINE}),
            active_line_ids=frozenset({LINE, OTHER_LINE}),
            requestable_line_ids=frozenset({LINE, ASKED_LINE}),
            check_ins=tuple(OpenCheckIn(line, 1, line, "(555) 010-0100", True, since) for line in self.on_call),
            served_organization_ids=self.served,
            consult_ids_in_writing=frozenset(),
            rights_version=0,
        )

    @property
    def consult(self) -> Consult:
        return Consult(
            organization_id=OURS,
            service_line_id=self.line,
            state=self.state.value,
            complete_type=self.complete_type,
            acknowledged_by_id=self.acknowledged_by,
            patient=Patient(is_emr=self.from_emr),
            encounter=Encounter(status=self.encounter.value),
            location=LocationUnit(video_rooms=[VideoRoom(name=name) for name in self.rooms]),
        )

    def decide(self, action: Action) -> Decision:
        return DECISIONS[action](self.user, self.consult)


DECISIONS: Final[dict[Action, Callable[[CurrentUser, Consult], Decision]]] = {
    ConsultAction.ACKNOWLEDGE: policies.can_acknowledge,
    ConsultAction.COMPLETE: policies.can_complete,
    ConsultAction.CANCEL: policies.can_cancel,
    ConsultAction.EDIT: policies.can_edit,
    ConsultAction.EDIT_BEDSIDE_PHONE: policies.can_edit_bedside_phone,
    ConsultAction.EDIT_PATIENT: policies.can_edit_patient,
    ConsultAction.COMMENT: policies.can_comment,
    ConsultAction.COMMENT_WITH_ALERT: policies.can_comment_with_alert,
    ConsultAction.DISCHARGE: policies.can_discharge,
    VideoAction.JOIN_CHIME: video.can_join_chime,
    VideoAction.JOIN_VIDYO: video.can_join_vidyo,
    VideoAction.JOIN_BLUESTREAM: video.can_join_bluestream,
    VideoAction.JOIN_CORE_VIDEO: video.can_join_core_video,
}
ON_DUTY, OFF_DUTY = Situation(on_call=(LINE,)), Situation()
COMPLETED: dict[str, Any] = {"state": ConsultState.COMPLETED, "complete_type": "video"}
CANCELLED: dict[str, Any] = {"state": ConsultState.COMPLETED, "complete_type": "cancelled"}
DISCHARGED: dict[str, Any] = {"state": ConsultState.DISCHARGED, "acknowledged_by": SOMEBODY}
STORED_CANCELLED: dict[str, Any] = {"state": ConsultState.CANCELLED}

NEEDS: dict[Action, tuple[Situation, set[Permission]]] = {
    ConsultAction.ACKNOWLEDGE: (ON_DUTY, {ACKNOWLEDGE_CONSULT}),
    ConsultAction.COMPLETE: (ON_DUTY, {COMPLETE_CONSULT}),
    ConsultAction.CANCEL: (OFF_DUTY, {CANCEL_CONSULT}),
    ConsultAction.EDIT: (ON_DUTY, {EDIT_CONSULT, ACCESS_ORGANIZATION}),
    ConsultAction.EDIT_BEDSIDE_PHONE: (OFF_DUTY, {ACCESS_ORGANIZATION}),
    ConsultAction.EDIT_PATIENT: (OFF_DUTY, {EDIT_PATIENT}),
    ConsultAction.COMMENT: (OFF_DUTY, {ADD_COMMENT}),
    ConsultAction.COMMENT_WITH_ALERT: (OFF_DUTY, {ADD_COMMENT, ADD_COMMENT_WITH_ALERT}),
    ConsultAction.DISCHARGE: (OFF_DUTY, {EDIT_PATIENT}),
    VideoAction.JOIN_CHIME: (OFF_DUTY, {JOIN_CHIME_MEETING}),
    VideoAction.JOIN_VIDYO: (OFF_DUTY, {JOIN_VIDYO_MEETING}),
    VideoAction.JOIN_BLUESTREAM: (OFF_DUTY, {JOIN_BLUESTREAM_MEETING}),
    VideoAction.JOIN_CORE_VIDEO: (OFF_DUTY, {JOIN_CORE_MEETING}),
}
"""By action: a situation that allows it, and the permissions that are all required."""

RIGHTS: Final[dict[Action, tuple[str, ...]]] = {
    ConsultAction.ACKNOWLEDGE: ("PERM-10", "BPERM-03"),
    ConsultAction.COMPLETE: ("API-78", "PERM-11", "BPERM-04"),
    ConsultAction.CANCEL: ("PERM-15", "PERM-16"),
    ConsultAction.EDIT: ("PERM-12", "BPERM-05", "BPERM-06"),
    ConsultAction.EDIT_BEDSIDE_PHONE: ("PERM-14", "PERM-31", "BPERM-25"),
    ConsultAction.EDIT_PATIENT: ("API-65", "PERM-22"),
    ConsultAction.COMMENT: ("PERM-19", "BPERM-09"),
    ConsultAction.COMMENT_WITH_ALERT: ("API-26", "PERM-20"),
    ConsultAction.DISCHARGE: ("API-60", "API-61"),
    VideoAction.JOIN_CHIME: ("PERM-26", "BPERM-20"),
    VideoAction.JOIN_VIDYO: ("API-32", "PERM-27", "BPERM-21"),
    VideoAction.JOIN_BLUESTREAM: ("API-33", "PERM-29", "BPERM-23"),
    VideoAction.JOIN_CORE_VIDEO: ("API-34", "PERM-30", "BPERM-24"),
}
"""The rows that say which permissions each action requires."""

ON_EITHER: list[dict[str, Any]] = [{"on_call": (LINE,)}, {"on_call": (OTHER_LINE,)}]
ANYTIME = [*ON_EITHER, COMPLETED, CANCELLED, DISCHARGED]
BY_DUTY: dict[str, Any] = {"on_call": (LINE,), "organizations": frozenset({FOREIGN}), "served": frozenset({OURS})}
ALLOWED: dict[Action, list[dict[str, Any]]] = {
    ConsultAction.ACKNOWLEDGE: [{"on_call": (OTHER_LINE, LINE)}, {"state": ConsultState.DISCHARGED}],
    ConsultAction.COMPLETE: [{"acknowledged_by": SOMEBODY}, DISCHARGED],
    ConsultAction.CANCEL: [{"acknowledged_by": SOMEBODY, "state": ConsultState.PENDING}, DISCHARGED],
    ConsultAction.EDIT: [{"acknowledged_by": SOMEBODY}, BY_DUTY],
    ConsultAction.EDIT_BEDSIDE_PHONE: [*ON_EITHER, BY_DUTY, {"line": FIXED_LINE}, DISCHARGED],
    ConsultAction.EDIT_PATIENT: [*ON_EITHER, COMPLETED, DISCHARGED],
    ConsultAction.COMMENT: [*ON_EITHER, DISCHARGED],
    ConsultAction.COMMENT_WITH_ALERT: [*ON_EITHER, DISCHARGED],
    ConsultAction.DISCHARGE: [{"on_call": (LINE,)}, COMPLETED, {"from_emr": True}],
    VideoAction.JOIN_CHIME: [ON_EITHER[0], *ANYTIME[2:], {"on_call": (LINE, OTHER_LINE)}, {"rooms": ()}],
    VideoAction.JOIN_VIDYO: ANYTIME,
    VideoAction.JOIN_BLUESTREAM: [*ANYTIME, {"rooms": ()}],
    VideoAction.JOIN_CORE_VIDEO: [*ANYTIME, {"rooms": ()}],
}
"""Circumstances that make no difference."""

STATES: Final[dict[Action, tuple[str, ...]]] = {
    **{action: ("PERM-32" if action.name.startswith("JOIN") else "ENT-49",) for action in DECISIONS},
    ConsultAction.EDIT: ("PERM-08", "PERM-13"),
    ConsultAction.EDIT_BEDSIDE_PHONE: ("ENT-49", "PERM-08"),
    ConsultAction.EDIT_PATIENT: ("PERM-23",),
}
"""The rows that say in which states and organizations each action is possible."""

CLOSED: list[tuple[dict[str, Any], type[ProductError]]] = [
    (COMPLETED, AlreadyClosed),
    (CANCELLED, AlreadyClosed),
    (STORED_CANCELLED, AlreadyClosed),
]
NOT_ON_DUTY: list[tuple[dict[str, Any], type[ProductError]]] = [
    ({"on_call": duty}, NotCheckedIn) for duty in ((), (OTHER_LINE,))
]
ELSEWHERE: list[tuple[dict[str, Any], type[ProductError]]] = [
    ({"organizations": frozenset({FOREIGN})}, Forbidden),
    ({"organizations": frozenset({FOREIGN}), "served": frozenset({SERVED})}, Forbidden),
    ({"permissions": EVERY - {ACCESS_ORGANIZATION}}, Forbidden),
]
REFUSED: dict[Action, list[tuple[dict[str, Any], type[ProductError]]]] = {
    ConsultAction.ACKNOWLEDGE: [
        *CLOSED,
        *NOT_ON_DUTY,
        ({"acknowledged_by": SOMEBODY}, AlreadyAcknowledged),
        ({"acknowledged_by": ME}, AlreadyAcknowledged),
    ],
    ConsultAction.COMPLETE: [*CLOSED, *NOT_ON_DUTY],
    ConsultAction.CANCEL: [*CLOSED, ({"on_call": (LINE,)}, CheckedIn), ({"on_call": (OTHER_LINE,)}, CheckedIn)],
    ConsultAction.EDIT: [
        *CLOSED,
        *NOT_ON_DUTY,
        *ELSEWHERE,
        ({"line": FIXED_LINE, "on_call": (FIXED_LINE,)}, OnlyThePhoneChanges),
    ],
    ConsultAction.EDIT_BEDSIDE_PHONE: [*CLOSED, *ELSEWHERE],
    ConsultAction.EDIT_PATIENT: [
        (CANCELLED, AlreadyClosed),
        (STORED_CANCELLED, AlreadyClosed),
        ({"from_emr": True}, Conflict),
    ],
    ConsultAction.COMMENT: CLOSED,
    ConsultAction.COMMENT_WITH_ALERT: CLOSED,
    ConsultAction.DISCHARGE: [({"encounter": EncounterStatus.FINISHED}, Forbidden)],
    VideoAction.JOIN_CHIME: [
        ({"on_call": (OTHER_LINE,)}, OnCallElsewhere),
        ({"on_call": (OTHER_LINE, LINE)}, OnCallElsewhere),
    ],
    VideoAction.JOIN_VIDYO: [({"rooms": ()}, RoomNotFound)],
    VideoAction.JOIN_BLUESTREAM: [],
    VideoAction.JOIN_CORE_VIDEO: [],
}

REASONS: Final[dict[Action, tuple[str, ...]]] = {
    ConsultAction.ACKNOWLEDGE: ("PERM-10", "BPERM-03", "INFO-03", "DET-41"),
    ConsultAction.COMPLETE: ("PERM-11", "BPERM-04", "INFO-03", "DET-43"),
    ConsultAction.CANCEL: ("API-78", "PERM-15", "PERM-16", "BPERM-08"),
    ConsultAction.EDIT: ("PERM-12", "PERM-13", "BPERM-05", "BPERM-06", "BPERM-07"),
    ConsultAction.EDIT_BEDSIDE_PHONE: ("PERM-31", "BPERM-25"),
    ConsultAction.EDIT_PATIENT: ("API-65", "PERM-23", "PERM-24"),
    ConsultAction.COMMENT: ("TIME-13",),
    ConsultAction.COMMENT_WITH_ALERT: ("TIME-13",),
    VideoAction.JOIN_CHIME: ("PERM-26", "BPERM-20"),
    VideoAction.JOIN_VIDYO: ("PERM-27", "BPERM-21"),
}
"""The rows that say why each action is refused to users who have the permissions."""


def test_the_tables_name_every_action() -> None:
    assert {*ConsultAction, *VideoAction} == set(NEEDS) == set(ALLOWED) == set(REFUSED) == set(DECISIONS)


@pytest.mark.req("PERM-08", "PERM-09")
def test_duty_adds_to_reach() -> None:
    own_lines = frozenset({LINE, OTHER_LINE, ASKED_LINE})
    assert reach_of(OFF_DUTY.user) == Reach(frozenset({OURS}), own_lines)
    on_duty = replace(OFF_DUTY, on_call=(FIXED_LINE,), served=frozenset({SERVED}))
    assert reach_of(on_duty.user) == Reach(frozenset({OURS, SERVED}), own_lines | {FIXED_LINE})


@pytest.mark.parametrize("missing", [VIEW_CONSULT, ACCESS_ORGANIZATION, ACCESS_SERVICE_LINE])
@pytest.mark.req("PERM-07", "PERM-08", "PERM-09", "BPERM-06")
def test_reach_needs_all_three_permissions(missing: Permission) -> None:
    on_duty = replace(OFF_DUTY, on_call=(LINE,), served=frozenset({SERVED}))
    assert rooms_of(on_duty.user) > {rooms.of_user(ME), rooms.of_line(OURS, LINE), rooms.of_line(SERVED, LINE)}
    reader = replace(on_duty, permissions=EVERY - {missing}).user
    reach = reach_of(reader)
    assert not (reach.organization_ids and reach.line_ids)
    assert rooms_of(reader) == {rooms.of_user(ME)}


@pytest.mark.parametrize(
    "action",
    [pytest.param(action, marks=pytest.mark.req(*RIGHTS[action]) if action in RIGHTS else ()) for action in DECISIONS],
)
@pytest.mark.req("PERM-01", "BPERM-02")
def test_each_action_requires_exactly_its_permissions(action: Action) -> None:
    situation, needed = NEEDS[action]
    assert replace(situation, permissions=frozenset(needed)).decide(action).allowed
    for permission in needed:
        # Having the action and the subject in two different permissions is not enough.
        halves = {Permission(permission.action, "Elsewhere"), Permission("Elsewhere", permission.subject)}
        for duty in (situation.on_call, (LINE,)):
            without = replace(situation, permissions=EVERY - {permission} | halves, on_call=duty)
            assert type(without.decide(action).refusal) is Forbidden, permission


@pytest.mark.req("SIGN-21", "PERM-11", "SIGN-62")
def test_a_signature_completes_without_duty_but_not_without_the_permission() -> None:
    decide, nobody = policies.can_complete_by_signing, replace(OFF_DUTY, permissions=EVERY - {COMPLETE_CONSULT})
    assert decide(OFF_DUTY.user, OFF_DUTY.consult).allowed
    assert type(decide(nobody.user, nobody.consult).refusal) is Forbidden
    closed = replace(OFF_DUTY, **COMPLETED)
    assert type(decide(closed.user, closed.consult).refusal) is AlreadyClosed


@pytest.mark.req("BPERM-09", "BPERM-25", "PERM-14", "PERM-19", "PERM-31")
def test_comments_and_the_bedside_phone_need_no_duty() -> None:
    bystander = replace(OFF_DUTY, permissions=frozenset({ADD_COMMENT, ACCESS_ORGANIZATION}))
    allowed = {action for action in DECISIONS if bystander.decide(action).allowed}
    assert allowed == {ConsultAction.COMMENT, ConsultAction.EDIT_BEDSIDE_PHONE}
    assert not replace(bystander, permissions=frozenset({ACCESS_ORGANIZATION})).decide(ConsultAction.COMMENT).allowed
    for changes in (COMPLETED, {"organizations": frozenset({FOREIGN})}):
        assert not replace(bystander, **changes).decide(ConsultAction.EDIT_BEDSIDE_PHONE).allowed


@pytest.mark.parametrize(
    ("host", "action"),
    [
        (HOST_BLUESTREAM_MEETING, VideoAction.JOIN_BLUESTREAM),
        (HOST_CORE_MEETING, VideoAction.JOIN_CORE_VIDEO),
    ],
)
@pytest.mark.req("PERM-29", "PERM-30", "BPERM-23", "BPERM-24")
def test_users_who_may_host_do_not_need_the_permission_to_join(host: Permission, action: Action) -> None:
    hosting = replace(OFF_DUTY, permissions=frozenset({host}))
    assert {allowed for allowed in DECISIONS if hosting.decide(allowed).allowed} == {action}


@pytest.mark.parametrize(
    ("action", "changes"),
    [
        pytest.param(action, changes, marks=pytest.mark.req(*RIGHTS.get(action, ()), *STATES[action]))
        for action in DECISIONS
        for changes in ALLOWED[action]
    ],
)
def test_irrelevant_circumstances_make_no_difference(action: Action, changes: dict[str, Any]) -> None:
    assert replace(NEEDS[action][0], **changes).decide(action).allowed


@pytest.mark.parametrize(
    ("action", "changes", "refusal"),
    [
        pytest.param(action, changes, refusal, marks=pytest.mark.req(*REASONS[action]) if action in REASONS else ())
        for action in DECISIONS
        for changes, refusal in REFUSED[action]
    ],
)
def test_each_single_reason_refuses(action: Action, changes: dict[str, Any], refusal: type[ProductError]) -> None:
    assert type(replace(NEEDS[action][0], **changes).decide(action).refusal) is refusal


@pytest.mark.req("PERM-24")
def test_the_refusal_to_edit_a_patient_of_the_record_gives_the_reason() -> None:
    refusal = replace(OFF_DUTY, from_emr=True).decide(ConsultAction.EDIT_PATIENT).refusal
    assert str(refusal) == "This patient's data comes from the EMR and cannot be edited here."


@pytest.mark.req("DET-41", "API-21", "PERM-10", "BPERM-03", "DONE-36")
def test_a_repeated_acknowledgement_requires_what_the_first_required() -> None:
    mine = replace(ON_DUTY, acknowledged_by=ME, state=ConsultState.PENDING)

    def refusal(**changes: Any) -> type | None:
        changed = replace(mine, **changes)
        found = policies.can_repeat_acknowledgement(changed.user, changed.consult).refusal
        return type(found) if found else None

    assert refusal() is None
    assert refusal(permissions=EVERY - {ACKNOWLEDGE_CONSULT}) is Forbidden
    assert refusal(on_call=()) is NotCheckedIn
    assert refusal(**COMPLETED) is AlreadyClosed


@pytest.mark.parametrize(
    "situation", [ON_DUTY, OFF_DUTY, replace(ON_DUTY, **COMPLETED), replace(OFF_DUTY, **CANCELLED)]
)
@pytest.mark.req("PERM-10", "PERM-11", "PERM-12", "PERM-15", "PERM-23")
def test_a_response_names_exactly_the_allowed_actions(situation: Situation) -> None:
    allowed = [action for action in DECISIONS if situation.decide(action).allowed]
    user, consult = situation.user, situation.consult
    assert [*policies.allowed_actions(user, consult), *video.allowed_actions(user, consult)] == allowed
