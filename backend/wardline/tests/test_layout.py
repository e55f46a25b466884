"""Where code belongs, beyond what the import rules can check."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def test_calls_are_declared_in_endpoints_modules_only() -> None:
    """The import rules protect modules of this name: endpoints are called over HTTP only."""
    declaring = [path for path in PACKAGE.rglob("*.py") if "APIRouter(" in path.read_text()]
    assert {path.name for path in declaring if "tests" not in path.parts} == {"endpoints.py"}
