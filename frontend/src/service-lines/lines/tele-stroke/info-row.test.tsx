import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import type { TeleStrokeConsult, TransferProtocolRead } from '@/api/generated/types.gen';
import { PrintZone } from '@/shared/hooks/use-times';
import { makeEncounter, makeStrokeConsult, stroke } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

type Detail = TeleStrokeConsult['TeleStrokeConsultDetail'];

const showDetail = (TeleStrokeConsultDetail: Detail, timeZone = 'UTC') =>
  renderFeature(
    <InfoRow
      consult={makeStrokeConsult({ Encounter: makeEncounter(stroke, { timeZone }), TeleStrokeConsultDetail })}
    />,
  );

/** The text next to a label; null if there is no such label. */
const cell = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent ?? null;

it('[INFO-31] [INFO-43] shows the bedside phone number with its Edit button', async () => {
  const { unmount } = renderFeature(<InfoRow consult={makeStrokeConsult()} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  unmount();
  const onEditPhone = vi.fn();
  renderFeature(<InfoRow consult={makeStrokeConsult()} onEditPhone={onEditPhone} />);
  expect(screen.getByRole('link', { name: '(555) 010-0100' })).toHaveAttribute('href', 'tel:+15550100100');
  expect(cell('Bedside Phone Number')).toContain('(555) 010-0100');
  await userEvent.click(screen.getByRole('button', { name: 'Edit bedside phone number' }));
  expect(onEditPhone).toHaveBeenCalledOnce();
});

const answers = [
  [true, false, null, ['Yes', 'No', 'Unknown']],
  [false, null, true, ['No', 'Unknown', 'Yes']],
  [null, true, false, ['Unknown', 'Yes', 'No']],
] as const;
it.each(answers)(
  '[INFO-32] [INFO-38] shows the thrombolytic, occlusion and anticoagulant answers %s, %s, %s in words',
  (potentialThrombolytic, suspectedLargeVesselOcclusion, isOnAnticoagulants, words) => {
    showDetail({ potentialThrombolytic, suspectedLargeVesselOcclusion, isOnAnticoagulants });
    const labels = [
      'Potential Thrombolytic',
      'Suspected Large Vessel Occlusion',
      'Is the Patient on any Anticoagulant(s)',
    ];
    expect(labels.map(cell)).toEqual(words);
  },
);

it.each([
  [null, 'Not Done'],
  [0, '0'],
  [42, '42'],
])('[INFO-33] shows an NIHSS of %s as %s', (nihss, words) => {
  showDetail({ nihss });
  expect(cell('NIHSS Score')).toBe(words);
});

it("[INFO-34] [INFO-35] shows clinical times on the location's clock, and names the time zone if it is not the viewer's", () => {
  showDetail({ edArrivalDate: '2024-03-05T19:07:00Z', lastKnownWell: '2024-03-05T05:30:00Z' }, 'America/New_York');
  expect(cell('ED Arrival Date')).toBe('3/5/2024, 02:07PM EST');
  expect(cell('Last Known Well')).toBe('3/5/2024, 12:30AM EST');
});

it("[INFO-34] omits the time zone if the viewer's clock shows the same time", () => {
  showDetail({ edArrivalDate: '2024-03-05T14:07:00Z' }, Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(cell('ED Arrival Date')).toMatch(/^3\/5\/2024, \d\d:07[AP]M$/);
});

it("[DET-48] [INFO-34] names the location's time zone on a page printed in another one", () => {
  const Encounter = makeEncounter(stroke, { timeZone: 'America/Los_Angeles' });
  const TeleStrokeConsultDetail = { edArrivalDate: '2024-03-05T19:07:00Z' };
  renderFeature(
    <PrintZone value="America/New_York">
      <InfoRow consult={makeStrokeConsult({ Encounter, TeleStrokeConsultDetail })} />
    </PrintZone>,
  );
  expect(cell('ED Arrival Date')).toBe('3/5/2024, 11:07AM PST');
});

it('[INFO-34] [INFO-35] shows Unknown for an unknown time', () => {
  showDetail({ edArrivalDate: null, lastKnownWell: null });
  expect(cell('ED Arrival Date')).toBe('Unknown');
  expect(cell('Last Known Well')).toBe('Unknown');
});

it('[INFO-36] [INFO-37] [INFO-40] shows the answers joined with bullets, with the text of Other last', () => {
  const clinicalConcern = 'Worse since noon. '.repeat(200).trim();
  showDetail({
    clinicalConcern,
    notableSymptoms: { selected: ['Hemiparesis', 'Aphasia'], other: 'vertigo' },
    baselineFunctionalStatus: ['Independent', 'Minor Assistance'],
  });
  expect(cell('Clinical Concern')).toBe(clinicalConcern);
  expect(cell('Notable Symptoms')).toBe('Hemiparesis • Aphasia • vertigo');
  expect(cell('Baseline Functional Status')).toBe('Independent • Minor Assistance');
});

it('[INFO-36] [INFO-37] [INFO-40] omits the questions that an emergency request skipped', () => {
  showDetail({
    clinicalConcern: null,
    notableSymptoms: { selected: [], other: null },
    baselineFunctionalStatus: [],
  });
  expect(cell('Clinical Concern')).toBeNull();
  expect(cell('Notable Symptoms')).toBeNull();
  expect(cell('Baseline Functional Status')).toBeNull();
});

const anticoagulantCases = [
  [true, ['Warfarin Oral'], 'Warfarin Oral • fish oil'],
  [true, [], 'fish oil'],
  [false, ['Warfarin Oral'], null],
  [null, ['Warfarin Oral'], null],
] as const;
it.each(anticoagulantCases)(
  '[INFO-39] lists the anticoagulants only if the patient is on any: %s, %j',
  (isOnAnticoagulants, selected, words) => {
    showDetail({ isOnAnticoagulants, anticoagulants: { selected: [...selected], other: 'fish oil' } });
    expect(cell('Which Anticoagulant(s)')).toBe(words);
  },
);

it("[INFO-41] shows the location's transfer information, or nothing if it has none", () => {
  const lvo: TransferProtocolRead = {
    transferFor: 'LVO',
    serviceLineId: 2,
    transferTo: 'Lakeside Comprehensive',
    transferDistanceMiles: 42,
  };
  const elsewhere = { ...lvo, serviceLineId: 10, transferTo: 'Elsewhere' };
  const thrombolytic = {
    ...lvo,
    transferFor: 'Thrombolytic',
    transferTo: 'Alder Creek',
    transferDistanceMiles: 17.5,
  } as const;
  const here = { ...thrombolytic, transferDistanceMiles: 0 };
  const cells = [
    [[thrombolytic, elsewhere, lvo], 'Lakeside Comprehensive, 42 miles', 'Alder Creek, 17.5 miles'],
    [[elsewhere], 'Elsewhere, 42 miles', null],
    [[here], null, 'Alder Creek, 0 miles'],
    [[], null, null],
  ] as const;
  for (const [protocols, ...words] of cells) {
    const Encounter = makeEncounter(stroke, { TransferProtocols: [...protocols] });
    const { unmount } = renderFeature(<InfoRow consult={makeStrokeConsult({ Encounter })} />);
    expect(['LVO', 'Thrombolytic'].map(cell)).toEqual(words);
    expect(screen.queryAllByRole('region', { name: 'Transfer Protocols' })).toHaveLength(protocols.length > 0 ? 1 : 0);
    const listed = screen.queryAllByText(/^(LVO|Thrombolytic)$/).map(({ textContent }) => textContent);
    expect(listed).toEqual(['LVO', 'Thrombolytic'].filter((_, index) => words[index] !== null));
    unmount();
  }
});
