"""Which people or groups a filter can match, as far as the database can say quickly.

What providers really ask for (a name, an identifier, a work e-mail) is looked up by an index. Whatever else a filter
says is checked on the resources that are left.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scim2_models.path import CompareOperator, Comparison, FilterNode, LogicalExpr, LogicalOperator, ValuePath
from sqlalchemy import ARRAY, ColumnElement, Integer, and_, any_, column, false, func, literal, select
from sqlalchemy.dialects.postgresql import JSONB

from wardline.people.models import Group, User
from wardline.scim.models import ProvisionedPerson

_ID: Final = re.compile(r"[1-9][0-9]{0,9}")
_MAX_ID: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Narrowed:
    conditions: list[ColumnElement[bool]]
    is_exact: bool
    """Whether the conditions say all that the filter does."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one term of a filter says in the database."""

    condition: ColumnElement[bool]
    is_all: bool = True
    """Whether it is all that the term says."""


Saying = Callable[[FilterNode], Said | None]


def narrowed(node: FilterNode | None, saying: Saying) -> Narrowed:
    """The conditions that `saying` knows for the terms of a filter that all have to be fulfilled."""
    if node is None:
        return Narrowed([], is_exact=True)
    conditions: list[ColumnElement[bool]] = []
    is_exact = True
    for term in _terms(node):
        said = saying(term)
        is_exact &= said is not None and said.is_all
        if said is not None:
            conditions.append(said.condition)
    return Narrowed(conditions, is_exact)


def of_people(term: FilterNode) -> Said | None:
    """On `User` joined with `ProvisionedPerson`."""
    condition = None
    match _equality(term):
        case "username", value:
            condition = has_user_name(value)
        case "externalid", value:
            condition = ProvisionedPerson.external_id == value
        case "id", value:
            condition = has_id(value)
    if condition is not None:
        return Said(condition)
    by_email = _by_email(term)
    return Said(by_email, is_all=False) if by_email is not None else None


def of_groups(term: FilterNode) -> Said | None:
    """On `Group`. An id is compared as the client writes it."""
    match _equality(term):
        case "displayname", value:
            return Said(func.lower(Group.display_name) == func.lower(value))
        case "externalid", value:
            return Said(Group.external_id == value)
    return None


def _terms(node: FilterNode) -> Iterator[FilterNode]:
    if isinstance(node, LogicalExpr) and node.op is LogicalOperator.and_:
        for term in node.terms:
            yield from _terms(term)
    else:
        yield node


def _equality(term: FilterNode) -> tuple[str, str] | None:
    """The attribute, in lower case, and the value that it has to equal."""
    if not isinstance(term, Comparison) or term.op is not CompareOperator.eq or term.attr_path.sub_attr is not None:
        return None
    return (term.attr_path.attr.lower(), term.value) if isinstance(term.value, str) else None


def numbered(value: str) -> int | None:
    """The id in the database, if it can be one."""
    return int(value) if _ID.fullmatch(value) and int(value) <= _MAX_ID else None


def has_id(value: str) -> ColumnElement[bool]:
    number = numbered(value)
    return User.id == number if number is not None else false()


def has_user_name(value: str) -> ColumnElement[bool]:
    """Whoever the client calls so, or who signs in so if it has not named them."""
    by_client = select(ProvisionedPerson.user_id).where(func.lower(ProvisionedPerson.user_name) == func.lower(value))
    by_name = select(User.id).where(func.lower(User.username) == func.lower(value))
    return and_(
        # As an array, they are looked up before anything is joined.
        User.id == any_(func.array(by_client.union_all(by_name).scalar_subquery(), type_=ARRAY(Integer))),
        func.lower(func.coalesce(ProvisionedPerson.user_name, User.username)) == func.lower(value),
    )


def _by_email(term: Any) -> ColumnElement[bool] | None:
    value = None
    if isinstance(term, ValuePath) and term.attr_path.attr.lower() == "emails":
        values = [
            each.value
            for each in _terms(term.val_filter)
            if isinstance(each, Comparison) and each.op is CompareOperator.eq and each.attr_path.attr.lower() == "value"
        ]
        value = values[0] if values else None
    elif isinstance(term, Comparison) and term.op is CompareOperator.eq and term.attr_path.attr.lower() == "emails":
        value = term.value
    return _has_email(value) if isinstance(value, str) else None


def _has_email(value: str) -> ColumnElement[bool]:
    emails = func.jsonb_array_elements(ProvisionedPerson.sent["emails"]).table_valued(
        column("value", JSONB), name="email"
    )
    is_same = func.lower(emails.c.value["value"].astext) == func.lower(value)
    return select(literal(1)).select_from(emails).where(is_same).correlate(ProvisionedPerson).exists()
