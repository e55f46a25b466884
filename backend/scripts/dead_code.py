"""List unused functions, classes and constants in the given folders.

Names in the body of a class are data: wire fields, columns, choices, framework settings. Their readers are on the other
side of the wire or in the database, so they are ignored.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vulture import Vulture

CONFIDENCE: Final = 60
"""Vulture's confidence for an unused name; above it, only unreachable code is reported."""
CALLED_BY_DECORATOR: Final = [
    "@router.*",
    "@presence.*",
    "@back_channel.*",
    "@browsers.*",
    "@calls.*",
    "@devices.*",
    "@feeds.*",
    "@health.*",
    "@keys.*",
    "@links.*",
    "@polls.*",
    "@scraping.*",
    "@trials.*",
    "@waiting.*",
    "@job",
    "@periodic_job",
    "@repeated_job",
    "@field_validator*",
    "@model_validator*",
    "@computed_field*",
    "@*.inplace.expression",
    "@event.listens_for",
]
EXCLUDED: Final = ["*/tests/*", "*/migrations/versions/*"]
"""Pytest and Alembic find these by name. Code that only tests use counts as unused."""
DATA_MODULE: Final = "wardline/core/forms/messages.py"
"""Exported to the browser entirely, whether or not Python uses it, too."""

COMMAND = "wardline.cli refers to its commands' functions by name"
HOOK = "a library reads this attribute"
FOR_TESTS = "tests control the clock with it"
MIGRATION = "schema versions, which are excluded, call it"
USED_ELSEWHERE: Final = {
    "wardline/access/tokens.py:max_header_length": HOOK,
    "wardline/access/tokens.py:validate_iat": HOOK,
    "wardline/embedded/backup.py:back_up": COMMAND,
    "wardline/consults/models.py:bind_expression": HOOK,
    "wardline/core/forms/choices.py:_value_": HOOK,
    "wardline/core/clock.py:advance": FOR_TESTS,
    "wardline/core/jobs/queue.py:get_retry_decision": HOOK,
    "wardline/core/logs.py:formatException": HOOK,
    "wardline/core/logs.py:process_log_record": HOOK,
    "wardline/ehr/fhir/smart.py:async_auth_flow": HOOK,
    "wardline/main.py:lifespan_context": HOOK,
    "wardline/migrations/grants.py:revoke": MIGRATION,
    "wardline/probe.py:check_health": COMMAND,
    "wardline/page_auditing.py:audit_pages": COMMAND,
    "wardline/scim/resources.py:patch_response": HOOK,
    "wardline/serving.py:audit_key": COMMAND,
    "wardline/serving.py:invite": COMMAND,
    "wardline/video/relay_probe.py:addr": HOOK,
    "wardline/video/relay_probe.py:datagram_received": HOOK,
    "wardline/video/relay_probe.py:error_received": HOOK,
}
"""Names that vulture wrongly reports as unused, with the reason. Unneeded entries are reported, too."""


def main(folders: list[str]) -> int:
    vulture = Vulture(ignore_decorators=CALLED_BY_DECORATOR)
    vulture.scavenge(folders, exclude=EXCLUDED)
    data = {name for folder in folders for path in Path(folder).rglob("*.py") for name in fields(path)}
    found = {
        f"{item.filename.resolve().relative_to(Path.cwd())}:{item.name}": item.get_report()
        for item in vulture.get_unused_code(min_confidence=CONFIDENCE)
        if not (item.typ in {"variable", "attribute"} and item.name in data)
        and not item.filename.as_posix().endswith(DATA_MODULE)
    }
    reports = [report for key, report in found.items() if key not in USED_ELSEWHERE]
    reports += [
        f"{key}: is used or no longer exists, so remove it from USED_ELSEWHERE"
        for key in USED_ELSEWHERE.keys() - found.keys()
        if Path(key.partition(":")[0]).exists()
    ]
    sys.stdout.write("".join(f"{report}\n" for report in reports))
    return 1 if reports else 0


def fields(path: Path) -> Iterator[str]:
    """The names that class bodies of this file assign."""
    for node in ast.walk(ast.parse(path.read_text())):
        for statement in node.body if isinstance(node, ast.ClassDef) else ():
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
