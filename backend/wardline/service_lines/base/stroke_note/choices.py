"""Enumerations of the stroke note."""

from wardline.core.forms.choices import Choice


def _capitalized(value: str) -> tuple[str, str]:
    """Stored as the specification spells it, shown with a capital letter."""
    return value, value[0].upper() + value[1:]


class ThrombolyticDrug(Choice):
    TENECTEPLASE = "Tenecteplase"
    ALTEPLASE = "Alteplase"


class DelayReason(Choice):
    REFUSAL = "Initial refusal"
    ELIGIBILITY = "Care team unable to determine eligibility"
    HYPERTENSION = "Hypertension requiring control with IV medications"
    EVALUATION = "Further diagnostic evaluation to confirm stroke for patients with hypoglycemia (glucose <50)"
    SEIZURES = "Seizures or other metabolic disorder"
    OTHER_CONDITION = "Management of other concurrent emergent/acute condition"


class NotGivenReason(Choice):
    OUTSIDE_WINDOW = "Outside of time window"
    NON_DISABLING = "Non-disabling symptoms"
    ACUTE_HEMORRHAGE = _capitalized("acute intracranial hemorrhage")
    INFARCTION = _capitalized("large or established infarction on CT")
    SURGERY = _capitalized("recent intracranial or intraspinal surgery")
    HEAD_TRAUMA = _capitalized("head trauma")
    RECENT_STROKE = _capitalized("stroke within 2 months")
    HISTORY_OF_HEMORRHAGE = _capitalized("history of intracerebral hemorrhage")
    HYPERTENSION = _capitalized("uncontrolled HTN (>185 systolic or >110 diastolic)")
    SEIZURE = _capitalized("seizure at onset")
    NEOPLASM = _capitalized("intracranial neoplasm, AVM, aneurysm")
    DIATHESIS = _capitalized(
        "known bleed diathesis (INR>1.7, PT>15, heparinization within 48 hours with elevated PTT, "
        "platelets <100,000, DOAC within 48 hours)"
    )
    HYPOGLYCEMIA = _capitalized("hypoglycemia (<50 mg/dl)")
    REFUSAL = _capitalized("patient or representative refusal")


class NotCandidateReason(Choice):
    DISABILITY = _capitalized("pre-stroke disability mRS>2")
    NO_OCCLUSION = _capitalized("no proximal occlusion on CTA or MRA")
    LOW_NIHSS = "NIHSS <6 or fluctuating exam"
    NO_CTA = "CTA not yet performed"
    REFUSAL = _capitalized("patient refusal")
    ASPECT = "Poor ASPECT"
    HEMORRHAGE = "Intracerebral Hemorrhage"


class Diagnosis(Choice):
    CENTRAL_RETINAL_ARTERY_OCCLUSION = "Central Retinal Artery Occlusion"
    DIZZINESS = "Dizziness"
    MIGRAINE = "Migraine"
    ENCEPHALOPATHY = "Encephalopathy"
    SEIZURE = "Seizure"
    HEMORRHAGE = "Spontaneous Intraparenchymal Hemorrhage"
    STROKE = "Stroke"
    RECRUDESCENCE = "Stroke Recrudescence"
    TIA = "Transient Ischemic Attack"


class Disposition(Choice):
    CONTINUE = "Continue current admission status"
    INTERVENTION = "Refer for in-house intra-arterial intervention"
    NEUROSURGERY = "Refer for in-house neurosurgical management"
    TRANSFER_INTERVENTION = "Transfer for intra-arterial intervention"
    TRANSFER_NEUROSURGERY = "Transfer for neurosurgical management"
    TRANSFER_HIGHER = "Transfer for higher level of care"
