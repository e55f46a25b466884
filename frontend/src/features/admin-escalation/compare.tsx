import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { ApiError } from '@/api/errors';
import type { ComparedForecast, EscalationFields, PageForecast } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { DateTimeField } from '@/shared/forms/date-time-field';
import { FieldRow } from '@/shared/forms/field-row';
import { SelectField } from '@/shared/forms/select-field';
import { capitalize } from '@/shared/lib/capitalize';
import { viewerZone, zoneNameAt } from '@/shared/lib/dates';
import { unfinishedMoment } from '@/shared/lib/typed-time';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { Group } from '@/versions/group';

import classes from './escalation.module.css';
import { priorityOf } from './escalation-values';
import { locationsQuery, type Scope, useCompare } from './queries';

/** Shows the steps of a forecast, in the zone of its location. */
export type ShowForecast = (forecast: PageForecast, zone: string) => ReactNode;

export interface CompareProps {
  scope: Scope;
  /** The policies in the form. */
  settingsNow: () => EscalationFields;
  /** Marks what is missing or wrong in the policies; false if anything is. */
  check: () => Promise<boolean>;
  showForecast: ShowForecast;
}

interface Question {
  locationId: number | '';
  priority: string;
  /** Blank for now. */
  at: string;
}

interface Answer extends ComparedForecast {
  /** Of the location. */
  readonly zone: string;
}

/** Who would be paged about a request, as it is and with what is in the form, side by side. */
export function Compare({ scope, settingsNow, check, showForecast }: CompareProps) {
  const { data: choices } = useQuery(locationsQuery);
  const { control, getValues, setError, clearErrors } = useForm<Question>({
    defaultValues: { locationId: '', priority: 'critical', at: '' },
  });
  const { mutateAsync, isPending } = useCompare(scope);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const line = choices?.lines.find(({ id }) => id === scope.lineId);
  const locations = choices?.locations.filter(({ id }) => line?.locationIds.includes(id) === true) ?? [];
  const zoneOf = (locationId: Question['locationId']) =>
    locations.find(({ id }) => id === locationId)?.timeZone ?? viewerZone();
  const zone = zoneOf(useWatch({ control, name: 'locationId' }));
  const ask = async () => {
    const { locationId, priority, at } = getValues();
    clearErrors();
    setFailed(null);
    setIncomplete(false);
    if (locationId === '') setError('locationId', { message: 'Choose a location.' });
    const problem = at === '' ? null : unfinishedMoment(at);
    if (problem !== null) setError('at', { message: problem });
    const areComplete = await check();
    setIncomplete(!areComplete);
    if (locationId === '' || problem !== null || !areComplete) return;
    try {
      const found = await mutateAsync({
        ...settingsNow(),
        locationId,
        priority: priorityOf(priority) ?? 'critical',
        at: at === '' ? null : at,
      });
      setAnswer({ ...found, zone: zoneOf(locationId) });
    } catch (failure) {
      setAnswer(null);
      setFailed({ failure });
    }
  };
  return (
    <Group title="Who Would Be Paged">
      <p>Compares how requests escalate now with what is in the form above, if nobody answers.</p>
      <FieldRow className={classes.pair}>
        <SelectField
          control={control}
          name="locationId"
          label="Location"
          options={locations.map(({ id, displayName }) => ({ value: id, label: displayName }))}
        />
        <SelectField
          control={control}
          name="priority"
          label="Priority of the Request"
          options={(line?.priorities ?? ['critical']).map((name) => ({ value: name, label: capitalize(name) }))}
          blank={null}
        />
      </FieldRow>
      <DateTimeField key={zone} control={control} name="at" label="At (now if blank)" zone={zone} withoutNow />
      <div className={classes.buttons}>
        <Button variant="default" loading={isPending} onClick={() => void ask()}>
          Compare
        </Button>
      </div>
      <InView>
        {isIncomplete && (
          <Banner tone="danger" announce="alert" title="There is nothing to compare yet.">
            <p>Complete what is marked in the policies above, then press Compare again.</p>
          </Banner>
        )}
        {failed !== null && <NotCompared failure={failed.failure} />}
      </InView>
      {answer !== null && <Compared answer={answer} showForecast={showForecast} />}
    </Group>
  );
}

function Compared({ answer, showForecast }: { answer: Answer } & Pick<CompareProps, 'showForecast'>) {
  const { live, sent, zone } = answer;
  return (
    <>
      <p>Times are those of the location ({zoneNameAt(live.at, zone)}).</p>
      <div className={classes.compared}>
        <section aria-label="As it is now">
          <h3>As it is now</h3>
          {showForecast(live, zone)}
        </section>
        <section aria-label="With these policies">
          <h3>With these policies</h3>
          {showForecast(sent, zone)}
        </section>
      </div>
    </>
  );
}

function NotCompared({ failure }: { failure: unknown }) {
  const said = failure instanceof ApiError ? failure.fieldErrors.map(({ message }) => message) : [];
  if (said.length === 0) return <NotSaved failure={failure} button="Compare" expected="previewed" />;
  return (
    <Banner tone="danger" announce="alert" title="There is nothing to compare yet.">
      {said.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Banner>
  );
}
