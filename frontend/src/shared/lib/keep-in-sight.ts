const WHOLE = 0.99;
const handsOn = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Scrolls to the element, and again when content that loads later moves it, until the user does something. */
export function keepInSight(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' });
  const observer = new IntersectionObserver(
    ([seen]) => {
      if (seen !== undefined && seen.intersectionRatio < WHOLE) element.scrollIntoView({ block: 'center' });
    },
    { threshold: WHOLE },
  );
  const stop = () => {
    observer.disconnect();
    for (const event of handsOn) document.removeEventListener(event, stop, true);
  };
  for (const event of handsOn) document.addEventListener(event, stop, { capture: true, passive: true });
  observer.observe(element);
}
