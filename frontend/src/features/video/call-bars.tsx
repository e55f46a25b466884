import type { ReactNode } from 'react';

import { CameraPads } from './camera-pad';
import { CameraQuestion } from './camera-question';
import classes from './in-call.module.css';
import type { OtherAttendee } from './media-link';
import { ShareBar } from './share-bar';

/** What is going on in the call that the user can answer, steer or stop, before what does not work. */
export function CallBars({ others, children }: { others: readonly OtherAttendee[]; children: ReactNode }) {
  return (
    <div className={classes.going}>
      <CameraQuestion />
      <CameraPads others={others} />
      <ShareBar />
      {children}
    </div>
  );
}
