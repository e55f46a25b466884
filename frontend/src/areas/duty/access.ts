import type { GuardedResource } from '@/session/guards';

/** Who may open the coverage board: whoever lists consults, and those who plan who is on call. */
export const COVERAGE: readonly [GuardedResource, ...GuardedResource[]] = [
  { resource: 'Consult', action: 'List' },
  { resource: 'CallSchedule', action: 'Edit' },
];
