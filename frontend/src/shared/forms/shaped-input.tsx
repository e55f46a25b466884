import { TextInput, type TextInputProps } from '@mantine/core';

import { type ShapedText, type TypedEdit, wholeText } from '@/shared/lib/typed-edit';

export interface ShapedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onPaste'> {
  value: string;
  /** What the input shows after a change. */
  shape: (edit: TypedEdit) => ShapedText;
  /** Whether a pasted text is a complete answer, which replaces the field's text instead of being inserted. */
  isWhole: (pasted: string) => boolean;
  onText: (shaped: ShapedText) => void;
  inputRef: (element: HTMLInputElement | null) => void;
}

/** A text input that formats what is typed, pasted or filled in. */
export function ShapedInput({ value, shape, isWhole, onText, inputRef, ...input }: ShapedInputProps) {
  const take = (element: HTMLInputElement, edit: TypedEdit) => {
    const shaped = shape(edit);
    // React would put the caret at the end.
    element.value = shaped.text;
    element.setSelectionRange(shaped.caret, shaped.caret);
    onText(shaped);
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
        take(currentTarget, { before: value, head: text.slice(0, caret), tail: text.slice(caret), deleted });
      }}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text');
        if (!isWhole(pasted)) return;
        event.preventDefault();
        take(event.currentTarget, wholeText(pasted));
      }}
    />
  );
}

function deletionOf(event: Event): TypedEdit['deleted'] {
  const kind = event instanceof InputEvent ? event.inputType : '';
  if (!kind.startsWith('delete')) return null;
  return kind.endsWith('Forward') ? 'forward' : 'backward';
}
