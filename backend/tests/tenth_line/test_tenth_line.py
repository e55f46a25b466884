"""A new service line takes one folder on each side, and no other edits.

The project is copied, the folders of this line are added, and a hospital's network file names the line. Then the tests
for every line run on it unchanged, and in the long version users use it in a browser.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from ruamel.yaml import YAML

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
LINE: Final = "tele-dermatology"
EVERY_LINE: Final = ("wardline/consults/tests/test_each_line.py", "wardline/service_lines/tests/test_cases.py")


@pytest.fixture(scope="module")
def copy() -> Iterator[Path]:
    """The project with a tenth line in it."""
    with tempfile.TemporaryDirectory(prefix="wardline-ten-lines-") as folder:
        # As root, the database runs as another user and needs access.
        Path(folder).chmod(0o755)
        _add_the_line(Path(folder))
        yield Path(folder)


def _add_the_line(root: Path) -> None:
    listed = _run(ROOT, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (source := ROOT / name).is_file():
            (target := root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    # Copies keep their times, so that compiled files stay valid; files being written are omitted.
    for compiled in (ROOT / "backend" / "wardline").rglob("__pycache__/*.pyc"):
        (target := root / compiled.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy2(compiled, target)
    for installed in (".venv", "frontend/node_modules"):
        (root / installed).symlink_to(ROOT / installed)
    lines = root / "backend" / "wardline" / "service_lines" / "lines"
    shutil.copytree(HERE / "server" / "tele_dermatology", lines / "tele_dermatology")
    browser = root / "frontend" / "src" / "service-lines" / "lines" / LINE
    shutil.copytree(HERE / "browser", browser)
    (browser / "tenth-line.spec.ts").rename(root / "frontend" / "e2e" / "tenth-line.spec.ts")
    _name_the_line(root / "backend" / "wardline" / "demo" / "network.yaml")


def _name_the_line(network: Path) -> None:
    """As a hospital would: members and priorities. Units and users with all lines get it, too."""
    yaml = YAML(typ="safe", pure=True)
    described = yaml.load(network)
    described["service_lines"][LINE] = {"priorities": described["service_lines"]["tele-icu"]["priorities"]}
    person = {"username": "derm", "first_name": "Ines", "last_name": "Alabaster", "phone": "(555) 022-0299"}
    works = {"roles": ["Virtual Provider"], "organizations": ["lakeshore"]}
    described["users"].append({**person, **works, "service_lines": {"member": [LINE], "active": [LINE]}})
    yaml.dump(described, network)


def _run(folder: Path, *command: str, **settings: str) -> str:
    """Run a command; returns its output, or fails with it."""
    inherited = {name: value for name, value in os.environ.items() if name != "PLAYWRIGHT_JUNIT_OUTPUT_FILE"}
    environment: Mapping[str, str] = inherited | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(folder) if folder.name == "backend" else str(folder.parent / "backend"),
        **settings,
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def _free_port() -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


@pytest.mark.soak
@pytest.mark.req("INFO-01", "INFO-05")
def test_the_calls_of_every_line_work_on_it(copy: Path) -> None:
    output = _run(copy / "backend", "pytest", *EVERY_LINE, "-k", LINE, "-p", "no:cacheprovider")
    assert " skipped" not in output


@pytest.mark.soak
@pytest.mark.req("INFO-02", "INFO-06", "INFO-09")
def test_a_browser_requests_reads_completes_and_signs_on_it(copy: Path) -> None:
    frontend = copy / "frontend"
    _run(copy / "backend", sys.executable, "scripts/generate.py")
    _run(frontend, "npm", "run", "--silent", "lint")
    _run(copy / "backend", sys.executable, "scripts/build_web.py")
    _run(frontend, "npx", "playwright", "test", "tenth-line", "--project", "desktop", WARDLINE_E2E_PORT=_free_port())
