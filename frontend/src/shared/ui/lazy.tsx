import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { useStore } from 'zustand';
import { LazyModule, type LazyModuleOptions, ModuleLoadError } from '@/shared/lib/lazy-module';

import { ErrorState } from './error-state';
import { toastDanger } from './toasts';

/** A component in a separate module; `Lazy` renders it. */
export type LazyComponent<P> = LazyModule<ComponentType<P>>;

export function lazyComponent<P>(load: () => Promise<ComponentType<P>>, options?: LazyModuleOptions): LazyComponent<P> {
  const loadWithStyles = async () => {
    const [component] = await Promise.all([load(), import('./theme/later-styles')]);
    return component;
  };
  return new LazyModule(loadWithStyles, options);
}

export interface LazyProps<P> {
  component: LazyComponent<P>;
  children: (Loaded: ComponentType<P>) => ReactNode;
  /** Shown until the component has loaded. */
  fallback?: ReactNode;
  /** Called if the component cannot be loaded, to close what was opened; a toast reports it. Without it, an error replaces the component. */
  onFailure?: () => void;
  /** Tries again by itself after this time (milliseconds), without a toast or an error. */
  retryAfter?: number;
}

/** Shows a component as soon as it has loaded. If loading fails, the page around it is unaffected. */
export function Lazy<P>({ component, children, fallback = null, onFailure, retryAfter }: LazyProps<P>) {
  const Loaded = useStore(component.loaded);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);

  const fail = useEffectEvent((reason: unknown) => {
    setFailedAttempt(attempt);
    const isOutdated = reason instanceof ModuleLoadError && reason.outdated;
    if (retryAfter !== undefined) window.setTimeout(() => setAttempt(attempt + 1), retryAfter);
    else if (onFailure !== undefined && !isOutdated) toastDanger('This could not be loaded. Try again.');
    onFailure?.();
  });
  useEffect(() => {
    let unmounted = false;
    component.load().catch((reason: unknown) => {
      if (!unmounted) fail(reason);
    });
    return () => {
      unmounted = true;
    };
  }, [component, attempt]);

  if (Loaded !== null) return children(Loaded);
  if (failedAttempt < attempt || onFailure !== undefined || retryAfter !== undefined) return fallback;
  return (
    <ErrorState title="This could not be loaded" onRetry={() => setAttempt(attempt + 1)}>
      For emergent consult requests please follow the backup procedure for your location
    </ErrorState>
  );
}
