import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { EscalationRead, PagedPersonRead } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { useNow } from '@/shared/hooks/use-now';
import { dayOf, formatCardTime, formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';

import { labelOf, labelsOf } from './notice-progress';
import { consultPagesQuery } from './queries';
import classes from './paging-progress.module.css';
import { isBackup, isRunningRequest } from './use-backup';

/** More are counted. */
const MAX_NAMED = 3;
/** The section with all of it. */
export const PAGES_ID = 'consult-pages';

/**
 * Who was paged about the request and has seen it, in a line that leads to all of it, and who is next; once the consult was acknowledged,
 * whether whoever took it over knows. Each line keeps its place until it is known what to say.
 */
export function PagingProgress() {
  const { acknowledgedByUser } = useConsult();
  return acknowledgedByUser === null ? <RequestProgress /> : <HandOverProgress />;
}

function RequestProgress() {
  const { data, format } = useProgress();
  const request = data?.find(isRunningRequest);
  const paged = request?.people.filter(({ notPaged }) => notPaged === null) ?? [];
  return (
    <>
      <p className={classes.paged}>
        {request !== undefined &&
          (paged.length === 0 ? 'Nobody has been paged yet.' : sentenceOf(request, paged, format))}{' '}
        {paged.length > 0 && (
          <Anchor component="button" type="button" className="wl-thumb" inherit onClick={showPages}>
            Show pages
          </Anchor>
        )}
      </p>
      <p className={classes.line}>{request !== undefined && nextOf(request, format)}</p>
    </>
  );
}

function HandOverProgress() {
  const { responsible, acknowledgedByUser } = useConsult();
  const { data, format } = useProgress();
  if (responsible === null) return null;
  const last = data?.findLast(({ kind }) => kind === 'handOver');
  const person = last?.people.find(({ userId }) => userId === responsible.id);
  // As long as nothing is known, its place is kept if there must be something to say.
  if (last === undefined && (data !== undefined || responsible.id === acknowledgedByUser?.id)) return null;
  return (
    <p className={classes.line}>
      {last !== undefined && `Handed over to ${fullName(responsible)}: ${arrivalOf(person, format)}.`}
    </p>
  );
}

type Format = (moment: string) => string;

/** What is known about the consult's pages, which are fetched elsewhere; moments of other days have their date. */
function useProgress() {
  const { id } = useConsult();
  const { data } = useQuery({ ...consultPagesQuery(id), enabled: false });
  const today = dayOf(useNow());
  const format: Format = (moment) => (dayOf(moment) === today ? formatCardTime(moment) : formatTimestamp(moment));
  return { data, format };
}

function sentenceOf({ startedAt }: EscalationRead, paged: readonly PagedPersonRead[], format: Format): string {
  const [first] = paged;
  const more = paged.length - MAX_NAMED;
  const people = paged.slice(0, MAX_NAMED).map((person) => outcomeOf(person, format));
  if (more > 0) people.push(`${more} more`);
  return `Paged ${format(first?.firstAt ?? startedAt)}: ${people.join('; ')}.`;
}

function nextOf({ nextAt, nextTargets }: EscalationRead, format: Format): string | null {
  return nextAt === null ? null : `Next at ${format(nextAt)}: ${labelsOf(nextTargets)}.`;
}

function arrivalOf(person: PagedPersonRead | undefined, format: Format): string {
  if (person === undefined) return 'not paged yet';
  const { notPaged, firstAt } = person;
  if (notPaged !== null) return `not paged, ${labelOf('NotPaged', notPaged).toLowerCase()}`;
  return `paged ${format(firstAt)}, ${answerOf(person, format)}`;
}

function outcomeOf(person: PagedPersonRead, format: Format): string {
  const { firstName, lastName } = person;
  const name = firstName === null || lastName === null ? 'backup number' : fullName({ firstName, lastName });
  return `${name}, ${answerOf(person, format)}`;
}

function answerOf(person: PagedPersonRead, format: Format): string {
  const { declinedAt, goneAt, heardAt, seenAt, notices } = person;
  if (declinedAt !== null) return `declined ${format(declinedAt)}`;
  if (goneAt !== null) return `went off call ${format(goneAt)}`;
  if (seenAt !== null) return `seen ${format(seenAt)}`;
  if (heardAt !== null) return `heard ${format(heardAt)}`;
  if (isBackup(person)) return 'not answered yet';
  // Rather on the person's own device than on a screen.
  const delivered = notices.findLast(({ deliveredAt }) => deliveredAt !== null);
  if (delivered === undefined) return 'not seen yet';
  const way = labelOf('PageChannel', delivered.channel).toLowerCase();
  return `not seen yet (${way} ${delivered.channel === 'screen' ? 'shown' : 'delivered'})`;
}

function showPages() {
  const section = document.getElementById(PAGES_ID);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}
