import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import classes from './copy-field.module.css';

export interface CopyFieldProps {
  label: string;
  description: string;
  /** What the value is, in a sentence: "link", "address". */
  what: string;
  value: string;
}

/** Shows a value that is not shown again, selected, to be copied. */
export function CopyField({ label, description, what, value }: CopyFieldProps) {
  const { copy, copied, error } = useClipboard();
  return (
    <Stack gap="xs">
      <div className={classes.field}>
        <TextInput
          className={classes.input}
          label={label}
          description={description}
          value={value}
          readOnly
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={() => copy(value)}>Copy</Button>
      </div>
      <Text size="sm" c="dimmed" role="status">
        {copied && `The ${what} was copied.`}
        {error !== null && `The ${what} could not be copied. Select it and copy it yourself.`}
      </Text>
    </Stack>
  );
}
