import { type RefObject, useEffect, useRef, useState } from 'react';

/** How long a scrolled page is at rest before the picture moves (milliseconds). */
const REST_MS = 150;
/** What belongs to a field besides what has the focus. */
const FIELD = '[role="radiogroup"], .mantine-InputWrapper-root';

interface PictureAside {
  /** Where the picture is while it is large. */
  spot: RefObject<HTMLSpanElement | null>;
  /** It is small, beside the buttons of the note. */
  isAside: boolean;
  /** Makes it small or large until the focus moves. */
  toggle: () => void;
}

/** Keeps the picture that is over a note on a phone out of the way of the field with the focus. */
export function usePictureAside(isOverNote: boolean): PictureAside {
  const spot = useRef<HTMLSpanElement>(null);
  const [isInTheWay, setInTheWay] = useState(false);
  const [chosen, setChosen] = useState<boolean | null>(null);
  useEffect(() => {
    if (!isOverNote) return undefined;
    let timer = 0;
    const look = () => setInTheWay(spot.current !== null && covers(spot.current, document.activeElement));
    const focus = () => {
      setChosen(null);
      look();
    };
    const rest = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(look, REST_MS);
    };
    look();
    document.addEventListener('focusin', focus);
    document.addEventListener('scroll', rest, true);
    window.addEventListener('resize', rest);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('scroll', rest, true);
      window.removeEventListener('resize', rest);
      setInTheWay(false);
      setChosen(null);
    };
  }, [isOverNote]);
  const isAside = isOverNote && (chosen ?? isInTheWay);
  return { spot, isAside, toggle: () => setChosen(!isAside) };
}

/** Whether the place overlaps the field of the note that has the focus. */
function covers(place: Element, focused: Element | null): boolean {
  const field = focused?.closest('[data-covers]') == null ? null : (focused.closest(FIELD) ?? focused);
  // The note itself has the focus when it opens.
  if (field === null || field.matches('[role="dialog"]')) return false;
  const [a, b] = [place.getBoundingClientRect(), field.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
