import { Button } from '@mantine/core';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { WeeklyHoursFields } from '@/shared/forms/weekly-hours-fields';
import { viewerZone } from '@/shared/lib/dates';
import { zonesToChoose } from '@/shared/lib/weekly-hours';

import classes from './escalation.module.css';
import type { EscalationValues } from './escalation-values';

export interface StepHoursProps {
  form: UseFormReturn<EscalationValues>;
  /** Which policy, and which of its steps. */
  index: number;
  place: number;
}

/** When a step applies; always, unless it has hours. */
export function StepHours({ form: { control, setValue }, index, place }: StepHoursProps) {
  const name = `policies.${index}.steps.${place}.hours` as const;
  const hours = useWatch({ control, name });
  const set = (chosen: EscalationValues['policies'][number]['steps'][number]['hours']) =>
    setValue(name, chosen, { shouldDirty: true, shouldValidate: false });
  const ordinal = place + 1;
  if (hours === null)
    return (
      <div className={classes.buttons}>
        <Button
          variant="default"
          aria-label={`Limit to Certain Hours: step ${ordinal}`}
          onClick={() => set({ firstDay: 1, lastDay: 5, opens: '', closes: '', zone: viewerZone() })}
        >
          Limit to Certain Hours
        </Button>
      </div>
    );
  return (
    <>
      <WeeklyHoursFields
        control={control}
        row={`Policy ${index + 1}, hours of step ${ordinal}`}
        nameOf={(part) => `${name}.${part}`}
        zones={zonesToChoose([hours.zone, viewerZone()])}
        labels={['Begins', 'Ends']}
      />
      <p className={classes.note}>If the step is due outside these hours, it is left out, and the next one follows.</p>
      <div className={classes.buttons}>
        <Button variant="default" aria-label={`Apply at All Hours: step ${ordinal}`} onClick={() => set(null)}>
          Apply at All Hours
        </Button>
      </div>
    </>
  );
}
