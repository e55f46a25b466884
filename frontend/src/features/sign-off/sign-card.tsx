import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { NotSaved } from '@/drafts/not-saved';
import { SubmitButton } from '@/shared/forms/submit-button';
import { isTypedName } from '@/shared/lib/typed-name';
import { DialogFooter } from '@/shared/ui/dialog-footer';

interface SignCardProps {
  /** The patient's given and family name. */
  name: string;
  busy: boolean;
  /** The failure of the last attempt; null if there is none. */
  failed: { readonly failure: unknown } | null;
  onSign: () => void;
  onClose: () => void;
}

const SIGN = 'Sign';

/** Asks the user to sign by typing the patient's name. */
export function SignCard({ name, busy, failed, onSign, onClose }: SignCardProps) {
  const [typed, setTyped] = useState('');
  const matches = isTypedName(typed, name);
  return (
    <Modal opened onClose={busy ? () => undefined : onClose} title="Sign-off Confirmation" closeOnClickOutside={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !busy) onSign();
        }}
      >
        <Stack gap="lg">
          <Text>
            Signing is final. Type the patient&apos;s name, <b>{name}</b>, to sign this note.
          </Text>
          <TextInput
            label="Patient Name"
            description="Enter it exactly as shown above, including capitalization."
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          {failed !== null && <NotSaved failure={failed.failure} button={SIGN} expected="signed" />}
          <DialogFooter>
            <Button variant="default" onClick={onClose} disabled={busy}>
              Back
            </Button>
            <SubmitButton label={SIGN} busy={busy} disabled={!matches} />
          </DialogFooter>
        </Stack>
      </form>
    </Modal>
  );
}
