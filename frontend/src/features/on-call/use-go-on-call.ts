import { useMe } from '@/session/me';

import { checkInOf, choosesNotifications, restoredSettings } from './duty';
import { useDutyChange } from './queries';
import { turnOnSound } from './turn-on-sound';

export interface ShiftOfLine {
  readonly lineId: number;
  /** Whether it is for all notifications, or for escalations only. */
  readonly primary: boolean;
}

/**
 * Goes on call for a shift with the role and the phone number of the last time; with `verifiedPhone` (null for none) if the user has never
 * given a number.
 */
export function useGoOnCall(verifiedPhone: string | null = null) {
  const me = useMe();
  const change = useDutyChange();
  const linesOf = (lineId: number) => me.activeServiceLines.filter(({ id }) => id === lineId);
  /** What the shift means on a line that does not distinguish escalations, too. */
  const isPrimary = ({ lineId, primary }: ShiftOfLine) => primary || !choosesNotifications(linesOf(lineId)[0]);
  /** False if something has to be asked first. */
  const go = (shift: ShiftOfLine, onSuccess?: () => void): boolean => {
    if (change.isPending) return true;
    const settings = restoredSettings(me, linesOf(shift.lineId));
    const phoneNumber = settings.phoneNumber || (verifiedPhone ?? '');
    const wanted = checkInOf({ ...settings, phoneNumber, primary: isPrimary(shift) });
    if (wanted === null) return false;
    // During the press, because browsers allow sound only then.
    turnOnSound(me.id);
    change.mutate(wanted, { onSuccess });
    return true;
  };
  return { me, change, linesOf, isPrimary, go };
}
