"""What the domains add to a consult fits together."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from wardline import main
from wardline.consult_views.registry import PARTS
from wardline.consult_views.schemas import AnyAction, ConsultCard
from wardline.consults import parts
from wardline.consults.choices import ConsultAction, Milestone
from wardline.consults.schemas import OwnCard, OwnConsult
from wardline.settings import Settings


def test_no_two_domains_add_the_same_field() -> None:
    added = Counter(name for part in PARTS for name in part.fields.model_fields)
    assert not [name for name, count in added.items() if count > 1 or name in OwnConsult.model_fields]
    on_cards = Counter(name for part in PARTS if part.card for name in part.card.fields.model_fields)
    assert not [name for name, count in on_cards.items() if count > 1 or name in OwnCard.model_fields]


def test_every_field_that_is_added_to_cards_has_its_column() -> None:
    cards = [part.card for part in PARTS if part.card is not None]
    assert all(set(card.columns) == set(card.fields.model_fields) for card in cards)
    assert set(ConsultCard.model_fields) == set(OwnCard.model_fields).union(*(card.columns for card in cards))


def test_the_contracts_actions_are_those_of_all_domains() -> None:
    actions = [*ConsultAction, *(action for part in PARTS if part.actions for action in part.actions.choices)]
    assert [(action.value, action.label) for action in AnyAction] == [(each.value, each.label) for each in actions]
    assert len({action.value for action in actions}) == len(actions)


async def test_every_domain_can_react_to_consults_in_a_process_with_an_application(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one, and without another that installs the parts, no consult can be changed."""
    heard: list[tuple[Any, ...]] = []

    async def hear(*happened: Any) -> None:
        heard.append(happened)

    by: Any = object()
    given: Any = (object(), object(), Milestone.CANCELLED)
    monkeypatch.setattr(parts, "_installed", [])
    with pytest.raises(RuntimeError, match="install the consult's parts first"):
        await parts.reach(*given, by=by)
    monkeypatch.setattr(main, "PARTS", [replace(part, reactions={Milestone.CANCELLED: hear}) for part in PARTS])
    main.create_api(settings)
    await parts.reach(*given, by=by)
    assert heard == [(*given[:2], by)] * len(PARTS)
