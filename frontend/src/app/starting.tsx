import { Button, Loader } from '@mantine/core';

import { providerUnreachable } from '@/session/state';
import { hasUnattendedValues } from '@/session/unattended';
import { useStore } from 'zustand';
import { EmptyState } from '@/shared/ui/empty-state';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

import classes from '@/shared/ui/page.module.css';
import { useSignIn } from './use-sign-in';

/** Replaces the whole application until the session has started. */
export function Starting() {
  const unreachable = useStore(providerUnreachable);
  return (
    <ThemeProvider>
      <div className={classes.whole} role="status">
        {unreachable ? <ProviderUnreachable /> : <Loader aria-label="Starting Wardline" />}
        {!unreachable && hasUnattendedValues() && <p>Entering unattended patient mode</p>}
      </div>
    </ThemeProvider>
  );
}

/** If the provider neither renews nor refuses the session, signing in again is the way out. */
function ProviderUnreachable() {
  const { state, leave } = useSignIn();
  const { pathname, search } = window.location;
  return (
    <EmptyState
      icon="alert"
      title="The sign-in service cannot be reached"
      order={1}
      action={
        <Button
          variant="default"
          loading={state === 'leaving'}
          onClick={() => leave({ returnTo: `${pathname}${search}` })}
        >
          Sign in again
        </Button>
      }
    >
      Wardline will keep trying every few seconds. For emergent consult requests please follow the backup procedure for
      your location
    </EmptyState>
  );
}
