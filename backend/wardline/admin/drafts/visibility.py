"""Which drafts an administrator sees: those of objects that they see, by where these belong."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from wardline.access.current_user import CurrentUser
from wardline.network.models import NetworkDraft
from wardline.network.objects import Document, Kind
from wardline.places.models import Facility, Organization


@dataclass(frozen=True, slots=True)
class Sight:
    """The codes of the organizations that an administrator acts for, and of the facilities of each organization."""

    organizations: frozenset[str]
    owner_of: Mapping[str, str]

    def covers(self, draft: NetworkDraft) -> bool:
        """Lines and roles belong to everybody."""
        organizations = self._organizations(Kind(draft.kind), draft.document)
        return organizations is None or bool(self.organizations & organizations)

    def _organizations(self, kind: Kind, document: Document) -> set[str] | None:
        match kind:
            case Kind.SERVICE_LINE | Kind.ROLE:
                return None
            case Kind.ORGANIZATION:
                return {document["code"]}
            case Kind.FACILITY | Kind.ESCALATION:
                return {document["organization"]}
            case Kind.UNIT:
                return {self.owner_of.get(document["facility"], "")}
            case Kind.USER:
                return set(document["organizations"])


async def sight_of(session: AsyncSession, user: CurrentUser) -> Sight:
    statement = select(Organization.id, Organization.code, Facility.code).outerjoin(Facility)
    rows = (await session.execute(statement)).all()
    own = user.administered_organization_ids
    return Sight(
        frozenset(organization for organization_id, organization, _ in rows if organization_id in own),
        {facility: organization for _, organization, facility in rows if facility is not None},
    )
