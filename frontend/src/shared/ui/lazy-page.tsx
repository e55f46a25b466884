import type { ComponentType } from 'react';

import { Lazy, lazyPart } from './lazy';

/** A route's component whose code comes later. The router waits for it before it shows the page; where it does not come the page says so. */
export function lazyPage(load: () => Promise<ComponentType>) {
  const part = lazyPart(load);
  const Page = () => <Lazy part={part}>{(Loaded) => <Loaded />}</Lazy>;
  const preload = () =>
    part.load().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
