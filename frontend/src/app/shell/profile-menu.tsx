import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { Me } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { Face } from '@/shared/ui/face';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const profileDropdown = lazyComponent(async () => (await import('./profile-dropdown')).ProfileDropdown);

/** The user's own menu; what drops down loads when the pointer or the focus comes near. */
export function ProfileMenu({ me }: { me: Me }) {
  const [asked, setAsked] = useState(false);
  const face = <Face person={me} size="large" />;
  const label = `Profile of ${fullName(me)}`;
  const button = (
    <UnstyledButton
      className="wl-thumb"
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={profileDropdown.preload}
      onFocus={profileDropdown.preload}
      onClick={() => setAsked(true)}
    >
      {face}
    </UnstyledButton>
  );
  if (!asked) return button;
  return (
    <Lazy component={profileDropdown} waiting={button} onFailure={() => setAsked(false)}>
      {(ProfileDropdown) => <ProfileDropdown me={me} label={label} face={face} />}
    </Lazy>
  );
}
