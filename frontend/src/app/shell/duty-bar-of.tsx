import { useQuery } from '@tanstack/react-query';

import type { ContactRead, DutyNoticeRead } from '@/api/generated/types.gen';
import { contactsQuery, isReachable } from '@/features/contacts/queries';
import { DutyBar } from '@/features/duty-notices/duty-bar';
import { useGoOnCall } from '@/features/on-call/use-go-on-call';
import { myShiftsQuery } from '@/features/shifts/queries';
import { serverNow } from '@/shared/lib/server-clock';
import { toastSuccess } from '@/shared/ui/toasts';

import { useIsBesideNote } from './use-is-beside-note';

interface DutyBarOfProps {
  notices: readonly DutyNoticeRead[];
  onOpen: (path: string) => void;
}

/** The user's notices of duty, which let them go on call for a shift that has begun with one press. */
export function DutyBarOf({ notices, onOpen }: DutyBarOfProps) {
  const isLine = useIsBesideNote();
  const isCalled = notices.some((notice) => notice.goesOnCallFor !== null);
  const contacts = useQuery({ ...contactsQuery, enabled: isCalled });
  const { me, change, linesOf, go } = useGoOnCall(verifiedPhoneIn(contacts.data?.contacts ?? []));
  const shifts = useQuery({ ...myShiftsQuery, enabled: isCalled });
  const runs = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
    Date.parse(startsAt) <= serverNow() && serverNow() < Date.parse(endsAt);
  const press = ({ goesOnCallFor: lineId, path }: DutyNoticeRead) => {
    if (lineId === null) return;
    const current = (shifts.data ?? []).filter((shift) => shift.serviceLineId === lineId && runs(shift));
    // As long as it is not known to be for escalations only, the user is told of everything.
    const primary = current.length === 0 || current.some((shift) => shift.primary);
    const [line] = linesOf(lineId);
    const isAsked =
      line === undefined ||
      me.checkedInLineIds.includes(lineId) ||
      !go({ lineId, primary }, () => toastSuccess(`You are on call for ${line.name}.`));
    // The page says what keeps them from it, or asks for what is missing.
    if (isAsked) onOpen(path);
  };
  return <DutyBar notices={notices} onOpen={onOpen} onGoOnCall={press} isGoing={change.isPending} isLine={isLine} />;
}

/** Calls and texts have the same kind of number; who can be called is preferred. */
function verifiedPhoneIn(contacts: readonly ContactRead[]): string | null {
  const verified = contacts.filter(isReachable);
  const phone = ['call', 'text'].flatMap((kind) => verified.filter((contact) => contact.kind === kind)).at(0);
  return phone?.address ?? null;
}
