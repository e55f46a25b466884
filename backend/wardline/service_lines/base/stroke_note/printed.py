"""The signed stroke note as a document."""

from collections.abc import Iterator, Mapping
from typing import Any

from wardline.core.forms.choices import Choice
from wardline.service_lines.base.printed import PrintedSection, clock_time, minutes, yes_no
from wardline.service_lines.base.stroke_note.choices import (
    DelayReason,
    Diagnosis,
    Disposition,
    NotCandidateReason,
    NotGivenReason,
)
from wardline.service_lines.base.stroke_note.nihss import ITEMS, UNTESTABLE


def printed(content: Mapping[str, Any], zone: str) -> Iterator[PrintedSection]:
    """Its sections, with clinical times in the bedside's time zone."""
    thrombolytic, therapy = content["thrombolytic"], content["iaTherapy"]
    yield PrintedSection(
        "Call",
        facts=(
            ("Call Length", minutes(content["callLength"])),
            ("Video Start Time", clock_time(content["videoStartTime"], zone)),
            ("Last Known Well", clock_time(content["lastKnownWell"], zone)),
        ),
    )
    yield PrintedSection("History and Examination", texts=(("HPI", content["hpi"]), ("Exam", content["exam"])))
    yield PrintedSection("NIH Stroke Scale", facts=tuple(_scale(content["nihss"], content["nihssComments"])))
    yield PrintedSection(
        "Labs and Imaging",
        facts=(("Labs", "Labs not done." if content["labsNotDone"] else None),),
        texts=(("Labs", content["labs"]), ("Imaging", content["imaging"])),
    )
    yield PrintedSection(
        "Thrombolysis",
        facts=(
            ("Thrombolytic given", yes_no(thrombolytic["given"])),
            ("Drug", thrombolytic["drug"]),
            ("Dosage", thrombolytic["dosage"]),
            ("Time Given", clock_time(thrombolytic["timeGiven"], zone)),
            ("Administration Delay", yes_no(thrombolytic["delay"])),
            ("Reason for the Delay", _selected(thrombolytic["delayReason"], DelayReason)),
            ("Reason for Not Giving It", _selected(thrombolytic["notGivenReason"], NotGivenReason)),
        ),
        texts=(("Recommendations", thrombolytic["recommendations"]),),
    )
    yield PrintedSection(
        "Intra-Arterial Therapy",
        facts=(
            ("Candidate", yes_no(therapy["isCandidate"])),
            ("Reason Patient Is Not a Candidate", _selected(therapy["notCandidateReasons"], NotCandidateReason)),
        ),
    )
    yield PrintedSection(
        "Assessment and Plan",
        facts=(
            ("Diagnosis", _selected(content["diagnosis"], Diagnosis)),
            ("Disposition", _selected(content["disposition"], Disposition)),
        ),
        texts=(("Transfer", content["transfer"]),),
    )
    yield PrintedSection(
        "Time and Severity",
        facts=(
            ("Total Time Spent", minutes(content["totalTimeSpent"])),
            ("Critical patient", yes_no(content["criticalPatient"])),
        ),
    )


def _scale(nihss: Mapping[str, Any], comments: str | None) -> Iterator[tuple[str, str | None]]:
    """The total comes first, always with the number of untestable items."""
    if nihss["notDone"]:
        yield "Total", "Not Done"
    else:
        exclusions = [
            f"{nihss['unscored']} not scored" if nihss["unscored"] else None,
            f"{nihss['untestable']} untestable" if nihss["untestable"] else None,
        ]
        excluded = ", ".join(part for part in exclusions if part)
        yield "Total", f"{nihss['total']} ({excluded})" if excluded else str(nihss["total"])
        for item in ITEMS:
            yield f"{item.number}. {item.label}", _score(nihss[item.name], nihss["explanations"].get(item.name))
    yield "NIHSS Comments", comments


def _score(score: int | None, explanation: str | None) -> str | None:
    if score is None:
        return None
    return str(score) if score != UNTESTABLE else ": ".join(filter(None, ("Untestable", explanation)))


def _selected(answer: Mapping[str, Any], choice: type[Choice]) -> str | None:
    labels = [choice(value).label for value in answer["selected"]]
    return "; ".join([*labels, *filter(None, [answer["other"]])]) or None
