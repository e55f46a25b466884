import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';

import { breakpoints, useIsMobile } from '@/shared/hooks/use-layout';

import { expanded } from './expanded';

/**
 * Where the call is: over everything, at the side of the page, above it, or as a bar below it, with the picture over the page or in a
 * window of its own.
 */
export type Place = 'full' | 'side' | 'top' | 'bar';

export function usePlace(inWindow: boolean): Place {
  const isExpanded = useStore(expanded);
  const covered = useHasDialog(isExpanded);
  const isWide = useMediaQuery(`(min-width: ${breakpoints.wide}px)`, true, { getInitialValueInEffect: false });
  const mobile = useIsMobile();
  // A dialog never covers the buttons of the call, nor a face: it gets the place of the page.
  if (isExpanded && !covered && !inWindow) return 'full';
  if (mobile || inWindow) return 'bar';
  return isWide ? 'side' : 'top';
}

/** Whether a dialog is open; watched only while it matters. */
function useHasDialog(isWatched: boolean): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!isWatched) return undefined;
    const look = () => setHas(document.querySelector('[aria-modal="true"]') !== null);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      setHas(false);
    };
  }, [isWatched]);
  return has;
}

const VARIABLES = ['--wl-call-start', '--wl-call-top', '--wl-call-bottom', '--wl-main-top'] as const;

/** Publishes the call's place to the style sheets, so that dialogs, notices, toasts and the note stay clear of it. */
export function usePublishedPlace(frame: RefObject<HTMLElement | null>, place: Place, share: number) {
  useLayoutEffect(() => {
    const call = frame.current;
    const main = document.getElementById('main');
    if (call === null) return undefined;
    const { style, dataset } = document.documentElement;
    const set = (name: (typeof VARIABLES)[number], length: string | null) => {
      if (length === null) style.removeProperty(name);
      else style.setProperty(name, length);
    };
    const publish = () => {
      const top = main?.getBoundingClientRect().top ?? 0;
      set('--wl-main-top', `${top}px`);
      set('--wl-call-top', place === 'top' ? `${top}px` : null);
      set('--wl-call-bottom', bottomOf(call, place));
    };
    dataset.call = place;
    set('--wl-call-start', place === 'side' ? `${share}vw` : null);
    publish();
    const observer = new ResizeObserver(publish);
    observer.observe(call);
    if (main !== null) observer.observe(main);
    return () => {
      observer.disconnect();
      delete dataset.call;
      for (const name of VARIABLES) style.removeProperty(name);
    };
  }, [frame, place, share]);
}

/** How much of the window's lower edge belongs to the call. */
function bottomOf(call: HTMLElement, place: Place): string | null {
  if (place === 'bar') return `${call.offsetHeight}px`;
  const tools = place === 'full' ? call.querySelector('[role="group"]') : null;
  return tools === null ? null : `${call.getBoundingClientRect().bottom - tools.getBoundingClientRect().top}px`;
}
