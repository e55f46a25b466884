import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { isApiError } from '@/api/errors';
import type { DayShown, HoursPreview, OpenPart } from '@/api/generated/types.gen';
import { formatCardTime, formatDay, weekdayOf } from '@/shared/lib/dates';
import { zoneInWords } from '@/shared/lib/zone-in-words';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { type LineValues, settingsOf } from './line-values';
import classes from './lines.module.css';
import { previewQuery } from './queries';

interface PreviewProps {
  id: number;
  form: UseFormReturn<LineValues>;
}

/** The next 14 days as they are, and with the hours in the form. */
export function Preview({ id, form: { control, getValues } }: PreviewProps) {
  const [hours, exceptions] = useDeferredValue(useWatch({ control, name: ['hours', 'exceptions'] }));
  const { priorities: _, ...sent } = settingsOf({ ...getValues(), hours, exceptions });
  const { data, error } = useQuery(previewQuery(id, sent));
  const isError = error !== null;
  if (data === undefined && !isError) return <SkeletonBlock label="Loading the next 14 days" height="24rem" />;
  return (
    <>
      {isError && (
        <p className={classes.note}>
          {isApiError(error, 400)
            ? 'The next 14 days are shown once the hours and exceptions above are complete.'
            : 'The next 14 days could not be loaded.'}
        </p>
      )}
      {data !== undefined && <Days preview={data} />}
    </>
  );
}

function Days({ preview: { timeZone, days } }: { preview: HoursPreview }) {
  return (
    <>
      <p className={classes.note}>
        In {zoneInWords(timeZone)}. Where a day has two bars, the upper one shows the hours as they are now, the lower
        one the hours in this form.
      </p>
      <ol className={classes.days} aria-label="Next 14 days">
        {days.map((day) => (
          <Day key={day.day} day={day} zone={timeZone} />
        ))}
      </ol>
    </>
  );
}

function Day({ day, zone }: { day: DayShown; zone: string }) {
  const [live, sent] = [partsInWords(day.live, day, zone), partsInWords(day.sent, day, zone)];
  return (
    <li className={classes.day} data-changed={live !== sent || undefined}>
      <span className={classes.date}>
        {weekdayOf(day.startsAt, zone).slice(0, 3)} {formatDay(day.day).slice(0, 5)}
      </span>
      <span className={classes.bars} aria-hidden="true">
        {live !== sent && <Bar parts={day.live} day={day} />}
        <Bar parts={day.sent} day={day} isSent />
      </span>
      <span className={classes.said}>
        {live === sent ? sent : `${sent} (now ${live.toLowerCase()})`}
        {day.exception !== null && `, ${day.exception}`}
        {day.clockShift !== 0 && `, clocks are set ${day.clockShift > 0 ? 'forward' : 'back'}`}
      </span>
    </li>
  );
}

function Bar({ parts, day, isSent = false }: { parts: readonly OpenPart[]; day: DayShown; isSent?: boolean }) {
  const [start, end] = [Date.parse(day.startsAt), Date.parse(day.endsAt)];
  const at = (moment: string) => `${((Date.parse(moment) - start) / (end - start)) * 100}%`;
  return (
    <span className={classes.bar} data-sent={isSent || undefined}>
      {parts.map(({ opensAt, closesAt }) => (
        <span key={opensAt} style={{ insetInlineStart: at(opensAt), insetInlineEnd: `calc(100% - ${at(closesAt)})` }} />
      ))}
    </span>
  );
}

function partsInWords(parts: readonly OpenPart[], { startsAt, endsAt }: DayShown, zone: string): string {
  if (parts.length === 0) return 'Closed';
  const said = ({ opensAt, closesAt }: OpenPart) =>
    `${formatCardTime(opensAt, zone)}–${closesAt === endsAt ? 'midnight' : formatCardTime(closesAt, zone)}`;
  const [first] = parts;
  return first?.opensAt === startsAt && first.closesAt === endsAt ? 'All day' : parts.map(said).join(', ');
}
