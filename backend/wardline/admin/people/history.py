"""What administrators see of a person's versions: nothing of what belongs to organizations of others."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.admin.people.repository import Found, PeopleRepository
from wardline.admin.schemas import DifferenceRead, VersionRead, VersionsRead
from wardline.admin.versions import Seen
from wardline.network.stored import Codes


def seen_by(session: AsyncSession, found: Found, reader: CurrentUser) -> Seen:
    """Leaves out organizations and units beyond the reader's, and versions that changed nothing else.

    Who made a version, and their reason, stay if the reader administers them.
    """

    async def seen(read: VersionsRead) -> VersionsRead:
        repository, own = PeopleRepository(session), reader.administered_organization_ids
        codes = await session.run_sync(Codes.read)
        units = await repository.units_within(own)
        known = {
            "organizations": {code for row_id, code in codes.organizations.items() if row_id in own},
            "locations": {code for row_id, code in codes.units.items() if row_id in units},
        }
        authors = await repository.those_within(reader, {each.by.id for each in read.versions if each.by is not None})
        names_clients = own >= set(found.organization_ids)
        return VersionsRead(versions=list(_versions(read.versions, known, authors, names_clients=names_clients)))

    return seen


def _versions(
    versions: Sequence[VersionRead],
    known: Mapping[str, Collection[str]],
    author_ids: Collection[int],
    *,
    names_clients: bool,
) -> Iterator[VersionRead]:
    for version in versions:
        differences = list(_differences(version.differences, known))
        if not (differences or version.is_first):
            continue
        fields: dict[str, object] = {"differences": differences}
        if version.by is not None and version.by.id not in author_ids:
            fields |= {"by": None, "reason": None}
        if not names_clients:
            fields |= {"client": None}
        yield version.model_copy(update=fields)


def _differences(
    differences: Sequence[DifferenceRead], known: Mapping[str, Collection[str]]
) -> Iterator[DifferenceRead]:
    for difference in differences:
        if difference.place not in known:
            yield difference
            continue
        before, after = (
            [code for code in codes or () if code in known[difference.place]] or None
            for codes in (difference.before, difference.after)
        )
        if before != after:
            yield DifferenceRead(place=difference.place, before=before, after=after)
