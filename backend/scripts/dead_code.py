"""List unused functions, classes and constants in the given folders.

What stands in the body of a class is data: fields that travel, columns, choices, settings of a framework. Its readers
are on the other side of the wire or in the database, so it is not judged.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vulture import Vulture

CONFIDENCE: Final = 60
"""Vulture's confidence for "nothing mentions this name"; above it, only unreachable code is reported."""
CALLED_BY_DECORATOR: Final = [
    "@router.*",
    "@presence.*",
    "@back_channel.*",
    "@health.*",
    "@scraping.*",
    "@job",
    "@periodic_job",
    "@field_validator*",
    "@model_validator*",
    "@computed_field*",
    "@*.inplace.expression",
]
NOT_JUDGED: Final = ["*/tests/*", "*/migrations/versions/*"]
"""Pytest and Alembic find these by name. What only tests use counts as unused."""
ONLY_DATA: Final = "wardline/core/forms/messages.py"
"""Given to the browser as a whole, whether or not Python uses it too."""

COMMAND = "wardline.cli names its commands' functions as text"
HOOK = "a library reads this attribute"
FOR_TESTS = "tests hold the clock with it"
COMING = "what sign-off, transfers, administration and reports will ask for"
MIGRATION = "versions of the schema are not judged, and call it"
USED_ELSEWHERE: Final = {
    "wardline/access/permissions.py:LIST_REPORTS": COMING,
    "wardline/access/tokens.py:max_header_length": HOOK,
    "wardline/access/tokens.py:validate_iat": HOOK,
    "wardline/embedded/backup.py:back_up": COMMAND,
    "wardline/embedded/backup.py:restore": COMMAND,
    "wardline/core/forms/choices.py:_value_": HOOK,
    "wardline/core/clock.py:clock_at": FOR_TESTS,
    "wardline/core/clock.py:advance": FOR_TESTS,
    "wardline/core/jobs/queue.py:get_retry_decision": HOOK,
    "wardline/core/logs.py:formatException": HOOK,
    "wardline/core/logs.py:process_log_record": HOOK,
    "wardline/ehr/fhir/smart.py:async_auth_flow": HOOK,
    "wardline/main.py:lifespan_context": HOOK,
    "wardline/migrations/grants.py:revoke": MIGRATION,
    "wardline/probe.py:check_health": COMMAND,
    "wardline/serving.py:audit_key": COMMAND,
    "wardline/serving.py:invite": COMMAND,
}
"""What vulture wrongly reports as unused, with the reason. An unneeded entry is reported, too."""


def main(folders: list[str]) -> int:
    vulture = Vulture(ignore_decorators=CALLED_BY_DECORATOR)
    vulture.scavenge(folders, exclude=NOT_JUDGED)
    data = {name for folder in folders for path in Path(folder).rglob("*.py") for name in fields(path)}
    found = {
        f"{item.filename.resolve().relative_to(Path.cwd())}:{item.name}": item.get_report()
        for item in vulture.get_unused_code(min_confidence=CONFIDENCE)
        if not (item.typ in {"variable", "attribute"} and item.name in data)
        and not item.filename.as_posix().endswith(ONLY_DATA)
    }
    complaints = [report for key, report in found.items() if key not in USED_ELSEWHERE]
    complaints += [
        f"{key}: is used or gone, so it need not be in USED_ELSEWHERE"
        for key in USED_ELSEWHERE.keys() - found.keys()
        if Path(key.partition(":")[0]).exists()
    ]
    sys.stdout.write("".join(f"{complaint}\n" for complaint in complaints))
    return 1 if complaints else 0


def fields(path: Path) -> Iterator[str]:
    """The names that class bodies of this file assign."""
    for node in ast.walk(ast.parse(path.read_text())):
        for statement in node.body if isinstance(node, ast.ClassDef) else ():
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
