import { CameraPads } from './camera-pad';
import { CameraQuestion } from './camera-question';
import classes from './in-call.module.css';
import type { OtherAttendee } from './media-link';
import { ShareBar } from './share-bar';

/** What is going on in the call that the user can answer, steer or stop. */
export function CallBars({ others }: { others: readonly OtherAttendee[] }) {
  return (
    <div className={classes.going}>
      <CameraQuestion />
      <CameraPads others={others} />
      <ShareBar />
    </div>
  );
}
