import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { TextAreaField } from '@/shared/forms/text-field';
import { FormDialog } from '@/drafts/form-dialog';
import { Icon } from '@/shared/ui/icon';
import { toastSuccess } from '@/shared/ui/toasts';

import { giveFeedbackMutation } from './queries';

/** The rating is the index, from 0 to 4; each icon has a label. */
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
    <Group component="span" gap="2xs" wrap="nowrap">
      <Icon name={icon} /> {word}
    </Group>
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

  const send = async ({ rating, feedback }: Values) => {
    if (rating === '') return;
    await give({ rating, feedback });
    toastSuccess('Thank you for your feedback');
    onClose();
  };
  return (
    <FormDialog
      title="Provide Feedback"
      form={form}
      draftKey="feedback"
      submitLabel="Send"
      closeLabel="Cancel"
      losesInput
      onSubmit={send}
      onClose={onClose}
    >
      <SingleChoiceField
        control={form.control}
        name="rating"
        label="How is it going?"
        options={options}
        required
        data-autofocus
      />
      <TextAreaField control={form.control} name="feedback" label="Comments" limit={constants.SHORT_TEXT_LIMIT} />
    </FormDialog>
  );
}
