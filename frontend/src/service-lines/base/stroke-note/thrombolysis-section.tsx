import { type Control, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { constants } from '@/api/contract/constants.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { OtherChoiceField } from '@/shared/forms/other-choice-field';
import { TextField } from '@/shared/forms/text-field';
import { YesNoField } from '@/shared/forms/yes-no-field';

import { FormSection } from './form-section';
import { SectionField } from './section-field';

interface ThrombolysisSectionProps {
  control: Control;
  /** The IANA time zone of the bedside. */
  zone: string;
}

/** Whether a thrombolytic was given, with follow-up questions for each answer. */
export function ThrombolysisSection({ control, zone }: ThrombolysisSectionProps) {
  const given: unknown = useWatch({ control, name: 'thrombolytic.given' });
  const drug: unknown = useWatch({ control, name: 'thrombolytic.drug' });
  const delay: unknown = useWatch({ control, name: 'thrombolytic.delay' });
  const chosen = typeof drug === 'string' && drug !== '';
  return (
    <FormSection id="thrombolysis">
      <YesNoField control={control} name="thrombolytic.given" label="Was a thrombolytic given?" required />
      {given === true && (
        <>
          <SingleChoiceField
            control={control}
            name="thrombolytic.drug"
            label="Drug"
            options={choices.ThrombolyticDrug}
            required
          />
          <TextField
            control={control}
            name="thrombolytic.dosage"
            label="Dosage"
            limit={constants.SHORT_TEXT_LIMIT}
            cap={constants.MAX_TYPED_LENGTH}
          />
          <DateTimeField control={control} name="thrombolytic.timeGiven" label="Time Given" zone={zone} />
          {chosen && (
            <YesNoField control={control} name="thrombolytic.delay" label="Was administration delayed?" required />
          )}
          {delay === true && (
            <OtherChoiceField
              control={control}
              name="thrombolytic.delayReason"
              label="Reason for the Delay"
              options={choices.DelayReason}
              required
            />
          )}
        </>
      )}
      {given === false && (
        <OtherChoiceField
          control={control}
          name="thrombolytic.notGivenReason"
          label="Reason for Not Giving It"
          options={choices.NotGivenReason}
          required
        />
      )}
      <SectionField
        control={control}
        name="thrombolytic.recommendations"
        label="Recommendations"
        required={given === false || typeof delay === 'boolean'}
      />
    </FormSection>
  );
}
