"""The census of the demonstration hospital, read through the same client as a hospital's, in process and over HTTP."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from starlette.types import Receive, Scope, Send

from wardline.core import clock
from wardline.core.text.search_words import split_words
from wardline.ehr.contract import CensusSource, EhrTimeout, EhrUnavailable
from wardline.ehr.demo.hospital import DemoHospital
from wardline.ehr.demo.server import OFFLINE_UNIT, SLOW_UNIT, demo_server
from wardline.ehr.fhir.census import FhirCensus
from wardline.ehr.fhir.server import FhirServer
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import serving
from wardline.settings import Settings

UNITS = ["3E", "3W", "4E", "4W", "5E"]
NOW = datetime(2026, 11, 20, 12, 30, tzinfo=UTC)


class Counting:
    """An ASGI application that counts its requests."""

    def __init__(self, *, drop: tuple[str, ...] = ()) -> None:
        self.requests: Counter[str] = Counter()
        self._app = demo_server(DemoHospital())
        self._drop = drop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests[scope["path"]] += 1
        parameters = [
            part for part in scope["query_string"].split(b"&") if part.split(b"=")[0].decode() not in self._drop
        ]
        await self._app({**scope, "query_string": b"&".join(parameters)}, receive, send)


@pytest.fixture
async def source() -> AsyncIterator[CensusSource]:
    source = census_source_for(Settings(demo=True, fhir_timeout=5))
    yield source
    await source.aclose()


@pytest.mark.req("API-52")
async def test_the_emergency_department_fills_more_than_one_page(source: CensusSource) -> None:
    first = await source.census(["ED"], "", 0, 54)
    second = await source.census(["ED"], "", 54, 54)
    assert len(first.patients) == 54
    assert first.has_more
    assert 0 < len(second.patients) < 54
    assert not second.has_more
    patients = first.patients + second.patients
    assert len({patient.emr_id for patient in patients}) == len(patients)
    assert list(patients) == sorted(patients, key=lambda patient: (split_words(patient.display_name), patient.emr_id))


@pytest.mark.req("API-52")
async def test_the_last_page_has_no_next_page(source: CensusSource) -> None:
    total = len((await source.census(["ED"], "", 0, 500)).patients)
    assert not (await source.census(["ED"], "", 0, total)).has_more
    assert (await source.census(["ED"], "", 0, total - 1)).has_more
    beyond = await source.census(["ED"], "", total, 54)
    assert (beyond.patients, beyond.has_more) == ((), False)


@pytest.mark.parametrize("codes", [UNITS, [f"loc-ward-{code}" for code in UNITS]])
@pytest.mark.req("API-52")
async def test_beds_belong_to_the_requested_units(source: CensusSource, codes: list[str]) -> None:
    page = await source.census(codes, "", 0, 100)
    assert {patient.unit for patient in page.patients} == set(codes)
    for code in codes:
        alone = await source.census([code], "", 0, 100)
        assert [patient for patient in page.patients if patient.unit == code] == list(alone.patients)


async def test_no_units_means_no_patients(source: CensusSource) -> None:
    assert (await source.census([], "", 0, 54)).patients == ()


@pytest.mark.parametrize("codes", [["no such unit, or $ two|"], ["4F", "4G"]])
@pytest.mark.req("API-54")
async def test_unknown_units_are_an_error_not_an_empty_census(source: CensusSource, codes: list[str]) -> None:
    """Otherwise a wrong code in a network file would hide all patients of a unit."""
    with pytest.raises(EhrUnavailable):
        await source.census(codes, "", 0, 54)
    with pytest.raises(EhrUnavailable):
        await source.get_patient("pt-1", codes)


async def test_known_units_are_returned_even_with_unknown_ones(
    source: CensusSource, caplog: pytest.LogCaptureFixture
) -> None:
    alone = await source.census(["4E"], "", 0, 54)
    assert await source.census(["4E", "4F"], "", 0, 54) == alone
    assert [record.getMessage() for record in caplog.records] == ["EHR: 1 of 2 unit codes are not recognized"]


@pytest.mark.req("API-52")
async def test_search_by_name_and_by_number(source: CensusSource) -> None:
    patient = (await source.census(["ED"], "", 0, 54)).patients[7]
    by_name = await source.census(["ED"], f"{patient.first_name} {patient.last_name}", 0, 54)
    assert patient in by_name.patients
    by_number = await source.census(["ED"], patient.identifiers[0].value.lower(), 0, 54)
    assert by_number.patients == (patient,)
    assert (await source.census(["ED"], "qqqq", 0, 54)).patients == ()


async def test_a_patient_is_verified_against_the_units_they_are_in(source: CensusSource) -> None:
    patient = (await source.census(["4E"], "", 0, 1)).patients[0]
    assert await source.get_patient(patient.emr_id, ["4E", "5E"]) == patient
    assert await source.get_patient(patient.emr_id, ["5E"]) is None
    assert await source.get_patient("pt-nobody", ["4E"]) is None


@pytest.mark.req("API-54")
async def test_offline_and_slow_units_simulate_hospital_failures() -> None:
    source = census_source_for(Settings(demo=True, fhir_timeout=1))
    with pytest.raises(EhrUnavailable) as offline:
        await source.census([OFFLINE_UNIT], "", 0, 54)
    with pytest.raises(EhrTimeout) as slow:
        await source.census([SLOW_UNIT], "", 0, 54)
    assert (offline.value.status, slow.value.status) == (503, 504)
    assert (await source.census(["ED"], "", 0, 54)).patients
    await source.aclose()


@pytest.mark.req("API-54")
async def test_without_a_hospital_the_census_is_offline() -> None:
    source = census_source_for(Settings(demo=False))
    with pytest.raises(EhrUnavailable):
        await source.census(["ED"], "", 0, 54)
    with pytest.raises(EhrUnavailable):
        await source.get_patient("p", ["ED"])
    await source.aclose()


async def test_fhir_url_serves_the_same_census(source: CensusSource) -> None:
    async with serving(demo_server(DemoHospital())) as origin:
        remote = census_source_for(Settings(fhir_url=f"{origin}/fhir/", fhir_timeout=5))
        with clock.clock_at(NOW):
            assert await remote.census(["ED"], "", 0, 54) == await source.census(["ED"], "", 0, 54)
            assert await remote.census(UNITS, "", 0, 54) == await source.census(UNITS, "", 0, 54)
        await remote.aclose()


@pytest.mark.parametrize("ignored", [("_include",), ("status",), ("location",), ("_count",)])
async def test_servers_that_ignore_a_parameter_give_the_same_census(
    source: CensusSource, ignored: tuple[str, ...]
) -> None:
    async with serving(Counting(drop=ignored)) as origin:
        server = FhirServer(f"{origin}/fhir", timeout=5)
        careless = FhirCensus(server, timeout=5)
        with clock.clock_at(NOW):
            assert await careless.census(["4W"], "", 0, 54) == await source.census(["4W"], "", 0, 54)
        await careless.aclose()


async def test_further_pages_and_other_users_share_a_cached_census() -> None:
    app = Counting()
    async with serving(app) as origin:
        source = census_source_for(Settings(fhir_url=f"{origin}/fhir", fhir_timeout=5))
        with clock.clock_at(NOW):
            await asyncio.gather(*(source.census(["ED"], search, 0, 54) for search in ("", "a", "b", "c")))
            await source.census(["ED"], "", 54, 54)
            read_once = app.requests.copy()
            assert read_once["/fhir/Encounter"] == 1
            clock.advance(timedelta(seconds=21))
            await source.census(["ED"], "", 0, 54)
            assert app.requests["/fhir/Encounter"] == 2
            assert app.requests["/fhir/Location"] == read_once["/fhir/Location"]
            clock.advance(timedelta(minutes=15))
            await source.census(["ED"], "", 0, 54)
            assert app.requests["/fhir/Location"] == 2 * read_once["/fhir/Location"]
        await source.aclose()


@pytest.mark.req("API-54")
async def test_a_failed_census_is_not_cached() -> None:
    healthy = Counting()
    refusing = True

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if refusing:
            await send({"type": "http.response.start", "status": 500, "headers": []})
            await send({"type": "http.response.body"})
        else:
            await healthy(scope, receive, send)

    async with serving(app) as origin:
        source = census_source_for(Settings(fhir_url=f"{origin}/fhir", fhir_timeout=5))
        with pytest.raises(EhrUnavailable):
            await source.census(["ED"], "", 0, 54)
        refusing = False
        assert (await source.census(["ED"], "", 0, 54)).patients
        await source.aclose()


async def test_a_caller_that_disconnects_does_not_cancel_it_for_others() -> None:
    async with serving(Counting()) as origin:
        source = census_source_for(Settings(fhir_url=f"{origin}/fhir", fhir_timeout=5))
        disconnected_caller = asyncio.create_task(source.census(["ED"], "", 0, 54))
        await asyncio.sleep(0)
        second_caller = asyncio.create_task(source.census(["ED"], "", 0, 54))
        await asyncio.sleep(0)
        disconnected_caller.cancel()
        assert (await second_caller).patients
        assert disconnected_caller.cancelled()
        await source.aclose()


async def test_a_failure_after_the_only_caller_disconnected_is_not_reported() -> None:
    """As when a request times out, and there is no other request for these units while the census is cached."""
    loop_errors: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: loop_errors.append(context["message"]))
    source = census_source_for(Settings(demo=True, fhir_timeout=1))
    disconnected_caller = asyncio.create_task(source.census([SLOW_UNIT], "", 0, 54))
    await asyncio.sleep(0)
    (reading,) = (task for task in asyncio.all_tasks() if task.get_name() == "census reading")
    disconnected_caller.cancel()
    await asyncio.wait([reading])
    del reading, disconnected_caller
    with clock.clock_at(clock.now() + timedelta(minutes=1)):
        await source.census(["ED"], "", 0, 54)
    gc.collect()
    assert loop_errors == []
    await source.aclose()
