"""The endpoint that sends feedback."""

from fastapi import APIRouter

from wardline.access.dependencies import Once, SignedIn, SignedInRoute
from wardline.access.limits import COSTLY
from wardline.core import clock
from wardline.core.http.routing import Session
from wardline.feedback.models import Feedback
from wardline.feedback.schemas import FeedbackRead, GiveFeedback

router = APIRouter(tags=["feedback"], route_class=SignedInRoute)


@router.post("/feedback", operation_id="giveFeedback", status_code=201, dependencies=COSTLY)
async def give_feedback(body: GiveFeedback, session: Session, user: SignedIn, once: Once) -> FeedbackRead:
    async def give() -> int:
        row = Feedback(user_id=user.id, created_at=clock.now(), rating=body.rating, feedback=body.feedback)
        session.add(row)
        await session.flush()
        return row.id

    return FeedbackRead(id=int(await once(give)))
