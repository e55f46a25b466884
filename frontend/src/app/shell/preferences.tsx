import type { PreferencesDialogProps } from '@/features/preferences/preferences-dialog';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const callPreferences = lazyComponent(async () => (await import('./call-preferences')).CallPreferences);

/** The preferences, usable from anywhere. */
export function Preferences({ tab, onClose }: Pick<PreferencesDialogProps, 'tab' | 'onClose'>) {
  return (
    <Lazy component={callPreferences} onFailure={onClose}>
      {(CallPreferences) => <CallPreferences tab={tab} onClose={onClose} />}
    </Lazy>
  );
}
