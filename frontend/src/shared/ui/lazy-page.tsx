import type { ComponentType } from 'react';

import type { LazyModuleOptions } from '@/shared/lib/lazy-module';

import { Lazy, lazyComponent } from './lazy';

/**
 * A route's component that loads when the route is matched or preloaded. If it fails to load, the page says so and offers to try again.
 * The router's own `lazyRouteComponent` would reload the whole window instead, and all input would be lost.
 * Pages that only a few roles open have `preload: false`, so that no one else downloads them.
 */
export function lazyPage(load: () => Promise<ComponentType>, options?: LazyModuleOptions) {
  const component = lazyComponent(load, options);
  const Page = () => <Lazy component={component}>{(Loaded) => <Loaded />}</Lazy>;
  const preload = () =>
    component.load().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Page, { preload });
}
