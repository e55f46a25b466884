import { Button, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';

import { choices } from '@/api/contract/choices/contacts.gen';
import type { ContactRead, VerificationRead } from '@/api/generated/types.gen';

import { useSinglePress } from '@/shared/hooks/use-single-press';

import classes from './contacts.module.css';
import { useSendCode, useVerify } from './queries';
import { progressOf } from './words';

const CODE_LENGTH = 6;

/** The form for the code that was sent. A device needs none: it confirms by itself that a push has arrived. */
export function VerifyContact({ contact: { id, kind, label, lastCode } }: { contact: ContactRead }) {
  const [code, setCode] = useState('');
  const { mutate: verify, data: result, isPending, reset } = useVerify(id);
  const send = useSendCode(id);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (code.length === CODE_LENGTH) verify(code);
  };
  const sendAgain = useSinglePress(() => {
    setCode('');
    reset();
    send.mutate();
  });
  return (
    <form className={classes.verify} onSubmit={submit}>
      {kind !== 'push' && (
        <>
          <TextInput
            label="Code"
            aria-label={`Code for ${label}`}
            className={classes.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            error={faultOf(result)}
            onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
          />
          <Button type="submit" loading={isPending} disabled={code.length < CODE_LENGTH}>
            Verify
          </Button>
        </>
      )}
      <Button variant="default" loading={send.isPending} onClick={sendAgain}>
        {kind === 'push' ? 'Try Again' : 'Send New Code'}
      </Button>
      <Text size="sm" c="dimmed" role="status" className={classes.progress}>
        {lastCode !== null && `${kind === 'push' ? 'Confirmation' : 'Code'}: ${progressOf(lastCode)}`}
      </Text>
    </form>
  );
}

function faultOf(result: VerificationRead | undefined): string | undefined {
  if (result === undefined || result.result === 'verified') return undefined;
  const words = choices.VerificationResult.find(({ value }) => value === result.result)?.label ?? '';
  return result.triesLeft === 0
    ? words
    : `${words} ${result.triesLeft} ${result.triesLeft === 1 ? 'try' : 'tries'} left.`;
}
