import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import { choices } from '@/api/contract/choices.gen';
import type { PageRead, PageTarget } from '@/api/generated/types.gen';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useNow } from '@/shared/hooks/use-now';
import { minutesBetween } from '@/shared/lib/dates';
import type { Silence } from '@/shared/media/silence';
import { SilenceRow } from '@/shared/media/silence-row';
import { SoundSwitch } from '@/shared/media/sound-switch';
import { Icon } from '@/shared/ui/icon';
import { PriorityPill } from '@/shared/ui/priority-pill';

import { isCritical, titleOf } from './page-words';
import { useTakenPages } from './use-taken-pages';
import classes from './waiting-pages.module.css';

/** More are only counted until the user wants to see them, so that the bar never covers the work by itself. */
const MAX_SHOWN = 2;
const MAX_SHOWN_ON_PHONE = 1;

export interface WaitingPagesProps {
  /** The loudest first, as the server sorts them. */
  pages: readonly PageRead[];
  /** The consult that the user is looking at, whose pages need one line only. */
  openConsultId: string | null;
  /** Why nothing sounds on this screen. */
  silence: Silence | null;
  /** Nothing else says so. */
  saysSilence: boolean;
  onOpen: (page: PageRead) => void;
  onMute: (page: PageRead, muted: boolean) => void;
}

/** What waits for the user stays in sight until they act, wherever they are in the application. */
export function WaitingPages({ pages, openConsultId, silence, saysSilence, onOpen, onMute }: WaitingPagesProps) {
  const [isExpanded, setExpanded] = useState(false);
  const listId = useId();
  const most = useIsMobile() ? MAX_SHOWN_ON_PHONE : MAX_SHOWN;
  useTakenPages(pages, openConsultId);
  const [loudest] = pages;
  const more = pages.length - most;
  const showsAll = isExpanded && more > 0;
  if (loudest === undefined) return null;
  return (
    <section className={classes.bar} aria-label="Waiting for you" data-critical={isCritical(loudest) || undefined}>
      <ul className={classes.list} id={listId} data-expanded={showsAll || undefined}>
        {pages.slice(0, showsAll ? undefined : most).map((page) => (
          <WaitingPage
            key={page.id}
            page={page}
            isOpen={page.consultId === openConsultId}
            silence={silence}
            onOpen={() => {
              setExpanded(false);
              onOpen(page);
            }}
            onMute={onMute}
          />
        ))}
      </ul>
      {pages.length > 1 && <p className={classes.others}>{moreWaiting(pages.length - 1)}</p>}
      <div className={classes.foot}>
        {more > 0 && (
          <More count={more} isExpanded={showsAll} listId={listId} onToggle={() => setExpanded(!showsAll)} />
        )}
        {saysSilence && silence !== null && <SilenceRow silence={silence} />}
      </div>
    </section>
  );
}

interface MoreProps {
  count: number;
  isExpanded: boolean;
  /** The id of the list that has them once it is expanded. */
  listId: string;
  onToggle: () => void;
}

function More({ count, isExpanded, listId, onToggle }: MoreProps) {
  return (
    <Button
      className={classes.more}
      variant="subtle"
      rightSection={<Icon name={isExpanded ? 'chevron-down' : 'chevron-up'} size="sm" />}
      aria-expanded={isExpanded}
      aria-controls={listId}
      onClick={onToggle}
    >
      {isExpanded ? 'Show fewer' : moreWaiting(count)}
    </Button>
  );
}

interface WaitingPageProps extends Pick<WaitingPagesProps, 'silence' | 'onMute'> {
  page: PageRead;
  isOpen: boolean;
  onOpen: () => void;
}

function WaitingPage({ page, isOpen, silence, onOpen, onMute }: WaitingPageProps) {
  const now = useNow();
  const about = `${page.serviceLineName}, ${page.locationName}`;
  const opening = isOpen ? 'Show' : 'Open';
  return (
    <li className={classes.page} data-open={isOpen || undefined}>
      <div className={classes.text}>
        <p className={classes.title}>
          <PriorityPill name={page.priority} elapsedMinutes={minutesBetween(page.startedAt, now)} />
          {titleOf(page)}
        </p>
        {!isOpen && <p className={classes.about}>{about}</p>}
        <p className={classes.why}>{isOpen ? 'The consult on this page' : `Why: ${whyOf(page)}`}</p>
      </div>
      <div className={classes.actions}>
        <SoundSwitch
          label={`${titleOf(page)}, ${about}`}
          muted={page.muted}
          silence={silence}
          onMute={(muted) => onMute(page, muted)}
        />
        {(!isOpen || page.commentId !== null) && (
          <Button className={classes.open} aria-label={`${opening} ${titleOf(page)}, ${about}`} onClick={onOpen}>
            {opening}
          </Button>
        )}
      </div>
    </li>
  );
}

function moreWaiting(count: number): string {
  return `${count} more waiting`;
}

/** Where the name of those who are paged says too little to one of them. */
const ownWords: Partial<Record<PageTarget, string>> = {
  coordinators: 'you are a coordinator',
  requester: 'you requested the consult',
  acknowledger: 'you acknowledged the consult',
  responsible: 'you are responsible for the consult',
};

function whyOf({ why }: PageRead): string {
  const label = (choices.PageTarget.find(({ value }) => value === why)?.label ?? '').toLowerCase();
  return ownWords[why] ?? label;
}
