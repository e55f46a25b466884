import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';

import { beside } from './beside';
import { expanded } from './expanded';

/** A part of the screen that F6 moves to. */
type Pane = 'note' | 'consult' | 'call';

/** The dialog on top, if one is open: the page and the note are out of reach then, the call is not. */
const findDialog = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
const findNote = () => document.querySelector<HTMLElement>('[role="dialog"][aria-modal="false"]');

/** Where Tab stops in the call. */
const STOPS = 'a[href], button, input:checked, [tabindex="0"]';

function bringToFront(pane: Pane) {
  if (pane === 'call') return;
  // What is hidden takes no focus, so it must be drawn first.
  flushSync(() => {
    expanded.setState(false, true);
    if (beside.getState() !== null) beside.setState(pane, true);
  });
}

/** While a call is on the screen, F6 and Shift+F6 move between the note, the consult and the call, each time to where the user was. */
export function usePaneKeys(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    /** The element of each pane that had focus last. */
    const last = new Map<Pane, HTMLElement>();
    const elements = (): readonly (readonly [Pane, HTMLElement | null | undefined])[] => {
      const dialog = findDialog();
      return dialog === undefined
        ? [
            ['note', findNote()],
            ['consult', document.getElementById('main')],
            ['call', frame.current],
          ]
        : [
            ['note', dialog],
            ['call', frame.current],
          ];
    };
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const pane = elements().find(([, element]) => element?.contains(target) === true);
      if (pane !== undefined) last.set(pane[0], target);
    };
    const targetIn = (pane: Pane, element: HTMLElement): HTMLElement => {
      const held = last.get(pane);
      return held !== undefined && element.contains(held) ? held : element;
    };
    /** From the last button of the call, Tab leads back into an open dialog, and not to what that covers. */
    const stayReachable = (event: KeyboardEvent) => {
      const dialog = findDialog();
      const stops = frame.current?.querySelectorAll(STOPS);
      const edge = event.shiftKey ? stops?.[0] : stops?.[stops.length - 1];
      if (dialog === undefined || edge === undefined || document.activeElement !== edge) return;
      event.preventDefault();
      targetIn('note', dialog).focus();
    };
    const move = (isBack: boolean) => {
      const panes = elements().flatMap(([pane, element]) => (element == null ? [] : [{ pane, element }]));
      const at = panes.findIndex(({ element }) => element.contains(document.activeElement));
      const next = panes.at(at === -1 ? (isBack ? -1 : 0) : (at + (isBack ? -1 : 1)) % panes.length);
      if (next === undefined) return;
      if (findDialog() === undefined) bringToFront(next.pane);
      targetIn(next.pane, next.element).focus();
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Tab') stayReachable(event);
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(event.shiftKey);
    };
    window.addEventListener('focusin', remember);
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('focusin', remember);
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [frame]);
}
