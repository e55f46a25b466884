import { Loader } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { isSignInResponse } from '@/session/provider';
import { completeSignIn } from '@/session/sign-in';
import { signInFailure } from '@/session/sign-in-error';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

/** Processes the provider's response and continues to the requested page. */
export function CallbackPage() {
  const router = useRouter();
  const started = useRef(false);
  useEffect(() => {
    // The code in the response can be exchanged only once.
    if (started.current) return;
    started.current = true;
    if (!isSignInResponse()) {
      void router.navigate({ to: '/', replace: true });
      return;
    }
    completeSignIn().then(
      (path) => void router.navigate({ to: path, replace: true }),
      (error: unknown) => {
        const failure = signInFailure(error);
        if (failure.page === 'login') void router.navigate({ to: routes.login, replace: true });
        else void router.navigate({ to: routes.Error, replace: true, state: { errorMessage: failure.message } });
      },
    );
  }, [router]);
  return (
    <div className={classes.centered}>
      <Loader aria-label="Signing you in" />
    </div>
  );
}
