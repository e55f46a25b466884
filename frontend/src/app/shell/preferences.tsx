import type { PreferencesDialogProps } from '@/features/preferences/preferences-dialog';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { openPagingSettings } from './paging-settings';

const callPreferences = lazyComponent(async () => (await import('./call-preferences')).CallPreferences);

/** The preferences, usable from anywhere. */
export function Preferences({ tab, onClose }: Pick<PreferencesDialogProps, 'tab' | 'onClose'>) {
  const openPaging = () => {
    onClose();
    openPagingSettings();
  };
  return (
    <Lazy component={callPreferences} onFailure={onClose}>
      {(CallPreferences) => <CallPreferences tab={tab} onOpenPaging={openPaging} onClose={onClose} />}
    </Lazy>
  );
}
