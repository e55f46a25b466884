import { useEffect } from 'react';

const PRODUCT = 'Wardline';

let title = PRODUCT;
let badge = 0;

function write() {
  const counted = badge > 0 ? `(${badge}) ${title}` : title;
  document.title = title === PRODUCT ? counted : `${counted} · ${PRODUCT}`;
}

/** Names the page in the tab and for those who hear it; never with a patient's name. */
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

/** Shows a count before the page's name, such as that of new consults; 0 takes it away. */
export function setTitleBadge(count: number) {
  badge = count;
  write();
}
