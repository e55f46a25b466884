import { createStore } from 'zustand/vanilla';

/** Whether the call covers the page, or is docked beside it. */
export const expanded = createStore(() => false);
