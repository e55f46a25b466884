"""The stroke note: both of the specification's variants in one form.

Every field may be null while the note is a draft (`wardline.core.forms.drafts.draft_model`); a signed note has passed
all rules. Texts with bullets are rich text (`wardline.core.text.rich_text`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field, StrictBool

from wardline.core.forms import messages
from wardline.core.forms.drafts import AS_TYPED, MAX_TYPED_LENGTH, NUMBER_AS_TYPED
from wardline.core.forms.fields import OptionalShortText, TrimmedText, unique_items
from wardline.core.forms.rules import (
    AtLeastOne,
    Cleared,
    Condition,
    DateBetween,
    FieldRule,
    MaxLength,
    OtherText,
    Required,
    RuledModel,
)
from wardline.core.forms.wire import ApiModel, UtcDateTime
from wardline.core.text.rich_text import RichText, stored_cap, up_to
from wardline.service_lines.base.request import NO_SELECTION
from wardline.service_lines.base.stroke_note.choices import (
    DelayReason,
    Diagnosis,
    Disposition,
    NotCandidateReason,
    NotGivenReason,
    ThrombolyticDrug,
)
from wardline.service_lines.base.stroke_note.nihss import Nihss, nihss_rules
from wardline.service_lines.base.stroke_note.texts import LABS_DEFAULT

SECTION_LIMIT: Final = 6000
"""Visible characters in a section."""

Section = Annotated[RichText, up_to(SECTION_LIMIT)]
_Minutes = Annotated[int, Field(strict=True, ge=0, le=2**31 - 1, json_schema_extra={"x-message": messages.INVALID})]
OtherAnswer = Annotated[TrimmedText, Field(max_length=MAX_TYPED_LENGTH)]


class DelayReasons(ApiModel):
    selected: Annotated[list[DelayReason], Field(max_length=len(DelayReason)), unique_items()]
    other: OtherAnswer | None = None


class NotGivenReasons(ApiModel):
    selected: Annotated[list[NotGivenReason], Field(max_length=len(NotGivenReason)), unique_items()]
    other: OtherAnswer | None = None


class NotCandidateReasons(ApiModel):
    selected: Annotated[list[NotCandidateReason], Field(max_length=len(NotCandidateReason)), unique_items()]
    other: OtherAnswer | None = None


class Diagnoses(ApiModel):
    selected: Annotated[list[Diagnosis], Field(max_length=len(Diagnosis)), unique_items()]
    other: OtherAnswer | None = None


class Dispositions(ApiModel):
    selected: Annotated[list[Disposition], Field(max_length=len(Disposition)), unique_items()]
    other: OtherAnswer | None = None


class Thrombolytic(ApiModel):
    given: StrictBool | None = None
    drug: ThrombolyticDrug | None = None
    dosage: Annotated[OptionalShortText | None, AS_TYPED] = None
    time_given: Annotated[UtcDateTime | None, AS_TYPED] = None
    delay: StrictBool | None = None
    delay_reason: DelayReasons = DelayReasons(selected=[])
    not_given_reason: NotGivenReasons = NotGivenReasons(selected=[])
    recommendations: Section | None = None


class IaTherapy(ApiModel):
    is_candidate: StrictBool | None = None
    not_candidate_reasons: NotCandidateReasons = NotCandidateReasons(selected=[])


_GIVEN: Final = Condition(field="thrombolytic.given", values=(True,))
_NOT_GIVEN: Final = Condition(field="thrombolytic.given", values=(False,))
_DRUG_CHOSEN: Final = Condition(field="thrombolytic.drug", values=(None,), negated=True)
_NO_DRUG: Final = Condition(field="thrombolytic.drug", values=(None,))
_DELAYED: Final = Condition(field="thrombolytic.delay", values=(True,))
_NOT_DELAYED: Final = Condition(field="thrombolytic.delay", values=(True,), negated=True)
_DELAY_KNOWN: Final = Condition(field="thrombolytic.delay", values=(True, False))
_CANDIDATE: Final = Condition(field="iaTherapy.isCandidate", values=(True,))
_NOT_CANDIDATE: Final = Condition(field="iaTherapy.isCandidate", values=(False,))
_LABS_NOT_DONE: Final = Condition(field="labsNotDone", values=(True,))
_LABS_DONE: Final = Condition(field="labsNotDone", values=(True,), negated=True)


def _section(field: str, *, when: tuple[Condition, ...] = (), untouched: Any = None) -> tuple[FieldRule, ...]:
    return (Required(field=field, when=when, untouched=untouched), _short_enough(field))


def _short_enough(field: str) -> FieldRule:
    return MaxLength(field=field, max=SECTION_LIMIT, message=messages.SECTION_TOO_LONG)


def _reasons(field: str, *when: Condition) -> tuple[FieldRule, ...]:
    return (AtLeastOne(field=field, fields=(field,), when=when), OtherText(field=f"{field}.other", when=when))


_OTHER_NAMES: Final = {"callStartTime": "videoStartTime", "endovascularTherapy": "iaTherapy"}
_OTHER_NAMES_OF_THROMBOLYTIC: Final = {
    "recommended": "given",
    "timeRecommended": "timeGiven",
    "notRecommendedReason": "notGivenReason",
}
_LISTS_OF_THROMBOLYTIC: Final = ("delayReason", "notGivenReason")


class StrokeNote(RuledModel):
    """`call_length` and `total_time_spent` are in minutes."""

    call_length: Annotated[_Minutes | None, NUMBER_AS_TYPED] = None
    video_start_time: Annotated[UtcDateTime | None, AS_TYPED] = None
    last_known_well: Annotated[UtcDateTime | None, AS_TYPED] = None
    hpi: Section | None = None
    exam: Section | None = None
    nihss: Annotated[Nihss, Field(default_factory=Nihss)]
    nihss_comments: Annotated[TrimmedText, Field(max_length=stored_cap(SECTION_LIMIT))] | None = None
    labs: Section | None = None
    labs_not_done: StrictBool = False
    imaging: Section | None = None
    thrombolytic: Thrombolytic = Thrombolytic()
    ia_therapy: IaTherapy = IaTherapy()
    diagnosis: Diagnoses = Diagnoses(selected=[])
    disposition: Dispositions = Dispositions(selected=[])
    transfer: Section | None = None
    total_time_spent: Annotated[_Minutes | None, NUMBER_AS_TYPED] = None
    critical_patient: StrictBool | None = None

    @classmethod
    def normalized(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Uses this variant's names, and accepts a plain list if Other is not selected."""
        data = _renamed(data, _OTHER_NAMES)
        if isinstance(group := data.get("thrombolytic"), Mapping):
            data["thrombolytic"] = _with_lists(_renamed(group, _OTHER_NAMES_OF_THROMBOLYTIC), *_LISTS_OF_THROMBOLYTIC)
        if isinstance(group := data.get("iaTherapy"), Mapping):
            data["iaTherapy"] = _with_lists(group, "notCandidateReasons")
        return _with_lists(data, "diagnosis", "disposition")

    rules = (
        Cleared(field="labs", when=(_LABS_NOT_DONE,)),
        Cleared(field="thrombolytic.notGivenReason", when=(_GIVEN,), to=NO_SELECTION),
        *(
            Cleared(field=f"thrombolytic.{name}", when=(_NOT_GIVEN,))
            for name in ("drug", "dosage", "timeGiven", "delay")
        ),
        Cleared(field="thrombolytic.delay", when=(_NO_DRUG,)),
        Cleared(field="thrombolytic.delayReason", when=(_NOT_DELAYED,), to=NO_SELECTION),
        Cleared(field="iaTherapy.notCandidateReasons", when=(_CANDIDATE,), to=NO_SELECTION),
        Required(field="callLength"),
        Required(field="videoStartTime"),
        DateBetween(field="videoStartTime"),
        DateBetween(field="lastKnownWell"),
        *_section("hpi"),
        *_section("exam"),
        *nihss_rules("nihss"),
        _short_enough("nihssComments"),
        *_section("labs", when=(_LABS_DONE,), untouched=LABS_DEFAULT),
        *_section("imaging"),
        Required(field="thrombolytic.given"),
        Required(field="thrombolytic.drug", when=(_GIVEN,)),
        DateBetween(field="thrombolytic.timeGiven"),
        Required(field="thrombolytic.delay", when=(_GIVEN, _DRUG_CHOSEN)),
        *_reasons("thrombolytic.delayReason", _DELAYED),
        *_reasons("thrombolytic.notGivenReason", _NOT_GIVEN),
        Required(field="thrombolytic.recommendations", when=(_NOT_GIVEN,)),
        Required(field="thrombolytic.recommendations", when=(_DELAY_KNOWN,)),
        _short_enough("thrombolytic.recommendations"),
        Required(field="iaTherapy.isCandidate"),
        *_reasons("iaTherapy.notCandidateReasons", _NOT_CANDIDATE),
        *_reasons("diagnosis"),
        *_reasons("disposition"),
        *_section("transfer"),
        Required(field="totalTimeSpent"),
        Required(field="criticalPatient"),
    )


def _renamed(data: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A field that is sent under both names keeps both, so that the unknown one is refused."""
    return {names[name] if name in names and names[name] not in data else name: data[name] for name in data}


def _with_lists(data: Mapping[str, Any], *fields: str) -> dict[str, Any]:
    lists = {name: {"selected": data[name], "other": None} for name in fields if isinstance(data.get(name), list)}
    return {**data, **lists}
