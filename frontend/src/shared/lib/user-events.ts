/** Events that only a person causes who uses the page. */
const USER_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

/** Calls back whenever the user clicks, types or scrolls anywhere in the page; returns what ends that. */
export function onUserEvents(callBack: () => void): () => void {
  for (const name of USER_EVENTS) window.addEventListener(name, callBack, { capture: true, passive: true });
  return () => {
    for (const name of USER_EVENTS) window.removeEventListener(name, callBack, { capture: true });
  };
}
