"""Every audited operation has words."""

from fastapi.routing import APIRoute

from wardline.audit.recording import AuditedRoute
from wardline.audit.words import WORDS, actions_in_words
from wardline.main import API_ROUTERS

COMMANDS = {"loadNetwork", "applyRetention"}
JOBS = {"publishScheduledDraft"}


def test_no_audited_operation_is_without_words() -> None:
    routes = [route for router in API_ROUTERS for route in router.routes if isinstance(route, AuditedRoute)]
    assert {route.operation_id for route in routes if isinstance(route, APIRoute)} | COMMANDS | JOBS == set(WORDS)
    assert len(set(WORDS.values())) == len(WORDS)


def test_actions_are_found_by_words_in_any_order_and_case() -> None:
    assert actions_in_words("Consult ACKNOW") == ["acknowledgeConsult"]
    assert actions_in_words("no such words") == []
