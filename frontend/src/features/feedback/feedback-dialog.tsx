import { Button, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { showServerErrors } from '@/api/show-server-errors';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useDraft } from '@/drafts/use-draft';
import { Icon } from '@/shared/ui/icon';
import { toastSuccess } from '@/shared/ui/toasts';
import { DialogFoot } from '@/shared/ui/dialog-foot';

import { giveFeedbackMutation } from './queries';

/** The rating is the index, from 0 to 4; each icon has its word beside it. */
const ratings = [
  { word: 'Very bad', icon: 'mood-very-bad' },
  { word: 'Bad', icon: 'mood-bad' },
  { word: 'Fair', icon: 'mood-neutral' },
  { word: 'Good', icon: 'mood-good' },
  { word: 'Very good', icon: 'mood-very-good' },
] as const;

const options = ratings.map(({ word, icon }, value) => ({
  value,
  label: (
    <>
      <Icon name={icon} /> {word}
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
  useDraft(form, 'feedback');

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
