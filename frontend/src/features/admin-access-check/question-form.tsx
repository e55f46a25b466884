import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import type { AccessChoices } from '@/api/generated/types.gen';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { Form } from '@/shared/forms/form';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { isSame } from '@/shared/lib/same';
import type { PageSearch } from '@/shared/lib/search-params';

import classes from './access-check.module.css';
import { ActionField } from './action-field';
import { FoundField } from './found-field';
import { checkQuestion, dependsOnTime, partsOf, type QuestionValues, searchOf, valuesOf, type When } from './question';

const WHEN: readonly { value: When; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Another time' },
];

interface QuestionFormProps {
  choices: AccessChoices;
  search: PageSearch;
  onAsk: (search: PageSearch) => void;
  /** Whether the person's field gets focus. */
  startsAtPerson: boolean;
  /** Whether the form shows another question than the address. */
  onEdited: (isEdited: boolean) => void;
}

/** Who, what, and about what; only what the chosen action is about is asked for. */
export function QuestionForm({ choices, search, onAsk, startsAtPerson, onEdited }: QuestionFormProps) {
  const form = useCheckedForm<QuestionValues>(
    (values) => Promise.resolve(checkQuestion(values, choices)),
    valuesOf(search),
  );
  const { control, setFocus, clearErrors } = form;
  const focusPerson = useEffectEvent(() => {
    if (startsAtPerson) setFocus('personId');
  });
  useEffect(() => focusPerson(), []);
  const [action, when] = useWatch({ control, name: ['action', 'when'] });
  const parts = partsOf(action, choices);
  useEdited(form, { choices, search, onEdited });
  return (
    <Form form={form} onSubmit={(values) => onAsk(searchOf(values, choices))} className={classes.form}>
      <FoundField
        control={control}
        name="personId"
        label="Person"
        placeholder="Type the beginning of a name"
        nothing="Nobody in your organizations has a name that begins like this."
        searched="people"
        required
      />
      <ActionField
        control={control}
        name="action"
        label="Action"
        actions={choices.actions}
        onChoose={() => clearErrors()}
        required
      />
      {parts.includes('consult') && (
        <TextField
          control={control}
          name="consult"
          label="Consult"
          description="Open the consult, and paste its link here."
          required
        />
      )}
      {parts.includes('locationId') && (
        <FoundField
          control={control}
          name="locationId"
          label="Location"
          placeholder="Type the beginning of a name"
          nothing="No location in your organizations has a name like this."
          searched="locations"
          required
        />
      )}
      {parts.includes('serviceLineId') && (
        <SelectField
          control={control}
          name="serviceLineId"
          label="Service Line"
          options={choices.lines.map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
      )}
      {parts.includes('organizationId') && (
        <SelectField
          control={control}
          name="organizationId"
          label="Organization"
          options={choices.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
      )}
      {dependsOnTime(action) && (
        <SingleChoiceField control={control} name="when" label="When" options={WHEN} required />
      )}
      {dependsOnTime(action) && when === 'later' && <DateTimeField control={control} name="at" label="At" required />}
      <Button type="submit">Check Access</Button>
    </Form>
  );
}

/** Follows whether what is typed is another question than the one in the address. */
function useEdited(
  { control, getValues }: UseFormReturn<QuestionValues>,
  { choices, search, onEdited }: Pick<QuestionFormProps, 'choices' | 'search' | 'onEdited'>,
) {
  useWatch({ control });
  const isEdited = !isSame(searchOf(getValues(), choices), searchOf(valuesOf(search), choices));
  const tell = useEffectEvent(onEdited);
  useEffect(() => tell(isEdited), [isEdited]);
}
