"""The statements that read lists of consults, including what other domains add."""

from typing import Final

from wardline.consult_views.registry import PARTS
from wardline.consult_views.schemas import ConsultCard
from wardline.consults.list_statements import ListStatements
from wardline.consults.worklist import Worklist
from wardline.core.db.statements import AnyConnection

LISTS: Final = ListStatements(
    ConsultCard,
    {name: column for part in PARTS if part.card is not None for name, column in part.card.columns.items()},
)


def worklist(connection: AnyConnection) -> Worklist:
    return Worklist(connection, LISTS)
