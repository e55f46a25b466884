import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './worklist-panel.module.css';

export type WorklistMode = 'consult' | 'transfer';

export interface WorklistPanelProps {
  mode: WorklistMode;
  /** The consult on the screen beside the list. */
  selectedId: string | null;
}

/** The list of what waits. */
export function WorklistPanel({ mode }: WorklistPanelProps) {
  const title = mode === 'transfer' ? 'Transfers' : 'Consults';
  return (
    <section className={classes.panel} aria-label={title}>
      <h1 className={classes.title}>{title}</h1>
      <SkeletonCards />
    </section>
  );
}
