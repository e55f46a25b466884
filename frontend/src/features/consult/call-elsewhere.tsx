import { useConsult } from '@/consults/consult-context';
import { isClosed } from '@/consults/consult-state';
import { useCan, useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { PhoneLink } from '@/shared/ui/phone-link';

/** Tells a provider who waits in a call that they may not join. Otherwise the two could wait for each other in different rooms. */
export function CallElsewhere() {
  const consult = useConsult();
  const me = useMe();
  const mayJoinCalls = useCan('JoinChimeMeeting', 'Consult');
  // Whoever is inside stays, whatever line they go on call for.
  const isInside = consult.meetingAttendees.some(({ id }) => id === me.id);
  const canJoin = isInside || consult.allowedActions.includes('joinChime');
  const people = consult.meetingAttendees.filter(({ unattended }) => !unattended);
  if (!mayJoinCalls || canJoin || people.length === 0 || isClosed(consult)) return null;
  return (
    <Banner tone="warning" announce="status">
      <p>
        {people.map(fullName).join(', ')} {people.length === 1 ? 'is' : 'are'} in the video call. You can’t join,
        because you went on call for {me.checkinServiceLine?.name ?? 'another service line'} first. Go off call there,
        or call <PhoneLink number={consult.callbackNumber} />.
      </p>
    </Banner>
  );
}
