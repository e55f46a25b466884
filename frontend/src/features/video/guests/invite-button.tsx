import { useState } from 'react';

import { currentPlace } from '../call';
import classes from '../call-overlay.module.css';
import type { CallView } from '../call-view';
import { ToolButton } from '../tool-button';
import { GuestsDialog } from './guests-dialog';

/** Invites people without an account to the call that this window is in. */
export function InviteButton({ view }: { view: CallView }) {
  const [opened, setOpened] = useState(false);
  const meetingId = currentPlace()?.meeting.meetingId;
  return (
    <>
      <div className={classes.seldom}>
        <ToolButton label="Invite Guest" icon="user" onPress={() => setOpened(true)} />
      </div>
      {opened && meetingId !== undefined && (
        <GuestsDialog of={{ meetingId, consultId: view.about.consultId }} onClose={() => setOpened(false)} />
      )}
    </>
  );
}
