import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeEncounter, makeLineConsult, makePsychConsult, psych } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';

import { Fact } from './facts';
import { InfoRow, LineFacts } from './info-row';

const hospitalist = { id: 9, slug: 'tele-hospitalist', name: 'Tele-Hospitalist' };

it('[INFO-19] [INFO-20] shows the callback number as a phone link, and the reason', () => {
  renderFeature(<InfoRow consult={makePsychConsult()} />);
  expect(screen.getByRole('link', { name: '(555) 010-0100' })).toHaveAttribute('href', 'tel:+15550100100');
  expect(screen.getByText('Complex Case Recommendations • refuses food')).toBeInTheDocument();
});

it('[INFO-22] shows nothing else for a line without questions of its own', () => {
  const own = {
    detailName: 'TeleHospitalistConsultDetail',
    callReason: 'Fever',
    TeleHospitalistConsultDetail: {},
  } as const;
  renderFeature(<InfoRow consult={makeLineConsult(hospitalist, own)} />);
  expect(factsIn()).toEqual([
    ['Call Reason', 'Fever'],
    ['Callback Phone', '(555) 010-0100'],
  ]);
});

it('[INFO-22] shows the call reason as large as what else decides', () => {
  const consult = makePsychConsult({ callReason: 'Fever' });
  renderFeature(<LineFacts consult={consult} keyFacts={<Fact label="Change in blood pressure">Yes</Fact>} />);
  for (const value of ['Yes', 'Fever']) expect(screen.getByText(value).closest('[data-large]')).not.toBeNull();
  expect(screen.getByText('Callback Phone').closest('[data-large]')).toBeNull();
});

const viewers = [
  ['ViewVidyo Consult', ['Cart 1', 'Cart 2'].map((name) => ({ name, phoneNumber: null })), ['Cart 1\nCart 2']],
  ['ViewVidyo Consult', [{ name: 'Cart 1', phoneNumber: null }], ['Cart 1']],
  ['JoinVidyoMeeting Consult', [{ name: 'Cart 1', phoneNumber: null }], ['Cart 1']],
  ['JoinBluestreamMeeting Consult', [{ name: 'Cart 1', phoneNumber: null }], []],
  ['ViewVidyo Consult', [], []],
] as const;
it.each(viewers)(
  "[INFO-42] [PERM-28] [BPERM-22] shows the location's video room to users who may view or join it: %s",
  (pair, rooms, shown) => {
    const Encounter = makeEncounter(psych, { VidyoRooms: [...rooms] });
    const me = makeMe({ rbacPermissions: permissions(pair) });
    renderFeature(<InfoRow consult={makePsychConsult({ Encounter })} />, { me });
    expect(
      factsIn()
        .filter(([label]) => label === 'Video Room')
        .map(([, name]) => name),
    ).toEqual(shown);
  },
);
