import { Avatar } from '@mantine/core';

import classes from './face.module.css';

export interface FaceProps {
  person: { readonly firstName: string; readonly lastName: string };
  size?: 'small' | 'large';
}

/** A person's initials in a circle. The name is beside it or in its button's label, so it is hidden from assistive technology. */
export function Face({ person: { firstName, lastName }, size = 'small' }: FaceProps) {
  // Array.from splits by code points, so that a letter outside the basic plane stays whole.
  const initials = [firstName, lastName].map((name) => Array.from(name)[0] ?? '').join('');
  return (
    <Avatar component="span" className={classes.face} mod={{ size }} aria-hidden="true">
      {/* Drawn by the style sheet: text here would have to be part of the label of the button around it. */}
      <span className={classes.initials} data-initials={initials} />
    </Avatar>
  );
}
