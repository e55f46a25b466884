import { Button } from '@mantine/core';
import { useWatch } from 'react-hook-form';

import { useCheckedForm } from '@/api/contract-form';
import type { ForecastChoices } from '@/api/generated/types.gen';
import { showServerErrors } from '@/api/show-server-errors';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { Form } from '@/shared/forms/form';
import { SelectField } from '@/shared/forms/select-field';
import { capitalize } from '@/shared/lib/capitalize';
import { viewerZone } from '@/shared/lib/dates';
import type { ForecastSearch } from '@/shared/lib/search-params';

import { useAsk } from './queries';
import { checkQuestion, PRIORITIES, questionOf, type QuestionValues, searchOf, valuesOf, type When } from './question';
import classes from './who-would-be-paged.module.css';

const WHEN: readonly { value: When; label: string }[] = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
];

interface QuestionFormProps {
  choices: ForecastChoices;
  search: ForecastSearch;
  onAsk: (search: ForecastSearch) => void;
}

/** Asks about one line, location, priority and time. The time is the location's. */
export function QuestionForm({ choices, search, onAsk }: QuestionFormProps) {
  const form = useCheckedForm<QuestionValues>(
    (values) => Promise.resolve(checkQuestion(values, choices)),
    valuesOf(search, choices),
  );
  const { control } = form;
  const [serviceLineId, locationId, when] = useWatch({ control, name: ['serviceLineId', 'locationId', 'when'] });
  const ask = useAsk();
  const submit = async (values: QuestionValues) => {
    const asked = searchOf(values);
    const question = questionOf(asked, choices);
    if (question === null) return;
    try {
      await ask(question);
    } catch (failure) {
      if (showServerErrors(form, failure)) return;
    }
    // Any other failure is shown where the answer would be.
    onAsk(asked);
  };
  const line = choices.lines.find(({ id }) => id === serviceLineId);
  const locations = choices.locations.filter(({ id }) => line?.locationIds.includes(id) === true);
  const zone = locations.find(({ id }) => id === locationId)?.timeZone ?? viewerZone();
  const priorities = PRIORITIES.filter((name) => line === undefined || line.priorities.includes(name));
  return (
    <Form form={form} onSubmit={submit} className={classes.form}>
      <SelectField
        control={control}
        name="serviceLineId"
        label="Service Line"
        options={choices.lines.map(({ id, name }) => ({ value: id, label: name }))}
        required
      />
      <SelectField
        control={control}
        name="locationId"
        label="Location"
        options={locations.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        required
      />
      <SingleChoiceField
        control={control}
        name="priority"
        label="Priority"
        options={priorities.map((name) => ({ value: name, label: capitalize(name) }))}
        required
      />
      <SingleChoiceField control={control} name="when" label="When" options={WHEN} required />
      {when === 'later' && <DateTimeField control={control} name="at" label="At" zone={zone} required />}
      <Button type="submit" loading={form.formState.isSubmitting}>
        Show Who Would Be Paged
      </Button>
    </Form>
  );
}
