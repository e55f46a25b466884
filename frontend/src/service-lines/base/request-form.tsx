import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { isFields } from '@/api/rules';
import { showServerErrors } from '@/api/show-server-errors';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { useFocusFirstError } from '@/shared/forms/use-focus-first-error';

import type { RequestFormProps } from '../request-form';
import classes from './request-form.module.css';
import type { RequestFormState, RequestValues } from './use-request-form';

export interface RequestFormFrameProps<V extends RequestValues> extends RequestFormProps {
  state: RequestFormState<V>;
  /** Whether Emergency is offered as the form stands now; where left out, as the contract says. */
  emergency?: boolean;
  /** The line's questions, the bedside phone number last. */
  children: ReactNode;
}

/** The frame of every line's request: Emergency above the questions where the line has it, Done below them. */
export function RequestFormFrame<V extends RequestValues>(props: RequestFormFrameProps<V>) {
  const { contract, onSubmit, notice, children, emergency = contract.allowsEmergency } = props;
  const { form, submitsAs } = props.state;
  const { isSubmitting } = form.formState;
  const region = useFocusFirstError(form);
  const send = async (request: V) => {
    try {
      await onSubmit(isFields(request) ? request : {});
    } catch (failure) {
      showServerErrors(form, failure);
    }
  };
  const sendAsEmergency = () => {
    submitsAs('emergency');
    void form.handleSubmit(send)();
  };
  return (
    // Done and Enter submit the form itself, Emergency does not.
    <div ref={region} onSubmitCapture={() => submitsAs('request')}>
      <Form form={form} onSubmit={send}>
        <Stack gap="lg">
          {emergency && (
            <div className={classes.emergency}>
              <p>In an emergency give your callback number only; every other question may be skipped.</p>
              <Button color="red" disabled={isSubmitting} onClick={sendAsEmergency}>
                Emergency
              </Button>
            </div>
          )}
          {children}
          {notice}
          <div className={classes.end}>
            <SubmitButton label="Done" busy={isSubmitting} />
          </div>
        </Stack>
      </Form>
    </div>
  );
}
