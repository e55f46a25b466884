import { Loader, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { isFields } from '@/api/rules';
import { showServerErrors } from '@/api/show-server-errors';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';

import type { RequestFormProps } from '../request-form';
import classes from './request-form.module.css';
import type { RequestFormState, RequestValues } from './use-request-form';

export interface RequestFormFrameProps<V extends RequestValues> extends RequestFormProps {
  state: RequestFormState<V>;
  /** Whether Emergency is available for the current answers; defaults to what the contract says. */
  emergency?: boolean;
  /** The line's questions, the bedside phone number last. */
  children: ReactNode;
}

/** The button that was pressed last; it shows that the request is being sent. */
type Pressed = 'emergency above' | 'emergency below' | 'done';

/** The frame of every line's request form. If the line has Emergency, the button is above the questions, and again below them beside Done. */
export function RequestFormFrame<V extends RequestValues>(props: RequestFormFrameProps<V>) {
  const { contract, onSubmit, notice, children, emergency = contract.allowsEmergency } = props;
  const { form, submitAs } = props.state;
  const { isSubmitting } = form.formState;
  const [pressed, setPressed] = useState<Pressed>('done');
  const send = async (request: V) => {
    try {
      await onSubmit(isFields(request) ? request : {});
    } catch (failure) {
      showServerErrors(form, failure);
    }
  };
  const submitFrom = (button: Pressed) => {
    setPressed(button);
    submitAs(button === 'done' ? 'request' : 'emergency');
    if (button !== 'done') void form.handleSubmit(send)();
  };
  const buttonProps = (button: Pressed) => ({
    busy: isSubmitting && pressed === button,
    disabled: isSubmitting,
    miw: 140,
    loaderProps: { children: <Sending /> },
  });
  const emergencyButton = (button: Pressed) => (
    <SubmitButton label="Emergency" color="red" onPress={() => submitFrom(button)} {...buttonProps(button)} />
  );
  return (
    // Done and Enter submit the form natively; Emergency does not.
    <div onSubmitCapture={() => submitFrom('done')}>
      <Form form={form} onSubmit={send}>
        <Stack gap="lg">
          {emergency && (
            <div className={classes.emergency}>
              <p>In an emergency, only your callback number is required. You can skip all other questions.</p>
              {emergencyButton('emergency above')}
            </div>
          )}
          {children}
          {notice}
          <div className={classes.end}>
            {emergency && emergencyButton('emergency below')}
            <div className={classes.done}>
              <SubmitButton label="Done" {...buttonProps('done')} />
            </div>
          </div>
        </Stack>
      </Form>
    </div>
  );
}

/** Replaces the button's label while its request is pending. */
function Sending() {
  return (
    <span className={classes.sending}>
      <Loader size="1.125rem" color="currentColor" />
      Sending…
    </span>
  );
}
