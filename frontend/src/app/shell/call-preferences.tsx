import { PreferencesDialog, type PreferencesDialogProps } from '@/features/preferences/preferences-dialog';
import { switchToChosenDevice } from '@/features/video/call';

/** The preferences; an active call uses a newly chosen device at once. */
export function CallPreferences(props: Omit<PreferencesDialogProps, 'onChosen'>) {
  return <PreferencesDialog {...props} onChosen={switchToChosenDevice} />;
}
