import { useConsult } from '@/consults/consult-context';
import { isClosed } from '@/consults/consult-state';
import { useCan, useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { PhoneLink } from '@/shared/ui/phone-link';

/**
 * Tells a provider, who may join calls of the line only that they went on call for first, that someone waits in the call of this consult,
 * who would otherwise wait there while the provider is in another room.
 */
export function CallElsewhere() {
  const consult = useConsult();
  const me = useMe();
  const mayJoinCalls = useCan('JoinChimeMeeting', 'Consult');
  const waiting = consult.meetingAttendees.filter(({ id }) => id !== me.id);
  if (!mayJoinCalls || consult.allowedActions.includes('joinChime') || waiting.length === 0 || isClosed(consult))
    return null;
  return (
    <Banner tone="warning" announce="status">
      <p>
        In the video call: {waiting.map(fullName).join(', ')}. You cannot join it, because you are on call for{' '}
        {me.checkinServiceLine?.name ?? 'another service line'} first. Go off call there, or call{' '}
        <PhoneLink number={consult.callbackNumber} />.
      </p>
    </Banner>
  );
}
