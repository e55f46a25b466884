import { Button, NativeSelect } from '@mantine/core';
import { memo, useDeferredValue, useState } from 'react';

import { choices } from '@/api/contract/choices/patients.gen';
import { messages } from '@/api/contract/messages.gen';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { useSearchText } from '@/shared/hooks/use-search-text';
import { ageInWords, ageInYears, formatDay } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { SearchField } from '@/shared/ui/search-field';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './census.module.css';
import { ServerError } from './server-error';
import { Tile, TileDetail, TileGrid } from './tiles';
import { type CensusProblem, useCensus } from './use-census';

export interface CensusProps {
  /** The units that have a census in the hospital's EHR. */
  units: readonly LocationRead[];
  onChoose: (patient: CensusPatientRead) => void;
  onManual: () => void;
}

/** The patients who are currently in the facility. */
export function Census({ units, onChoose, onManual }: CensusProps) {
  const { typed, setTyped, text } = useSearchText();
  const [unitId, setUnitId] = useState<number | null>(null);
  const unitIds = units.map(({ id }) => id).filter((id) => unitId === null || id === unitId);
  const { patients, loading, more, problem, retry } = useCensus(unitIds, text);
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField placeholder="Search patients" value={typed} onChange={setTyped} />
        </div>
        {units.length > 1 && <UnitFilter units={units} unitId={unitId} onChange={setUnitId} />}
        <Button variant="default" onClick={onManual}>
          Not one of these Patients?
        </Button>
      </div>
      <CensusProblemBanner problem={problem} empty={patients.length === 0} onRetry={retry} />
      {loading && <SkeletonCards label="Loading patients" />}
      {!loading && patients.length === 0 && problem === null && (
        <EmptyState icon="user" title="No Patients Found">
          {text === ''
            ? `There are no patients in ${unitId === null ? 'these units' : 'this unit'} right now.`
            : 'Try searching by last name, or enter the patient manually.'}
        </EmptyState>
      )}
      <PatientTiles patients={useDeferredValue(patients)} units={units} onChoose={onChoose} />
      <div role="status">{more ? 'Loading more patients…' : ''}</div>
    </>
  );
}

interface UnitFilterProps {
  units: readonly LocationRead[];
  /** Null for all units. */
  unitId: number | null;
  onChange: (unitId: number | null) => void;
}

function UnitFilter({ units, unitId, onChange }: UnitFilterProps) {
  return (
    <NativeSelect
      aria-label="Unit"
      value={unitId === null ? '' : String(unitId)}
      data={[{ value: '', label: 'All units' }, ...units.map(({ id, unit }) => ({ value: String(id), label: unit }))]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
    />
  );
}

type PatientTilesProps = Pick<CensusProps, 'units' | 'onChoose'> & { patients: readonly CensusPatientRead[] };

/** Rendered at low priority, so that hundreds of tiles do not slow down typing. */
const PatientTiles = memo(function PatientTiles({ patients, units, onChoose }: PatientTilesProps) {
  return (
    <TileGrid label="Patients" columns={[1, 3]} items={patients}>
      {(patient) => (
        <CensusTile
          key={`${patient.safarLocId}/${patient.emrId}`}
          patient={patient}
          unit={units.find((unit) => unit.id === patient.safarLocId)}
          onChoose={onChoose}
        />
      )}
    </TileGrid>
  );
});

interface CensusProblemProps {
  problem: CensusProblem | null;
  /** No patients have been loaded, so the user cannot continue with the census. */
  empty: boolean;
  onRetry: () => void;
}

function CensusProblemBanner({ problem, empty, onRetry }: CensusProblemProps) {
  if (problem === 'offline') return <Banner announce="status" title={messages.EHR_OFFLINE} />;
  if (problem === 'failed') return <ServerError onRetry={onRetry} />;
  if (problem === null || !empty) return null;
  return (
    <Banner
      tone="warning"
      announce="status"
      title="The census did not respond in time."
      actions={
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>If it still does not respond, enter the patient manually.</p>
    </Banner>
  );
}

interface CensusTileProps {
  patient: CensusPatientRead;
  unit: LocationRead | undefined;
  onChoose: (patient: CensusPatientRead) => void;
}

const CensusTile = memo(function CensusTile({ patient, unit, onChoose }: CensusTileProps) {
  const { dob, identifiers } = patient;
  const sex = choices.Sex.find((choice) => choice.value === patient.sex)?.label;
  return (
    <Tile name={patient.displayName} onChoose={() => onChoose(patient)}>
      <TileDetail>
        {dob === null
          ? 'Date of birth unknown'
          : `${formatDay(dob)} (${ageInWords(ageInYears(dob, serverNow(), unit?.timeZone))})`}{' '}
        · {sex}
      </TileDetail>
      <TileDetail>{unit?.unit ?? patient.unit}</TileDetail>
      {identifiers[0] !== undefined && <TileDetail>ID {identifiers[0].value}</TileDetail>}
    </Tile>
  );
});
