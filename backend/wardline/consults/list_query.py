"""What a list shows: the filter, sort and position that a request asks for, within the user's reach."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wardline.access.current_user import CurrentUser
from wardline.consults.choices import ConsultSort, StateFilter
from wardline.consults.reach import reach_of
from wardline.consults.schemas import MAX_PAGE_LENGTH, ListRequest, SearchConsults
from wardline.consults.sort_key import SortKey
from wardline.core.text.search_words import query_words

_BUCKETS: Final = {
    StateFilter.PENDING: ("pending",),
    StateFilter.NEW: ("pending",),
    StateFilter.COMPLETED: ("completed",),
    StateFilter.CANCELLED: ("cancelled",),
    StateFilter.ALL: ("pending", "completed", "cancelled"),
}


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Organizations and lines are within the user's reach."""

    organization_ids: Collection[int]
    line_ids: Sequence[int]
    buckets: Sequence[str]
    sort: ConsultSort
    location_ids: Sequence[int] | None
    """None for all. With `person_id`, an empty list means no location."""
    person_id: int | None
    """Adds consults that this user requested, acknowledged or completed."""
    words: Sequence[str]
    """Beginnings of words of the patient's name (`wardline.core.text.search_words`), all of which must match."""
    start: int = 0
    length: int = 0
    after: SortKey | None = None


def page_query(user: CurrentUser, request: SearchConsults) -> ListQuery:
    after = SortKey.parse(request.after) if request.after is not None else None
    return replace(list_query(user, request), start=request.start, length=page_length(request), after=after)


def page_length(request: SearchConsults) -> int:
    return min(request.length, MAX_PAGE_LENGTH)


def list_query(user: CurrentUser, request: ListRequest) -> ListQuery:
    """The list's filter, within the user's reach.

    With the toggle on and no location chosen, a user who is checked in gets the lines they are checked in to; other
    users get their own locations and what they created, acknowledged or completed.
    """
    reach, filters = reach_of(user), request.filter
    line_ids = reach.lines_among(filters.service_lines)
    location_ids: list[int] | None = sorted(set(filters.locations)) or None
    person_id = None
    if location_ids is None and filters.assigned_locations_toggle_on:
        if user.is_checked_in:
            line_ids &= user.checked_in_line_ids
        else:
            location_ids, person_id = sorted(user.location_ids), user.id
    words = query_words(filters.search_string)
    if filters.search_string and not words:
        line_ids = frozenset()
    return ListQuery(
        organization_ids=reach.organization_ids,
        line_ids=sorted(line_ids),
        buckets=_BUCKETS[filters.state],
        sort=request.sort,
        location_ids=location_ids,
        person_id=person_id,
        words=words,
    )
