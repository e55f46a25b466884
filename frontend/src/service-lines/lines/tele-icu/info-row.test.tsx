import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 6, slug: 'tele-icu', name: 'Tele-ICU' };

it('[INFO-23] shows conditions, reason, and phone number', () => {
  const consult = makeLineConsult(line, {
    detailName: 'TeleICUConsultDetail',
    callReason: 'Increasing oxygen requirement',
    TeleICUConsultDetail: {
      isChangeInRespiratoryStatus: true,
      isChangeInBloodPressure: false,
      isAnotherUnstableCondition: true,
    },
  });
  renderFeature(<InfoRow consult={consult} />);
  expect(factsIn()).toEqual([
    ['Acute change in respiratory status', 'Yes'],
    ['Acute change in blood pressure', 'No'],
    ['Another acute unstable condition', 'Yes'],
    ['Call Reason', 'Increasing oxygen requirement'],
    ['Callback Phone', '(555) 010-0100'],
  ]);
});
