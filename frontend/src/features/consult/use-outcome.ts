import { type RefObject, useRef, useState } from 'react';

export interface Outcome {
  /** What was just done, for a live region that is always mounted. */
  sentence: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Announces that an action is done. Its button disappears, so focus moves to the heading. */
  announce: (sentence: string) => void;
}

export function useOutcome(): Outcome {
  const heading = useRef<HTMLHeadingElement>(null);
  const [sentence, setSentence] = useState('');
  const announce = (done: string) => {
    setSentence(done);
    if (!isTypingOutsideDialogs(document.activeElement)) heading.current?.focus({ preventScroll: true });
  };
  return { sentence, heading, announce };
}

function isTypingOutsideDialogs(element: Element | null): boolean {
  return (
    element?.matches('input, textarea, [contenteditable="true"]') === true &&
    element.closest('dialog, [role="dialog"]') === null
  );
}
