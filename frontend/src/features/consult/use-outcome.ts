import { type RefObject, useRef, useState } from 'react';

export interface Outcome {
  /** What was just done, for a live region that is there from the start. */
  words: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Says that an action was done. What was pressed for it goes away, so the focus moves to the heading. */
  tell: (words: string) => void;
}

export function useOutcome(): Outcome {
  const heading = useRef<HTMLHeadingElement>(null);
  const [words, setWords] = useState('');
  const tell = (done: string) => {
    setWords(done);
    if (!isTypingOutsideDialogs(document.activeElement)) heading.current?.focus({ preventScroll: true });
  };
  return { words, heading, tell };
}

function isTypingOutsideDialogs(element: Element | null): boolean {
  return (
    element?.matches('input, textarea, [contenteditable="true"]') === true &&
    element.closest('dialog, [role="dialog"]') === null
  );
}
