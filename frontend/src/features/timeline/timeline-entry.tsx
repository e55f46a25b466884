import { Button } from '@mantine/core';
import { type ReactNode, type Ref, use, useRef, useState } from 'react';

import type { TimelineEntryRead } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { PrintZone, useTimestamp } from '@/shared/hooks/use-times';
import { minutesBetween } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { StatusBadge } from '@/shared/ui/status-badge';

import { entryText, entryTitle, startOf } from './entry-text';
import classes from './timeline.module.css';

const textDialog = lazyComponent(async () => (await import('@/shared/ui/text-dialog')).TextDialog);

const HOUR = 60;
const DAY = 24 * HOUR;

export interface TimelineEntryProps {
  entry: TimelineEntryRead;
  /** For an entry that receives focus. */
  ref?: Ref<HTMLLIElement> | undefined;
  /** What is shown below the text, for an entry whose details change later. */
  children?: ReactNode;
  /** A line of its own below the text, if there is anything to say. */
  below?: ReactNode;
}

/** One entry: what, who, when. Text is shown as written, never as markup. */
export function TimelineEntry({ entry, ref, children, below }: TimelineEntryProps) {
  const { author, taskType, createdAt, alert, notified } = entry;
  const text = entryText(entry);
  const title = entryTitle(entry);
  const name = fullName(author);
  return (
    <li className={classes.entry} data-task={taskType} ref={ref} tabIndex={ref ? -1 : undefined}>
      <div className={classes.head}>
        <h3 className={classes.what}>{title}</h3>
        {alert === true && (
          <StatusBadge tone="warning">{notified === true ? 'Urgent, notified' : 'Urgent, no one notified'}</StatusBadge>
        )}
      </div>
      <p className={classes.who}>
        {name} <Moment at={createdAt} />
      </p>
      {text !== '' && <EntryText text={text} title={title} name={name} />}
      {below}
      {children !== undefined && <div className={classes.more}>{children}</div>}
    </li>
  );
}

interface EntryTextProps {
  text: string;
  title: string;
  name: string;
}

/** A text as written; a long one is truncated here, and shown in full in a dialog and in print. */
function EntryText({ text, title, name }: EntryTextProps) {
  const [whole, setWhole] = useState(false);
  const showAll = useRef<HTMLButtonElement>(null);
  const close = () => {
    setWhole(false);
    showAll.current?.focus();
  };
  const onPaper = use(PrintZone) !== null;
  const start = startOf(text);
  const isLong = start !== text;
  return (
    <>
      <p className={classes.text} data-long={isLong || undefined}>
        {isLong && !onPaper ? `${start}…` : text}
      </p>
      {isLong && !onPaper && (
        <Button
          ref={showAll}
          variant="subtle"
          size="compact-sm"
          aria-label={`Show all of ${name}'s text`}
          aria-haspopup="dialog"
          onClick={() => setWhole(true)}
        >
          Show all
        </Button>
      )}
      {whole && (
        <Lazy component={textDialog} onFailure={close}>
          {(TextDialog) => (
            <TextDialog title={`${title}, ${name}`} onClose={close}>
              {text}
            </TextDialog>
          )}
        </Lazy>
      )}
    </>
  );
}

function Moment({ at }: { at: string }) {
  const format = useTimestamp();
  const ago = relativeTimeOf(minutesBetween(at, useNow()));
  return (
    <time dateTime={at}>
      {format(at)}
      {ago !== '' && <span className={classes.ago}>{` · ${ago}`}</span>}
    </time>
  );
}

/** The relative time for the first day; blank after that. */
function relativeTimeOf(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < HOUR) return `${minutes} min ago`;
  return minutes < DAY ? `${Math.floor(minutes / HOUR)} h ago` : '';
}
