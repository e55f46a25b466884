import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { Consult } from '@/consults/consult';
import { ConsultProvider } from '@/consults/consult-context';
import { dana, makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { makeTransferRead, transferFields } from '@/testing/make-transfer';
import { makeMe, permissions } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';

import { ConsultBadges } from './consult-badges';

it.each([
  ['completed', dana, 1],
  ['discharged', dana, 1],
  ['pending', dana, 1],
  ['pending', null, 0],
  ['completed', null, 0],
] as const)(
  '[INFO-49] [DET-14] shows the Acknowledged badge for a consult that is %s and acknowledged by %j: %i',
  (state, by, times) => {
    const acknowledgedAt = by === null ? null : '2024-03-05T14:02:00Z';
    renderFeature(
      <ConsultProvider value={makePsychConsult({ state, acknowledgedByUser: by, acknowledgedAt })}>
        <ConsultBadges />
      </ConsultProvider>,
    );
    expect(screen.queryAllByText(/^Acknowledged/)).toHaveLength(times);
  },
);

function showBadges(consult: Consult, ...pairs: Parameters<typeof permissions>) {
  const { container } = renderFeature(
    <ConsultProvider value={consult}>
      <ConsultBadges />
    </ConsultProvider>,
    { me: makeMe({ rbacPermissions: permissions(...pairs) }) },
  );
  return container;
}

const at = '2024-03-05T14:02:00Z';

it.each([
  ['Requested', { state: 'requested', acknowledgedAt: null }],
  ['Acknowledged', { state: 'acknowledged', acknowledgedAt: at }],
  ['Completed', { state: 'completed', acknowledgedAt: at }],
  ['Closed', { state: 'requested', acknowledgedAt: null, closedReason: 'consultCancelled' }],
  ['Closed', { state: 'acknowledged', acknowledgedAt: at, closedReason: 'patientDischarged' }],
] as const)('[DET-49] [TRF-09] shows that the transfer is %s: %#', (label, transfer) => {
  showBadges(makeStrokeConsult(transferFields(makeTransferRead(transfer))));
  expect(screen.getAllByText(/^Transfer/).map(({ textContent }) => textContent)).toEqual([`Transfer ${label}`]);
});

it('[DET-49] shows no such badge without a transfer', () => {
  showBadges(makeStrokeConsult());
  expect(screen.queryByText(/^Transfer/)).not.toBeInTheDocument();
});

it.each([
  ['Routine10 min of 120', { createdAt: '2024-03-05T13:00:00Z' }, ['List Transfer']],
  ['Routine', { state: 'completed', completeType: 'video' }, ['List Transfer']],
  [null, {}, ['List Consult', 'View Transfer', 'Transfer Consult']],
] as const)('[DET-11] [PERM-04] shows the priority only to those who list transfers: %s', (text, about, pairs) => {
  vi.setSystemTime('2024-03-05T13:10:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const badges = showBadges(makeStrokeConsult(about), ...pairs);
  const pill = badges.querySelector('[data-priority]');
  expect(pill?.textContent ?? null).toBe(text);
});
