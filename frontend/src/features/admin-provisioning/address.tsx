import { Button, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import classes from './provisioning.module.css';

/** The address that the identity provider calls, to be copied. */
export function Address({ address }: { address: string }) {
  const { copy, copied, error } = useClipboard();
  return (
    <div>
      <div className={classes.address}>
        <TextInput
          label="Address for the identity provider"
          value={address}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="default" onClick={() => copy(address)}>
          Copy
        </Button>
      </div>
      <Text size="sm" c="dimmed" role="status" className={classes.copied}>
        {copied && 'The address was copied.'}
        {error !== null && 'The address could not be copied. Select it and copy it yourself.'}
      </Text>
    </div>
  );
}
