"""Finds the organizations of the places named in rejected requests, for the audit trail."""

from typing import Final

from sqlalchemy import any_, select, union

from wardline.audit.subjects import each_named_in, named_in, subject_rows
from wardline.places.models import Facility, LocationUnit

NAMED_ORGANIZATIONS: Final = subject_rows(Facility.organization_id).where(
    Facility.id.in_(
        union(
            each_named_in("facility_id"),
            select(LocationUnit.facility_id).where(LocationUnit.id == any_(named_in("location_id"))),
        )
    )
)
