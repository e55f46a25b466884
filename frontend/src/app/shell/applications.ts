import type { LinkProps } from '@tanstack/react-router';

import { runtimeConfig } from '@/api/runtime-config';
import type { GuardedResource } from '@/session/guards';
import { abilityOf, type Me } from '@/session/me';
import { routes } from '@/shared/lib/routes';

interface LinkedApplication {
  label: string;
  /** The permission that shows the link. */
  permission: Required<Pick<GuardedResource, 'resource' | 'action'>>;
}

/** A page of this application, which opens in the same tab. */
export interface InternalApplication extends LinkedApplication {
  to: NonNullable<LinkProps['to']>;
}

/** An application at its own URL, which opens in a new tab. */
export interface ExternalApplication extends LinkedApplication {
  url: () => string;
}

/** The links of the application panel, in order. To link to an area, add one entry here. */
const applications: readonly (InternalApplication | ExternalApplication)[] = [
  { label: 'Admin', permission: { resource: 'Admin', action: 'Manage' }, url: () => runtimeConfig().adminUrl },
  { label: 'Call Schedules', permission: { resource: 'CallSchedule', action: 'Edit' }, to: routes.callSchedules },
  { label: 'Retention', permission: { resource: 'Retention', action: 'Manage' }, to: routes.retention },
  { label: 'Undelivered Notes', permission: { resource: 'Admin', action: 'Manage' }, to: routes.deliveryProblems },
  {
    label: 'Reporting',
    permission: { resource: 'Reports', action: 'List' },
    url: () => runtimeConfig().reportingUrl,
  },
];

/** The links that the user may open. */
export function applicationsOf(me: Me) {
  const ability = abilityOf(me);
  return applications.filter(({ permission: { resource, action } }) => ability.can(action, resource));
}
