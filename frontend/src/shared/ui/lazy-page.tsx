import type { ComponentType } from 'react';

import { Lazy, lazyPart } from './lazy';

/**
 * A route's component that loads when the route is matched or preloaded. If it does not load, the page says so and offers to try again.
 * The router's own `lazyRouteComponent` would reload the whole window then, and with it everything typed.
 */
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
