import { Anchor, Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { isApiError } from '@/api/errors';
import { needsLogoutPrompt } from '@/features/on-call/logout-dialog';
import { abilityOf, type Me, meQuery } from '@/session/me';
import { signOut } from '@/session/sign-out';
import { session } from '@/session/state';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useStore } from 'zustand';
import { routes } from '@/shared/lib/routes';

import { useInCall } from '../shell/call-layer';
import { Logout } from '../shell/logout';
import classes from '@/shared/ui/page.module.css';

const GENERAL_TITLE = 'Oops';
const GENERAL_MESSAGE = 'Something went wrong. Please try again.';

/** Shows the message in the navigation state as plain text; without one, shows a general message. */
export function ErrorPage() {
  const { errorTitle, errorMessage } = useLocation({ select: ({ state }) => state });
  const user = useStore(session);
  const me = useQuery({ ...meQuery, enabled: user !== null });
  usePageTitle('Error');
  return (
    <div className={classes.centered}>
      <div className={classes.card} role="alert">
        <Title order={1}>{errorTitle ?? GENERAL_TITLE}</Title>
        <p>{errorMessage ?? GENERAL_MESSAGE}</p>
        <p>For emergent consult requests please follow the backup procedure for your location</p>
        <ExitButton me={user === null ? undefined : me.data} rejected={user !== null && isApiError(me.error, 403)} />
        <Anchor component={Link} to={routes.Help}>
          Help &amp; Support
        </Anchor>
      </div>
    </div>
  );
}

interface ExitButtonProps {
  me: Me | undefined;
  /** The provider has authenticated the user, but there is no account for them here. */
  rejected: boolean;
}

/** The home page redirects users without access to a list back here, so they get a logout button instead. */
function ExitButton({ me, rejected }: ExitButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const inCall = useInCall();
  const lists = ['Consult', 'Transfer'];
  if (rejected) return <Button onClick={() => void signOut()}>Logout</Button>;
  if (me === undefined || lists.some((list) => abilityOf(me).can('List', list))) {
    return (
      <Button component={Link} to="/">
        Go to the home page
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => (needsLogoutPrompt(me, inCall) ? setConfirming(true) : void signOut())}>Logout</Button>
      {confirming && <Logout me={me} onClose={() => setConfirming(false)} />}
    </>
  );
}
