"""What a user would leave behind by going off call."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.consults.models import Consult
from wardline.consults.policies import can_complete
from wardline.consults.repository import ConsultRepository
from wardline.directory.loading import load_on_call
from wardline.handoff import responses
from wardline.handoff.lines import deserted_lines
from wardline.handoff.schemas import LineLeft, OpenConsult, OpenWork, UnsignedNote
from wardline.handoff.telling import those_to_tell
from wardline.paging.policies import can_hand_over, can_take_over
from wardline.paging.repository import PagingRepository
from wardline.signoff.policies import can_open_note
from wardline.signoff.repository import SignOffRepository


async def open_work(session: AsyncSession, user: CurrentUser) -> OpenWork:
    """The user's open consults and unsigned notes, and the lines for which nobody else is on call."""
    drafted_ids = set(await SignOffRepository(session).drafted_by(user.id))
    in_hand = await ConsultRepository(session).in_hand(user, drafted_ids)
    open_consults = [consult for consult in in_hand if not consult.is_closed]
    on_call = {
        line_id: await load_on_call(session, line_id)
        for line_id in sorted({consult.service_line_id for consult in open_consults})
    }
    return OpenWork(
        consults=[
            _open_consult(user, consult, on_call[consult.service_line_id], has_draft=consult.id in drafted_ids)
            for consult in open_consults
        ],
        unsigned_notes=[
            UnsignedNote(**responses.work(consult), may_continue=can_open_note(user, consult).allowed)
            for consult in in_hand
            if consult.is_closed
        ],
        last_on_call=await _last_on_call(session, user),
    )


def _open_consult(
    user: CurrentUser, consult: Consult, on_call: Sequence[CurrentUser], *, has_draft: bool
) -> OpenConsult:
    is_there = any(each.id == consult.responsible_id for each in on_call)
    receivers = [each for each in on_call if can_take_over(each, consult).allowed]
    return OpenConsult(
        **responses.work(consult),
        may_hand_over=can_hand_over(user, consult, is_responsible_on_call=is_there).allowed,
        may_complete=can_complete(user, consult).allowed,
        successors=responses.successors(receivers, consult.service_line_id),
        has_draft=has_draft,
    )


async def _last_on_call(session: AsyncSession, user: CurrentUser) -> list[LineLeft]:
    """A user who provides no consults anymore leaves nobody alone."""
    deserted = await deserted_lines(session, user.checked_in_line_ids if user.is_virtual else (), without_id=user.id)
    waiting = await PagingRepository(session).requests_waiting(user, [each.line.id for each in deserted])
    told = await those_to_tell(session, {each.line.id: user.id for each in deserted})
    return [responses.line_left(each, waiting.get(each.line.id, 0), told[each.line.id]) for each in deserted]
