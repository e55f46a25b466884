import { USER_EVENTS } from './user-events';

const WHOLE = 0.99;

/** Scrolls to the element, and again when content that loads later moves it, until the user interacts with the page. */
export function keepInView(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' });
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry !== undefined && entry.intersectionRatio < WHOLE) element.scrollIntoView({ block: 'center' });
    },
    { threshold: WHOLE },
  );
  const stop = () => {
    observer.disconnect();
    for (const event of USER_EVENTS) document.removeEventListener(event, stop, true);
  };
  for (const event of USER_EVENTS) document.addEventListener(event, stop, { capture: true, passive: true });
  observer.observe(element);
}
