import { ExternalStore } from '@/shared/lib/external-store';

/** Whether the call lies all over the page, or docked beside it. */
export const expanded = new ExternalStore(false);
