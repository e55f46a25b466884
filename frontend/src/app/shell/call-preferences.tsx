import { canBePaged } from '@/features/contacts/queries';
import { PreferencesDialog, type PreferencesDialogProps } from '@/features/preferences/preferences-dialog';
import { switchToChosenDevice } from '@/features/video/call';
import { useMe } from '@/session/me';

/** The preferences; an active call uses a newly chosen device at once. Users who can be paged get to their paging settings. */
export function CallPreferences({ onOpenPaging, ...props }: Omit<PreferencesDialogProps, 'onChosen'>) {
  const paged = canBePaged(useMe());
  return (
    <PreferencesDialog {...props} onOpenPaging={paged ? onOpenPaging : undefined} onChosen={switchToChosenDevice} />
  );
}
