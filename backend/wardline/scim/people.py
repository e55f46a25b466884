"""What a client does with the people of its organization."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
from pydantic import TypeAdapter, ValidationError
from scim2_models import ConflictException, InvalidValueException, NotFoundException, UniquenessException
from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.admin.errors import ManagedByFile
from wardline.admin.people.policies import ADMINISTRATIVE
from wardline.admin.people.repository import PeopleRepository
from wardline.audit.recording import touched
from wardline.core import clock
from wardline.core.forms.fields import ShortText
from wardline.network import changing
from wardline.network.changing import Stored
from wardline.network.conflicts import find_conflicts
from wardline.network.objects import Kind, ObjectKey
from wardline.network.schema import User as UserEntry
from wardline.network.schema import UserLines
from wardline.network.stored import read_names
from wardline.people.models import Group, GroupMember
from wardline.people.models import User as UserRow
from wardline.scim import representing
from wardline.scim.callers import Caller
from wardline.scim.giving import follow_groups
from wardline.scim.guards import check_deactivation, keeping_administrators
from wardline.scim.models import ProvisionedPerson
from wardline.scim.phones import as_ours
from wardline.scim.repository import Found, ScimRepository
from wardline.scim.resources import PhoneNumber, User
from wardline.scim.searching import has_id

MAX_SENT_BYTES: Final = 8_000
_NAME: Final[TypeAdapter[str]] = TypeAdapter(ShortText)


class People:
    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        self.session = session
        self.caller = caller
        self.repository = ScimRepository(session, caller.organization_id)

    async def get(self, resource_id: str) -> Found:
        """Raises `NotFoundException` unless the client sees the person."""
        for found in await self.repository.people(has_id(resource_id)):
            return found
        raise NotFoundException(detail=f"There is no user {resource_id!r}")

    async def resources(self, found: Sequence[Found], *, with_groups: bool = True) -> list[User]:
        groups = await self.repository.groups_of([each.user.id for each in found]) if with_groups else {}
        return [representing.user(each, groups.get(each.user.id, [])) for each in found]

    async def create(self, resource: User) -> Found:
        """Add a person, or bring back one whom the client deleted.

        Raises:
            UniquenessException: the userName, or the identifier at the provider, is somebody else's.
        """
        name = _name(resource.user_name, "userName")
        taken = await self.repository.anybody(_is_called(name))
        if taken is not None and not taken.is_hidden:
            raise UniquenessException(detail="There is already a user with this userName")
        if taken is None:
            return await self._find(await self._add(name, resource))
        if resource.active is None:
            resource = resource.model_copy(update={"active": True})
        return await self.update(taken, resource)

    async def update(self, found: Found, resource: User) -> Found:
        """Make the person as in the resource; what it leaves out stays.

        Raises:
            UniquenessException: the userName, or the identifier at the provider, is somebody else's.
            ConflictException: an administrator has deactivated the person whom the client activates.
            ManagedByFile, LastAdministrator, TooManyDeactivated
        """
        await self._change(found, resource)
        return await self._find(found.user.id)

    async def delete(self, found: Found) -> None:
        """Deactivate the person, and show them to the client no more."""
        resource = representing.user(found, [])
        resource.active = False
        await self._change(found, resource, deleted=True)
        own_groups = select(Group.id).where(Group.organization_id == self.caller.organization_id)
        await self.session.execute(
            delete(GroupMember).where(GroupMember.user_id == found.user.id, GroupMember.group_id.in_(own_groups))
        )
        await self._follow(found.user.id)

    async def _find(self, user_id: int) -> Found:
        found = await self.repository.anybody(UserRow.id == user_id)
        assert found is not None  # noqa: S101 - written in this transaction
        return found

    async def _add(self, name: str, resource: User) -> int:
        first, last = _names(resource, name)
        entry = UserEntry.model_construct(
            username=name,
            subject=self._subject(resource, name, None),
            first_name=first,
            last_name=last,
            phone=_phone(resource.phone_numbers),
            medipac_id=None,
            active=resource.active is not False,
            roles=[],
            organizations=[self.caller.organization],
            locations=[],
            service_lines=UserLines(),
            licenses=[],
        )
        await self._write(None, entry)
        user_id = await PeopleRepository(self.session).id_of(name)
        self._touched(name)
        now = clock.now()
        self.session.add(
            ProvisionedPerson(
                organization_id=self.caller.organization_id,
                user_id=user_id,
                user_name=name,
                external_id=_external_id(resource),
                sent=_sent(resource),
                added=True,
                created_at=now,
                changed_at=now,
                deactivated_at=None if entry.active else now,
                deleted_at=None,
            )
        )
        await self.session.flush()
        return user_id

    async def _change(self, found: Found, resource: User, *, deleted: bool = False) -> None:
        self._touched(found.user.username)
        name = _name(resource.user_name, "userName")
        await self._check_user_name(found, name)
        key = ObjectKey(Kind.USER, found.user.username)
        before: Stored[UserEntry] | None = await self.session.run_sync(changing.stored, key)
        assert before is not None  # noqa: S101 - the row was read in this transaction
        entry = await self._entered(found, before.entry, resource, name)
        if before.file is not None and entry != before.entry:
            raise ManagedByFile(before.file)
        was_active = found.active
        if was_active and resource.active is False:
            await check_deactivation(self.session, self.caller.organization_id)
        async with keeping_administrators(self.session, [found.user.id]):
            await self._write(before, entry)
        has_changed = resource.active is not None and resource.active is not was_active
        await self._say(found, resource, name, has_changed=has_changed, deleted=deleted)
        if has_changed and not deleted:
            await self._follow(found.user.id)

    async def _check_user_name(self, found: Found, name: str) -> None:
        if name.lower() == representing.user_name(found).lower():
            return
        others = await self.repository.anybody(_is_called(name) & (UserRow.id != found.user.id))
        if others is not None:
            raise UniquenessException(detail="There is already a user with this userName")

    async def _entered(self, found: Found, before: UserEntry, resource: User, name: str) -> UserEntry:
        """The person as they should be.

        Of somebody who also works for another organization, nothing changes that the other one relies on.
        """
        entry = before
        if set(before.organizations) <= {self.caller.organization}:
            first, last = _names(resource, name, (before.first_name, before.last_name))
            phone = _changed_phone(found, resource, before.phone)
            subject = self._subject(resource, name, found)
            fields = {"first_name": first, "last_name": last, "phone": phone, "subject": subject}
            entry = entry.model_copy(update=fields)
        elif _names(resource, name, (before.first_name, before.last_name)) != (before.first_name, before.last_name):
            self.caller.left_out.append(
                "The name stays as it is, because this person also works for another organization."
            )
        if resource.active is False and found.active:
            return await self._without(entry)
        if resource.active and not found.active:
            return await self._again(found, entry)
        return entry

    async def _without(self, entry: UserEntry) -> UserEntry:
        """The person after leaving the organization: deactivated, unless they also work for another one."""
        others = [code for code in entry.organizations if code != self.caller.organization]
        if not others:
            return entry.model_copy(update={"active": False})
        organization_of = (await self.session.run_sync(read_names)).organization_of
        units = [(unit,) for unit in entry.unit_codes if organization_of[unit] != self.caller.organization]
        return entry.model_copy(update={"organizations": others, "locations": units})

    async def _again(self, found: Found, entry: UserEntry) -> UserEntry:
        """The person after returning, if it was the client that deactivated them.

        Somebody who meanwhile has rights over another organization does not bring them back into this one.
        """
        if found.said is None or found.said.deactivated_at is None:
            raise ConflictException(detail="An administrator has deactivated this person, and can activate them again")
        organizations = list(dict.fromkeys([*entry.organizations, self.caller.organization]))
        is_only_here = organizations == [self.caller.organization]
        active = True if is_only_here else entry.active
        if not active:
            raise ConflictException(detail="This person also works for another organization, which deactivated them")
        if not is_only_here and await self._has_administrative_rights(entry):
            raise ConflictException(
                detail="This person has administrative rights in another organization. Its administrators, if they"
                " also administer yours, can add your organization to the person"
            )
        return entry.model_copy(update={"active": active, "organizations": organizations})

    async def _has_administrative_rights(self, entry: UserEntry) -> bool:
        roles = await PeopleRepository(self.session).roles()
        return any(role.name in entry.roles and permissions & ADMINISTRATIVE for role, permissions in roles)

    def _subject(self, resource: User, name: str, found: Found | None) -> str | None:
        """The identifier at the provider. One that an administrator entered stays."""
        if self.caller.subject_is_external_id:
            kept = found.user.subject if found is not None else None
            return _external_id(resource) or kept
        if found is not None:
            before = representing.user_name(found)
            if found.user.subject != before or before.lower() == name.lower():
                return found.user.subject
        return name

    async def _write(self, before: Stored[UserEntry] | None, entry: UserEntry) -> None:
        for _ in await self.session.run_sync(lambda sync: list(find_conflicts(sync, [entry]))):
            raise UniquenessException(detail="Someone else already has this identifier at the identity provider")
        await self.session.run_sync(changing.change, before, entry, self.caller.author())

    async def _say(self, found: Found, resource: User, name: str, *, has_changed: bool, deleted: bool) -> None:
        now = clock.now()
        said = found.said
        if said is None:
            said = ProvisionedPerson(
                organization_id=self.caller.organization_id,
                user_id=found.user.id,
                added=False,
                created_at=now,
                deactivated_at=None,
            )
            self.session.add(said)
        said.user_name, said.external_id, said.sent = name, _external_id(resource), _sent(resource)
        said.changed_at, said.deleted_at = now, now if deleted else None
        if has_changed:
            said.deactivated_at = None if resource.active else now
        await self.session.flush()

    async def _follow(self, user_id: int) -> None:
        organization = (self.caller.organization_id, self.caller.organization)
        await follow_groups(self.session, organization, [user_id], self.caller.author())

    def _touched(self, username: str) -> None:
        touched(self.session).about_object(Kind.USER, username)


def _is_called(name: str) -> ColumnElement[bool]:
    """Anybody who signs in with this name, or whom a client of any organization calls so."""
    by_clients = select(ProvisionedPerson.user_id).where(func.lower(ProvisionedPerson.user_name) == func.lower(name))
    return or_(func.lower(UserRow.username) == func.lower(name), UserRow.id.in_(by_clients))


def _name(value: str | None, attribute: str) -> str:
    try:
        return _NAME.validate_python(value)
    except ValidationError:
        raise InvalidValueException(detail=f"{attribute} is missing, too long, or has invalid characters") from None


def _names(resource: User, name: str, before: tuple[str, str] | None = None) -> tuple[str, str]:
    """First and last name; without them, what else is known."""
    given = resource.name.given_name if resource.name is not None else None
    family = resource.name.family_name if resource.name is not None else None
    if before is None:
        formatted = resource.name.formatted if resource.name is not None else None
        words = (formatted or resource.display_name or name.partition("@")[0]).split() or [name]
        before = words[0], " ".join(words[1:]) or words[0]
    return _name(given or before[0], "name.givenName"), _name(family or before[1], "name.familyName")


def _external_id(resource: User) -> str | None:
    return _name(resource.external_id, "externalId") if resource.external_id else None


def _phone(numbers: Sequence[PhoneNumber] | None) -> str | None:
    """The first work number that the product can use."""
    work = [each.value for each in numbers or () if (each.type or "").lower() == representing.WORK and each.value]
    return next((ours for value in work if (ours := as_ours(value)) is not None), None)


def _changed_phone(found: Found, resource: User, before: str | None) -> str | None:
    """The number that is sent; without one, the number stays unless the client had sent it and takes it back."""
    sent_before: Sequence[Mapping[str, Any]] = (found.said.sent if found.said is not None else {}).get(
        "phoneNumbers", []
    )
    was_sent = before is not None and any(as_ours(str(each.get("value"))) == before for each in sent_before)
    return _phone(resource.phone_numbers) or (None if was_sent else before)


def _sent(resource: User) -> dict[str, Any]:
    """What is kept besides the person's own fields."""
    name = resource.name
    kept = {
        "formatted": name.formatted if name is not None else None,
        "displayName": resource.display_name,
        "title": resource.title,
        "emails": [each.model_dump() for each in resource.emails or ()],
        "phoneNumbers": [each.model_dump() for each in resource.phone_numbers or ()],
    }
    sent = {key: value for key, value in kept.items() if value}
    content = orjson.dumps(sent)
    if len(content) > MAX_SENT_BYTES or b"\\u0000" in content:
        raise InvalidValueException(detail="The attributes of this user are too long, or have invalid characters")
    return sent
