"""Our people and groups as the storage of the SCIM library, for one request of one client."""

from typing import Any, Final

from scim2_models import (
    PreconditionFailedException,
    Resource,
    ResourceType,
    ResponseParameters,
    ScimFilter,
    SearchRequest,
    TooManyException,
)
from scim2_server.storage import AsyncScimStorage, SearchPage
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.scim.callers import Caller
from wardline.scim.groups import Groups
from wardline.scim.people import People
from wardline.scim.resources import Group, User
from wardline.scim.searching import narrowed, of_groups, of_people

MAX_EXAMINED: Final = 1_000
"""People whom a search looks at one by one, because the database cannot answer its filter."""


class Storage(AsyncScimStorage):
    def __init__(self, session: AsyncSession, caller: Caller) -> None:
        self._people = People(session, caller)
        self._groups = Groups(session, caller)

    async def get(
        self,
        resource_type: ResourceType,
        resource_id: str,
        *,
        response_parameters: ResponseParameters[Any] | None = None,
    ) -> Resource[Any]:
        if _is_of_people(resource_type):
            return await self._person(resource_id)
        found = await self._groups.get(resource_id)
        with_members = response_parameters is None or _asks_for(response_parameters, "members")
        return (await self._groups.resources([found], with_members=with_members))[0]

    async def search(
        self,
        resource_types: list[ResourceType],
        search_request: SearchRequest[Any],
        *,
        position: Any = None,  # noqa: ARG002 - only for cursors
    ) -> SearchPage:
        """People first, then groups, as one list."""
        found: list[Resource[Any]] = []
        total = 0
        start, count = (search_request.start_index or 1) - 1, search_request.count or 0
        for resource_type in resource_types:
            search = self._search_people if _is_of_people(resource_type) else self._search_groups
            page = await search(search_request, max(start - total, 0), count - len(found))
            found += page.resources
            total += page.total or 0
        return SearchPage(total, found)

    async def create(self, resource_type: ResourceType, resource: Resource[Any]) -> Resource[Any]:  # noqa: ARG002 - it tells its type
        if isinstance(resource, User):
            return (await self._people.resources([await self._people.create(resource)]))[0]
        assert isinstance(resource, Group)  # noqa: S101 - there are two types
        return (await self._groups.resources([await self._groups.create(resource)]))[0]

    async def update(
        self, resource_type: ResourceType, resource: Resource[Any], *, expected_version: str | None = None
    ) -> Resource[Any]:
        resource_id = resource.id or ""
        _check_version(await self.get(resource_type, resource_id), expected_version)
        if isinstance(resource, User):
            found = await self._people.update(await self._people.get(resource_id), resource)
            return (await self._people.resources([found]))[0]
        assert isinstance(resource, Group)  # noqa: S101 - there are two types
        group = await self._groups.update(await self._groups.get(resource_id), resource)
        return (await self._groups.resources([group]))[0]

    async def delete(
        self, resource_type: ResourceType, resource_id: str, *, expected_version: str | None = None
    ) -> None:
        _check_version(await self.get(resource_type, resource_id), expected_version)
        if _is_of_people(resource_type):
            await self._people.delete(await self._people.get(resource_id))
        else:
            await self._groups.delete(await self._groups.get(resource_id))

    async def _person(self, resource_id: str) -> User:
        return (await self._people.resources([await self._people.get(resource_id)]))[0]

    async def _search_people(self, search: SearchRequest[Any], start: int, count: int) -> SearchPage:
        by = narrowed(search.filter.ast if search.filter is not None else None, of_people)
        repository = self._people.repository
        if by.is_exact:
            total = await repository.count(*by.conditions)
            rows = await repository.people(*by.conditions, offset=start, limit=count) if count > 0 and total > 0 else []
            return SearchPage(total, list(await self._people.resources(rows)))
        rows = await repository.people(*by.conditions, limit=MAX_EXAMINED + 1)
        if len(rows) > MAX_EXAMINED:
            raise TooManyException(detail="This filter matches too many users; look for userName or externalId instead")
        scim_filter = ScimFilter[User](str(search.filter))
        matching = [each for each in await self._people.resources(rows) if scim_filter.match(each)]
        return SearchPage(len(matching), list(matching[start : start + max(count, 0)]))

    async def _search_groups(self, search: SearchRequest[Any], start: int, count: int) -> SearchPage:
        by = narrowed(search.filter.ast if search.filter is not None else None, of_groups)
        repository = self._groups.repository
        with_members = _asks_for(search, "members")
        if by.is_exact:
            total = await repository.count_groups(*by.conditions)
            rows = await repository.groups(*by.conditions, offset=start, limit=max(count, 0)) if total > 0 else []
            return SearchPage(total, list(await self._groups.resources(rows, with_members=with_members)))
        filters = "members" in str(search.filter).lower()
        groups = await self._groups.resources(
            await repository.groups(*by.conditions), with_members=filters or with_members
        )
        scim_filter = ScimFilter[Group](str(search.filter))
        matching = [each for each in groups if scim_filter.match(each)]
        return SearchPage(len(matching), list(matching[start : start + max(count, 0)]))


def _is_of_people(resource_type: ResourceType) -> bool:
    return resource_type.name == "User"


def _asks_for(parameters: ResponseParameters[Any], attribute: str) -> bool:
    """Whether the response has this attribute."""
    wanted = [str(each).lower() for each in parameters.attributes or ()]
    excluded = [str(each).lower() for each in parameters.excluded_attributes or ()]
    return not any(attribute == each for each in excluded) and (not wanted or any(attribute in each for each in wanted))


def _check_version(resource: Resource[Any], expected_version: str | None) -> None:
    version = resource.meta.version if resource.meta is not None else None
    if expected_version is not None and version != expected_version:
        raise PreconditionFailedException
