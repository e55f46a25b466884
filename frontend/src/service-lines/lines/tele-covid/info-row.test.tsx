import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 7, slug: 'tele-covid', name: 'Tele-COVID' };

it('[INFO-16] shows conditions, reason, and phone number', () => {
  const consult = makeLineConsult(line, {
    detailName: 'TeleCOVIDConsultDetail',
    callReason: 'Increasing oxygen requirement',
    TeleCOVIDConsultDetail: {
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
    ['Bedside Phone Number', '(555) 010-0100'],
  ]);
});
