"""The evidence that the threat model and the ASVS list name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
BEGINNINGS = (ROOT, ROOT / "backend" / "wardline", DOCS)
"""Folders from which the documents name files."""
EVIDENCE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+)(?:::(\w+))?`")
STATES = {"met", "not applicable", "open"}


@pytest.mark.parametrize("name", ["threat-model.md", "asvs.md"])
def test_all_evidence_exists(name: str) -> None:
    evidence = EVIDENCE.findall((DOCS / name).read_text())
    assert len(evidence) > 50
    assert sorted({f"{path} {test}" for path, test in evidence if not exists(path, test)}) == []


def test_each_requirement_has_one_line_a_state_and_evidence() -> None:
    rows = re.findall(r"(?m)^\| (\d+\.\d+\.\d+) \|[^|]+\| ([a-z ]+) \| (.+) \|$", (DOCS / "asvs.md").read_text())
    numbers = [number for number, _, _ in rows]
    assert len(numbers) == len(set(numbers)) == 260
    assert {state for _, state, _ in rows} == STATES
    assert [number for number, state, evidence in rows if state == "met" and "`" not in evidence] == []


def exists(path: str, test: str) -> bool:
    """Whether there is such a file or folder and, if a test is named, the file has it."""
    found = [beginning / path for beginning in BEGINNINGS if (beginning / path).exists()]
    return bool(found) and (not test or f"def {test}(" in found[0].read_text())
