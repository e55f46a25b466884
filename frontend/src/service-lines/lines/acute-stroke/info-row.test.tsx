import { expect, it } from 'vitest';

import type { AcuteStrokeConsult } from '@/api/generated/types.gen';
import { factsIn } from '@/testing/facts';
import { makeEncounter, makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 5, slug: 'acute-stroke', name: 'Acute Stroke' };

function facts(record: AcuteStrokeConsult['AcuteStrokeConsultDetail'], callReason: string | null = null) {
  renderFeature(
    <InfoRow
      consult={makeLineConsult(line, {
        Encounter: makeEncounter(line, { timeZone: 'America/New_York' }),
        detailName: 'AcuteStrokeConsultDetail',
        callReason,
        AcuteStrokeConsultDetail: record,
      })}
    />,
  );
  return factsIn();
}

const phone = ['Callback Phone', '(555) 010-0100'];

it("[INFO-25] [INFO-26] [INFO-27] [INFO-28] [INFO-29] shows every fact of an acute consult, with times in the location's time zone", () => {
  expect(
    facts({
      isAcute: true,
      lastKnownWell: '2024-03-05T19:07:00Z',
      symptomDiscovery: '2024-03-05T20:30:00Z',
      nihss: 0,
      contraindications: 'Surgery last week',
      isOnAnticoagulants: true,
      anticoagulants: { selected: ['Apixaban Oral', 'Heparin SQ/IV'], other: 'Argatroban' },
    }),
  ).toEqual([
    ['Acute or Follow-up', 'Acute'],
    ['Last Known Well', '3/5/2024, 02:07PM EST'],
    ['Symptom Discovery', '3/5/2024, 03:30PM EST'],
    ['NIHSS Score', '0'],
    ['On Anticoagulants', 'Yes'],
    ['Which Anticoagulants', 'Apixaban Oral • Heparin SQ/IV • Argatroban'],
    ['Contraindications to IV Thrombolysis', 'Surgery last week'],
    phone,
  ]);
});

it('[INFO-26] [INFO-27] [INFO-28] [INFO-29] shows Unknown for unknown times, and hides contraindications if there are none', () => {
  expect(facts({ isAcute: true })).toEqual([
    ['Acute or Follow-up', 'Acute'],
    ['Last Known Well', 'Unknown'],
    ['Symptom Discovery', 'Unknown'],
    ['NIHSS Score', 'Not Done'],
    ['On Anticoagulants', 'Unknown'],
    phone,
  ]);
});

it('[INFO-25] [INFO-30] omits the type for an emergency, and shows the questions of the acute form', () => {
  expect(facts({}).map(([label]) => label)).toEqual([
    'Last Known Well',
    'Symptom Discovery',
    'NIHSS Score',
    'On Anticoagulants',
    'Callback Phone',
  ]);
});

it('[INFO-29] shows No for a patient who takes no anticoagulants, and lists none', () => {
  const anticoagulants = { selected: ['Apixaban Oral' as const], other: null };
  const onNone = facts({ isAcute: true, isOnAnticoagulants: false, anticoagulants });
  expect(onNone.filter(([label]) => /anticoagulants/i.test(label))).toEqual([['On Anticoagulants', 'No']]);
});

it('[INFO-25] [INFO-30] shows only the reason for a follow-up', () => {
  const acuteAnswers = { lastKnownWell: '2024-03-05T19:07:00Z', nihss: 4, contraindications: 'Surgery last week' };
  expect(facts({ isAcute: false, ...acuteAnswers }, 'Second look at the scan')).toEqual([
    ['Acute or Follow-up', 'Follow-up'],
    ['Call Reason', 'Second look at the scan'],
    phone,
  ]);
});
