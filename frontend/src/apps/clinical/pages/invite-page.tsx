import { Loader } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { signIn } from '@/session/session';

import classes from './page.module.css';

/** Passes an invitation on to the provider. */
export function InvitePage() {
  const { id_token_hint: invitation } = useSearch({ from: '/invite' });
  useEffect(() => {
    if (invitation !== undefined) void signIn({ returnTo: '/', invitation });
  }, [invitation]);
  return (
    <div className={classes.centered}>
      <Loader aria-label="Opening your invitation" />
    </div>
  );
}
