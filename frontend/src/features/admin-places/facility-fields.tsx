import type { UseFormReturn } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import type { PlaceChoices } from '@/api/generated/types.gen';
import { FieldRow, WholeLine } from '@/shared/forms/field-row';
import { FlagChipsField } from '@/shared/forms/flag-chips-field';
import { SelectField } from '@/shared/forms/select-field';
import { SuggestField } from '@/shared/forms/suggest-field';
import { TextField } from '@/shared/forms/text-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import classes from '@/versions/versions.module.css';

import { CodeField } from './code-field';
import { FACILITY_LABELS, type FacilityValues, FLAGS } from './facility-kind';

export interface FacilityFieldsProps {
  form: UseFormReturn<FacilityValues>;
  choices: PlaceChoices;
  isNew?: boolean;
}

const LIMIT = constants.SHORT_TEXT_LIMIT;

/** Everything that administrators decide about a facility. */
export function FacilityFields({ form: { control }, choices, isNew = false }: FacilityFieldsProps) {
  return (
    <>
      <Group title="Facility">
        <FieldRow className={classes.pairs}>
          {isNew && (
            <WholeLine>
              <CodeField control={control} name="code" />
            </WholeLine>
          )}
          <TextField control={control} name="name" label={FACILITY_LABELS.name} limit={LIMIT} required />
          <SuggestField
            control={control}
            name="facilityType"
            label={FACILITY_LABELS.facilityType}
            suggestions={choices.facilityTypes}
            required
          />
          <SelectField
            control={control}
            name="state"
            label={FACILITY_LABELS.state}
            description="Planners are told of people on call without a license for it."
            blank="Licenses are not checked"
            options={choices.states.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <TextField
            control={control}
            name="info"
            label={FACILITY_LABELS.info}
            description="Shown to those who request a transfer to it."
            limit={LIMIT}
          />
          <WholeLine>
            <FlagChipsField
              control={control}
              name="fieldFlags"
              label={FACILITY_LABELS.fieldFlags}
              description="What else a request for a transfer to this facility asks for."
              flags={FLAGS.map(({ name, label }) => ({ name: `fieldFlags.${name}` as const, label }))}
            />
          </WholeLine>
        </FieldRow>
      </Group>
      <ReasonField control={control} name="reason" />
    </>
  );
}
