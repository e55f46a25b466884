import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { makeStrokeConsult } from '@/testing/make-consult';
import { makeTransferConsult, requestedTransfer, serveTransfer } from '@/testing/make-transfer';
import { makeMe, permissions } from '@/testing/me';
import { onPhone, showConsult } from '@/testing/show-consult';
import { actionButtons, findTransferDialog, press, serveFacilities } from '@/testing/show-transfer-dialog';
import { neuro } from '@/testing/sign-offs';

/** The actions of DET-16 on a stroke consult, with their buttons. */
const actionSet = [
  ['acknowledge', 'Acknowledge'],
  ['complete', 'Complete'],
  ['editSignoffNote', 'Add Signoff Note'],
  ['requestTransfer', 'Transfer'],
  ['cancel', 'Cancel Consult'],
] as const;

/** May do everything, as far as the roles go. */
const mighty = makeMe({
  checkedInLineIds: [2],
  rbacPermissions: permissions('Request Transfer', 'Transfer Consult', 'Acknowledge Transfer', 'Complete Transfer'),
});

it.each(actionSet)(
  '[DET-16] [TRF-01] [PERM-17] [BPERM-19] [TRF-02] only the server decides whether %s is offered: %s',
  async (action, name) => {
    const others = actionSet.filter(([other]) => other !== action);
    const without = makeStrokeConsult({ allowedActions: others.map(([other]) => other) });
    const { unmount } = showConsult(without, { me: mighty });
    expect(await actionButtons()).toEqual(others.map(([, label]) => label));
    unmount();
    showConsult(makeStrokeConsult({ allowedActions: [action] }), { me: makeMe() });
    expect(await actionButtons()).toEqual([name]);
  },
);

it.each([
  ['acknowledged', { acknowledgedAt: '2024-03-05T13:20:00Z' }],
  ['completed', { state: 'completed', completeType: 'video' }],
] as const)('[BPERM-19] offers a transfer of a consult that is %s as long as the server does', async (_, about) => {
  const { unmount } = showConsult(makeStrokeConsult({ ...about, allowedActions: ['requestTransfer'] }), {
    me: makeMe(),
  });
  expect(await actionButtons()).toEqual(['Transfer']);
  unmount();
  showConsult(makeStrokeConsult({ ...about, allowedActions: ['cancel'] }), { me: mighty });
  expect(await actionButtons()).toEqual(['Cancel Consult']);
});

it('[DET-16] offers Edit and Edit Signoff Note in their place', async () => {
  const signOffNote = { status: 'Draft', signatory: null, signedOffAt: null } as const;
  const { unmount } = showConsult(makeStrokeConsult({ signOffNote, allowedActions: ['editSignoffNote'] }));
  expect(await actionButtons()).toEqual(['Edit Signoff Note']);
  unmount();
  showConsult({ ...neuro, allowedActions: ['edit', 'requestTransfer'] });
  expect(await actionButtons()).toEqual(['Edit', 'Transfer']);
});

it('[TRF-01] [TRF-02] opens from the menu on a phone', async () => {
  onPhone();
  serveFacilities([]);
  showConsult(makeStrokeConsult({ allowedActions: ['requestTransfer', 'cancel'] }));
  await press('Actions');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Transfer', 'Cancel Consult']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Transfer' }));
  expect(await findTransferDialog()).toBeInTheDocument();
});

it.each([
  [[], []],
  [['acknowledgeTransfer'], ['Acknowledge Transfer']],
  [['completeTransfer'], ['Complete Transfer']],
  [['declineTransfer'], ['Facility Declined']],
  [
    ['completeTransfer', 'declineTransfer', 'cancel'],
    ['Complete Transfer', 'Facility Declined', 'Cancel Consult'],
  ],
] as const)(
  '[TRF-15] [TRF-10] [TRF-12] [PERM-18] [DET-49] offers exactly the steps that the server allows: %j',
  async (allowed, names) => {
    serveTransfer(requestedTransfer);
    showConsult(makeTransferConsult(requestedTransfer, ...allowed), { me: mighty });
    expect(await actionButtons()).toEqual(names);
  },
);
