import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { hasDirtyForms } from '@/drafts/dirty-forms';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { FeedbackDialog } from './feedback-dialog';

function open(status = 201) {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  server.use(
    http.post('*/api/feedback', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(status === 201 ? { id: 1 } : { code: 'bad' }, { status });
    }),
  );
  renderFeature(<FeedbackDialog onClose={onClose} />);
  return { sent, onClose };
}

const text = () => screen.getByRole('textbox', { name: 'Comments' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

it('[FEED-02] [FEED-03] [FEED-04] [VAL-40] sends one of five faces, 0 to 4, and thanks the user', async () => {
  const { sent, onClose } = open();
  const faces = screen.getAllByRole('radio');
  expect(faces.map((face) => face.closest('label')?.textContent.trim())).toEqual([
    'Very bad',
    'Bad',
    'Fair',
    'Good',
    'Very good',
  ]);
  const moods = ['cry', 'sad', 'neutral', 'smile', 'happy'].map((mood) => `.tabler-icon-mood-${mood}`);
  expect(moods.map((mood, index) => faces[index]?.closest('label')?.querySelector(mood))).not.toContain(null);
  await userEvent.click(screen.getByRole('radio', { name: 'Very bad' }));
  await pasteInto(text(), ' Slow at night. ');
  await send();
  expect(await screen.findByText('Thank you for your feedback')).toBeInTheDocument();
  expect(sent).toEqual([{ rating: 0, feedback: 'Slow at night.' }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['Bad', 1],
  ['Fair', 2],
  ['Good', 3],
  ['Very good', 4],
] as const)('[FEED-02] [FEED-03] [VAL-40] sends %s as %i, even without text', async (face, rating) => {
  const { sent } = open();
  await userEvent.click(screen.getByRole('radio', { name: face }));
  await send();
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ rating })]));
});

it('[VAL-40] [FEED-03] requires a rating and allows at most 255 characters, without truncating', async () => {
  const { sent } = open();
  await userEvent.click(text());
  await userEvent.paste('x'.repeat(256));
  expect(text()).toHaveValue('x'.repeat(256));
  await send();
  expect(await screen.findByRole('link', { name: /How is it going\? This field is required/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Must be at most 255 characters long/ })).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.type(text(), '{Backspace}');
  await userEvent.click(screen.getByRole('radio', { name: 'Fair' }));
  await send();
  await waitFor(() => expect(sent).toEqual([{ rating: 2, feedback: 'x'.repeat(255) }]));
});

it('focuses the first face', async () => {
  open();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Very bad' })).toHaveFocus());
});

it('[FEED-04] keeps the rating and the text after a failure', async () => {
  const { onClose } = open(400);
  await userEvent.click(screen.getByRole('radio', { name: 'Fair' }));
  await pasteInto(text(), 'Slow at night.');
  await send();
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(text()).toHaveValue('Slow at night.');
  expect(screen.getByRole('radio', { name: 'Fair' })).toBeChecked();
  expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

it('[FEED-04] stays open until the server responds', async () => {
  let respond: (response: Response) => void = () => undefined;
  const { onClose } = open();
  server.use(http.post('*/api/feedback', () => new Promise<Response>((resolve) => (respond = resolve))));
  await userEvent.click(screen.getByRole('radio', { name: 'Fair' }));
  await pasteInto(text(), 'Slow at night.');
  await send();
  await userEvent.click(screen.getByText('Cancel'));
  fireEvent.click(document.querySelector('.mantine-Modal-close')!);
  expect(onClose).not.toHaveBeenCalled();
  respond(HttpResponse.json({ code: 'bad' }, { status: 400 }));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  expect(text()).toHaveValue('Slow at night.');
});

it('does not discard the text on a click outside, and guards against leaving', async () => {
  const { onClose } = open();
  await pasteInto(text(), 'Slow at night.');
  fireEvent.mouseDown(document.querySelector('.mantine-Modal-inner')!);
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(hasDirtyForms()).toBe(true);
});

const question = () => screen.findByRole('dialog', { name: 'Discard Changes?' });
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard Changes?' })).not.toBeInTheDocument());

it('asks before Escape or Cancel discards the text', async () => {
  const { onClose } = open();
  await pasteInto(text(), 'Slow at night.');
  await userEvent.keyboard('{Escape}');
  await question();
  await userEvent.keyboard('{Escape}');
  await noQuestion();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await noQuestion();
  expect(text()).toHaveValue('Slow at night.');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(within(await question()).getByRole('button', { name: 'Proceed' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes immediately on Escape if there is no input', async () => {
  const { onClose } = open();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
