import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { factsIn } from '@/testing/facts';
import { makeEncounter, makeLineConsult } from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';

import { InfoRow } from './info-row';

const line = { id: 8, slug: 'tele-triage', name: 'Tele-Triage' };

function triaged(vitalSigns: string | null, jobDescription: 'ED Tech' | null, rooms: string[] = []) {
  return makeLineConsult(line, {
    Encounter: makeEncounter(line, { VidyoRooms: rooms.map((name) => ({ name, phoneNumber: null })) }),
    detailName: 'TeleTriageConsultDetail',
    callReason: 'Another reason',
    TeleTriageConsultDetail: { chiefComplaint: 'Chest pressure', vitalSigns, jobDescription },
  });
}

function facts(...about: Parameters<typeof triaged>) {
  renderFeature(<InfoRow consult={triaged(...about)} />, {
    me: makeMe({ rbacPermissions: permissions('ViewVidyo Consult') }),
  });
  return factsIn();
}

it('[INFO-21] shows the chief complaint and the vital signs first, then the job description and the phone number', () => {
  expect(facts('BP 148/92', 'ED Tech')).toEqual([
    ['Chief Complaint', 'Chest pressure'],
    ['Vital Signs', 'BP 148/92'],
    ['Job Description', 'ED Tech'],
    ['Bedside Phone', '(555) 010-0100'],
  ]);
});

it('[INFO-21] omits unanswered questions', () => {
  expect(facts(null, null).map(([label]) => label)).toEqual(['Chief Complaint', 'Bedside Phone']);
});

it('[INFO-21] [INFO-43] offers to edit the phone number', async () => {
  const onEditPhone = vi.fn();
  renderFeature(<InfoRow consult={triaged(null, null)} onEditPhone={onEditPhone} />);
  await userEvent.click(screen.getByRole('button', { name: 'Edit bedside phone number' }));
  expect(onEditPhone).toHaveBeenCalledOnce();
});

it('[INFO-42] shows the video room', () => {
  expect(facts(null, null, ['Cart 1'])).toContainEqual(['Video Room', 'Cart 1']);
});
