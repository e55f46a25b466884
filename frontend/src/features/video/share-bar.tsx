import { Button } from '@mantine/core';
import { useStore } from 'zustand';

import { attendeeName } from './attendee-name';

import { forgetReplacement, stopSharing } from './in-call';
import { inCall } from './in-call-view';
import classes from './in-call.module.css';

const sharedWords = { screen: 'You are sharing your screen.', image: 'You are sharing an image.' } as const;

/** Whether this window shares something, and who has taken its turn. */
export function ShareBar() {
  const { sharing, replacedBy, unseenBy } = useStore(inCall);
  if (sharing !== null) {
    const names = unseenBy.map(attendeeName).join(', ');
    return (
      <div className={classes.share} role="status">
        <p>
          {sharedWords[sharing]}
          {names !== '' && ` ${names} cannot see it before reloading the page.`}
        </p>
        <Button size="compact-sm" variant="default" onClick={stopSharing}>
          Stop Sharing
        </Button>
      </div>
    );
  }
  if (replacedBy === null) return null;
  return (
    <div className={classes.share} role="status">
      <p>{attendeeName(replacedBy)} is sharing now. Yours has ended.</p>
      <Button size="compact-sm" variant="default" onClick={forgetReplacement}>
        Close
      </Button>
    </div>
  );
}
