import { Loader } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { ErrorState } from '@/shared/ui/error-state';

import { useSignIn } from '../use-sign-in';
import classes from '@/shared/ui/page.module.css';

/** Forwards an invitation to the provider. */
export function InvitePage() {
  const { id_token_hint: invitation } = useSearch({ from: '/invite' });
  const { state, leave } = useSignIn();
  useEffect(() => {
    if (invitation !== undefined) leave({ returnTo: '/', invitation });
  }, [invitation, leave]);
  return (
    <div className={classes.centered}>
      {state === 'failed' ? (
        <ErrorState
          title="The sign-in service cannot be reached"
          order={1}
          onRetry={() => leave({ returnTo: '/', ...(invitation !== undefined && { invitation }) })}
        >
          Please try again.
        </ErrorState>
      ) : (
        <Loader aria-label="Opening your invitation" />
      )}
    </div>
  );
}
