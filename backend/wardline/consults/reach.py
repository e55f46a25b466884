"""Which consults a user may view: the one rule for reads, lists, search and live events, in Python and in SQL."""

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Integer, Uuid, any_, bindparam

from wardline.access.current_user import CurrentUser, OpenEmergency
from wardline.access.permissions import VIEW_CONSULT
from wardline.consults.models import Consult
from wardline.core import clock
from wardline.core.db.database import id_array
from wardline.core.db.statements import array_literal


class Reach(NamedTuple):
    """Every consult of one of these organizations on one of these lines, and each of these consults."""

    organization_ids: frozenset[int]
    line_ids: frozenset[int]
    consult_ids: frozenset[UUID] = frozenset()

    def includes(self, consult: Consult) -> bool:
        """The Python equivalent of `_is_within`."""
        within = consult.organization_id in self.organization_ids and consult.service_line_id in self.line_ids
        return within or consult.id in self.consult_ids

    def lines_among(self, chosen: Collection[int]) -> frozenset[int]:
        """The lines that a list shows if these are chosen in its filter; all of them if none is."""
        return self.line_ids & frozenset(chosen) if chosen else self.line_ids

    @property
    def lines(self) -> Iterable[tuple[int, int]]:
        """Every pair of an organization's id and a line's id, by which live events are published."""
        return product(self.organization_ids, self.line_ids)


def reach_of(user: CurrentUser, *, in_emergency: bool = False) -> Reach:
    """The consults that this user may view; those of emergencies only where `in_emergency` asks for them.

    Only calls that read one consult ask for them. So nothing is changed by emergency access, and nothing of it is
    listed, published or paged, without each of these having to know about it.

    Lists and live events use organizations and lines only: a consult that is in reach only because the user has its
    note open can be read and written, but is neither listed nor published to them.
    """
    if not user.may(VIEW_CONSULT):
        return Reach(frozenset(), frozenset())
    # A user who has a note open can save and sign it even after the shift that gave them access has ended.
    reach = Reach(user.accessible_organization_ids, user.accessible_line_ids, user.consult_ids_in_writing)
    if not in_emergency or not user.emergencies:
        return reach
    return reach._replace(consult_ids=reach.consult_ids.union(*(each.consult_ids for each in emergencies_of(user))))


def emergencies_of(user: CurrentUser) -> list[OpenEmergency]:
    """The user's emergency accesses that count now: never in an organization that is not, or no longer, their own."""
    now = clock.now()
    own = user.organization_ids & user.accessible_organization_ids
    return [each for each in user.emergencies if each.expires_at > now and each.organization_id in own]


def _is_within(
    organization_ids: ColumnElement[Any], line_ids: ColumnElement[Any], consult_ids: ColumnElement[Any]
) -> ColumnElement[bool]:
    """The SQL equivalent of `Reach.includes`; each argument is an array."""
    return ((Consult.organization_id == any_(organization_ids)) & (Consult.service_line_id == any_(line_ids))) | (
        Consult.id == any_(consult_ids)
    )


def readable_by(user: CurrentUser, *, in_emergency: bool = False) -> ColumnElement[bool]:
    """The consults within the user's reach, for a statement that contains its own values."""
    reach = reach_of(user, in_emergency=in_emergency)
    consult_ids: ColumnElement[Any] = bindparam(None, sorted(reach.consult_ids), type_=ARRAY(Uuid))
    return _is_within(id_array(reach.organization_ids), id_array(reach.line_ids), consult_ids)


READABLE_AMONG: Final = (
    Consult.id == any_(bindparam("consult_ids", type_=ARRAY(Uuid))),
    _is_within(
        bindparam("organization_ids", type_=ARRAY(Integer)),
        bindparam("line_ids", type_=ARRAY(Integer)),
        bindparam("reached_ids", type_=ARRAY(Uuid)),
    ),
)
"""Which of the given consults a user may view, for a statement that is compiled once (`readable_among`)."""


def readable_among(
    user: CurrentUser, consult_ids: Iterable[UUID | str], *, in_emergency: bool = False
) -> dict[str, str]:
    """The parameters of `READABLE_AMONG`."""
    reach = reach_of(user, in_emergency=in_emergency)
    return {
        "consult_ids": array_literal(consult_ids),
        "organization_ids": array_literal(reach.organization_ids),
        "line_ids": array_literal(reach.line_ids),
        "reached_ids": array_literal(reach.consult_ids),
    }
