import classes from './face.module.css';

export interface FaceProps {
  person: { readonly firstName: string; readonly lastName: string };
  size?: 'small' | 'large';
}

/** A person's initials in a circle, for the eye only; it stands beside the name or in what bears it. */
export function Face({ person: { firstName, lastName }, size = 'small' }: FaceProps) {
  // By code points: half of a letter outside the basic plane is no letter.
  const initials = [firstName, lastName].map((name) => Array.from(name)[0] ?? '').join('');
  return <span className={classes.face} data-initials={initials} data-size={size} aria-hidden="true" />;
}
