import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 7, slug: 'tele-covid', name: 'Tele-COVID' };
type Answer = boolean | null;

function facts(respiratory: Answer, pressure: Answer, another: Answer) {
  renderFeature(
    <InfoRow
      consult={makeLineConsult(line, {
        detailName: 'TeleCOVIDConsultDetail',
        callReason: 'Oxygen demand rises',
        TeleCOVIDConsultDetail: {
          isChangeInRespiratoryStatus: respiratory,
          isChangeInBloodPressure: pressure,
          isAnotherUnstableCondition: another,
        },
      })}
    />,
  );
  return factsIn();
}

const phone = ['Bedside Phone Number', '(555) 010-0100'];
const reason = ['Call Reason', 'Oxygen demand rises'];

it('[INFO-16] shows each answer', () => {
  expect(facts(true, false, true)).toEqual([
    phone,
    ['Acute change in respiratory status', 'Yes'],
    ['Acute change in blood pressure', 'No'],
    ['Another acute unstable condition', 'Yes'],
    reason,
  ]);
});

const unknown = [
  [null, true, false, 'Acute change in respiratory status'],
  [true, null, false, 'Acute change in blood pressure'],
  [true, false, null, 'Another acute unstable condition'],
] as const;
it.each(unknown)(
  '[INFO-16] [INFO-17] hides each that is unknown on its own: %s, %s, %s',
  (respiratory, pressure, another, hidden) => {
    const labels = facts(respiratory, pressure, another).map(([label]) => label);
    expect(labels).toHaveLength(4);
    expect(labels).not.toContain(hidden);
  },
);
