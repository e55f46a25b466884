import { currentPlace } from '../call';
import type { CallView } from '../call-view';
import { GuestsDialog } from './guests-dialog';

/** Invites people without an account to the call that this window is in. */
export function GuestsOfCall({ view, onClose }: { view: CallView; onClose: () => void }) {
  const meetingId = currentPlace()?.meeting.meetingId;
  if (meetingId === undefined) return null;
  return <GuestsDialog of={{ meetingId, consultId: view.about.consultId }} onClose={onClose} />;
}
