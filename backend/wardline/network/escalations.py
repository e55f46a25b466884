"""How requests escalate, in a network file: one entry for each line of an organization that has decided for itself."""

from collections.abc import Mapping
from typing import Annotated, Any, Self, cast

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from wardline.core.forms.fields import CALLABLE_PATTERN, Text, matching
from wardline.network.lines import Hours
from wardline.network.values import Entry, ManagedEntry, declared_in, distinct, reference
from wardline.paging.choices import PageChannel, PageTarget
from wardline.paging.schemas import (
    CONFIGURABLE_TARGETS,
    MAX_ROUNDS,
    MAX_STEP_SECONDS,
    MAX_STEPS,
    MIN_REPEAT_SECONDS,
    PriorityName,
)
from wardline.service_lines.registry import all_lines

_FOR_ESCALATIONS = frozenset({PageTarget.ESCALATION_ONLY.value, PageTarget.PLANNED_ESCALATION.value})
_STEP_TARGETS = frozenset(target.value for target in CONFIGURABLE_TARGETS)
_STEP_CHANNELS = frozenset(channel.value for channel in PageChannel)


def _one_of(known: frozenset[str]) -> AfterValidator:
    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"{value!r} is not one of {', '.join(sorted(known))}")
        return value

    return AfterValidator(check)


class EscalationStep(Entry):
    after_seconds: Annotated[int, Field(ge=0, le=MAX_STEP_SECONDS)]
    """Since the request."""
    targets: Annotated[list[Annotated[Text, _one_of(_STEP_TARGETS)]], Field(min_length=1), AfterValidator(distinct)]
    channels: (
        Annotated[list[Annotated[Text, _one_of(_STEP_CHANNELS)]], Field(min_length=1), AfterValidator(distinct)] | None
    ) = None
    """Besides the screen; by default all that somebody has."""
    hours: Hours | None = None
    """When it applies; by default always."""


class EscalationPolicy(Entry):
    """The steps in order, then everybody in them again until the rounds are over, then the backup number."""

    priority: PriorityName | None = None
    """By default for all."""
    facility: Annotated[Text, reference("facility")] | None = None
    """By default for all of the organization."""
    steps: Annotated[list[EscalationStep], Field(min_length=1, max_length=MAX_STEPS)]
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)]
    repeat_seconds: Annotated[int, Field(ge=MIN_REPEAT_SECONDS, le=MAX_STEP_SECONDS)]
    backup_number: Annotated[Text, matching(CALLABLE_PATTERN, "must be a number such as (555) 010-0100")]

    @field_validator("steps")
    @classmethod
    def _in_order(cls, steps: list[EscalationStep]) -> list[EscalationStep]:
        times = [step.after_seconds for step in steps]
        if times != sorted(set(times)):
            raise ValueError("each step must be later than the one before it")
        return steps

    def stored(self) -> dict[str, Any]:
        """The policy as stored in its row, `wardline.paging.schemas.EscalationPolicy` as JSON."""
        return {
            "steps": [
                {
                    "afterSeconds": step.after_seconds,
                    "targets": list(step.targets),
                    "channels": step.channels,
                    "hours": _stored_hours(step.hours),
                }
                for step in self.steps
            ],
            "rounds": self.rounds,
            "repeatSeconds": self.repeat_seconds,
            "backupNumber": self.backup_number,
        }

    @classmethod
    def from_stored(
        cls, policy: Mapping[str, Any], *, priority: str | None, facility: str | None
    ) -> "EscalationPolicy":
        return cls.model_construct(
            priority=cast(Any, priority),
            facility=facility,
            steps=[
                EscalationStep.model_construct(
                    after_seconds=step["afterSeconds"],
                    targets=step["targets"],
                    channels=step["channels"],
                    hours=_read_hours(step["hours"]),
                )
                for step in policy["steps"]
            ],
            rounds=policy["rounds"],
            repeat_seconds=policy["repeatSeconds"],
            backup_number=policy["backupNumber"],
        )


def _stored_hours(hours: Hours | None) -> dict[str, str] | None:
    if hours is None:
        return None
    return {"openDaysInWeek": hours.days, "openHours": hours.open, "openHoursTimezone": hours.time_zone}


def _read_hours(stored: Mapping[str, str] | None) -> Hours | None:
    if stored is None:
        return None
    return Hours.model_construct(
        days=stored["openDaysInWeek"], open=stored["openHours"], time_zone=stored["openHoursTimezone"]
    )


class Escalation(ManagedEntry):
    """How an organization's requests of one line escalate; the most specific policy applies, or else the standard."""

    organization: Annotated[Text, reference("organization")]
    service_line: Annotated[Text, reference("service line")]
    policies: list[EscalationPolicy] = []

    @property
    def code(self) -> str:
        return escalation_code(self.organization, self.service_line)

    @model_validator(mode="after")
    def _of_its_line(self) -> Self:
        distinct([f"{policy.priority} {policy.facility}" for policy in self.policies])
        if not _has_escalations_only(self.service_line):
            # Everyone on call for such a line gets all notifications, so that a step for the others would page nobody.
            used = {target for policy in self.policies for step in policy.steps for target in step.targets}
            if used & _FOR_ESCALATIONS:
                raise ValueError(f"nobody is on call for escalations only for {self.service_line}")
        return self

    @field_validator("policies")
    @classmethod
    def _of_own_facilities(cls, policies: list[EscalationPolicy], info: ValidationInfo) -> list[EscalationPolicy]:
        own, owner_of = info.data.get("organization"), declared_in(info).owner_of
        foreign = [each.facility for each in policies if each.facility and owner_of.get(each.facility, own) != own]
        if foreign:
            raise ValueError(f"{', '.join(foreign)}: not of this organization")
        return policies


def escalation_code(organization: str, service_line: str) -> str:
    """By which an escalation is known; neither code has a slash."""
    return f"{organization}/{service_line}"


def _has_escalations_only(service_line: str) -> bool:
    return any(line.primary_checkin_on for line in all_lines() if service_line in line.ids.values())
