import { Button, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useTypedInput } from '@/shared/hooks/use-typed-input';
import { toastSuccess } from '@/shared/ui/toasts';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import { giveFeedbackMutation } from './queries';

/** Five faces from 0 to 4; each carries its word. The mouth bends by so many units. */
const faces = [
  { word: 'Very bad', bend: -4 },
  { word: 'Bad', bend: -2 },
  { word: 'Fair', bend: 0 },
  { word: 'Good', bend: 2 },
  { word: 'Very good', bend: 4 },
];

function Face({ bend }: { bend: number }) {
  const corner = 15 - bend / 2;
  return (
    <svg
      viewBox="0 0 24 24"
      width={22}
      height={22}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      aria-hidden="true"
    >
      <path
        strokeLinecap="round"
        d={`M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9.5v.5m6-.5v.5M8 ${corner}q4 ${bend} 8 0`}
      />
    </svg>
  );
}

const options = faces.map(({ word, bend }, value) => ({
  value,
  label: (
    <>
      <Face bend={bend} /> {word}
    </>
  ),
}));

interface Values {
  rating: number | '';
  feedback: string;
}

const unanswered: Values = { rating: '', feedback: '' };

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm<Values>('GiveFeedback', { defaultValues: unanswered });
  const { mutateAsync: give } = useMutation(giveFeedbackMutation);
  const { isDirty, isSubmitting } = form.formState;
  useTypedInput(form, 'feedback');

  const send = async ({ rating, feedback }: Values) => {
    if (rating === '') return;
    try {
      await give({ rating, feedback });
      toastSuccess('Thank you for your feedback');
      onClose();
    } catch (failure) {
      showServerErrors(form, failure);
    }
  };
  // What is on its way may come back.
  const close = () => {
    if (!isSubmitting) onClose();
  };
  return (
    <Modal opened onClose={close} title="Provide Feedback" closeOnClickOutside={false} closeOnEscape={!isDirty}>
      <Form form={form} onSubmit={send}>
        <Stack gap="md">
          <SingleChoiceField
            control={form.control}
            name="rating"
            label="How is it going?"
            options={options}
            required
            data-autofocus
          />
          <TextAreaField
            control={form.control}
            name="feedback"
            label="What should we know?"
            limit={constants.SHORT_TEXT_LIMIT}
          />
          <DialogFoot>
            <Button variant="default" onClick={close} disabled={isSubmitting}>
              Cancel
            </Button>
            <SubmitButton label="Send" busy={isSubmitting} />
          </DialogFoot>
        </Stack>
      </Form>
    </Modal>
  );
}
