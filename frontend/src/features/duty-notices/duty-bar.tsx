import { Button, UnstyledButton } from '@mantine/core';
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
  /** A note in a call keeps the rest of the window: one line until the user wants to see more. */
  isLine: boolean;
}

/** What the user should know about their duty, over the lower edge of every page until they have seen it. */
export function DutyBar({ notices, isLine, ...actions }: DutyBarProps) {
  const beingSeen = useBeingSeen();
  const unseen = urgentFirst(notices.filter(({ id }) => !beingSeen.includes(id)));
  const { isHeld, handlers } = useHold(unseen.length === 0);
  const [isExpanded, setExpanded] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const showsAll = isExpanded || (isLine && isUnfolded);
  const kept = useKeptNotices(unseen, { isHeld, inSight: showsAll ? Number.POSITIVE_INFINITY : 1 });
  if (isExpanded && kept.length < 2) setExpanded(false);
  return (
    <>
      <Announcement notices={unseen} />
      {kept.length > 0 && (
        <Bar
          kept={kept}
          unseen={unseen}
          isExpanded={showsAll}
          onToggle={() => setExpanded(!isExpanded)}
          isLine={isLine}
          isUnfolded={isUnfolded}
          onUnfold={setUnfolded}
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
  isUnfolded: boolean;
  onUnfold: (isUnfolded: boolean) => void;
  handlers: ReturnType<typeof useHold>['handlers'];
}

function Bar({ kept, unseen, isExpanded, onToggle, isLine, isUnfolded, onUnfold, handlers, ...actions }: BarProps) {
  const { onOpen, onGoOnCall, isGoing } = actions;
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
      data-slim={(isLine && !isUnfolded) || undefined}
      data-unfolded={(isLine && isUnfolded) || undefined}
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
              onUnfold(false);
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
      {isLine && <Unfold kept={kept} isUnfolded={isUnfolded} onToggle={() => onUnfold(!isUnfolded)} />}
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

interface UnfoldProps extends Pick<BarProps, 'kept' | 'isUnfolded'> {
  onToggle: () => void;
}

/** The line, with the first text as far as there is room for it. */
function Unfold({ kept, isUnfolded, onToggle }: UnfoldProps) {
  const [first] = kept;
  return (
    <UnstyledButton
      className={classes.unfold}
      aria-expanded={isUnfolded}
      aria-label={isUnfolded ? 'Show one line' : `Your duty: ${first?.text ?? ''} (${kept.length})`}
      onClick={onToggle}
    >
      {isUnfolded ? (
        <Icon name="chevron-down" size="sm" />
      ) : (
        <>
          <Icon name={first?.urgent === true ? 'alert' : 'clock'} className={classes.icon} />
          <span className={classes.first}>{first?.text}</span>
          <span>{kept.length}</span>
        </>
      )}
    </UnstyledButton>
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
