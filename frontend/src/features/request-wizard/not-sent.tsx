import { useEffect, useRef } from 'react';

import { ChangedSinceError, isApiError, mayHaveSucceeded } from '@/api/errors';
import type { LocationRead } from '@/api/generated/types.gen';
import { retryAdvice } from '@/drafts/retry-advice';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';

export interface Failure {
  readonly error: unknown;
  /** Whether the request was sent with Emergency, and not with Done. */
  readonly emergency: boolean;
}

/** Says that a request failed and whom to call instead. It scrolls into view and gets focus, since the pressed button may be far away. */
export function NotSent({ error, emergency, unit }: Failure & { unit: LocationRead }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus({ preventScroll: true });
  }, [error]);
  const button = emergency ? 'Emergency' : 'Done';
  if (error instanceof ChangedSinceError) {
    return (
      <Banner ref={box} tone="danger" announce="alert" title="Your earlier request may have been sent.">
        <p>
          The server did not confirm it, and you have changed the form since, so this would be a second consult. Check
          your consult list for the first one. Press {button} again to send this one as well.
        </p>
        <BackupProcedure location={unit} />
      </Banner>
    );
  }
  return (
    <Banner
      ref={box}
      tone="danger"
      announce="alert"
      title={mayHaveSucceeded(error) ? 'This may not have been sent.' : 'Nothing was sent.'}
    >
      {isApiError(error, 400) ? (
        <ul>
          {error.fieldErrors.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : (
        <p>{retryAdvice(error, button)}</p>
      )}
      <BackupProcedure location={unit} />
    </Banner>
  );
}
