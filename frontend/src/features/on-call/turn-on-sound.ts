import { alertSound, switchSound } from '@/shared/media/alert-sound';
import { toastInfo } from '@/shared/ui/toasts';

/** Who goes on call hears what waits; they are told where to change that. Must be called from a click, because browsers allow sound only then. */
export function turnOnSound(userId: number) {
  if (!alertSound.getState().on) toastInfo('Sound is on for what waits for you. You can change it in Paging Settings.');
  void switchSound(userId, true);
}
