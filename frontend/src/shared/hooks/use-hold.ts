import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

/** A second press follows the first within this time (milliseconds), before anyone has looked again. */
const AFTER_PRESS_MS = 1_500;

export type Hold = ReturnType<typeof useHold>;

/**
 * While things have to stay where they are: for a moment after a press nothing at all may change its place (`isPressed`), and while a mouse
 * is over them or the keyboard has moved the focus into them, each keeps its place among the others (`isHeld`). A focus that a press has
 * left behind does not count: it may stay for hours.
 */
export function useHold(isEmpty: boolean) {
  const [presses, setPresses] = useState(0);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (presses === 0) return undefined;
    const timer = window.setTimeout(() => setPresses(0), AFTER_PRESS_MS);
    return () => window.clearTimeout(timer);
  }, [presses]);
  const isPressed = presses > 0;
  const isGone = isEmpty && !isPressed;
  // Nothing tells that the pointer has left what is gone.
  if (isGone && (isPointed || isFocused)) {
    setPointed(false);
    setFocused(false);
  }
  const press = () => setPresses(presses + 1);
  return {
    isPressed,
    isHeld: isPressed || isPointed || isFocused,
    handlers: {
      onPointerDownCapture: press,
      onClickCapture: press,
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}

/** The value, as it was before it had to stay. */
export function useKept<T>(value: T, isKept: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isKept && kept !== value) setKept(value);
  return isKept ? kept : value;
}
