import classes from './form.module.css';

/** Silent until four fifths are used, so that short answers stay calm. */
export function Counter({ length, limit }: { length: number; limit: number | undefined }) {
  if (limit === undefined || length * 5 < limit * 4) return null;
  return (
    <div className={classes.counter} role="status" data-figures="" data-over={length > limit || undefined}>
      {length} of {limit} characters
    </div>
  );
}
