import { createStore } from 'zustand/vanilla';

/** Whether the call lies all over the page, or docked beside it. */
export const expanded = createStore(() => false);
