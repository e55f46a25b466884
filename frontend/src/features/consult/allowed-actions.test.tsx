import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { ConsultAction } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import { serviceLineBySlug, serviceLines } from '@/service-lines/registry';
import { makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { mockEndpoint, onPhone, showConsult } from '@/testing/show-consult';
import { neuro } from '@/testing/sign-offs';
import { transcribed } from '@/testing/transcribed';

import { offeredActions } from './offered-actions';

/** The actions that the table offers for a consult, without rendering a page. */
function offeredOn(consult: Consult) {
  const openDialog = vi.fn();
  const idle = { run: vi.fn(), busy: false };
  const actions = offeredActions({
    consult,
    line: serviceLineBySlug(consult.serviceLineSlug),
    noteFailed: false,
    openDialog,
    acknowledge: idle,
    onThePhone: idle,
    transfer: { run: vi.fn(), busy: null },
    print: idle,
    meeting: undefined,
    rooms: { opening: null, enter: vi.fn() },
  });
  return { actions, openDialog };
}

const every: ConsultAction[] = ['acknowledge', 'complete', 'cancel', 'editBedsidePhone'];

const buttons = transcribed('shown').consultButtons;

const gated = [
  ['[BPERM-03]', 'acknowledge', buttons.acknowledge],
  ['[BPERM-04]', 'complete', buttons.complete],
  ['[PERM-12] [BPERM-05] [BPERM-07]', 'edit', buttons.edit],
  ['[PERM-16] [BPERM-08]', 'cancel', buttons.cancel],
  ['[PERM-25] [BPERM-12] [BPERM-27] [DONE-23] [SIGN-54]', 'signOff', buttons.signOff],
  ['[PERM-25] [BPERM-11] [BPERM-27] [SIGN-54]', 'editSignoffNote', buttons.editSignoffNote],
  ['[PERM-31] [BPERM-25]', 'editBedsidePhone', 'Edit bedside phone number'],
] as const;

it.each([
  [[], []],
  [['acknowledge'], ['Acknowledge']],
  [['complete'], ['Complete']],
  [['cancel'], ['Cancel Consult']],
  [every, ['Acknowledge', 'Complete', 'Cancel Consult']],
] as const)(
  '[PERM-10] [PERM-11] [PERM-15] [DET-15] [DET-41] offers only what the server allows, here %j',
  async (allowedActions, names) => {
    showConsult(makePsychConsult({ allowedActions: [...allowedActions] }));
    await screen.findByRole('heading', { level: 1 });
    const group = screen.queryByRole('group', { name: 'Actions' });
    const buttons = group === null ? [] : within(group).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(names);
  },
);

it.each(gated)(
  '%s only the server decides about %s, whatever else this user may do: %s',
  async (_rows, action, name) => {
    const everything = [...gated.map(([, each]) => each), 'completeAndSignOff' as const];
    const me = makeMe({
      checkedInLineIds: [1, 2],
      isVirtual: true,
      rbacPermissions: permissions('Acknowledge Consult', 'Complete Consult', 'Edit Consult', 'Cancel Consult'),
    });
    const consult = action === 'editSignoffNote' ? makeStrokeConsult() : neuro;
    const { unmount } = showConsult(
      { ...consult, allowedActions: everything.filter((each) => each !== action) },
      { me },
    );
    const group = await screen.findByRole('group', { name: 'Actions' });
    if (action !== 'editSignoffNote') {
      // The facts, with the button beside the phone number, appear after the others.
      await screen.findByText('Callback Phone');
      const rest = [buttons.acknowledge, buttons.complete, buttons.signOff, buttons.edit, buttons.cancel];
      const shown = within(group).getAllByRole('button');
      expect(shown.map(({ textContent }) => textContent)).toEqual(rest.filter((each) => each !== name));
    }
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    unmount();
    showConsult({ ...consult, allowedActions: [action] }, { me: makeMe() });
    expect(await screen.findByRole('button', { name })).toBeInTheDocument();
  },
);

it.each([
  [['complete'], 'Complete Consult'],
  [['complete', 'completeAndSignOff'], 'Complete and Sign Off'],
] as const)('[BPERM-27] a user who may %j completes the consult with %s', async (allowedActions, name) => {
  showConsult(makePsychConsult({ allowedActions: [...allowedActions] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Complete' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
  expect(await screen.findByRole('button', { name })).toBeInTheDocument();
});

it('[INFO-04] [DONE-23] [DONE-33] [BPERM-11] [BPERM-12] offers the note on both stroke lines, a short sign-off on three others, and neither on the rest', () => {
  const allowedActions: ConsultAction[] = ['complete', 'completeAndSignOff', 'signOff', 'editSignoffNote'];
  const offered = serviceLines.map(({ slug }) => {
    const consult = { ...makePsychConsult({ allowedActions }), serviceLineSlug: slug };
    const { actions, openDialog } = offeredOn(consult);
    const labels = actions.map(({ label }) => label).filter((label) => label !== 'Print Consult Request');
    actions.find(({ key }) => key === 'complete')?.options[0]?.run();
    return [slug, [openDialog.mock.lastCall?.[0], ...labels]];
  });
  const noted = ['complete', 'Complete', 'Add Signoff Note'];
  const signed = ['completeAndSignOff', 'Complete', 'Add Sign-off'];
  const neither = ['complete', 'Complete'];
  expect(Object.fromEntries(offered)).toEqual({
    'tele-stroke': noted,
    'acute-stroke': noted,
    'tele-neuro': signed,
    'tele-psych': signed,
    'tele-toxicology': signed,
    'tele-icu': neither,
    'tele-covid': neither,
    'tele-triage': neither,
    'tele-hospitalist': neither,
  });
});

it('[PERM-14] [INFO-43] [BPERM-25] [BPERM-05] [BPERM-07] a user who is not checked in can change the bedside phone number and nothing else', async () => {
  showConsult({ ...neuro, allowedActions: ['cancel', 'editBedsidePhone'] });
  expect(await screen.findByRole('button', { name: 'Edit bedside phone number' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Edit patient' })).not.toBeInTheDocument();
});

it('[DET-15] [INFO-06] [PERM-10] [PERM-11] [BPERM-04] shows them in one menu on a phone, with what comes next beside it', async () => {
  onPhone();
  showConsult(makePsychConsult({ allowedActions: [...every, 'completeAndSignOff'] }));
  expect(await screen.findByRole('button', { name: 'Actions' })).toBeInTheDocument();
  const filled = screen.getAllByRole('button').filter(({ dataset }) => dataset.variant === 'filled');
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Acknowledge']);
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Acknowledge',
    'Video',
    'Phone Only with Patient',
    'Phone Only with Provider',
    'Cancelled',
    'Cancel Consult',
  ]);
});

const onPhones = [
  [
    '[DET-50] [PERM-12] [INFO-06] [BPERM-12] [DONE-23]',
    { ...neuro, allowedActions: ['complete', 'signOff', 'edit'] },
    ['Video', 'Phone', 'Cancelled', 'Add Sign-off', 'Edit'],
  ],
  ['[DET-15] [PERM-12] [PERM-16]', { ...neuro, allowedActions: ['edit', 'cancel'] }, ['Edit', 'Cancel Consult']],
  [
    '[PERM-15] [PERM-16] [INFO-06] [BPERM-08] [BPERM-11]',
    makeStrokeConsult({ allowedActions: ['editSignoffNote', 'cancel'] }),
    ['Add Signoff Note', 'Cancel Consult'],
  ],
  [
    '[DONE-13] [PERM-16]',
    makeStrokeConsult({ allowedActions: ['complete', 'cancel'] }),
    ['Audio', 'Video', 'Cancelled', 'Cancel Consult'],
  ],
] as const;

it.each(onPhones)('%s lists on a phone what the server allows, and nothing else: %#', async (_rows, consult, names) => {
  onPhone();
  showConsult({ ...consult, allowedActions: [...consult.allowedActions] });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(names);
});

it.each([
  ['Video', 'Consult Completion Details'],
  ['Edit', 'Edit Consult'],
  ['Cancel Consult', 'Cancel Consult Request'],
])('[DET-15] [DET-17] [DET-37] [DET-50] %s opens its dialog from the menu on a phone', async (item, title) => {
  onPhone();
  showConsult({ ...neuro, allowedActions: ['complete', 'edit', 'cancel'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
});

it.each([
  ['from the menu', 'menuitem'],
  ['by its button', 'button'],
] as const)('[DET-15] [DET-41] [PERM-10] Acknowledge is sent %s on a phone', async (_, role) => {
  onPhone();
  const acknowledged = mockEndpoint('post', '/acknowledge', () => HttpResponse.json(makePsychConsult()));
  showConsult(makePsychConsult({ allowedActions: ['acknowledge'] }));
  if (role === 'menuitem') await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole(role, { name: 'Acknowledge' }));
  await waitFor(() => expect(acknowledged).toHaveLength(1));
});
