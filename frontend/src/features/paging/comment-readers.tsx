import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';

import type { EscalationRead, PagedPersonRead, TimelineEntryRead } from '@/api/generated/types.gen';
import { dayOf, formatCardTime, formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';

import classes from './comment-readers.module.css';
import { consultPagesQuery } from './queries';
import { type Arrival, useSeenComment } from './use-seen-pages';

/** More are counted, so that the timeline stays calm. */
const MAX_NAMED = 2;

export interface CommentReadersProps extends Arrival {
  comment: Pick<TimelineEntryRead, 'id' | 'consultId' | 'createdAt' | 'alert'>;
}

/** Who was notified of an urgent comment and who has seen it; absent for other comments. The user sees it once this is in sight. */
export function CommentReaders({ comment, ...arrival }: CommentReadersProps) {
  const { id, consultId, alert } = comment;
  const { data } = useQuery(consultPagesQuery(consultId));
  const element = useRef<HTMLDivElement>(null);
  const isUnseen = useSeenComment(comment, element, arrival);
  const escalation = data?.find(({ commentId }) => commentId === id);
  if (escalation === undefined) {
    // Its line is there from the start, so that nothing moves when the names arrive.
    return alert === true && data === undefined && <p className={classes.readers} />;
  }
  return (
    <div ref={element} data-unseen={isUnseen || undefined}>
      <Readers comment={comment} escalation={escalation} />
    </div>
  );
}

interface NamesProps extends Pick<CommentReadersProps, 'comment'> {
  escalation: EscalationRead;
}

function Readers({ comment: { createdAt }, escalation }: NamesProps) {
  const people = escalation.people.filter(({ notPaged }) => notPaged === null);
  const format = (moment: string) =>
    dayOf(moment) === dayOf(createdAt) ? formatCardTime(moment) : formatTimestamp(moment);
  if (people.length === 0) {
    const isTried = escalation.endedAt !== null || escalation.skipped.length > 0;
    return <p className={classes.readers}>{isTried ? 'There was nobody to notify' : 'Notifying'}</p>;
  }
  if (people.length > MAX_NAMED) return <ManyReaders people={people} format={format} />;
  return <p className={classes.readers}>{summaryOf(people, (names) => names.join(', '), format)}</p>;
}

interface ReadersProps {
  people: readonly PagedPersonRead[];
  format: (moment: string) => string;
}

function ManyReaders({ people, format }: ReadersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <p className={classes.readers}>
        {summaryOf(people, (names) => String(names.length), format)}{' '}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide names' : 'Show names'}
        </Button>
      </p>
      <ul className={classes.list} id={listId} hidden={!isOpen}>
        {people.map((person) => (
          <li key={person.userId}>{`${nameOf(person)}: ${stepsOf(person, format)}`}</li>
        ))}
      </ul>
    </>
  );
}

/** `Notified Dana Reyes 12:00pm · Seen by Dana Reyes 12:01pm`; `say` writes the names with their times, or how many there are. */
function summaryOf(
  people: readonly PagedPersonRead[],
  say: (names: readonly string[]) => string,
  format: ReadersProps['format'],
): string {
  const namesOf = (moment: 'firstAt' | 'heardAt' | 'seenAt') =>
    people.flatMap((person) => {
      const at = person[moment];
      return at === null ? [] : [`${nameOf(person)} ${format(at)}`];
    });
  const heard = namesOf('heardAt');
  const seen = namesOf('seenAt');
  const parts = [`Notified ${say(namesOf('firstAt'))}`];
  if (heard.length > 0) parts.push(`Heard by ${say(heard)}`);
  parts.push(seen.length > 0 ? `Seen by ${say(seen)}` : 'Not seen yet');
  return parts.join(' · ');
}

function stepsOf({ firstAt, heardAt, seenAt }: PagedPersonRead, format: ReadersProps['format']): string {
  const steps = [`notified ${format(firstAt)}`];
  if (heardAt !== null) steps.push(`heard ${format(heardAt)}`);
  steps.push(seenAt === null ? 'not seen yet' : `seen ${format(seenAt)}`);
  return steps.join(', ');
}

function nameOf({ firstName, lastName }: PagedPersonRead): string {
  return fullName({ firstName: firstName ?? '', lastName: lastName ?? '' });
}
