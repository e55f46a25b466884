import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { serviceLines } from '@/service-lines/registry';
import { makeLine } from '@/testing/make-line';
import { renderApp } from '@/testing/render-app';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';
import { storeWizard } from '@/testing/wizard-tab';

const byUrgency = [
  ['Tele-Stroke', 'Stroke symptoms now: thrombolysis or thrombectomy may be an option'],
  ['Tele-Stroke', 'Stroke symptoms now: connects you with the regional stroke team'],
  ['Acute Stroke', 'New stroke or follow-up (short form)'],
  ['Tele-ICU', 'Critically ill patients: instability, ventilation, ICU management'],
  ['Tele-Toxicology', 'Poisoning, overdose, or exposure'],
  ['Tele-Neuro', 'Seizures, headache, and other non-stroke neurology'],
  ['Tele-Triage', 'Patient disposition and urgency'],
  ['Tele-Psych', 'Psychiatric evaluation, capacity, or safety'],
  ['Tele-Hospitalist', 'Admission and inpatient medical care'],
  ['Tele-COVID', 'Care of patients with COVID-19'],
] as const;

it('[WIZ-26] lists the most urgent service lines first, each with one line of text that says when to choose it', async () => {
  const lines = serviceLines
    .flatMap(({ slug, contract }) => contract.ids.map((id) => makeLine({ id, slug, name: contract.name })))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  wizardNetwork({ lines });
  storeWizard({ serviceLineId: null });
  renderApp('/request/service', { me: makeRequester(lines) });
  const list = await screen.findByRole('list', { name: 'Open service lines' });
  await within(list).findAllByText('Ada Lovelace, Virtual');
  const tiles = within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(tiles).toEqual(
    byUrgency.map(([name, summary]) => `${name}${summary}Open24/7On call now: Ada Lovelace, Virtual`),
  );
  expect(new Set(serviceLines.map(({ urgency }) => urgency)).size).toBe(serviceLines.length);
});
