import { Stack } from '@mantine/core';
import { type Control, useWatch } from 'react-hook-form';

import { choices } from '@/api/contract/choices/service-lines.gen';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { NumberField } from '@/shared/forms/number-field';
import { OtherChoiceField } from '@/shared/forms/other-choice-field';
import { CheckboxField } from '@/shared/forms/checkbox-field';
import { YesNoField } from '@/shared/forms/yes-no-field';

import type { NoteFormProps } from '../../define';
import { useClearing } from './clearing';
import { NihssSection } from './nihss-section';
import { FormSection } from './form-section';
import { SectionField } from './section-field';
import { SectionRail } from './section-rail';
import classes from './stroke-note-form.module.css';
import { ThrombolysisSection } from './thrombolysis-section';

/** All sections of the stroke note, in the order of a consult. */
export function StrokeNoteForm({ form, consult, schema, narrow, strip }: NoteFormProps) {
  const { control } = form;
  const zone = consult.Encounter.location.timeZone;
  useClearing(form);
  return (
    <div className={classes.note}>
      <SectionRail form={form} schema={schema} narrow={narrow} strip={strip} />
      <Stack gap="xl" className={classes.sections}>
        <FormSection id="call">
          <NumberField control={control} name="callLength" label="Call Length" unit="min" required />
          <DateTimeField control={control} name="videoStartTime" label="Video Start Time" zone={zone} required />
          <DateTimeField control={control} name="lastKnownWell" label="Last Known Well" zone={zone} />
        </FormSection>
        <FormSection id="history">
          <SectionField control={control} name="hpi" label="HPI" required />
          <SectionField control={control} name="exam" label="Exam" required />
        </FormSection>
        <NihssSection control={control} />
        <Results control={control} />
        <ThrombolysisSection control={control} zone={zone} />
        <IaTherapy control={control} />
        <FormSection id="plan">
          <OtherChoiceField control={control} name="diagnosis" label="Diagnosis" options={choices.Diagnosis} required />
          <OtherChoiceField
            control={control}
            name="disposition"
            label="Disposition"
            options={choices.Disposition}
            required
          />
          <SectionField control={control} name="transfer" label="Transfer" required />
        </FormSection>
        <FormSection id="severity">
          <NumberField control={control} name="totalTimeSpent" label="Total Time Spent (minutes)" unit="min" required />
          <YesNoField control={control} name="criticalPatient" label="Is the patient critical?" required />
        </FormSection>
      </Stack>
    </div>
  );
}

function Results({ control }: { control: Control }) {
  const notDone: unknown = useWatch({ control, name: 'labsNotDone' });
  return (
    <FormSection id="results">
      <CheckboxField control={control} name="labsNotDone" label="Labs Not Done" />
      <SectionField
        control={control}
        name="labs"
        label="Labs"
        required={notDone !== true}
        disabled={notDone === true}
      />
      <SectionField control={control} name="imaging" label="Imaging" required />
    </FormSection>
  );
}

function IaTherapy({ control }: { control: Control }) {
  const candidate: unknown = useWatch({ control, name: 'iaTherapy.isCandidate' });
  return (
    <FormSection id="ia-therapy">
      <YesNoField
        control={control}
        name="iaTherapy.isCandidate"
        label="Is the patient a candidate for intra-arterial therapy?"
        required
      />
      {candidate === false && (
        <OtherChoiceField
          control={control}
          name="iaTherapy.notCandidateReasons"
          label="Reason Patient Is Not a Candidate"
          options={choices.NotCandidateReason}
          required
        />
      )}
    </FormSection>
  );
}
