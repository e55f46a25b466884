import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { serviceLines } from '@/service-lines/registry';
import { makeLine } from '@/testing/make-line';
import { renderApp } from '@/testing/render-app';
import { makeRequester, wizardNetwork } from '@/testing/wizard-network';
import { storeWizard } from '@/testing/wizard-tab';

it('[WIZ-26] lists the most urgent service lines first, each with one line of text that says when to choose it', async () => {
  const lines = serviceLines
    .flatMap(({ slug, contract }) => contract.ids.map((id) => makeLine({ id, slug, name: contract.name })))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  wizardNetwork({ lines });
  storeWizard({ serviceLineId: null });
  renderApp('/request/service', { me: makeRequester(lines) });
  const list = await screen.findByRole('list', { name: 'Open service lines' });
  const tiles = within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  const expected = serviceLines
    .toSorted((one, other) => one.urgency - other.urgency)
    .flatMap(({ contract, summaryOf }) => contract.ids.map((id) => `${contract.name}${summaryOf(id)}Open24/7`));
  expect(tiles).toEqual(expected);
  expect(tiles[0]).toMatch(/^Tele-Stroke/);
  expect(tiles[1]).toMatch(/^Tele-Stroke/);
  expect(tiles[2]).toMatch(/^Acute Stroke/);
  expect(new Set(serviceLines.map(({ urgency }) => urgency)).size).toBe(serviceLines.length);
  const summaries = serviceLines.flatMap(({ contract, summaryOf }) => contract.ids.map((id) => summaryOf(id)));
  for (const summary of summaries) expect(summary.length).toBeLessThanOrEqual(70);
  expect(new Set(summaries).size).toBe(summaries.length);
});
