import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { onTestFinished, vi } from 'vitest';

import { constants } from '@/api/contract/constants.gen';
import type { RuntimeConfig } from '@/api/runtime-config';
import { NoteEditor, type NoteEditorProps } from '@/features/sign-off/note-editor';
import type { Me } from '@/session/me';

import type { NoteFormProps } from '@/service-lines/define';

import { testConfig } from './config';
import { renderFeature } from './render-app';
import { shortenNotes } from './short-note-form';
import { serveNote, strokeConsult, writer } from './stroke-note';

/** Longer than a request needs to reach its handler. */
const CALL_MILLISECONDS = 50;

interface NoteOptions extends Partial<Pick<NoteEditorProps, 'consult' | 'completeType' | 'place' | 'isTalking'>> {
  content?: object;
  me?: Me;
  /** The runtime configuration. */
  config?: RuntimeConfig;
  /** The path of the line's endpoint that signs. */
  path?: string;
  /** Shows every section, for tests of their content. */
  whole?: boolean;
  /** Shown instead of all sections. */
  form?: ComponentType<NoteFormProps>;
}

/** Renders the editor while it loads; a test may change the server's responses. */
export function showNote(options: NoteOptions = {}) {
  const { content, path, me = writer, config = testConfig, whole = false, form, ...about } = options;
  if (!whole) shortenNotes(form);
  const served = serveNote(content, path);
  const onClose = vi.fn();
  const props = { consult: strokeConsult, completeType: null, draftKey: 'note', ...about };
  const open = () => renderFeature(<OpenEditor {...props} onClose={onClose} />, { me, config });
  return { ...served, onClose, open };
}

function OpenEditor(props: NoteEditorProps) {
  const [open, setOpen] = useState(true);
  const close = () => {
    props.onClose();
    setOpen(false);
  };
  return open ? <NoteEditor {...props} onClose={close} /> : <p>Closed</p>;
}

/** Renders the open editor with a stopped clock, which the test advances. */
export async function openNote(options: NoteOptions = {}) {
  stopClock();
  const shown = showNote(options);
  const view = shown.open();
  await screen.findByLabelText('NIHSS Comments');
  return { ...shown, ...view };
}

/** Stops intervals and the clock until `pass`. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2024-03-05T14:02:00Z') });
  onTestFinished(() => void vi.useRealTimers());
}

/** Advances the clock, and waits until the server has received the requests sent by then. */
export const pass = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, CALL_MILLISECONDS));
  });
export const tick = () => pass(constants.AUTOSAVE_MS);

/** Waits until the server has received this many requests, with real or stopped time. */
export const received = (requests: readonly unknown[], count: number) =>
  vi.waitFor(() => {
    if (requests.length < count) throw new Error(`The server has received ${requests.length} of ${count} requests.`);
  });

export const comments = () => screen.getByLabelText('NIHSS Comments');
export const typeComment = async (text: string) => {
  await userEvent.click(comments());
  await userEvent.paste(text);
};

/** The content of a request that saves the note. */
export const contentOf = (call: { body: unknown } | undefined) =>
  (call?.body as { content: Record<string, unknown> } | undefined)?.content;

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const closed = () => screen.findByText('Closed');
