import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 8, slug: 'tele-triage', name: 'Tele-Triage' };

function facts(vitalSigns: string | null, jobDescription: 'ED Tech' | null) {
  renderFeature(
    <InfoRow
      consult={makeLineConsult(line, {
        detailName: 'TeleTriageConsultDetail',
        callReason: 'Chest pressure',
        TeleTriageConsultDetail: { chiefComplaint: 'Chest pressure', vitalSigns, jobDescription },
      })}
    />,
  );
  return factsIn();
}

it('[INFO-21] shows number, job, complaint and vital signs', () => {
  expect(facts('BP 148/92', 'ED Tech')).toEqual([
    ['Bedside Phone', '(555) 010-0100'],
    ['Job Description', 'ED Tech'],
    ['Chief Complaint', 'Chest pressure'],
    ['Vital Signs', 'BP 148/92'],
  ]);
});

it('[INFO-21] leaves out what was not said', () => {
  expect(facts(null, null).map(([label]) => label)).toEqual(['Bedside Phone', 'Chief Complaint']);
});
