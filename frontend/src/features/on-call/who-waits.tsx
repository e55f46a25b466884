import { pluralize } from '@/shared/lib/pluralize';

/** What going off call does to those who wait for this user; nothing if nobody does. */
export function WhoWaits({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <strong>{`${pluralize(count, 'request')} ${count === 1 ? 'waits' : 'wait'} for you.`}</strong> Once you are off
      call, you are not paged about {count === 1 ? 'it' : 'them'} anymore. If nobody else who was paged can answer, the
      next people are paged at once, or the backup number is called within five minutes.
    </p>
  );
}
