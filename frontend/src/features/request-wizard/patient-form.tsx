import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { Form } from '@/shared/forms/form';
import { Banner } from '@/shared/ui/banner';

import { checkPatient, givenByEmr, idNumberOf, valuesOfCensusPatient } from './request-patient';
import { RequestPatientFields } from './request-patient-fields';
import { UnitField } from './unit-field';
import { emptyPatient, type PatientValues } from './wizard-data';

export interface PatientFormProps {
  units: readonly LocationRead[];
  /** What the form holds at first: what was typed before, beside what the census gave. */
  initial: PatientValues;
  /** Whom the census named; what it gives is shown and cannot be changed here. */
  emr: CensusPatientRead | null;
  onChange: (values: PatientValues) => void;
  onDone: (values: PatientValues) => void;
  /** Back to the census; absent where there is none. */
  onCensus?: (() => void) | undefined;
}

/** The patient as a form: with all that the unit asks for, or for a census patient only with what is missing. */
export function PatientForm({ units, initial, emr, onChange, onDone, onCensus }: PatientFormProps) {
  const { stringDictionary } = useMe();
  const unitOf = (id: number | '') => units.find((unit) => unit.id === id);
  const form = useCheckedForm<PatientValues>(
    (values) => checkPatient(values, emr, unitOf(values.locationId), stringDictionary),
    initial,
  );
  useOnChange(form, onChange);
  const unit = unitOf(useWatch({ control: form.control, name: 'locationId' }));
  // From the census itself and never from the form's values, in which a typed answer would count as given.
  const census =
    emr === null
      ? { values: emptyPatient, idNumber: null, given: nothing }
      : { values: valuesOfCensusPatient(emr), idNumber: idNumberOf(emr), given: givenByEmr(emr, unit) };
  return (
    <Form form={form} onSubmit={() => onDone(form.getValues())}>
      <Stack gap="lg">
        {emr !== null && <Banner title={`${emr.displayName} comes from the EHR. Add what is missing.`} />}
        {emr === null && units.length > 1 && <UnitField control={form.control} units={units} />}
        <RequestPatientFields control={form.control} unit={unit} {...census} />
        <Group justify="space-between">
          {onCensus !== undefined && (
            <Button variant="default" onClick={onCensus}>
              Back to the list of patients
            </Button>
          )}
          <Button type="submit" ml="auto">
            Continue
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const nothing: ReadonlySet<string> = new Set();

function useOnChange({ subscribe }: UseFormReturn<PatientValues>, onChange: (values: PatientValues) => void) {
  const tell = useEffectEvent(onChange);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name !== undefined) tell(values);
        },
      }),
    [subscribe],
  );
}
