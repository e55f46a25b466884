import { onUserEvents } from './user-events';

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
  const ignore = onUserEvents(() => {
    observer.disconnect();
    ignore();
  });
  observer.observe(element);
}
