import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { Me } from '@/session/me';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

import classes from './profile-menu.module.css';

const profileDropdown = lazyPart(async () => (await import('./profile-dropdown')).ProfileDropdown);

/** The user's own menu; what drops down loads when the pointer or the focus comes near. */
export function ProfileMenu({ me }: { me: Me }) {
  const [asked, setAsked] = useState(false);
  const face = (
    <span
      className={classes.face}
      data-initials={`${me.firstName.charAt(0)}${me.lastName.charAt(0)}`}
      aria-hidden="true"
    />
  );
  const label = `Profile of ${me.firstName} ${me.lastName}`;
  const button = (
    <UnstyledButton
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={profileDropdown.anticipate}
      onFocus={profileDropdown.anticipate}
      onClick={() => setAsked(true)}
    >
      {face}
    </UnstyledButton>
  );
  if (!asked) return button;
  return (
    <Lazy part={profileDropdown} waiting={button} onFailure={() => setAsked(false)}>
      {(ProfileDropdown) => <ProfileDropdown me={me} label={label} face={face} />}
    </Lazy>
  );
}
