import { useEffect, useRef } from 'react';

import { ApiError, isApiError } from '@/api/errors';
import type { LocationRead } from '@/api/generated/types.gen';
import { noAnswer } from '@/service-lines/base/words';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';

export interface Failure {
  readonly error: unknown;
  /** Which of the two buttons repeats the same request. */
  readonly emergency: boolean;
}

/** What became of a request, and whom to call instead; it comes into view and gets the focus, wherever the press was. */
export function NotSent({ error, emergency, unit }: Failure & { unit: LocationRead }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, []);
  const refused = error instanceof ApiError;
  return (
    <Banner
      ref={box}
      tone="danger"
      announce="alert"
      title={refused ? 'Nothing was sent.' : 'As far as is known, nothing was sent.'}
    >
      {isApiError(error, 400) ? (
        <ul>
          {error.fieldErrors.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{refused ? error.message : noAnswer(emergency ? 'Emergency' : 'Done')}</p>
      )}
      <BackupProcedure location={unit} />
    </Banner>
  );
}
