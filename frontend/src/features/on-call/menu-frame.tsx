import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';

import classes from './on-call-toggle.module.css';

export interface MenuControls {
  /** The button that opened the menu also closes it, so clicking it is not a click outside. */
  opener: RefObject<HTMLElement | null>;
  /** What the menu shows below everything else. */
  contacts: ReactNode;
  /** A link beside the title; it comes last for the keyboard, which starts in the first field. */
  shifts: ReactNode;
  onClose: () => void;
}

interface MenuFrameProps extends MenuControls {
  title: string;
  /** Cancel, Escape and the button that opened the menu discard the input; a click outside never does. */
  isDirty?: boolean;
  children: ReactNode;
}

/** A small dialog below the toggle, which leaves the page usable. */
export function MenuFrame({ title, opener, contacts, shifts, onClose, isDirty = false, children }: MenuFrameProps) {
  const titleId = useId();
  const outside = useClickOutside<HTMLDivElement>((event) => {
    const onOpener = event.target instanceof Node && opener.current?.contains(event.target) === true;
    if (!onOpener && !isDirty) onClose();
  });
  const ref = useMergedRef(outside, useFocusTrap());
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // Handles Escape for everything inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="dialog" aria-labelledby={titleId} data-menu className={classes.menu} onKeyDown={closeOnEscape}>
      <h2 className={classes.menuTitle} data-beside-link={shifts !== null || undefined} id={titleId}>
        {title}
      </h2>
      {children}
      {contacts}
      {shifts !== null && <div className={classes.menuLink}>{shifts}</div>}
    </div>
  );
}
