import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import { asRules } from '@/api/form-contract';
import { type Rule, violations } from '@/api/rules';
import { PatientNumberField } from '@/patients/patient-number-field';
import { serverNow } from '@/shared/lib/server-clock';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from '@/versions/versions.module.css';

import { numberOf, type NumberValues } from './number-values';
import placesClasses from './places.module.css';
import { numberRulesQuery } from './queries';

/** A field like that of the request form, with the rules of the server, for trying the settings above. */
export function NumberExample({ values }: { values: NumberValues }) {
  const [settled] = useDebouncedValue(values, constants.DEBOUNCE_MS);
  const number = numberOf({ ...values, collect: true });
  const { data, error, isFetching } = useQuery(numberRulesQuery(numberOf(settled) ?? { collect: true }));
  const { control } = useForm({ defaultValues: { example: '' } });
  const example = useWatch({ control, name: 'example' });
  return (
    <div className={placesClasses.example}>
      <PatientNumberField
        control={control}
        name="example"
        label="Try an Example"
        description="Not saved. It is checked as in a request."
        number={{ ...number, collect: true, optional: true }}
      />
      <p role="status" className={classes.fine}>
        {error === null ? (
          !isFetching && data !== undefined && <Verdict example={example} rules={asRules(data.rules)} />
        ) : (
          <StatusBadge tone="danger">{settingsProblem(error)}</StatusBadge>
        )}
      </p>
    </div>
  );
}

function Verdict({ example, rules }: { example: string; rules: readonly Rule[] }) {
  if (example.trim() === '') return 'Type a number to see whether it fits.';
  const patientNumber = example.trim();
  const found = violations({ Patient: { additionalData: { patientNumber } } }, rules, serverNow());
  const [message] = found.values();
  return message === undefined ? (
    <StatusBadge tone="success">This number fits</StatusBadge>
  ) : (
    <>
      <StatusBadge tone="danger">This number is refused</StatusBadge> Staff read: {message}
    </>
  );
}

function settingsProblem(error: Error): string {
  const [problem] = isApiError(error, 400) ? error.fieldErrors : [];
  return problem === undefined ? 'The settings could not be checked. Change one to try again.' : problem.message;
}
