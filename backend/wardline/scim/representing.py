"""People and groups as the client sees them."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from scim2_models import Meta

from wardline.people.models import Group
from wardline.scim.phones import as_ours
from wardline.scim.repository import Found, GroupName
from wardline.scim.resources import Group as GroupResource
from wardline.scim.resources import GroupMember, GroupMembership, User

WORK: Final = "work"
GROUP_PREFIX: Final = "g"


def user(found: Found, groups: Sequence[GroupName]) -> User:
    """What the product knows itself comes from it, whatever was sent."""
    row, said = found.user, found.said
    sent: Mapping[str, Any] = said.sent if said is not None else {}
    values = {
        "schemas": [User.__schema__],
        "id": str(row.id),
        "externalId": said.external_id if said is not None else None,
        "userName": user_name(found),
        "name": {"givenName": row.first_name, "familyName": row.last_name, "formatted": sent.get("formatted")},
        "displayName": sent.get("displayName"),
        "title": sent.get("title"),
        "active": found.active,
        "emails": sent.get("emails"),
        "phoneNumbers": _phones(sent.get("phoneNumbers") or [], row.phone_number) or None,
    }
    resource = User.model_validate(values)
    resource.meta = Meta(
        resource_type="User",
        created=said.created_at if said is not None else None,
        last_modified=said.changed_at if said is not None else None,
        version=_version(values),
    )
    resource.groups = [
        GroupMembership(value=group_id(group.id), display=group.display_name) for group in groups
    ] or None
    return resource


def group_id(number: int) -> str:
    """Differs from every id of a person, because clients may look among both."""
    return f"{GROUP_PREFIX}{number}"


def user_name(found: Found) -> str:
    return found.said.user_name if found.said is not None else found.user.username


def group(row: Group, member_ids: Sequence[int]) -> GroupResource:
    values = {
        "schemas": [GroupResource.__schema__],
        "id": group_id(row.id),
        "externalId": row.external_id,
        "displayName": row.display_name,
    }
    resource = GroupResource.model_validate(values)
    resource.members = [GroupMember(value=str(each), ref=f"Users/{each}") for each in member_ids] or None
    resource.meta = Meta(
        resource_type="Group",
        created=row.created_at,
        last_modified=row.changed_at,
        version=_version({**values, "members": member_ids}),
    )
    return resource


def _phones(sent: Sequence[Mapping[str, Any]], own: str | None) -> list[dict[str, Any]]:
    """What was sent; of work numbers in our format, only the person's own, whoever entered it."""
    kept = [dict(each) for each in sent if each.get("type") != WORK or _is_current(each.get("value"), own)]
    if own is not None and not any(each.get("type") == WORK and as_ours(str(each.get("value"))) for each in kept):
        kept.append({"type": WORK, "value": own})
    return kept


def _is_current(value: object, own: str | None) -> bool:
    ours = as_ours(value) if isinstance(value, str) else None
    return ours is None or ours == own


def _version(values: Mapping[str, Any]) -> str:
    content = orjson.dumps(values, option=orjson.OPT_SORT_KEYS, default=str)
    return f'W/"{hashlib.sha256(content).hexdigest()[:24]}"'
