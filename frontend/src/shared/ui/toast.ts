import type { ReactNode } from 'react';

export interface Toast {
  kind: 'success' | 'info' | 'danger';
  id: string;
  title?: ReactNode;
  message: ReactNode;
  /** Milliseconds until it goes by itself; false keeps it until it is closed. */
  autoClose: number | false;
}
