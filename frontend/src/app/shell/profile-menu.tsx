import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { Me } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { UserAvatar } from '@/shared/ui/user-avatar';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const profileDropdown = lazyComponent(async () => (await import('./profile-dropdown')).ProfileDropdown);

/** The profile menu; its dropdown is loaded on hover or focus. */
export function ProfileMenu({ me }: { me: Me }) {
  const [requested, setRequested] = useState(false);
  const avatar = <UserAvatar person={me} size="large" />;
  const label = `${fullName(me)}'s profile`;
  const button = (
    <UnstyledButton
      className="wl-thumb"
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={profileDropdown.preload}
      onFocus={profileDropdown.preload}
      onClick={() => setRequested(true)}
    >
      {avatar}
    </UnstyledButton>
  );
  if (!requested) return button;
  return (
    <Lazy component={profileDropdown} fallback={button} onFailure={() => setRequested(false)}>
      {(ProfileDropdown) => <ProfileDropdown me={me} label={label} avatar={avatar} />}
    </Lazy>
  );
}
