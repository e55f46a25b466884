import { useEffect } from 'react';

const PRODUCT = 'Wardline';

let title = PRODUCT;
let badge = 0;

function write() {
  const withBadge = badge > 0 ? `(${badge}) ${title}` : title;
  document.title = title === PRODUCT ? withBadge : `${withBadge} · ${PRODUCT}`;
}

/** Sets the page's name for the tab and for screen readers; it must not contain a patient's name. */
export function usePageTitle(name: string) {
  useEffect(() => {
    title = name;
    write();
    return () => {
      title = PRODUCT;
      write();
    };
  }, [name]);
}

/** Shows a count before the page's name, such as the number of new consults; 0 removes it. */
export function setTitleBadge(count: number) {
  badge = count;
  write();
}
