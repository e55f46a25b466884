import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import type { CoverRead, MyShiftRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';

import { RequestCard } from './request-card';
import { exchanged, returnedIn } from './requests';
import { TakeDialog } from './take-dialog';

import lists from '@/shared/ui/list.module.css';

interface RequestsForUserProps {
  requests: readonly CoverRead[];
  /** The user's own. */
  shifts: readonly MyShiftRead[];
}

/** What colleagues ask of the user. */
export function RequestsForUser({ requests, shifts }: RequestsForUserProps) {
  const titleId = useId();
  const { id } = useMe();
  // Kept while its dialog is open, although the request may end in the meantime.
  const [chosen, setChosen] = useState<CoverRead | null>(null);
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby={titleId}>
          <h2 className={lists.title} id={titleId}>
            Requests for You
          </h2>
          <ul className={lists.list}>
            {requests.map((request) => (
              <RequestCard
                key={request.id}
                request={request}
                title={`${fullName(request.askedBy)} asks ${returnedIn(request) === null ? 'for cover' : 'you to swap'}`}
                {...exchanged(request, id)}
              >
                <Button aria-label={`Take, ${fullName(request.askedBy)}`} onClick={() => setChosen(request)}>
                  Take
                </Button>
              </RequestCard>
            ))}
          </ul>
        </section>
      )}
      {chosen !== null && <TakeDialog request={chosen} shifts={shifts} onClose={() => setChosen(null)} />}
    </>
  );
}
