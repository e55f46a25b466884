import { connection, onEvent } from '@/api/socket';
import { session, signedOut } from '@/session/state';

import type { CallPart } from './call-part';
import { requestsOfUser } from './queries';
import { saveInterruption } from './saved-call';

/** A call of the signed-in user. */
export function partOfUser(consultId: string): CallPart {
  return {
    requests: requestsOfUser(consultId),
    saveInterruption,
    onEnded: () => undefined,
    follow: (call) => [
      onEvent('meeting:signalled', ({ meetingId }) => {
        if (meetingId === call.meetingId()) call.pollSoon();
      }),
      onEvent('consult:meeting-changed', (event) => {
        if (event.consultId === consultId) call.pollSoon();
      }),
      // Either can mean that the user has lost access.
      onEvent('user:updated', () => call.pollSoon()),
      connection.subscribe(() => {
        if (connection.getState().status === 'lost') call.pollSoon();
      }),
      // Before the token is gone, so that the other attendees are notified.
      signedOut.subscribe(() => {
        if (signedOut.getState() !== null) call.end();
      }),
      session.subscribe(() => {
        if (session.getState() === null) call.close();
      }),
    ],
  };
}
