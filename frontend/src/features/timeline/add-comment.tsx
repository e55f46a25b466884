import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { useContractForm } from '@/api/contract-form';
import { ChangedSinceError, isApiError, mayHaveSucceeded } from '@/api/errors';
import { showServerErrors } from '@/api/show-server-errors';
import { retryAdvice } from '@/drafts/retry-advice';
import { Form } from '@/shared/forms/form';
import { SubmitButton } from '@/shared/forms/submit-button';
import { TextAreaField } from '@/shared/forms/text-field';
import { useDraft } from '@/drafts/use-draft';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useShortcuts } from '@/shared/hooks/use-shortcuts';
import { Banner } from '@/shared/ui/banner';
import { toastSuccess } from '@/shared/ui/toasts';

import { type NewComment, useAddComment } from './queries';
import classes from './timeline.module.css';

export interface AddCommentProps {
  consultId: string;
  /** Whether the server would accept a comment now. If not, the card stays only while it holds unsent text. */
  allowed: boolean;
  /** Offers to alert the providers on call immediately. */
  mayAlert: boolean;
}

const ADD = 'Add Comment';
const CONFLICT = 409;
const empty: NewComment = { message: '', alert: false };

/** Adds a comment. The text stays until the server has it, even if the consult is closed in the meantime. */
export function AddComment({ consultId, allowed, mayAlert }: AddCommentProps) {
  const form = useContractForm<NewComment>('AddComment', { defaultValues: empty });
  const { control, getValues, reset, setFocus } = form;
  const { isSubmitting } = form.formState;
  const unsent = useWatch({ control, name: 'message' }).trim() !== '';
  useDraft(form, `consult/${consultId}/comment`, { dirty: unsent, onDiscard: () => reset(empty) });
  const { mutateAsync } = useAddComment(consultId);
  const mobile = useIsMobile();
  const focusComment = { key: 'c', label: 'Add a comment', run: () => setFocus('message') };
  useShortcuts('Consult', allowed && !mobile ? [focusComment] : []);

  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const add = async (comment: NewComment) => {
    const sent = getValues();
    setFailed(null);
    try {
      await mutateAsync(comment);
      reset(unsentOf(getValues(), sent));
      toastSuccess('Update created');
    } catch (failure) {
      if (!showServerErrors(form, failure)) setFailed({ failure });
    }
  };
  if (!allowed && !unsent) return null;
  return (
    <section className={classes.card} aria-label="Add Comment">
      <Form form={form} onSubmit={add} open>
        <Stack gap="sm">
          {!allowed && <ClosedBanner onDiscard={() => reset(empty)} />}
          <TextAreaField
            control={control}
            name="message"
            label="Add Comment"
            limit={constants.COMMENT_LIMIT}
            required
          />
          {mayAlert && (
            <Controller
              control={control}
              name="alert"
              render={({ field: { value, onChange, ...field } }) => (
                <Checkbox {...field} checked={value} onChange={onChange} label="Urgent notify" />
              )}
            />
          )}
          {failed !== null && allowed && unsent && <NotSent {...failed} />}
          {allowed && (
            <Group justify="flex-end">
              <SubmitButton label={ADD} busy={isSubmitting} />
            </Group>
          )}
        </Stack>
      </Form>
    </section>
  );
}

/** Reports whether the comment was sent. */
function NotSent({ failure }: { failure: unknown }) {
  if (failure instanceof ChangedSinceError) {
    return (
      <Banner tone="danger" announce="alert" title="Your earlier comment may have been sent.">
        <p>
          The server did not confirm it, and you have changed the text since. Check the timeline for the first comment.
          Press {ADD} again to send this one as well.
        </p>
      </Banner>
    );
  }
  const unknown = mayHaveSucceeded(failure);
  const isFinal = isApiError(failure, CONFLICT);
  return (
    <Banner tone="danger" title={unknown ? 'Your comment may not have been sent.' : 'Your comment was not sent.'}>
      <p>{unknown || isFinal ? retryAdvice(failure, ADD) : `It is safe to press ${ADD} again.`}</p>
    </Banner>
  );
}

/** Text typed while the comment was being sent becomes the next comment. */
function unsentOf(now: NewComment, sent: NewComment): NewComment {
  const message = now.message.startsWith(sent.message) ? now.message.slice(sent.message.length) : now.message;
  return { message: message.trimStart(), alert: now.alert && !sent.alert };
}

function ClosedBanner({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Banner
      tone="warning"
      announce="alert"
      actions={
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      <p>The consult was closed before this comment was sent. Copy what you still need.</p>
    </Banner>
  );
}
