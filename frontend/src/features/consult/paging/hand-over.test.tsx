import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { staleAfter } from '@/api/events';
import { connectQueries, markStale } from '@/api/live';
import { consultQuery } from '@/consults/queries';
import { ada, grace, makePersonOnCall, serveOnCallNow } from '@/testing/on-call-now';
import { dana, makePsychConsult, psych } from '@/testing/make-consult';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';

const acknowledged = { acknowledgedAt: '2024-03-05T14:02:00Z', acknowledgedBy: 7, acknowledgedByUser: dana };
const answered = makePsychConsult({ ...acknowledged, responsible: dana, allowedActions: ['handOver'] });
const self = makePersonOnCall({ id: dana.id, firstName: dana.firstName, lastName: dana.lastName });
const second = makePersonOnCall({ ...grace, primary: false });

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

async function openDialog(respond: () => Response = () => new HttpResponse(null, { status: 204 })) {
  const sent = mockEndpoint('post', '/hand-over', () => respond());
  const shown = showConsult(answered);
  const disconnect = connectQueries(shown.queryClient);
  await userEvent.click(await screen.findByRole('button', { name: 'Hand Over' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand Over Consult' }));
  return { ...shown, sent, dialog, disconnect };
}

it('[DET-41] lists who else is on call for the line, hands over to one of them, and shows who is responsible', async () => {
  serveOnCallNow({ [psych.id]: [self, ada, second], 2: [makePersonOnCall({ id: 99 })] });
  const { sent, dialog, answer, disconnect } = await openDialog();
  const choices = await dialog.findAllByRole('radio');
  expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual([
    'Ada Lovelace, Virtual',
    'Grace Hopper, Virtual (escalation only)',
  ]);
  await userEvent.click(dialog.getByRole('radio', { name: /Grace Hopper/ }));
  answer.consult = { ...answered, responsible: { ...grace, username: 'grace' }, allowedActions: [] };
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  expect(await screen.findByText('Handed over.', onScreen)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    { search: '', key: expect.stringMatching(/^[0-9a-f]{32}$/) as string, body: { userId: 72, responsibleId: 7 } },
  ]);
  expect(await screen.findByText('to Grace Hopper')).toBeInTheDocument();
  expect(screen.getByText('by Dana Lee')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hand Over' })).not.toBeInTheDocument();
  disconnect();
});

it('requires a choice', async () => {
  serveOnCallNow({ [psych.id]: [ada] });
  const { sent, dialog, disconnect } = await openDialog();
  await dialog.findByRole('radio', { name: /Ada/ });
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  expect(await dialog.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
  expect(sent).toEqual([]);
  disconnect();
});

it('says who is responsible by now if someone else was faster, and keeps the dialog open', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  serveOnCallNow({ [psych.id]: [ada, grace] });
  const { dialog, disconnect } = await openDialog(() =>
    refusal(409, { code: 'responsible_changed', responsible: { ...grace, username: 'grace' } }),
  );
  await userEvent.click(await dialog.findByRole('radio', { name: /Ada/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  expect(await screen.findByText('Grace Hopper is responsible for this consult now.', onScreen)).toBeInTheDocument();
  expect(await dialog.findByText('The consult was not handed over.')).toBeInTheDocument();
  disconnect();
});

it('[DET-41] hands over from whoever is responsible by now, once the user knows who that is', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  serveOnCallNow({ [psych.id]: [ada, second] });
  const changed = { code: 'responsible_changed', responsible: { ...grace, username: 'grace' } };
  let isFirst = true;
  const { sent, dialog, disconnect } = await openDialog(() => {
    if (!isFirst) return new HttpResponse(null, { status: 204 });
    isFirst = false;
    return refusal(409, changed);
  });
  await userEvent.click(await dialog.findByRole('radio', { name: /Ada/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  await dialog.findByText('The consult was not handed over.');
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  expect(await screen.findByText('Handed over.', onScreen)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { userId: 71, responsibleId: 7 },
    { userId: 71, responsibleId: 72 },
  ]);
  disconnect();
});

it('[DET-41] restores the choice of a dialog that was closed, but asks anew from whom it hands over', async () => {
  serveOnCallNow({ [psych.id]: [self, ada, second] });
  const { sent, dialog, answer, queryClient, disconnect } = await openDialog();
  await userEvent.click(await dialog.findByRole('radio', { name: /Ada/ }));
  await userEvent.click(dialog.getByText('Close'));
  answer.consult = { ...answered, responsible: { ...grace, username: 'grace' } };
  await queryClient.invalidateQueries({ queryKey: consultQuery(answered.id).queryKey });
  await screen.findByText('to Grace Hopper');
  await userEvent.click(screen.getByRole('button', { name: 'Hand Over' }));
  const reopened = within(await screen.findByRole('dialog', { name: 'Hand Over Consult' }));
  expect(await reopened.findByRole('radio', { name: /Ada/ })).toBeChecked();
  await userEvent.click(reopened.getByRole('button', { name: 'Hand Over' }));
  expect(await screen.findByText('Handed over.', onScreen)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ userId: 71, responsibleId: 72 }]);
  disconnect();
});

it('offers whoever acknowledged the consult to hand it over again once the person responsible has gone off call', async () => {
  serveOnCallNow({ [psych.id]: [self, ada] });
  const handedOver = { ...answered, responsible: { ...grace, username: 'grace' } };
  const { answer, queryClient } = showConsult({ ...handedOver, allowedActions: [] });
  const disconnect = connectQueries(queryClient);
  await screen.findByText('to Grace Hopper');
  expect(screen.queryByRole('button', { name: 'Hand Over' })).not.toBeInTheDocument();
  answer.consult = { ...handedOver, allowedActions: ['handOver'] };
  markStale(staleAfter['on-call:changed']({ serviceLineId: psych.id }), 0);
  expect(await screen.findByRole('button', { name: 'Hand Over' })).toBeInTheDocument();
  disconnect();
});

it('shows at the choice that this person has gone off call', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  serveOnCallNow({ [psych.id]: [ada] });
  const message = 'This person is not on call for the service line anymore.';
  const { dialog, disconnect } = await openDialog(() =>
    refusal(400, { code: 'validation', errors: [{ field: 'userId', message }] }),
  );
  await userEvent.click(await dialog.findByRole('radio', { name: /Ada/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
  expect(await dialog.findAllByText(message, { exact: false })).not.toHaveLength(0);
  disconnect();
});

it('sends nothing while nobody else is on call, and offers whoever comes', async () => {
  const served = serveOnCallNow({ [psych.id]: [self] });
  const { dialog, queryClient, disconnect } = await openDialog();
  expect(await dialog.findByText(`Nobody else is on call for ${psych.name} right now.`)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Hand Over' })).toBeDisabled();
  served.people = { [psych.id]: [self, ada] };
  await queryClient.invalidateQueries({ queryKey: ['on-call'] });
  expect(await dialog.findByRole('radio', { name: /Ada/ })).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Hand Over' })).toBeEnabled();
  disconnect();
});

describe('a line with more people on call than the dialog lists', () => {
  const crowd = Array.from({ length: 12 }, (_, index) => makePersonOnCall({ id: 100 + index, firstName: `P${index}` }));
  const names = (dialog: Awaited<ReturnType<typeof openDialog>>['dialog']) =>
    dialog.getAllByRole('radio').map((choice) => choice.closest('label')?.textContent.split(' ')[0]);

  it('[DET-41] says how many more there are, and finds them by name; the chosen one stays in sight', async () => {
    serveOnCallNow({ [psych.id]: [...crowd, ada, grace] });
    const { sent, dialog, disconnect } = await openDialog();
    expect(await dialog.findByText(`4 more on call for ${psych.name}.`)).toBeInTheDocument();
    const search = dialog.getByRole('searchbox', { name: 'Find by name' });
    await userEvent.click(search);
    await userEvent.paste('Grace');
    await userEvent.click(await dialog.findByRole('radio', { name: /Grace/ }));
    expect(names(dialog)).toEqual(['Grace']);
    await userEvent.type(search, '{Enter}');
    await userEvent.clear(search);
    await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(11));
    expect(names(dialog)[0]).toBe('Grace');
    await userEvent.click(search);
    await userEvent.paste('Nobody');
    expect(await dialog.findByText('Nobody on call has this name.')).toBeInTheDocument();
    expect(dialog.getByRole('radio', { name: /Grace/ })).toBeChecked();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Hand Over' }));
    await waitFor(() => expect(sent).toMatchObject([{ body: { userId: grace.id } }]));
    disconnect();
  });

  it('chooses nobody whom the user does not see: the search of a dialog that was closed is not restored', async () => {
    serveOnCallNow({ [psych.id]: [...crowd, grace] });
    const { sent, dialog, disconnect } = await openDialog();
    await userEvent.click(await dialog.findByRole('searchbox'));
    await userEvent.paste('Grace');
    await userEvent.click(await dialog.findByRole('radio', { name: /Grace/ }));
    await userEvent.click(dialog.getByText('Close'));
    await userEvent.click(screen.getByRole('button', { name: 'Hand Over' }));
    const reopened = within(await screen.findByRole('dialog', { name: 'Hand Over Consult' }));
    await waitFor(() => expect(reopened.getAllByRole('radio')).toHaveLength(10));
    await userEvent.click(reopened.getByRole('button', { name: 'Hand Over' }));
    expect(await reopened.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
    expect(sent).toEqual([]);
    disconnect();
  });
});

it.each([
  ['nobody', { acknowledgedAt: null, acknowledgedByUser: null, responsible: null }],
  ['whoever acknowledged it', { ...acknowledged, responsible: dana }],
] as const)('[DET-41] shows nobody beside who acknowledged a consult while %s is responsible', async (_, about) => {
  showConsult(makePsychConsult(about));
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Handed over/)).not.toBeInTheDocument();
});
