"""Every job is declared in the `jobs.py` of its domain, and workers load all of them."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import wardline
from wardline.core.jobs.context import JobContext
from wardline.core.jobs.registry import declared, periodic_job

PACKAGE: Final = Path(wardline.__file__).parent
LISTED: Final = """
from wardline.core.jobs import registry
from wardline.outbox.contract import channels
registry.load_declarations()
print(*sorted(registry.declared), "/", *sorted(channels))
"""


def _decorated(names: set[str]) -> Iterator[tuple[str, str]]:
    """File and name of each function of the product that carries one of these decorators."""
    for file in PACKAGE.rglob("*.py"):
        relative = file.relative_to(PACKAGE)
        if "tests" in relative.parts:
            continue
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.AsyncFunctionDef):
                for decorator in node.decorator_list:
                    called = decorator.func if isinstance(decorator, ast.Call) else decorator
                    if ast.unparse(called).rpartition(".")[2] in names:
                        yield str(relative), node.name


def test_a_worker_process_loads_every_job_and_every_channel() -> None:
    listed = subprocess.run([sys.executable, "-c", LISTED], check=True, capture_output=True, text=True)  # noqa: S603
    jobs, channels = listed.stdout.split("/")
    found = list(_decorated({"job", "periodic_job", "repeated_job"}))
    assert jobs.split() == sorted(name for _, name in found)
    assert {Path(file).name for file, _ in found} == {"jobs.py"}
    assert channels.split() == [
        "contact-call",
        "contact-mail",
        "contact-push",
        "contact-text",
        "duty-mail",
        "duty-push",
        "duty-text",
        "duty-urgent-mail",
        "duty-urgent-push",
        "duty-urgent-text",
        "emergency-mail",
        "fax",
        "filing",
        "invitation-mail",
        "page-call",
        "page-mail",
        "page-push",
        "page-taken",
        "page-text",
    ]


def test_two_jobs_cannot_have_the_same_name() -> None:
    name = next(iter(declared))

    async def again(_: JobContext) -> None:
        pass

    again.__name__ = name
    with pytest.raises(ValueError, match=f"two jobs are called {name}"):
        periodic_job("* * * * *")(again)
