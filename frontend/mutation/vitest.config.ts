import { defineConfig } from 'vitest/config';

import base from '../vite.config';

const { projects: _, setupFiles, ...test } = base.test ?? {};

/** Tests of modules that need no browser: without one they start in a third of the time, and each fault starts them. */
const plain = [
  'src/api/{rules,form-contract,stroke-note-cases}.test.ts',
  'src/features/sign-off/draft.test.ts',
  'src/features/worklist/{cards,place-card,worklist-cases}.test.ts',
  'src/service-lines/base/stroke-note/{clearing-rules,nihss-total}.test.ts',
  'src/session/return-path.test.ts',
  'src/shared/lib/{dates,relative-time,rich-text,server-clock,typed-day,typed-time}.test.ts',
];

/** Only those that are quick enough to be run hundreds of times. */
const inBrowser = [
  'src/api/live.test.ts',
  'src/apps/clinical/router.test.tsx',
  'src/features/request-wizard/hours.test.ts',
  'src/features/sign-off/autosave.test.ts',
  'src/session/safekeeping.test.ts',
];

export default defineConfig({
  ...base,
  test: {
    ...test,
    isolate: false,
    retry: 0,
    projects: [
      { extends: true, test: { name: 'plain', environment: 'node', include: plain } },
      { extends: true, test: { name: 'in a browser', setupFiles, include: inBrowser } },
    ],
  },
});
