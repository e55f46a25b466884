import type { GuardedResource } from '@/session/guards';

/** Who may ask whom a request would page: planners, administrators, and those who provide consults. */
export const PAGE_FORECAST: readonly [GuardedResource, ...GuardedResource[]] = [
  { resource: 'CallSchedule', action: 'Edit' },
  { resource: 'Admin', action: 'Manage' },
  { resource: 'Consult', action: 'Give' },
];
/** Planners. */
export const PLANNING: GuardedResource = { resource: 'CallSchedule', action: 'Edit' };

/** Who may open the coverage board: whoever lists consults, and those who plan who is on call. */
export const COVERAGE: readonly [GuardedResource, ...GuardedResource[]] = [
  { resource: 'Consult', action: 'List' },
  PLANNING,
];
