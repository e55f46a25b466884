import type { ReactNode } from 'react';

import classes from './dialog-footer.module.css';

/** A dialog's buttons; the last one is its main action. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
