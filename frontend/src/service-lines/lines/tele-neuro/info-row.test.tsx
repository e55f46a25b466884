import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeLineConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const detailName = 'TeleNeuroConsultDetail';
const line = { id: 1, slug: 'tele-neuro', name: 'Tele-Neuro' };
const record = { neuroPatientId: 'N-20418', physicianName: 'Dr. Ruth Okafor', physicianNumber: '(555) 010-0161' };

const show = (own: Partial<Record<keyof typeof record, null>> = {}) =>
  renderFeature(
    <InfoRow
      consult={makeLineConsult(line, {
        detailName,
        callReason: 'First seizure',
        TeleNeuroConsultDetail: {
          ...record,
          ...own,
          neuroPatientId: record.neuroPatientId,
          physicianName: record.physicianName,
        },
      })}
    />,
  );

it('[INFO-18] shows patient ID, phone numbers, physician, and reason', () => {
  show();
  expect(factsIn()).toEqual([
    ['Call Reason', 'First seizure'],
    ['Patient ID', 'N-20418'],
    ['Referring Physician', 'Dr. Ruth Okafor'],
    ['Physician Phone', '(555) 010-0161'],
    ['Callback Phone', '(555) 010-0100'],
  ]);
  expect(screen.getByRole('link', { name: '(555) 010-0161' })).toHaveAttribute('href', 'tel:+15550100161');
});

it("[INFO-18] omits the physician's number if there is none", () => {
  show({ physicianNumber: null });
  expect(factsIn().map(([label]) => label)).not.toContain('Physician Phone');
});
