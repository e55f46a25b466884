"""How the audit trail finds the consults of the meetings that refused requests name."""

from typing import Final

from sqlalchemy import any_, select

from wardline.audit.subjects import named_in
from wardline.video.models import Meeting

BY_MEETING: Final = select(Meeting.consult_id).where(Meeting.id == any_(named_in("meeting_id")))
