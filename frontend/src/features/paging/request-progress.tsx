import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { EscalationRead, PagedPersonRead } from '@/api/generated/types.gen';
import { useConsult } from '@/consults/consult-context';
import { formatCardTime } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';

import { labelOf } from './notice-progress';
import { consultPagesQuery } from './queries';
import classes from './request-progress.module.css';
import { isBackup, isRunningRequest } from './use-backup';

/** More are counted. */
const MAX_NAMED = 3;
/** The section with all of it. */
export const PAGES_ID = 'consult-pages';

/** Who was paged about the request and has seen it, in a line that leads to all of it. */
export function RequestProgress() {
  const { id } = useConsult();
  const { data } = useQuery({ ...consultPagesQuery(id), enabled: false });
  const request = data?.find(isRunningRequest);
  const paged = request?.people.filter(({ notPaged }) => notPaged === null) ?? [];
  return (
    <p className={classes.line}>
      {request !== undefined && (paged.length === 0 ? 'Nobody has been paged yet.' : sentenceOf(request, paged))}{' '}
      {paged.length > 0 && (
        <Anchor component="button" type="button" className="wl-thumb" inherit onClick={showPages}>
          Show pages
        </Anchor>
      )}
    </p>
  );
}

function sentenceOf({ startedAt }: EscalationRead, paged: readonly PagedPersonRead[]): string {
  const [first] = paged;
  const more = paged.length - MAX_NAMED;
  const people = paged.slice(0, MAX_NAMED).map(outcomeOf);
  if (more > 0) people.push(`${more} more`);
  return `Paged ${formatCardTime(first?.firstAt ?? startedAt)}: ${people.join('; ')}.`;
}

function outcomeOf(person: PagedPersonRead): string {
  const { firstName, lastName } = person;
  const name = firstName === null || lastName === null ? 'backup number' : fullName({ firstName, lastName });
  return `${name}, ${answerOf(person)}`;
}

function answerOf(person: PagedPersonRead): string {
  const { declinedAt, goneAt, heardAt, seenAt, notices } = person;
  if (declinedAt !== null) return `declined ${formatCardTime(declinedAt)}`;
  if (goneAt !== null) return `went off call ${formatCardTime(goneAt)}`;
  if (seenAt !== null) return `seen ${formatCardTime(seenAt)}`;
  if (heardAt !== null) return `heard ${formatCardTime(heardAt)}`;
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
