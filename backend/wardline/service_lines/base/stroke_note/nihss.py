"""The NIH Stroke Scale, item by item, in the official wording (NINDS; public domain as a work of the US government).

Source: ninds.nih.gov/stroke-scales-and-related-information. Left comes before right, as on the official form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field, StrictBool, computed_field, create_model, model_validator

from wardline.core.forms.drafts import AS_TYPED
from wardline.core.forms.fields import OptionalShortText
from wardline.core.forms.rules import Cleared, Condition, FieldRule, Required
from wardline.core.forms.wire import ApiModel

UNTESTABLE: Final = -1
"""The stored value of UN, which adds nothing to the total."""


@dataclass(frozen=True, slots=True)
class NihssItem:
    """`name` is the wire name; `levels` are the official texts for 0, 1, 2 and so on."""

    name: str
    number: str
    label: str
    loinc: str
    levels: tuple[str, ...]
    untestable: str | None = None
    """When the item counts as untestable, if the scale allows that."""

    @property
    def highest(self) -> int:
        return len(self.levels) - 1

    @property
    def lowest(self) -> int:
        return 0 if self.untestable is None else UNTESTABLE


_AMPUTATION: Final = "Amputation or joint fusion"
_ARM: Final = (
    "No drift; limb holds 90 (or 45) degrees for full 10 seconds.",
    "Drift; limb holds 90 (or 45) degrees, but drifts down before full 10 seconds; does not hit bed or other support.",
    (
        "Some effort against gravity; limb cannot get to or maintain (if cued) 90 (or 45) degrees, drifts down to "
        "bed, but has some effort against gravity."
    ),
    "No effort against gravity; limb falls.",
    "No movement.",
)
_LEG: Final = (
    "No drift; leg holds 30-degree position for full 5 seconds.",
    "Drift; leg falls by the end of the 5-second period but does not hit bed.",
    "Some effort against gravity; leg falls to bed by 5 seconds, but has some effort against gravity.",
    "No effort against gravity; leg falls to bed immediately.",
    "No movement.",
)

ITEMS: Final = (
    NihssItem(
        "loc",
        "1a",
        "Level of Consciousness",
        "70184-7",
        (
            "Alert; keenly responsive.",
            "Not alert; but arousable by minor stimulation to obey, answer, or respond.",
            (
                "Not alert; requires repeated stimulation to attend, or is obtunded and requires strong or painful "
                "stimulation to make movements (not stereotyped)."
            ),
            "Responds only with reflex motor or autonomic effects or totally unresponsive, flaccid, and areflexic.",
        ),
    ),
    NihssItem(
        "locQuestions",
        "1b",
        "LOC Questions",
        "70185-4",
        (
            "Answers both questions correctly.",
            "Answers one question correctly.",
            "Answers neither question correctly.",
        ),
    ),
    NihssItem(
        "locCommands",
        "1c",
        "LOC Commands",
        "70186-2",
        ("Performs both tasks correctly.", "Performs one task correctly.", "Performs neither task correctly."),
    ),
    NihssItem(
        "horizontalGaze",
        "2",
        "Best Gaze",
        "70187-0",
        (
            "Normal.",
            (
                "Partial gaze palsy; gaze is abnormal in one or both eyes, but forced deviation or total gaze paresis "
                "is not present."
            ),
            "Forced deviation, or total gaze paresis not overcome by the oculocephalic maneuver.",
        ),
    ),
    NihssItem(
        "visualFields",
        "3",
        "Visual",
        "70188-8",
        (
            "No visual loss.",
            "Partial hemianopia.",
            "Complete hemianopia.",
            "Bilateral hemianopia (blind including cortical blindness).",
        ),
    ),
    NihssItem(
        "facialPalsy",
        "4",
        "Facial Palsy",
        "70189-6",
        (
            "Normal symmetrical movements.",
            "Minor paralysis (flattened nasolabial fold, asymmetry on smiling).",
            "Partial paralysis (total or near-total paralysis of lower face).",
            "Complete paralysis of one or both sides (absence of facial movement in the upper and lower face).",
        ),
    ),
    NihssItem("leftArm", "5a", "Motor Arm, Left", "70190-4", _ARM, _AMPUTATION),
    NihssItem("rightArm", "5b", "Motor Arm, Right", "70967-5", _ARM, _AMPUTATION),
    NihssItem("leftLeg", "6a", "Motor Leg, Left", "70191-2", _LEG, _AMPUTATION),
    NihssItem("rightLeg", "6b", "Motor Leg, Right", "70968-3", _LEG, _AMPUTATION),
    NihssItem(
        "limbAtaxia",
        "7",
        "Limb Ataxia",
        "70192-0",
        ("Absent.", "Present in one limb.", "Present in two limbs."),
        _AMPUTATION,
    ),
    NihssItem(
        "sensory",
        "8",
        "Sensory",
        "70193-8",
        (
            "Normal; no sensory loss.",
            (
                "Mild-to-moderate sensory loss; patient feels pinprick is less sharp or is dull on the affected side; "
                "or there is a loss of superficial pain with pinprick, but patient is aware of being touched."
            ),
            "Severe to total sensory loss; patient is not aware of being touched in the face, arm, and leg.",
        ),
    ),
    NihssItem(
        "bestLanguage",
        "9",
        "Best Language",
        "70194-6",
        (
            "No aphasia; normal.",
            (
                "Mild-to-moderate aphasia; some obvious loss of fluency or facility of comprehension, without "
                "significant limitation on ideas expressed or form of expression. Reduction of speech and/or "
                "comprehension, however, makes conversation about provided materials difficult or impossible. For "
                "example, in conversation about provided materials, examiner can identify picture or naming card "
                "content from patient's response."
            ),
            (
                "Severe aphasia; all communication is through fragmentary expression; great need for inference, "
                "questioning, and guessing by the listener. Range of information that can be exchanged is limited; "
                "listener carries burden of communication. Examiner cannot identify materials provided from patient "
                "response."
            ),
            "Mute, global aphasia; no usable speech or auditory comprehension.",
        ),
    ),
    NihssItem(
        "dysarthria",
        "10",
        "Dysarthria",
        "70195-3",
        (
            "Normal.",
            (
                "Mild-to-moderate dysarthria; patient slurs at least some words and, at worst, can be understood with "
                "some difficulty."
            ),
            (
                "Severe dysarthria; patient's speech is so slurred as to be unintelligible in the absence of or out "
                "of proportion to any dysphasia, or is mute/anarthric."
            ),
        ),
        "Intubated or other physical barrier",
    ),
    NihssItem(
        "extinctionInattention",
        "11",
        "Extinction and Inattention (formerly Neglect)",
        "70196-1",
        (
            "No abnormality.",
            (
                "Visual, tactile, auditory, spatial, or personal inattention or extinction to bilateral simultaneous "
                "stimulation in one of the sensory modalities."
            ),
            (
                "Profound hemi-inattention or extinction to more than one modality; does not recognize own hand or "
                "orients to only one side of space."
            ),
        ),
    ),
)

UNTESTABLE_ITEMS: Final = tuple(item for item in ITEMS if item.untestable is not None)


def _snake(name: str) -> str:
    return "".join(f"_{character.lower()}" if character.isupper() else character for character in name)


def _score(item: NihssItem) -> Any:
    return (Annotated[int, Field(strict=True, ge=item.lowest, le=item.highest)] | None, None)


_NAMES: Final = tuple(_snake(item.name) for item in ITEMS)
_SCORES: Final[dict[str, Any]] = {_snake(item.name): _score(item) for item in ITEMS}
_EXPLANATIONS: Final[dict[str, Any]] = {
    _snake(item.name): (Annotated[OptionalShortText | None, AS_TYPED], None) for item in UNTESTABLE_ITEMS
}
_Scores = create_model("_Scores", __base__=ApiModel, **_SCORES)
NihssExplanations = create_model("NihssExplanations", __base__=ApiModel, **_EXPLANATIONS)
_COUNTED: Final = ("total", "untestable", "unscored")


class Nihss(_Scores):
    """The items' scores: null is not scored, -1 is untestable, with an optional explanation.

    Responses include the total and the numbers of items that it does not count, all null if the scale was not done;
    values that a caller sends for these are recalculated.
    """

    not_done: StrictBool = False
    explanations: NihssExplanations = NihssExplanations()

    @model_validator(mode="before")
    @classmethod
    def _recompute_total(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {name: part for name, part in value.items() if name not in _COUNTED}

    def _scores(self) -> list[int | None]:
        return [getattr(self, name) for name in _NAMES]

    @computed_field
    def total(self) -> int | None:
        return None if self.not_done else sum(max(0, score or 0) for score in self._scores())

    @computed_field
    def untestable(self) -> int | None:
        return None if self.not_done else self._scores().count(UNTESTABLE)

    @computed_field
    def unscored(self) -> int | None:
        return None if self.not_done else self._scores().count(None)


def nihss_rules(path: str) -> tuple[FieldRule, ...]:
    """Rules across the items, which are at `path`."""
    not_done = Condition(field=f"{path}.notDone", values=(True,))
    done = Condition(field=f"{path}.notDone", values=(True,), negated=True)
    explained = (
        Cleared(
            field=f"{path}.explanations.{item.name}",
            when=(Condition(field=f"{path}.{item.name}", values=(UNTESTABLE,), negated=True),),
        )
        for item in UNTESTABLE_ITEMS
    )
    return (
        *(Cleared(field=f"{path}.{item.name}", when=(not_done,)) for item in ITEMS),
        *explained,
        *(Required(field=f"{path}.{item.name}", when=(done,)) for item in ITEMS),
    )
