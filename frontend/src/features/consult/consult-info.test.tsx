import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Consult } from '@/consults/consult';
import { ConsultProvider } from '@/consults/consult-context';
import { serviceLines } from '@/service-lines/registry';
import { factsIn } from '@/testing/facts';
import { makeLineConsult, makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { neuro } from '@/testing/sign-offs';

import { ConsultInfo } from './consult-info';

const line = (id: number, slug: string) => ({ id, slug, name: slug });
const unstable = { isChangeInBloodPressure: true };

/** A consult of each line, and the first labels of its info row. */
const rows: readonly (readonly [Consult, readonly string[]])[] = [
  [neuro, ['Patient ID', 'Referring Physician', 'Callback Phone']],
  [makeStrokeConsult(), ['Last Known Well', 'NIHSS Score']],
  [makePsychConsult(), ['Call Reason', 'Callback Phone']],
  [
    makeLineConsult(line(4, 'tele-toxicology'), {
      detailName: 'TeleToxicologyConsultDetail',
      TeleToxicologyConsultDetail: { isOther: true },
    }),
    ['Other', 'Callback Phone'],
  ],
  [
    makeLineConsult(line(8, 'tele-triage'), {
      detailName: 'TeleTriageConsultDetail',
      TeleTriageConsultDetail: { chiefComplaint: 'Chest pain', jobDescription: 'RN/LPN' },
    }),
    ['Chief Complaint', 'Job Description'],
  ],
  [
    makeLineConsult(line(6, 'tele-icu'), { detailName: 'TeleICUConsultDetail', TeleICUConsultDetail: unstable }),
    ['Acute change in blood pressure', 'Callback Phone'],
  ],
  [
    makeLineConsult(line(7, 'tele-covid'), { detailName: 'TeleCOVIDConsultDetail', TeleCOVIDConsultDetail: unstable }),
    ['Acute change in blood pressure', 'Bedside Phone Number'],
  ],
  [
    makeLineConsult(line(9, 'tele-hospitalist'), {
      detailName: 'TeleHospitalistConsultDetail',
      callReason: 'Fever',
      TeleHospitalistConsultDetail: {},
    }),
    ['Call Reason', 'Callback Phone'],
  ],
  [
    makeLineConsult(line(5, 'acute-stroke'), {
      detailName: 'AcuteStrokeConsultDetail',
      AcuteStrokeConsultDetail: { isAcute: true },
    }),
    ['Acute or Follow-up', 'Last Known Well'],
  ],
];

it('[DET-21] [INFO-01] covers every line', () => {
  expect(rows.map(([{ serviceLineSlug }]) => serviceLineSlug).toSorted()).toEqual(
    serviceLines.map(({ slug }) => slug).toSorted(),
  );
});

it.each(rows)(
  '[DET-21] [INFO-22] [INFO-18] [INFO-31] [INFO-32] shows the info row of line %#',
  async (consult, labels) => {
    renderFeature(
      <ConsultProvider value={consult}>
        <ConsultInfo />
      </ConsultProvider>,
    );
    await screen.findByText(labels[0] ?? '');
    const shown = factsIn().map(([label]) => label);
    expect(shown.slice(0, labels.length)).toEqual(labels);
  },
);
