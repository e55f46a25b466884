import { Button } from '@mantine/core';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { CensusReading, PlaceChoices } from '@/api/generated/types.gen';
import { retryAdvice } from '@/drafts/retry-advice';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { TextField } from '@/shared/forms/text-field';
import { formatTimestamp } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';
import classes from '@/versions/versions.module.css';

import placesClasses from './places.module.css';
import { useReadCensus } from './queries';
import type { UnitValues } from './unit-values';
import { UNIT_LABELS } from './unit-words';

export interface RecordFieldsProps {
  form: UseFormReturn<UnitValues>;
  choices: PlaceChoices;
  unitId: number | null;
}

/** How the unit's patients are found in the hospital's record, and whether that works. */
export function RecordFields({ form: { control }, choices, unitId }: RecordFieldsProps) {
  const emrCode = useWatch({ control, name: 'emrCode' }).trim();
  return (
    <>
      <CheckboxField control={control} name="emrIntegrated" label={UNIT_LABELS.emrIntegrated} />
      <TextField
        control={control}
        name="emrCode"
        label={UNIT_LABELS.emrCode}
        description="The unit's code or location id in the hospital's record."
        limit={constants.SHORT_TEXT_LIMIT}
      />
      {!choices.hasHospitalRecord && (
        <p className={classes.fine}>
          This installation does not read a hospital record yet. Whoever operates Wardline sets its address
          (WARDLINE_FHIR_URL).
        </p>
      )}
      {unitId === null ? (
        <p className={classes.fine}>Once the unit is added, you can try here whether its census can be read.</p>
      ) : (
        <Census key={emrCode} unitId={unitId} emrCode={emrCode} />
      )}
    </>
  );
}

/** Reads the census of a code that may not be saved yet, and shows only a number. */
function Census({ unitId, emrCode }: { unitId: number; emrCode: string }) {
  const { mutate, data, error, isPending } = useReadCensus();
  return (
    <>
      <Button
        variant="default"
        className={classes.start}
        disabled={emrCode === ''}
        loading={isPending}
        onClick={() => mutate({ id: unitId, emrCode })}
      >
        Read the Census Now
      </Button>
      <div role="status" className={placesClasses.census}>
        {data !== undefined && <Reading reading={data} />}
        {error !== null && (
          <Banner tone="danger" title="The census was not read.">
            <p>{retryAdvice(error, 'Read the Census Now')}</p>
          </Banner>
        )}
      </div>
    </>
  );
}

function Reading({ reading: { at, patients, isMore, problem } }: { reading: CensusReading }) {
  if (problem !== null || patients === null)
    return (
      <Banner tone="danger" title="The census could not be read.">
        <p>
          {problem} Tried at {formatTimestamp(at)}.
        </p>
      </Banner>
    );
  return (
    <Banner tone="success" title={`${pluralize(patients, 'patient')}${isMore ? ' and more' : ''} in this unit now`}>
      <p>
        Read at {formatTimestamp(at)}. {patients === 0 && 'If that is unexpected, compare the code with the record.'}
      </p>
    </Banner>
  );
}
