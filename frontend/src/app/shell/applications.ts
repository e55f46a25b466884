import type { LinkProps } from '@tanstack/react-router';

import { runtimeConfig } from '@/api/runtime-config';
import { abilityOf, type Me } from '@/session/me';
import { routes } from '@/shared/lib/routes';

interface LinkedApplication {
  label: string;
  /** The permission pair that shows the link. */
  permission: readonly [action: string, subject: string];
}

/** A page of this application, which opens in the same tab. */
export interface InnerApplication extends LinkedApplication {
  to: NonNullable<LinkProps['to']>;
}

/** An application at its own URL, which opens in a new tab. */
export interface OuterApplication extends LinkedApplication {
  address: () => string;
}

/** The links of the application panel, in order. To link to an area, add one entry here. */
const applications: readonly (InnerApplication | OuterApplication)[] = [
  { label: 'Admin', permission: ['Manage', 'Admin'], address: () => runtimeConfig().adminUrl },
  { label: 'Undelivered Notes', permission: ['Manage', 'Admin'], to: routes.deliveryProblems },
  { label: 'Reporting', permission: ['List', 'Reports'], address: () => runtimeConfig().reportingUrl },
];

/** The links that the user may open. */
export function applicationsOf(me: Me) {
  const ability = abilityOf(me);
  return applications.filter(({ permission: [action, subject] }) => ability.can(action, subject));
}
