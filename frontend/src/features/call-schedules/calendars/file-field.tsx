import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { constants } from '@/api/contract/constants.gen';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { asText, type FieldProps, useField } from '@/shared/forms/use-field';

import { problemWords } from './words';

/** What every calendar begins with; another file may be of any size and kind. */
const BEGIN = /^\s*BEGIN:VCALENDAR/i;

interface FileFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** What is wrong with the chosen file, which is not read then; null for nothing. */
  onFault: (message: string | null) => void;
}

/** A calendar's file; the value is its text. */
export function FileField<V extends FieldValues>(props: FileFieldProps<V>) {
  const { onFault } = props;
  const { ref, ...field } = useField(props);
  const [name, setName] = useState<string | null>(null);
  const read = async (file: File | null) => {
    if (file === null) return;
    const isTooLarge = file.size > constants.CALENDAR_LIMIT;
    const text = isTooLarge ? '' : await file.text();
    const fault = isTooLarge ? 'tooLarge' : BEGIN.test(text) ? null : 'notACalendar';
    // Line ends of two characters would be four in the request.
    field.set(fault === null ? text.replaceAll('\r\n', '\n') : '');
    onFault(fault === null ? null : problemWords(fault));
    setName(file.name);
  };
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Group gap="sm">
        <FileButton accept=".ics,text/calendar" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              id={field.id}
              ref={ref}
              disabled={field.readOnly}
              data-invalid={field.error !== undefined || undefined}
            >
              {asText(field.value) === '' ? 'Choose File' : 'Choose Another File'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {name}
        </Text>
      </Group>
    </FieldGroup>
  );
}
