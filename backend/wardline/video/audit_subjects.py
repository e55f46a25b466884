"""Finds the consults of the meetings named in rejected requests, for the audit trail."""

from typing import Final

from sqlalchemy import any_, select

from wardline.audit.subjects import named_in
from wardline.video.models import Meeting

BY_MEETING: Final = select(Meeting.consult_id).where(Meeting.id == any_(named_in("meeting_id")))
