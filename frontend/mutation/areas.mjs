/** What faults are put into in the browser's code, area by area, what matters most first. */
export const areas = {
  'contract interpreters': ['src/api/rules.ts', 'src/api/form-contract.ts', 'src/api/contract-form.ts'],
  'live placement': ['src/features/worklist/place-card.ts', 'src/features/worklist/cards.ts', 'src/api/live.ts'],
  'clearing rules and scores': [
    'src/service-lines/base/stroke-note/clearing-rules.ts',
    'src/service-lines/base/stroke-note/nihss-total.ts',
  ],
  dates: [
    'src/features/request-wizard/hours.ts',
    'src/shared/lib/dates.ts',
    'src/shared/lib/relative-time.ts',
    'src/shared/lib/server-clock.ts',
    'src/shared/lib/typed-day.ts',
    'src/shared/lib/typed-time.ts',
  ],
  guards: ['src/api/access.ts', 'src/session/return-path.ts', 'src/apps/clinical/guards.ts'],
  drafts: ['src/features/sign-off/draft.ts', 'src/features/sign-off/autosave.ts', 'src/session/safekeeping.ts'],
};
