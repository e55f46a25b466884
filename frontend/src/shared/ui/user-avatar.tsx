import { Avatar } from '@mantine/core';

import classes from './user-avatar.module.css';

export interface UserAvatarProps {
  person: { readonly firstName: string; readonly lastName: string };
  size?: 'small' | 'large';
}

/** A person's initials in a circle. The name is beside it or in its button's label, so it is hidden from assistive technology. */
export function UserAvatar({ person: { firstName, lastName }, size = 'small' }: UserAvatarProps) {
  // Array.from splits by code points, so that a letter outside the basic plane stays whole.
  const initials = [firstName, lastName].map((name) => Array.from(name)[0] ?? '').join('');
  return (
    <Avatar component="span" className={classes.avatar} mod={{ size }} aria-hidden="true">
      {/* Rendered by CSS, because text here would have to be part of the surrounding button's label. */}
      <span className={classes.initials} data-initials={initials} />
    </Avatar>
  );
}
