import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 4, slug: 'tele-toxicology', name: 'Tele-Toxicology' };
const none = { isEnvenomation: false, isAddictionRelated: false, isOther: false };

function facts(ticked: Partial<typeof none>, callReason: string | null = 'Bitten by a snake') {
  renderFeature(
    <InfoRow
      consult={makeLineConsult(line, {
        detailName: 'TeleToxicologyConsultDetail',
        callReason,
        TeleToxicologyConsultDetail: { ...none, ...ticked },
      })}
    />,
  );
  return factsIn();
}

const phone = ['Callback Phone', '(555) 010-0100'];

const conditions = [
  ['isEnvenomation', 'Drug Toxicity or Envenomation'],
  ['isAddictionRelated', 'Addiction Related'],
  ['isOther', 'Other'],
] as const;
it.each(conditions)('[INFO-24] shows only the selected condition: %s', (condition, label) => {
  expect(facts({ [condition]: true })).toEqual([[label, 'Yes'], ['Call Reason', 'Bitten by a snake'], phone]);
});

it('[INFO-24] shows all selected conditions, in a fixed order', () => {
  const all = facts({ isOther: true, isAddictionRelated: true, isEnvenomation: true });
  expect(all.slice(0, -2)).toEqual(conditions.map(([, label]) => [label, 'Yes']));
});

it('[INFO-24] shows no conditions if an emergency left them all unanswered', () => {
  expect(facts({}, null)).toEqual([phone]);
});
