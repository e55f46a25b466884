import { takeChosenDevice } from '@/features/video/call';
import type { PreferencesDialogProps } from '@/features/preferences/preferences-dialog';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const preferencesDialog = lazyComponent(
  async () => (await import('@/features/preferences/preferences-dialog')).PreferencesDialog,
);

/** The preferences, usable from anywhere; an active call applies changes at once. */
export function Preferences({ tab, onClose }: Pick<PreferencesDialogProps, 'tab' | 'onClose'>) {
  return (
    <Lazy component={preferencesDialog} onFailure={onClose}>
      {(PreferencesDialog) => <PreferencesDialog tab={tab} onClose={onClose} onChosen={takeChosenDevice} />}
    </Lazy>
  );
}
