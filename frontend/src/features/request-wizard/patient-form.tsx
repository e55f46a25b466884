import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import type { CensusPatientRead, LocationRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { Form } from '@/shared/forms/form';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import { checkPatient, givenByEmr, idNumberOf, valuesOfCensusPatient } from './request-patient';
import { RequestPatientFields } from './request-patient-fields';
import { UnitField } from './unit-field';
import { emptyPatient, type PatientValues } from './wizard-data';

export interface PatientFormProps {
  units: readonly LocationRead[];
  /** The form's initial values: what was typed earlier and what the census provided. */
  initial: PatientValues;
  /** The census patient, whose data is read-only here. */
  emr: CensusPatientRead | null;
  onChange: (values: PatientValues) => void;
  onDone: (values: PatientValues) => void;
  /** Returns to the census; undefined if there is none. */
  onCensus?: (() => void) | undefined;
}

/** The patient form: every field that the unit collects, or for a census patient only what is missing. */
export function PatientForm({ units, initial, emr, onChange, onDone, onCensus }: PatientFormProps) {
  const { stringDictionary } = useMe();
  const unitOf = (id: number | '') => units.find((unit) => unit.id === id);
  const form = useCheckedForm<PatientValues>(
    (values) => checkPatient(values, emr, unitOf(values.locationId), stringDictionary),
    initial,
  );
  useOnChange(form, onChange);
  const unit = unitOf(useWatch({ control: form.control, name: 'locationId' }));
  // From the census itself and never from the form's values, where a typed value would count as provided by the census.
  const census =
    emr === null
      ? { values: emptyPatient, idNumber: null, given: nothing }
      : { values: valuesOfCensusPatient(emr), idNumber: idNumberOf(emr), given: givenByEmr(emr, unit) };
  return (
    <Form form={form} onSubmit={() => onDone(form.getValues())}>
      <Stack gap="lg">
        {emr !== null && <Banner title={`${fullName(emr).trim()} comes from the EHR. Add the missing information.`} />}
        {emr === null && units.length > 1 && <UnitField control={form.control} units={units} />}
        <RequestPatientFields control={form.control} unit={unit} {...census} />
        <Group justify="space-between">
          {onCensus !== undefined && (
            <Button variant="default" onClick={onCensus}>
              Back to patient list
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
  const notify = useEffectEvent(onChange);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name !== undefined) notify(values);
        },
      }),
    [subscribe],
  );
}
