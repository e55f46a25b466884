"""The census read from Medplum's FHIR router over HTTP is that of the demonstration hospital, person by person."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from joserfc.jwk import ECKey

from tests.outside.between import Between
from tests.outside.conftest import PAGE, UNITS, Census, Hospital, hospital_in
from wardline.ehr.contract import CensusSource, EhrUnavailable
from wardline.ehr.registry import census_source_for
from wardline.ehr.tests.serving import Stage
from wardline.settings import Settings


@pytest.fixture(params=["open", "signed in"])
async def source(request: pytest.FixtureRequest, hospital: Hospital) -> AsyncIterator[CensusSource]:
    settings = {"fhir_url": hospital.open_url} if request.param == "open" else hospital.signed_in
    source = census_source_for(Settings.model_validate(settings))
    yield source
    await source.aclose()


async def test_every_unit_has_the_same_people(source: CensusSource, census: Census) -> None:
    assert [len(census[unit]) for unit in UNITS] == [62, 6, 5, 10, 10, 7]
    for unit, people in census.items():
        page = await source.census([unit], "", 0, 500)
        assert (page.patients, page.has_more) == (people, False)
    everywhere = await source.census(UNITS, "", 0, 500)
    assert {person.emr_id: person for person in everywhere.patients} == {
        person.emr_id: person for people in census.values() for person in people
    }


async def test_every_patient_is_found_only_in_their_own_unit(source: CensusSource, census: Census) -> None:
    for unit, people in census.items():
        others = [other for other in UNITS if other != unit]
        for person in people:
            assert await source.get_patient(person.emr_id, [unit]) == person
            assert await source.get_patient(person.emr_id, others) is None


@pytest.mark.req("API-52")
async def test_every_patient_is_found_by_name_and_by_number(source: CensusSource, census: Census) -> None:
    for person in census["ED"]:
        named = await source.census(["ED"], f"{person.first_name} {person.last_name}", 0, 500)
        assert person in named.patients
        numbered = await source.census(["ED"], person.identifiers[0].value, 0, 500)
        assert numbered.patients == (person,)


async def test_the_hospitals_own_pages_are_followed_to_the_end(
    hospital: Hospital, stage: Stage, census: Census
) -> None:
    stage.app = between = Between(hospital.origin)
    source = census_source_for(Settings(fhir_url=f"{stage.origin}/fhir"))
    assert (await source.census(["ED"], "", 0, 500)).patients == census["ED"]
    pages = [query for path, query, _ in between.requests if path == "/fhir/Encounter"]
    assert ["_offset=" in page for page in pages] == [False, True, True, True]
    assert [page.rsplit("_offset=")[-1] for page in pages[1:]] == [str(PAGE), str(2 * PAGE), str(3 * PAGE)]
    await source.aclose()
    await between.aclose()


async def test_an_unregistered_key_gets_nothing(hospital: Hospital, tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_bytes(ECKey.generate_key("P-384").as_pem(private=True))
    source = census_source_for(Settings.model_validate(hospital.signed_in | {"fhir_key_file": other}))
    with pytest.raises(EhrUnavailable):
        await source.census(["ED"], "", 0, 54)
    await source.aclose()


async def test_a_token_with_too_narrow_a_scope_gets_nothing(hospital: Hospital) -> None:
    scope = "system/Encounter.read system/Location.read"
    source = census_source_for(Settings.model_validate(hospital.signed_in | {"fhir_scope": scope}))
    with pytest.raises(EhrUnavailable):
        await source.census(["ED"], "", 0, 54)
    await source.aclose()


@pytest.mark.req("API-54")
async def test_a_server_that_stops_during_a_read_is_an_outage(tmp_path: Path) -> None:
    with hospital_in(tmp_path) as mortal:
        source = census_source_for(Settings.model_validate(mortal.signed_in))
        assert (await source.census(["3E"], "", 0, 54)).patients
        reading = [asyncio.create_task(source.census([unit, "3W"], "", 0, 54)) for unit in UNITS]
        await asyncio.sleep(0)
        mortal.process.kill()
        errors = await asyncio.gather(*reading, return_exceptions=True)
        assert {type(error) for error in errors} == {EhrUnavailable}
        with pytest.raises(EhrUnavailable):
            await source.census(["ED"], "", 0, 54)
        await source.aclose()
