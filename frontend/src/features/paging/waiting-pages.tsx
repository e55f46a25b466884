import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

import type { PageRead } from '@/api/generated/types.gen';
import { type Hold, useHold, useKept } from '@/shared/hooks/use-hold';
import type { Silence } from '@/shared/media/silence';
import { SilenceRow } from '@/shared/media/silence-row';
import { Icon } from '@/shared/ui/icon';

import { isCritical } from './page-words';
import { useRows } from './use-rows';
import { useTakenPages } from './use-taken-pages';
import { WaitingPage } from './waiting-page';
import classes from './waiting-pages.module.css';

export interface WaitingPagesProps {
  /** The loudest first, as the server sorts them. */
  pages: readonly PageRead[];
  /** The consult that the user is looking at, beside which the bar is small. */
  openConsultId: string | null;
  /** Why nothing sounds on this screen. */
  silence: Silence | null;
  /** Nothing else says so. */
  saysSilence: boolean;
  /** A note in a call keeps the rest of the window: one line until the user wants to see more. */
  isLine: boolean;
  /** What else the user should know, in a few words. */
  warning: ReactNode;
  onOpen: (page: PageRead) => void;
  onMute: (page: PageRead, muted: boolean) => void;
}

/** What waits for the user stays in sight until they act, wherever they are in the application. */
export function WaitingPages(props: WaitingPagesProps) {
  const { pages, openConsultId } = props;
  const hold = useHold(pages.length === 0);
  useTakenPages(pages, openConsultId);
  return (pages.length > 0 || hold.isPressed) && <Bar {...props} hold={hold} />;
}

/** In one text, which is the same as long as they are. */
function seenIds(pages: readonly PageRead[]): string {
  return pages.flatMap(({ id, seen }) => (seen ? [id] : [])).join();
}

function Bar({ hold, ...props }: WaitingPagesProps & { hold: Hold }) {
  const { pages, openConsultId, silence, saysSilence, isLine, warning, onOpen, onMute } = props;
  const { isPressed } = hold;
  const listId = useId();
  const { isExpanded, setExpanded, collapseLater } = useExpanded(isPressed);
  const { isUnfolded, fold, toggle } = useUnfolded(setExpanded);
  const here = useKept(openConsultId, isPressed);
  const told = useKept(saysSilence ? silence : null, isPressed);
  const seen = useKept(seenIds(pages), isPressed).split(',');
  const { shown, hasMore, hidden, arrived } = useRows(pages, here, { ...hold, isExpanded });
  const showsAll = isExpanded && hasMore;
  const hides = hidesMore(pages.length, told, warning);
  return (
    <section
      className={classes.bar}
      aria-label="Waiting for you"
      data-critical={(pages.length > 0 ? pages : shown).slice(0, 1).some(isCritical) || undefined}
      data-lines={here !== null || undefined}
      {...foldedProps(isLine, isUnfolded, hides)}
      {...hold.handlers}
    >
      {arrived > 0 && <p className={classes.arrived}>{moreWaiting(arrived)}</p>}
      <ul className={classes.list} id={listId} data-expanded={showsAll || undefined}>
        {shown.map((page) => (
          <WaitingPage
            key={page.id}
            page={page}
            hasEnded={!pages.includes(page)}
            isOpen={page.consultId === here}
            isLine={here !== null || seen.includes(String(page.id))}
            silence={silence}
            onOpen={() => {
              collapseLater();
              fold();
              onOpen(page);
            }}
            onMute={onMute}
          />
        ))}
      </ul>
      {pages.length > 1 && <p className={classes.others}>{moreWaiting(pages.length - 1)}</p>}
      {isLine && (
        <Unfold isNeeded={hides} count={pages.length - 1} listId={listId} isUnfolded={isUnfolded} onToggle={toggle} />
      )}
      <div className={classes.foot}>
        {hasMore && (
          <More count={hidden} isExpanded={showsAll} listId={listId} onToggle={() => setExpanded(!showsAll)} />
        )}
        {told !== null && <SilenceRow silence={told} />}
        {warning}
      </div>
    </section>
  );
}

/** Whether all rows are shown, until one is opened and has kept its place for a moment. */
function useExpanded(isPressed: boolean) {
  const [isExpanded, setExpanded] = useState(false);
  const [isOpening, setOpening] = useState(false);
  if (isOpening && !isPressed) {
    setOpening(false);
    setExpanded(false);
  }
  return { isExpanded, setExpanded, collapseLater: () => setOpening(true) };
}

/** Whether the line beside a note shows everything, until one is opened. */
function useUnfolded(setExpanded: (isExpanded: boolean) => void) {
  const [isUnfolded, setUnfolded] = useState(false);
  const toggle = () => {
    setExpanded(!isUnfolded);
    setUnfolded(!isUnfolded);
  };
  return { isUnfolded, fold: () => setUnfolded(false), toggle };
}

/** Whether the line beside a note hides anything. */
function hidesMore(count: number, told: WaitingPagesProps['silence'], warning: ReactNode): boolean {
  return count > 1 || told !== null || Boolean(warning);
}

/** For the style sheets. */
function foldedProps(isLine: boolean, isUnfolded: boolean, hides: boolean) {
  if (!isLine) return {};
  return isUnfolded && hides ? { 'data-unfolded': true } : { 'data-slim': true };
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
      data-empty={(!isExpanded && count === 0) || undefined}
      onClick={onToggle}
    >
      {isExpanded ? 'Show fewer' : moreWaiting(count)}
    </Button>
  );
}

interface UnfoldProps {
  isNeeded: boolean;
  /** Those that the line does not show. */
  count: number;
  listId: string;
  isUnfolded: boolean;
  onToggle: () => void;
}

function Unfold({ isNeeded, count, listId, isUnfolded, onToggle }: UnfoldProps) {
  if (!isNeeded) return null;
  const hasOthers = !isUnfolded && count > 0;
  return (
    <Button
      className={classes.unfold}
      variant="subtle"
      aria-expanded={isUnfolded}
      aria-controls={listId}
      aria-label={hasOthers ? `+${moreWaiting(count)}` : isUnfolded ? 'Show one line' : 'Show more'}
      onClick={onToggle}
    >
      {hasOthers ? `+${count}` : <Icon name={isUnfolded ? 'chevron-down' : 'chevron-up'} size="sm" />}
    </Button>
  );
}

function moreWaiting(count: number): string {
  return `${count} more waiting`;
}
