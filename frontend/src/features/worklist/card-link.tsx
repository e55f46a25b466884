import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';

import { type Entry, isQuiet } from './entries';
import type { ModeWords } from './mode';

/** Props of a row, in the full list or in the rail. */
export interface RowProps {
  entry: Entry;
  to: ModeWords['to'];
  /** Bedside users see the completion limit instead of the priority. */
  showsPriority: boolean;
  /** Another patient in the list has the same last name at the same location. */
  hasNameAlert: boolean;
  isNew: boolean;
  /** Less space and fewer lines. */
  compact: boolean;
  /** Tab reaches one card of the list; arrow keys reach the others from there. */
  tabbable: boolean;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface CardLinkProps extends RowProps {
  className: string | undefined;
  title?: string;
  children: ReactNode;
}

/** A row of the list; all of it is a link to the consult. */
export function CardLink({ entry, to, isNew, compact, tabbable, onFocus, onKeyDown, ...shown }: CardLinkProps) {
  const { id } = entry.card;
  return (
    <Link
      to={to}
      params={{ id }}
      activeOptions={{ includeSearch: false }}
      className={shown.className}
      title={shown.title}
      data-new={isNew || undefined}
      data-compact={compact || undefined}
      data-quiet={isQuiet(entry) || undefined}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => onFocus(id)}
      onKeyDown={onKeyDown}
      preload={false}
    >
      {shown.children}
    </Link>
  );
}
