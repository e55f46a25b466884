import { UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import type { Me } from '@/session/me';

import classes from './profile-menu.module.css';

const load = () => import('./profile-dropdown');
const ProfileDropdown = lazy(async () => ({ default: (await load()).ProfileDropdown }));

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
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setAsked(true)}
    >
      {face}
    </UnstyledButton>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ProfileDropdown me={me} label={label} face={face} />
    </Suspense>
  );
}
