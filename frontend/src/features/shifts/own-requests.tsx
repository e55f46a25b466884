import { Button } from '@mantine/core';
import { useId, useState } from 'react';

import type { CoverRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';

import { EndDialog } from './end-dialog';
import { RequestCard } from './request-card';
import { exchanged, returnedIn } from './requests';
import { WithdrawButton } from './withdraw-button';

import lists from '@/shared/ui/list.module.css';

/** What the user asks of colleagues, and what was agreed with them and can be taken back. */
export function OwnRequests({ requests }: { requests: readonly CoverRead[] }) {
  const titleId = useId();
  const { id } = useMe();
  // Kept while its dialog is open, although what was agreed may change in the meantime.
  const [chosen, setChosen] = useState<CoverRead | null>(null);
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby={titleId}>
          <h2 className={lists.title} id={titleId}>
            Your Requests
          </h2>
          <ul className={lists.list}>
            {requests.map((request) => (
              <RequestCard key={request.id} request={request} title={stateOf(request, id)} {...exchanged(request, id)}>
                {request.mayWithdraw && <WithdrawButton request={request} />}
                {request.mayUndo && (
                  <Button variant="default" onClick={() => setChosen(request)}>
                    {undoLabel(request, id)}
                  </Button>
                )}
              </RequestCard>
            ))}
          </ul>
        </section>
      )}
      {chosen !== null && <EndDialog request={chosen} label={undoLabel(chosen, id)} onClose={() => setChosen(null)} />}
    </>
  );
}

function stateOf({ askedBy, offeredTo, takenBy, ...request }: CoverRead, userId: number): string {
  if (takenBy === null) return offeredTo === null ? 'You ask for cover' : `You ask ${fullName(offeredTo)} to swap`;
  const other = fullName(askedBy.id === userId ? takenBy : askedBy);
  if (returnedIn({ askedBy, offeredTo, takenBy, ...request }) !== null) return `Swapped with ${other}`;
  return askedBy.id === userId ? `${other} covers for you` : `You cover for ${other}`;
}

function undoLabel(request: CoverRead, userId: number): string {
  if (returnedIn(request) !== null) return 'Undo Swap';
  return request.askedBy.id === userId ? 'Take Back' : 'Give Back';
}
