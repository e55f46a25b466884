import { useStore } from 'zustand';

import { PagingSettingsDialog } from '@/features/contacts/paging-settings-dialog';
import { AskForNotifications } from '@/features/on-call/ask-for-notifications';
import { SoundField } from '@/features/on-call/sound-field';
import { useMe } from '@/session/me';
import { alertSound, switchSound } from '@/shared/media/alert-sound';

/** The paging settings: the user's contacts, and what this screen does. */
export function ScreenAndContacts({ onClose }: { onClose: () => void }) {
  return <PagingSettingsDialog onScreen={<OnScreen />} onClose={onClose} />;
}

function OnScreen() {
  const { id } = useMe();
  const { on } = useStore(alertSound);
  return (
    <>
      <SoundField on={on} onChange={(wanted) => void switchSound(id, wanted)} />
      <AskForNotifications />
    </>
  );
}
