"""Rows of patients as wire types."""

from wardline.patients.choices import Sex
from wardline.patients.models import Patient
from wardline.patients.schemas import HumanName, Identifier, PatientDataRead, PatientRead


def patient(row: Patient) -> PatientRead:
    identifiers = [Identifier.model_validate(identifier) for identifier in row.identifiers]
    return PatientRead(
        id=row.id,
        name_given=row.name_given,
        name_family=row.name_family,
        birth_date=row.birth_date,
        gender=Sex(row.gender) if row.gender else None,
        identifiers=identifiers,
        identifier_value=row.identifier_value,
        is_emr=row.is_emr,
        emr_id=row.emr_id,
        additional_data=PatientDataRead.model_validate(row),
        name=[HumanName(family=row.name_family, given=row.name_given.split())],
        identifier=identifiers,
    )
