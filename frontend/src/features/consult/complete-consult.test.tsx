import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import type { DialogValues } from '@/service-lines/define';
import { makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, mockEndpoint } from '@/testing/show-consult';

import { CompleteConsult } from './complete-consult';

/** Opens the dialog for this consult, as what it will be once it is completed. */
async function open(consult: Consult, completed: Consult, draft: DialogValues | null = null) {
  const calls = { onClose: vi.fn(), onDone: vi.fn(), onNote: vi.fn() };
  const sent = mockEndpoint('post', '/complete', () => HttpResponse.json(completed));
  server.use(http.get(CONSULT, () => HttpResponse.json(consult)));
  renderFeature(<CompleteConsult consultId={consult.id} draft={draft} {...calls} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Consult Completion Details' }));
  return { ...calls, sent, dialog };
}

const ended = { state: 'completed', completeType: 'video' } as const;

it('completes a consult and says so; what was typed before comes back', async () => {
  const psych = makePsychConsult({ allowedActions: ['complete'] });
  const draft = { completeType: 'video', callLength: '', cancellationReason: '', qaComment: 'Safe plan agreed.' };
  const { dialog, sent, onClose, onDone, onNote } = await open(psych, makePsychConsult(ended), draft);
  expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('Safe plan agreed.');
  await pasteInto(dialog.getByRole('textbox', { name: 'Comment' }), ' Again.');
  await userEvent.click(dialog.getByText('Close'));
  expect(onClose).toHaveBeenLastCalledWith({ ...draft, qaComment: 'Safe plan agreed. Again.' });
  await userEvent.click(dialog.getByRole('button', { name: 'Complete Consult' }));
  await waitFor(() => expect(onDone.mock.calls).toEqual([['Consult completed.']]));
  expect(onClose).toHaveBeenLastCalledWith(null);
  expect(sent).toHaveLength(1);
  expect(onNote).not.toHaveBeenCalled();
});

it('continues with the note where completing does', async () => {
  const stroke = makeStrokeConsult({ allowedActions: ['complete', 'editSignoffNote'] });
  const { dialog, onNote } = await open(stroke, makeStrokeConsult({ ...ended, allowedActions: ['editSignoffNote'] }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Audio' }));
  await pasteInto(dialog.getByRole('textbox', { name: /Call Length/ }), '12');
  await userEvent.click(dialog.getByRole('button', { name: 'Complete Consult' }));
  await waitFor(() => expect(onNote).toHaveBeenCalledOnce());
});

it('says so if the consult cannot be opened', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const onClose = vi.fn();
  server.use(http.get(CONSULT, () => HttpResponse.json({ code: 'consult_not_found' }, { status: 404 })));
  const { id } = makePsychConsult();
  renderFeature(
    <CompleteConsult consultId={id} draft={null} onClose={onClose} onDone={() => undefined} onNote={() => undefined} />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('The consult could not be opened.');
  expect(onClose).toHaveBeenCalledOnce();
});
