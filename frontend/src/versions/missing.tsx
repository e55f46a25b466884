import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { routes } from '@/shared/lib/routes';
import { EmptyState } from '@/shared/ui/empty-state';
import type { IconName } from '@/shared/ui/icon';

const places = { to: routes.places, list: 'places', icon: 'building' } as const;

/** Where each kind of object is listed. */
const lists = {
  organization: places,
  facility: places,
  unit: places,
  person: { to: routes.people, list: 'people', icon: 'user' },
  role: { to: routes.roles, list: 'roles', icon: 'info' },
  'service line': { to: routes.lines, list: 'service lines', icon: 'info' },
} as const satisfies Record<string, { to: string; list: string; icon: IconName }>;

export type ListedNoun = keyof typeof lists;

/** Replaces the page of an object that does not exist, with the way back to its list. */
export function Missing({ noun }: { noun: ListedNoun }) {
  const { to, list, icon } = lists[noun];
  return (
    <EmptyState icon={icon} title={`This ${noun} does not exist`} order={1}>
      Or you do not have access.{' '}
      <Anchor underline="always" renderRoot={(props) => <Link {...props} to={to} />}>
        Look in the list of {list}
      </Anchor>
      .
    </EmptyState>
  );
}
