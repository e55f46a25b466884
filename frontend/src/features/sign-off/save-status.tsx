import { useStore } from 'zustand';
import { Icon, type IconName } from '@/shared/ui/icon';

import type { Autosave, SaveState } from './autosave';
import classes from './save-status.module.css';

const shown: Record<SaveState, { words: string; icon: IconName }> = {
  saved: { words: 'All changes saved', icon: 'check-circle' },
  saving: { words: 'Saving...', icon: 'clock' },
  connecting: { words: 'Trying to connect...', icon: 'alert' },
};

/** Whether the server's copy is up to date. */
export function SaveStatus({ autosave }: { autosave: Autosave }) {
  const state = useStore(autosave.state);
  const { words, icon } = shown[state];
  return (
    <p className={classes.status} data-state={state} role={state === 'connecting' ? 'alert' : undefined}>
      <Icon name={icon} size="sm" />
      {words}
    </p>
  );
}
