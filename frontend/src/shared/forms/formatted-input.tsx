import { TextInput, type TextInputProps } from '@mantine/core';

import { type FormattedText, type TypedEdit, wholeText } from '@/shared/lib/typed-edit';

export interface FormattedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onPaste'> {
  value: string;
  /** What the input shows after a change. */
  format: (edit: TypedEdit) => FormattedText;
  /** Whether a pasted text is a complete value, which replaces the field's text instead of being inserted. */
  isComplete: (pasted: string) => boolean;
  onText: (formatted: FormattedText) => void;
  inputRef: (element: HTMLInputElement | null) => void;
}

/** A text input that formats what is typed, pasted or filled in. */
export function FormattedInput({ value, format, isComplete, onText, inputRef, ...input }: FormattedInputProps) {
  const applyEdit = (element: HTMLInputElement, edit: TypedEdit) => {
    const formatted = format(edit);
    // React would put the caret at the end.
    element.value = formatted.text;
    element.setSelectionRange(formatted.caret, formatted.caret);
    onText(formatted);
  };
  return (
    <TextInput
      {...input}
      ref={inputRef}
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const text = currentTarget.value;
        const caret = currentTarget.selectionStart ?? text.length;
        const deleted = deletionOf(nativeEvent);
        applyEdit(currentTarget, { before: value, head: text.slice(0, caret), tail: text.slice(caret), deleted });
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (!isComplete(pasted)) return;
        event.preventDefault();
        applyEdit(event.currentTarget, wholeText(pasted));
      }}
    />
  );
}

function deletionOf(event: Event): TypedEdit['deleted'] {
  const kind = event instanceof InputEvent ? event.inputType : '';
  if (!kind.startsWith('delete')) return null;
  return kind.endsWith('Forward') ? 'forward' : 'backward';
}
