import { Button } from '@mantine/core';
import { type FocusEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { useHold } from '@/shared/hooks/use-hold';
import { Icon } from '@/shared/ui/icon';

import { Announcement } from './announcement';
import classes from './duty-bar.module.css';
import { DutyNotice } from './duty-notice';
import { useBeingSeen, useSee } from './queries';
import { useKeptNotices } from './use-kept-notices';

export interface DutyBarProps {
  /** What the user has not seen, the newest first. */
  notices: readonly DutyNoticeRead[];
  onOpen: (path: string) => void;
  onGoOnCall: (notice: DutyNoticeRead) => void;
  /** The user is going on call. */
  isGoing: boolean;
}

/** What the user should know about their duty, over the lower edge of every page until they have seen it. */
export function DutyBar({ notices, ...actions }: DutyBarProps) {
  const beingSeen = useBeingSeen();
  const unseen = urgentFirst(notices.filter(({ id }) => !beingSeen.includes(id)));
  const { isHeld, handlers } = useHold(unseen.length === 0);
  const [isExpanded, setExpanded] = useState(false);
  const kept = useKeptNotices(unseen, { isHeld, inSight: isExpanded ? Number.POSITIVE_INFINITY : 1 });
  if (isExpanded && kept.length < 2) setExpanded(false);
  return (
    <>
      <Announcement notices={unseen} />
      {kept.length > 0 && (
        <Bar
          kept={kept}
          unseen={unseen}
          isExpanded={isExpanded}
          onToggle={() => setExpanded(!isExpanded)}
          handlers={handlers}
          {...actions}
        />
      )}
    </>
  );
}

function urgentFirst(notices: readonly DutyNoticeRead[]): readonly DutyNoticeRead[] {
  return [...notices.filter(({ urgent }) => urgent), ...notices.filter(({ urgent }) => !urgent)];
}

interface BarProps extends Omit<DutyBarProps, 'notices'> {
  kept: readonly DutyNoticeRead[];
  /** The others of those kept have ended. */
  unseen: readonly DutyNoticeRead[];
  isExpanded: boolean;
  onToggle: () => void;
  handlers: ReturnType<typeof useHold>['handlers'];
}

function Bar({ kept, unseen, isExpanded, onToggle, handlers, onOpen, onGoOnCall, isGoing }: BarProps) {
  const { mutate: see } = useSee(useMe().id);
  const listId = useId();
  const frame = useRef<HTMLElement>(null);
  useFocusOnEnd(frame);
  const remove = ({ id }: DutyNoticeRead) => {
    // The button that had it is disabled now.
    frame.current?.focus();
    see(id);
  };
  const focusing = {
    onFocus: (event: FocusEvent) => {
      // Only a button that has it must not be replaced by another one.
      if (event.target !== event.currentTarget) handlers.onFocus(event);
    },
  };
  const rows = isExpanded ? kept : kept.slice(0, 1);
  return (
    <section
      className={classes.bar}
      aria-label="Your duty"
      data-urgent={rows.slice(0, 1).some(({ urgent }) => urgent) || undefined}
      ref={frame}
      tabIndex={-1}
      {...handlers}
      {...focusing}
    >
      <ul className={classes.list} id={listId}>
        {rows.map((notice) => (
          <DutyNotice
            key={notice.id}
            notice={notice}
            hasEnded={!unseen.includes(notice)}
            isGoing={isGoing}
            onOpen={() => {
              onOpen(notice.path);
              if (!notice.needsAnswer) remove(notice);
            }}
            onGoOnCall={() => onGoOnCall(notice)}
            onDismiss={() => remove(notice)}
          />
        ))}
      </ul>
      {/* Below the rows, so that it stays where it was pressed while they grow upward. */}
      {kept.length > 1 && <More count={kept.length - 1} isExpanded={isExpanded} listId={listId} onToggle={onToggle} />}
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
      className={`wl-thumb ${classes.more ?? ''}`}
      variant="subtle"
      size="sm"
      fullWidth
      rightSection={<Icon name={isExpanded ? 'chevron-down' : 'chevron-up'} size="sm" />}
      aria-expanded={isExpanded}
      aria-controls={listId}
      onClick={onToggle}
    >
      {isExpanded ? 'Show fewer' : `${count} more`}
    </Button>
  );
}

/** The page below takes over the focus that is in the bar when it goes. */
function useFocusOnEnd(frame: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const bar = frame.current;
    return () => {
      if (bar?.contains(document.activeElement) === true)
        document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, [frame]);
}
