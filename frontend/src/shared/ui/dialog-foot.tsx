import type { ReactNode } from 'react';

import classes from './dialog-foot.module.css';

/** What a dialog can end with; the last one is what it is for. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
