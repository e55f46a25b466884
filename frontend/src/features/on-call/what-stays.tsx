import { pluralize } from '@/shared/lib/pluralize';

/** What happens to the open consults that a user is responsible for once they are off call; nothing if there are none. */
export function WhatStays({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <strong>{`${pluralize(count, 'consult')} that you are responsible for ${count === 1 ? 'is' : 'are'} still open.`}</strong>{' '}
      Once you are off call, coordinators are reminded in your place if nothing happens. You can hand{' '}
      {count === 1 ? 'it' : 'them'} over first.
    </p>
  );
}
