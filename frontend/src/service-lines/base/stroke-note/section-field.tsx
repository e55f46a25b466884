import type { Control } from 'react-hook-form';

import { messages } from '@/api/contract/messages.gen';
import { strokeNote } from '@/api/contract/stroke-note.gen';
import { RichTextField } from '@/shared/forms/rich-text/rich-text-field';

import { textsFor } from './inserted-texts';

export interface SectionFieldProps {
  control: Control;
  name: string;
  label: string;
  required?: boolean;
  disabled?: boolean;
}

/** A rich text field of the note, with buttons that insert canned sentences. */
export function SectionField(props: SectionFieldProps) {
  return (
    <RichTextField
      {...props}
      limit={strokeNote.sectionLimit}
      cap={strokeNote.sectionCap}
      capMessage={messages.SECTION_TOO_LONG}
      actions={textsFor(props.name)}
    />
  );
}
