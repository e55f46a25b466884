import { useQuery } from '@tanstack/react-query';

import { pluralize } from '@/shared/lib/pluralize';

import { responsibilitiesQuery } from './queries';

/** What happens to the open consults that the user is responsible for once they are off call; nothing if there are none. */
export function WhatStays() {
  const { data: count = 0 } = useQuery(responsibilitiesQuery);
  if (count === 0) return null;
  return (
    <p>
      <strong>{`${pluralize(count, 'consult')} that you are responsible for ${count === 1 ? 'is' : 'are'} still open.`}</strong>{' '}
      Once you are off call, coordinators are reminded in your place if nothing happens. You can hand{' '}
      {count === 1 ? 'it' : 'them'} over first.
    </p>
  );
}
