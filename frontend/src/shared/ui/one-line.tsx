import classes from './one-line.module.css';

export interface OneLineProps {
  className?: string | undefined;
  /** A name. */
  children: string;
}

/** A name in a list: of a very long one, as much as fits into a line, and the rest on hover. */
export function OneLine({ className = '', children }: OneLineProps) {
  return (
    <span className={`${classes.line ?? ''} ${className}`} title={children}>
      {children}
    </span>
  );
}
