import { useState } from 'react';

import { session, type StepUp, stepUp } from '@/session/state';
import { losesInput } from '@/session/sign-out';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';

import { useSignIn } from '../use-sign-in';
import classes from './step-up.module.css';

/** When this tab last left for a fresh sign-in, in milliseconds since 1970. */
const LEFT_KEY = 'wardline.step-up';
const MILLISECONDS = 1000;

/** Offers to sign in again and to come back to the same page with what was typed. */
export default function StepUpDialog({ wanted }: { wanted: StepUp }) {
  const { state, leave } = useSignIn();
  const [isRepeated] = useState(
    () => Date.now() - Number(sessionStorage.getItem(LEFT_KEY)) < wanted.maxAge * MILLISECONDS,
  );
  const subject = session.getState()?.profile.sub;
  const confirm = () => {
    sessionStorage.setItem(LEFT_KEY, String(Date.now()));
    const { pathname, search, hash } = window.location;
    leave({ returnTo: `${pathname}${search}${hash}`, fresh: wanted });
  };
  return (
    <ConfirmDialog
      opened
      title="Sign In Again?"
      cancelLabel="Not Now"
      confirmLabel="Sign In Again"
      busy={state === 'leaving'}
      onCancel={() => stepUp.setState(null, true)}
      onConfirm={confirm}
    >
      <p className={classes.text}>
        {isRepeated ? REPEATED : 'This needs a fresh sign-in. Nothing was saved or sent yet.'}
      </p>
      <p className={classes.text}>
        {subject !== undefined && losesInput(subject)
          ? 'Some of what you typed cannot be stored. Copy it before you sign in again.'
          : 'You come back to this page, and what you typed is still here. Then press the button again.'}
      </p>
      {state === 'failed' && <p role="alert">The sign-in service cannot be reached. Try again.</p>}
    </ConfirmDialog>
  );
}

const REPEATED =
  'You have just signed in again, but the sign-in service did not confirm that this was a fresh sign-in. If it happens again, contact the help desk.';
