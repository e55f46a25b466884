import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

const LATE = 'The census did not respond in time.';
const FAILED = 'Sorry, there was a problem communicating with the server';
const SLOW = { timeout: 8_000 };

let asked = 0;

/** Makes the census fail with this status. */
function serveFailing(status: number) {
  wizardNetwork();
  server.use(
    http.post('*/api/locations/census', () => {
      asked += 1;
      return HttpResponse.json({ code: 'failed' }, { status });
    }),
  );
}

async function open() {
  storeWizard({ patient: null, serviceLineId: null });
  renderApp('/request/patient', { me });
  await screen.findByRole('searchbox', { name: 'Search patients' }, SLOW);
}

beforeEach(() => {
  asked = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  [504, LATE],
  [500, FAILED],
  [400, FAILED],
])(
  '[API-53] [API-02] [WIZ-18] [ERR-06] shows an error in place of the census if nothing could be loaded, without a toast, and retries on request: %s',
  async (status, words) => {
    serveFailing(status);
    await open();
    expect(await screen.findByText(words, {}, SLOW)).toBeInTheDocument();
    expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
    expect(screen.queryByText('No Patients Found')).not.toBeInTheDocument();
    expect(asked).toBe(status < 500 ? 1 : 2);
    expect(vi.mocked(console.warn).mock.calls).toEqual(status === 504 ? [['The census timed out.']] : []);
    wizardNetwork();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Franklin/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  },
  20_000,
);

it('[WIZ-11] offers manual entry above the list, however long it is', async () => {
  wizardNetwork();
  await open();
  const patient = await screen.findByRole('button', { name: /Franklin/ });
  const manual = screen.getByRole('button', { name: 'Not one of these Patients?' });
  expect(manual.compareDocumentPosition(patient)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(manual);
  expect(await screen.findByLabelText(/First Name/)).toBeInTheDocument();
}, 10_000);

it.each([
  ['locations', '/request/location', 'Locations', '*/api/locations/me'],
  ['lines', '/request/service', 'Open service lines', '*/api/service-lines/location/:id'],
])('[WIZ-07] a failure to reload %s keeps the loaded ones', async (_what, path, list, call) => {
  wizardNetwork();
  storeWizard({ serviceLineId: null });
  const { queryClient } = renderApp(path, { me });
  const shown = within(await screen.findByRole('list', { name: list }));
  server.use(http.get(call, () => HttpResponse.json({ code: 'bad' }, { status: 400 })));
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText(FAILED)).toBeInTheDocument();
  expect(shown.getAllByRole('button')).not.toHaveLength(0);
  wizardNetwork();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(FAILED)).not.toBeInTheDocument());
});
