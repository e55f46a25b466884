import type { ReactNode } from 'react';

import { RowContext } from './form-fields';

export interface FieldRowProps {
  /** Tells the row apart from others with the same labels: `Hours 2`. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Fields that belong together and are repeated for each row of a list. */
export function FieldRow({ label, className, children }: FieldRowProps) {
  return (
    <div className={className} role="group" aria-label={label}>
      <RowContext value={label}>{children}</RowContext>
    </div>
  );
}
