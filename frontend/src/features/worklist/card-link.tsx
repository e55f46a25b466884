import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';

import type { Entry } from './entries';
import type { ModeWords } from './mode';

/** What a row is made from, whole or narrowed to its pill. */
export interface RowProps {
  entry: Entry;
  to: ModeWords['to'];
  /** Bedside users see how long they have to wait at most in the place of the priority. */
  showsPriority: boolean;
  /** Another patient of the list has the same family name at the same location. */
  hasNamesake: boolean;
  isNew: boolean;
  /** One card of the list is reached by Tab, the others from there by arrow keys. */
  tabbable: boolean;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface CardLinkProps extends RowProps {
  className: string | undefined;
  title?: string;
  children: ReactNode;
}

/** A row of the list, all of which leads to its consult. */
export function CardLink({ entry, to, isNew, tabbable, onFocus, onKeyDown, ...shown }: CardLinkProps) {
  const { id } = entry.card;
  return (
    <Link
      to={to}
      params={{ id }}
      activeOptions={{ includeSearch: false }}
      className={shown.className}
      title={shown.title}
      data-new={isNew || undefined}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => onFocus(id)}
      onKeyDown={onKeyDown}
      preload={false}
    >
      {shown.children}
    </Link>
  );
}
