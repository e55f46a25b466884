"""The anticoagulant presets that both stroke forms offer."""

from wardline.core.forms.choices import Choice


class Anticoagulant(Choice):
    WARFARIN = "Warfarin Oral"
    APIXABAN = "Apixaban Oral"
    DABIGATRAN = "Dabigatran Oral"
    EDOXABAN = "Edoxaban Oral"
    RIVAROXABAN = "Rivaroxaban Oral"
    ENOXAPARIN = "Enoxaparin SQ/IV"
    FONDAPARINUX = "Fondaparinux SQ/IV"
    HEPARIN = "Heparin SQ/IV"
