import { Button } from '@mantine/core';

import { choices } from '@/api/contract/choices/paging.gen';
import type { EscalationKind, PageRead, PageTarget } from '@/api/generated/types.gen';
import { useNow } from '@/shared/hooks/use-now';
import { minutesBetween } from '@/shared/lib/dates';
import type { Silence } from '@/shared/media/silence';
import { SoundSwitch } from '@/shared/media/sound-switch';
import { PriorityPill } from '@/shared/ui/priority-pill';

import { titleOf } from './page-words';
import classes from './waiting-pages.module.css';

export interface WaitingPageProps {
  page: PageRead;
  /** It keeps its place for a moment. */
  hasEnded: boolean;
  /** It is about the consult on the page. */
  isOpen: boolean;
  /** One line, where it is enough that it can be found. */
  isLine: boolean;
  /** Why nothing sounds on this screen. */
  silence: Silence | null;
  onOpen: () => void;
  onMute: (page: PageRead, muted: boolean) => void;
}

/** A row of what waits. */
export function WaitingPage({ page, hasEnded, isOpen, isLine, silence, onOpen, onMute }: WaitingPageProps) {
  const now = useNow();
  const about = placeOf(page, false);
  const where = hasEnded ? 'No longer waiting' : placeOf(page, isOpen);
  const opening = isOpen ? 'Show' : 'Open';
  return (
    <li className={classes.page} data-open={isOpen || undefined} data-line={isLine || undefined}>
      <div className={classes.text}>
        <p className={classes.title}>
          <PriorityPill
            name={page.priority}
            elapsedMinutes={minutesBetween(page.startedAt, now)}
            limitMinutes={limitOf(page)}
          />
          <span className={classes.kind}>{titleOf(page)}</span>
        </p>
        <p className={classes.about} title={isLine ? where : undefined}>
          {where}
        </p>
        {!isOpen && <p className={classes.why}>{`Why: ${whyOf(page)}`}</p>}
      </div>
      <div className={classes.actions}>
        {!hasEnded && (
          <SoundSwitch
            label={`${titleOf(page)}, ${about}`}
            muted={page.muted}
            silence={silence}
            onMute={(muted) => onMute(page, muted)}
          />
        )}
        {(!isOpen || page.commentId !== null) && (
          <Button
            className={classes.open}
            variant={isLine ? 'default' : 'filled'}
            aria-label={`${opening} ${titleOf(page)}, ${about}`}
            disabled={hasEnded}
            onClick={onOpen}
          >
            {opening}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Of others somebody already takes care, however late it is. */
const UNACKNOWLEDGED: readonly EscalationKind[] = ['request', 'transfer'];

/** In whole minutes, like that of a card; of what nobody has acknowledged. */
function limitOf({ kind, completionLimit }: PageRead): number | undefined {
  return UNACKNOWLEDGED.includes(kind) ? Math.floor(completionLimit / 60) : undefined;
}

function placeOf({ serviceLineName, locationName }: PageRead, isOpen: boolean): string {
  return isOpen ? `The consult on this page, ${serviceLineName}` : `${serviceLineName}, ${locationName}`;
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
