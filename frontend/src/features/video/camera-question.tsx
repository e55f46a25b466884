import { Button } from '@mantine/core';
import { useId } from 'react';
import { useStore } from 'zustand';

import { attendeeName } from './attendee-name';

import type { Question } from './camera-control';
import { answerQuestion, takeControlBack } from './in-call';
import { inCall } from './in-call-view';
import classes from './in-call.module.css';

const questions = {
  control: { words: 'asks to move and zoom your camera in this call.', yes: 'Allow', no: 'Don’t Allow' },
  camera: { words: 'asks you to turn your camera on.', yes: 'Turn On', no: 'Not Now' },
} as const;

/** What someone asks about this window's camera, and who may aim it. */
export function CameraQuestion() {
  const { question, controllers, turnedOnBy } = useStore(inCall);
  return (
    <>
      {turnedOnBy !== null && (
        <p className={classes.hint} role="status">
          {attendeeName(turnedOnBy)} has turned the camera on.
        </p>
      )}
      {controllers.length > 0 && (
        <div className={classes.share} role="status">
          <p>{controllers.map(attendeeName).join(', ')} can move this camera.</p>
          <Button size="compact-sm" variant="default" onClick={takeControlBack}>
            Stop
          </Button>
        </div>
      )}
      {question !== null && <OpenQuestion question={question} />}
    </>
  );
}

function OpenQuestion({ question: { from, ask } }: { question: Question }) {
  const id = useId();
  const { words, yes, no } = questions[ask];
  return (
    <div className={classes.question} role="group" aria-labelledby={id}>
      <p id={id} role="alert">
        <strong>{attendeeName(from)}</strong> {words}
      </p>
      <Button size="compact-md" variant="default" onClick={() => answerQuestion(false)}>
        {no}
      </Button>
      <Button size="compact-md" onClick={() => answerQuestion(true)}>
        {yes}
      </Button>
    </div>
  );
}
