import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { messages } from '@/api/contract/messages.gen';
import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup } from '@/shared/forms/field-group';
import { toastSuccess } from '@/shared/ui/toasts';

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

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const [rating, setRating] = useState<number | null>(null);
  const [feedback, setFeedback] = useState('');
  const [asked, setAsked] = useState(false);
  const { mutate, isPending } = useMutation(giveFeedbackMutation);
  const id = useId();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setAsked(true);
    if (rating === null) return;
    mutate(
      { rating, feedback: feedback.trim() },
      {
        onSuccess: () => {
          toastSuccess('Thank you for your feedback');
          onClose();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Provide Feedback">
      <form onSubmit={send} noValidate>
        <FieldGroup
          id={id}
          label="How is it going?"
          required
          error={asked && rating === null ? messages.REQUIRED : undefined}
        >
          <Choices look="chips">
            {faces.map(({ word, bend }, value) => (
              <ChoiceInput
                key={word}
                type="radio"
                id={value === 0 ? id : `${id}-${value}`}
                name={id}
                checked={rating === value}
                invalid={asked && rating === null}
                label={
                  <>
                    <Face bend={bend} /> {word}
                  </>
                }
                onToggle={() => setRating(value)}
                onBlur={() => undefined}
              />
            ))}
          </Choices>
        </FieldGroup>
        <Textarea
          mt="md"
          label="What should we know?"
          autosize
          minRows={3}
          maxLength={constants.SHORT_TEXT_LIMIT}
          value={feedback}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Send
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
