import { Input } from '@mantine/core';
import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import { useStore } from 'zustand';
import { isRichText, visibleLength } from '@/shared/lib/rich-text';

import { Counter } from '../counter';
import formClasses from '../form.module.css';
import { type Field, type FieldProps, useField } from '../use-field';
import { Editor, type EditorSettings } from './editor';
import classes from './rich-text-field.module.css';
import { Toolbar, type ToolbarAction } from './toolbar';

export interface RichTextFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The maximum number of characters that the form accepts. More can be typed; the counter is shown near the limit. */
  limit: number;
  /** The maximum stored length; more cannot be typed. */
  cap: number;
  /** Shown when a change was rejected because of the cap. */
  capMessage: string;
  /** Buttons that add text. */
  actions?: readonly ToolbarAction[];
}

const NO_ACTIONS: readonly ToolbarAction[] = [];

/** Several lines of text with bullets and emphasis. */
export function RichTextField<V extends FieldValues>(props: RichTextFieldProps<V>) {
  const { label, description, cap, capMessage, required = false, disabled = false, actions = NO_ACTIONS } = props;
  const { ref, ...field } = useField(props);
  const editor = useEditor(field, { cap, editable: !disabled });
  const attach = useCallback(
    (element: HTMLElement | null) => {
      ref(element);
      return editor.attach(element);
    },
    [ref, editor],
  );
  return (
    <div>
      <Frame
        id={field.id}
        editor={editor}
        label={label}
        description={description}
        error={disabled ? undefined : field.error}
        required={required}
        disabled={disabled}
        capMessage={capMessage}
        actions={actions}
        autoFocus={props['data-autofocus']}
        onBlur={field.onBlur}
        attach={attach}
      />
      <Counter length={isRichText(field.value) ? visibleLength(field.value) : 0} limit={props.limit} />
    </div>
  );
}

interface FrameProps {
  id: string;
  editor: Editor;
  label: string;
  description: ReactNode;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
  capMessage: string;
  actions: readonly ToolbarAction[];
  autoFocus: boolean | undefined;
  onBlur: () => void;
  attach: (element: HTMLElement | null) => (() => void) | undefined;
}

/** The field without its text, which the editor shows: rendered when something about the field changes, not with every key. */
const Frame = memo(function Frame({
  id,
  editor,
  label,
  description,
  error,
  required,
  disabled,
  capMessage,
  actions,
  autoFocus,
  onBlur,
  attach,
}: FrameProps) {
  const rejected = useStore(editor.rejected);
  const ids = { label: `${id}-label`, description: `${id}-description`, error: `${id}-error` };
  const described = [description !== undefined && ids.description, error !== undefined && ids.error];
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: ids.label, onClick: () => editor.focus() }}
      description={description}
      descriptionProps={{ id: ids.description }}
      error={error}
      errorProps={{ id: ids.error }}
      required={required}
    >
      {!disabled && <Toolbar editor={editor} label={label} controls={id} actions={actions} />}
      <div
        className={classes.text}
        id={id}
        role="textbox"
        tabIndex={disabled ? undefined : 0}
        aria-multiline
        aria-labelledby={ids.label}
        aria-describedby={described.filter((part) => part !== false).join(' ') || undefined}
        aria-required={required}
        aria-invalid={error !== undefined}
        aria-disabled={disabled}
        spellCheck
        data-autofocus={autoFocus}
        onBlur={onBlur}
        ref={attach}
      />
      <div className={formClasses.note} role="alert">
        {rejected && capMessage}
      </div>
    </Input.Wrapper>
  );
});

type EditedField = Pick<Field, 'value' | 'set' | 'readOnly'>;

function useEditor({ value, set, readOnly }: EditedField, { cap, editable: enabled }: EditorSettings): Editor {
  const editable = enabled && !readOnly;
  const [editor] = useState(() => new Editor(value, { cap, editable }));
  const onTyped = useEffectEvent(set);
  useEffect(() => editor.listen((typed) => onTyped(typed)), [editor]);
  useLayoutEffect(() => editor.set({ cap, editable }), [editor, cap, editable]);
  useLayoutEffect(() => editor.show(value), [editor, value]);
  return editor;
}
