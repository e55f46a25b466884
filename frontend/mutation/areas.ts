interface Area {
  readonly files: readonly string[];
  readonly plain: string[];
  readonly inBrowser: string[];
}

/**
 * The modules that are mutated, area by area, most important first, and the tests that should notice the faults, fastest first:
 * tests without a browser start in a third of the time, and they are started for each fault.
 */
export const areas: Readonly<Record<string, Area>> = {
  'contract interpreters': {
    files: ['src/api/rules.ts', 'src/api/form-contract.ts', 'src/api/contract-form.ts'],
    plain: ['src/api/rules.test.ts', 'src/api/form-contract.test.ts'],
    inBrowser: ['src/api/contract-form.test.tsx'],
  },
  'live placement': {
    files: ['src/features/worklist/place-card.ts', 'src/features/worklist/cards.ts', 'src/api/live.ts'],
    plain: ['src/features/worklist/place-card.test.ts', 'src/features/worklist/cards.test.ts'],
    inBrowser: ['src/api/live.test.ts'],
  },
  'clearing rules and scores': {
    files: [
      'src/service-lines/base/stroke-note/clearing-rules.ts',
      'src/service-lines/base/stroke-note/nihss-total.ts',
    ],
    plain: [
      'src/service-lines/base/stroke-note/nihss-total.test.ts',
      'src/service-lines/base/stroke-note/clearing-rules.test.ts',
    ],
    inBrowser: [],
  },
  dates: {
    files: [
      'src/features/request-wizard/hours.ts',
      'src/shared/lib/dates.ts',
      'src/shared/lib/relative-time.ts',
      'src/shared/lib/server-clock.ts',
      'src/shared/lib/typed-day.ts',
      'src/shared/lib/typed-time.ts',
    ],
    plain: [
      'src/shared/lib/typed-day.test.ts',
      'src/shared/lib/typed-time.test.ts',
      'src/shared/lib/dates.test.ts',
      'src/shared/lib/relative-time.test.ts',
      'src/shared/lib/server-clock.test.ts',
      'src/features/request-wizard/hours.test.ts',
    ],
    inBrowser: [],
  },
  guards: {
    files: ['src/api/access.ts', 'src/session/return-path.ts', 'src/session/guards.ts'],
    plain: ['src/api/access.test.ts'],
    inBrowser: [
      'src/session/return-path.test.ts',
      'src/session/guards.test.ts',
      'src/api/transport.test.ts',
      'src/app/router.test.tsx',
    ],
  },
  drafts: {
    files: [
      'src/features/sign-off/draft.ts',
      'src/features/sign-off/autosave.ts',
      'src/drafts/draft-storage.ts',
      'src/drafts/encryption.ts',
    ],
    plain: ['src/features/sign-off/draft.test.ts', 'src/features/sign-off/autosave.test.ts'],
    inBrowser: ['src/drafts/draft-storage.test.ts', 'src/drafts/late-key.test.ts'],
  },
};

/** Where the results of an area are stored between runs. */
export const knownResultsFile = (area: string) => `mutation/known-${area.replaceAll(' ', '-')}.json`;
