"""The statements that read consults' cards, including what other domains add."""

from typing import Final

from wardline.consult_views.registry import PARTS
from wardline.consult_views.schemas import ConsultCard
from wardline.consults.cards import CardStatements
from wardline.consults.worklist import Worklist
from wardline.core.db.statements import AnyConnection

CARDS: Final = CardStatements(
    ConsultCard,
    {name: column for part in PARTS if part.card is not None for name, column in part.card.columns.items()},
)


def worklist(connection: AnyConnection) -> Worklist:
    return Worklist(connection, CARDS)
