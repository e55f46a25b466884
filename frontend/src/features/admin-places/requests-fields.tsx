import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { FieldRow } from '@/shared/forms/field-row';
import { FlagChipsField } from '@/shared/forms/flag-chips-field';
import { NumberField } from '@/shared/forms/number-field';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import classes from '@/versions/versions.module.css';

import { NumberExample } from './number-example';
import type { UnitValues } from './unit-values';
import { COLLECTED } from './unit-words';

const NUMBER = 'FeaturesByLocations.configurablePatientNumber';
const LIMIT = constants.SHORT_TEXT_LIMIT;

/** What requests from the unit ask for, and how its own patient number is checked. */
export function RequestsFields({ form: { control } }: { form: UseFormReturn<UnitValues> }) {
  const number = useWatch({ control, name: NUMBER });
  return (
    <>
      <FlagChipsField
        control={control}
        name="FeaturesByLocations"
        label="In addition to name and birth date"
        flags={COLLECTED.map(({ name, label }) => ({ name: `FeaturesByLocations.${name}` as const, label }))}
      />
      <CheckboxField control={control} name={`${NUMBER}.collect`} label="A patient number of this unit" />
      {number.collect && (
        <>
          <NumberSettings control={control} />
          <NumberExample values={number} />
        </>
      )}
    </>
  );
}

const masks = [
  { value: 'text', label: 'A mask by character' },
  { value: 'lengths', label: 'A length' },
];

const tokens = [
  { value: '#', label: 'digits' },
  { value: '*', label: 'characters' },
  { value: 'a', label: 'letters' },
  { value: 'A', label: 'uppercase letters' },
  { value: 'l', label: 'lowercase letters' },
];

const keyboards = [
  { value: 'text', label: 'Letters' },
  { value: 'numeric', label: 'Digits' },
  { value: 'decimal', label: 'Digits and decimal point' },
  { value: 'tel', label: 'Phone' },
];

function NumberSettings({ control }: { control: Control<UnitValues> }) {
  const maskKind = useWatch({ control, name: `${NUMBER}.maskKind` });
  return (
    <FieldRow className={classes.pairs}>
      <TextField control={control} name={`${NUMBER}.label`} label="Label of the Number" limit={LIMIT} required />
      <TextField
        control={control}
        name={`${NUMBER}.feedback`}
        label="Message If It Is Not Valid"
        description="Without one, staff read that the number is invalid."
        limit={LIMIT}
      />
      <SelectField control={control} name={`${NUMBER}.maskKind`} label="Typed With" options={masks} blank="No mask" />
      {maskKind === 'text' && (
        <TextField
          control={control}
          name={`${NUMBER}.mask.text`}
          label="Mask"
          description="# is a digit, a a letter, A an uppercase and l a lowercase letter, * any character."
          limit={LIMIT}
          required
        />
      )}
      {maskKind === 'lengths' && (
        <>
          <NumberField control={control} name={`${NUMBER}.mask.min`} label="At Least" required />
          <NumberField control={control} name={`${NUMBER}.mask.max`} label="At Most" required />
          <SelectField control={control} name={`${NUMBER}.mask.token`} label="Of" options={tokens} blank={null} />
        </>
      )}
      <TextField
        control={control}
        name={`${NUMBER}.regexString`}
        label="Pattern"
        description="A regular expression that the whole number must match, for example [0-9]{6}."
        limit={LIMIT}
      />
      <SelectField
        control={control}
        name={`${NUMBER}.inputmode`}
        label="Keyboard on Phones"
        options={keyboards}
        blank={null}
      />
      <CheckboxField control={control} name={`${NUMBER}.optional`} label="It may be left empty" />
    </FieldRow>
  );
}
