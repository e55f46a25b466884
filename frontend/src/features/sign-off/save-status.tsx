import { useStore } from 'zustand';
import { Icon, type IconName } from '@/shared/ui/icon';

import type { Autosave, SaveState } from './autosave';
import classes from './save-status.module.css';

const statuses: Record<SaveState, { text: string; icon: IconName }> = {
  saved: { text: 'All changes saved', icon: 'check-circle' },
  saving: { text: 'Saving...', icon: 'clock' },
  connecting: { text: 'Trying to connect...', icon: 'alert' },
};

/** Whether the server's copy is up to date. */
export function SaveStatus({ autosave }: { autosave: Autosave }) {
  const state = useStore(autosave.state);
  const { text, icon } = statuses[state];
  return (
    <p className={classes.status} data-state={state} role={state === 'connecting' ? 'alert' : undefined}>
      <Icon name={icon} size="sm" />
      {text}
    </p>
  );
}
