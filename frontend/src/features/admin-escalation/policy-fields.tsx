import { Button } from '@mantine/core';
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/paging.gen';
import { MultiChoiceField } from '@/shared/forms/choice-fields';
import { PhoneField } from '@/shared/forms/phone-field';
import { FieldRow, RepeatedRow } from '@/shared/forms/field-row';
import { RowContext } from '@/shared/forms/form-fields';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Icon } from '@/shared/ui/icon';

import classes from './escalation.module.css';
import { type EscalationValues, newStep } from './escalation-values';
import { StepHours } from './step-hours';
import type { Facilities } from './words';

const PRIORITIES = [
  { value: 'critical', label: 'Critical' },
  { value: 'urgent', label: 'Urgent' },
  { value: 'routine', label: 'Routine' },
] as const;
const ON_CALL = ['allNotifications', 'plannedAll', 'coordinators'];
const FOR_ESCALATIONS = ['escalationOnly', 'plannedEscalation'];
const CHANNELS = choices.PageChannel.filter(({ value }) => value !== 'screen');
const MAX_STEPS = 10;

export interface PolicyFieldsProps {
  form: UseFormReturn<EscalationValues>;
  /** Which of the policies. */
  index: number;
  facilities: Facilities;
  /** Whether people can be on call for the line for escalations only. */
  hasEscalationsOnly: boolean;
  onRemove: () => void;
}

/** One policy: what it is for, its steps in order, and what follows when nobody answers. */
export function PolicyFields({ form, index, facilities, hasEscalationsOnly, onRemove }: PolicyFieldsProps) {
  const { control } = form;
  return (
    <fieldset className={classes.policy}>
      <legend>Policy {index + 1}</legend>
      <RowContext value={`Policy ${index + 1}`}>
        <FieldRow className={classes.pair}>
          <SelectField
            control={control}
            name={`policies.${index}.priority`}
            label="Priority"
            options={PRIORITIES}
            blank="All priorities"
          />
          <SelectField
            control={control}
            name={`policies.${index}.facilityId`}
            label="Facility"
            options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
            blank="All facilities"
          />
        </FieldRow>
        <Steps form={form} index={index} hasEscalationsOnly={hasEscalationsOnly} />
        <FieldRow className={classes.pair}>
          <TextField
            control={control}
            name={`policies.${index}.rounds`}
            label="Rounds"
            description="How often everybody in the steps is paged, until the backup number is called."
            inputMode="numeric"
            required
          />
          <TextField
            control={control}
            name={`policies.${index}.repeatMinutes`}
            label="Minutes Between Rounds"
            inputMode="decimal"
            required
          />
          <PhoneField control={control} name={`policies.${index}.backupNumber`} label="Backup Number" required />
        </FieldRow>
      </RowContext>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onRemove}>
          Remove Policy {index + 1}
        </Button>
      </div>
    </fieldset>
  );
}

function Steps({ form, index, hasEscalationsOnly }: Pick<PolicyFieldsProps, 'form' | 'index' | 'hasEscalationsOnly'>) {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: `policies.${index}.steps` });
  const steps = useWatch({ control, name: `policies.${index}.steps` });
  const known = [...ON_CALL, ...(hasEscalationsOnly ? FOR_ESCALATIONS : [])];
  const targets = choices.PageTarget.filter(({ value }) => known.includes(value));
  const last = steps.at(-1)?.minutes ?? '0';
  return (
    <>
      <ol className={classes.steps} aria-label={`Steps of policy ${index + 1}`}>
        {fields.map(({ id }, place) => (
          <li key={id} className={classes.step}>
            <RowContext value={`Policy ${index + 1}, step ${place + 1}`}>
              <RepeatedRow
                className={classes.stepHead}
                label={`Policy ${index + 1}, step ${place + 1}`}
                removal={
                  fields.length > 1 ? { label: `Remove step ${place + 1}`, onPress: () => remove(place) } : undefined
                }
              >
                <TextField
                  control={control}
                  name={`policies.${index}.steps.${place}.minutes`}
                  label={`Step ${place + 1}: Minutes After the Request`}
                  inputMode="decimal"
                  required
                />
              </RepeatedRow>
              <MultiChoiceField
                control={control}
                name={`policies.${index}.steps.${place}.targets`}
                label="Who Is Paged"
                options={targets}
                required
              />
              <MultiChoiceField
                control={control}
                name={`policies.${index}.steps.${place}.channels`}
                label="How (every way they have, if none is chosen)"
                options={CHANNELS}
              />
              <StepHours form={form} index={index} place={place} />
            </RowContext>
          </li>
        ))}
      </ol>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size="sm" />}
          disabled={fields.length >= MAX_STEPS}
          onClick={() => append(newStep(String(Number(last) + 5)))}
        >
          Add Step
        </Button>
      </div>
    </>
  );
}
