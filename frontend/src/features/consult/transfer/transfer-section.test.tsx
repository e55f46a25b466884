import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import type { TransferRead } from '@/api/generated/types.gen';
import { refreshStale } from '@/api/live';
import { ConsultProvider } from '@/consults/consult-context';
import { factsIn } from '@/testing/facts';
import { CONSULT_ID, dana, makeEncounter, makeStrokeConsult, stroke } from '@/testing/make-consult';
import { makeDeclined, makeFacility, makeTransferRead, serveTransfer, transferFields } from '@/testing/make-transfer';
import { makeMe, permissions } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { mockEndpoint, onPhone, refusal, showConsult } from '@/testing/show-consult';

import { TransferOfEntry } from './transfer-section';

const coordinator = makeMe({ rbacPermissions: permissions('List Transfer') });

const consultWith = (transfer: TransferRead) => makeStrokeConsult(transferFields(transfer));
const findSection = () => screen.findByRole('region', { name: 'Transfer' });

const full = makeTransferRead({
  state: 'completed',
  acknowledgedBy: dana,
  acknowledgedAt: '2024-03-05T14:02:00Z',
  resolvedBy: { id: 12, username: 'transfer', firstName: 'Priya', lastName: 'Stone' },
  resolvedAt: '2024-03-05T15:10:00Z',
  facilityLocation: { id: 35, name: 'Mercy East' },
  otherPreferredFacility: 'Lakeside',
  preferredTransportationMode: 'Ground',
  strokeLevel: 'Level 2',
  acceptingAttendingPhysician: 'Dr. Imani Cole',
  acceptingLocation: 'ED bay 3',
  consultingPhysician: 'Dr. Uma Hale',
  consultingContact: 'Pager 4711',
  isConsultingPhysicianAccepting: false,
  declinedOffers: [
    makeDeclined(1, makeFacility(31, 'St. Brigid')),
    makeDeclined(2, makeFacility(32, 'Northside'), { reason: 'On divert' }),
  ],
});

it('[TRF-18] [TIME-18] shows the whole transfer, who took each step and when, and which facilities declined', async () => {
  serveTransfer(full);
  showConsult(consultWith(full));
  expect(factsIn(await findSection())).toEqual([
    ['Preferred Facility', 'Mercy'],
    ['Facility Location', 'Mercy East'],
    ['Other Preferred Facility', 'Lakeside'],
    ['Preferred Transportation Mode', 'Ground'],
    ['Stroke Level', 'Level 2'],
    ['Accepting Attending Physician', 'Dr. Imani Cole'],
    ['Accepting Location', 'ED bay 3'],
    ['Referring Physician', 'Dr. Ada Reyes'],
    ['Referring Location Number', '(555) 010-0140'],
    ['Consulting Physician', 'Dr. Uma Hale'],
    ['Consulting Contact', 'Pager 4711'],
    ['Consulting Physician Accepts', 'No'],
    ['Requested', 'Kim Fox, 1:30pm Mar 5, 2024'],
    ['Acknowledged', 'Dana Lee, 2:02pm Mar 5, 2024'],
    ['Completed', 'Priya Stone, 3:10pm Mar 5, 2024'],
    ['Declined by St. Brigid', 'No bed (Kim Fox, 2:01pm Mar 5, 2024)'],
    ['Declined by Northside', 'On divert (Kim Fox, 2:02pm Mar 5, 2024)'],
  ]);
  expect(screen.getByRole('link', { name: '(555) 010-0140' })).toHaveAttribute('href', 'tel:+15550100140');
});

it('[TIME-20] [TRF-18] leaves out what is empty', async () => {
  const empty = makeTransferRead({ acceptingLocation: '', consultingPhysician: '' });
  serveTransfer(empty);
  showConsult(consultWith(empty));
  expect(factsIn(await findSection())).toEqual([
    ['Preferred Facility', 'Mercy'],
    ['Facility Location', 'Mercy'],
    ['Preferred Transportation Mode', 'Air'],
    ['Stroke Level', 'Level 1'],
    ['Referring Physician', 'Dr. Ada Reyes'],
    ['Referring Location Number', '(555) 010-0140'],
    ['Requested', 'Kim Fox, 1:30pm Mar 5, 2024'],
  ]);
});

it.each([
  [{ TRANSFER_REQUEST_1: 'Ground crews need the imaging disc.' }, 'Ground crews need the imaging disc.'],
  [{}, 'The patient travels by ground ambulance.'],
])('[TRF-06] [TIME-19] says what to know about Ground, and nothing about Air: %j', async (stringDictionary, notice) => {
  const me = makeMe({ stringDictionary });
  serveTransfer(full);
  const { unmount } = showConsult(consultWith(full), { me });
  expect(await findSection()).toHaveTextContent(notice);
  unmount();
  serveTransfer(makeTransferRead());
  showConsult(consultWith(makeTransferRead()), { me });
  expect(await findSection()).not.toHaveTextContent(notice);
});

const closings = [
  [
    'patientDischarged',
    dana,
    'Patient discharged by Dana Lee',
    { Encounter: { ...makeEncounter(stroke), status: 'finished' } },
  ],
  // Rows from before that was recorded name no one.
  ['consultCancelled', null, 'Consult cancelled', { state: 'completed', completeType: 'cancelled' }],
] as const;

it.each(closings)(
  '[TRF-09] [DET-49] says that a transfer is closed, and why: %s',
  async (closedReason, closedBy, why, about) => {
    const closed = makeTransferRead({ closedReason, closedBy, closedAt: '2024-03-05T16:00:00Z' });
    serveTransfer(closed);
    showConsult(makeStrokeConsult({ ...transferFields(closed), ...about }));
    const section = await findSection();
    expect(within(section).getByRole('heading').nextElementSibling).toHaveTextContent(/^Closed$/);
    expect(factsIn(section).at(-1)).toEqual(['Closed', `${why}, 4:00pm Mar 5, 2024`]);
  },
);

it('[TRF-09] a transfer that was completed first stays completed', async () => {
  serveTransfer(full);
  showConsult(makeStrokeConsult({ ...transferFields(full), state: 'completed', completeType: 'cancelled' }));
  expect(within(await findSection()).getByRole('heading').nextElementSibling).toHaveTextContent(/^Completed$/);
});

it.each([
  ['before', coordinator, Node.DOCUMENT_POSITION_FOLLOWING],
  ['after', makeMe(), Node.DOCUMENT_POSITION_PRECEDING],
] as const)("[TRF-18] [PERM-04] is %s the line's facts, depending on who lists transfers", async (_, me, position) => {
  serveTransfer(full);
  showConsult(consultWith(full), { me });
  const section = await findSection();
  const fact = await screen.findByText('NIHSS Score');
  expect(section.compareDocumentPosition(fact)).toBe(position);
});

it.each([
  ['bedside', makeMe()],
  ['coordinator', coordinator],
] as const)('[DET-49] [BAPI-25] is fetched only if the consult has one, and as soon as it has: %s', async (_, me) => {
  const { reads } = serveTransfer(makeTransferRead());
  const { answer, queryClient } = showConsult(makeStrokeConsult(), { me });
  await screen.findByText('NIHSS Score');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Loading transfer')).not.toBeInTheDocument();
  expect(reads).not.toHaveBeenCalled();
  answer.consult = consultWith(makeTransferRead());
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  await findSection();
  expect(reads).toHaveBeenCalledOnce();
});

it.each([
  [0, 'Timeline'],
  [1, 'Timeline (1)'],
])(
  '[DET-49] shows the number of comments beside the way to the timeline on a phone: %i',
  async (commentCount, name) => {
    onPhone();
    showConsult(makeStrokeConsult({ commentCount }));
    expect((await screen.findByRole('button', { name: /^Timeline/ })).textContent).toBe(name);
  },
);

it('[TRF-18] says that the transfer could not be loaded, and tries again', async () => {
  const { reads } = serveTransfer(makeTransferRead());
  reads.mockImplementation(() => refusal(404));
  showConsult(consultWith(makeTransferRead()));
  expect(await screen.findByText('Failed to load transfer')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Transfer' })).not.toBeInTheDocument();
  reads.mockImplementation(() => HttpResponse.json([makeTransferRead()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(factsIn(await findSection())).toContainEqual(['Requested', 'Kim Fox, 1:30pm Mar 5, 2024']);
});

/** The consult on paper, once the browser prints it. */
const onPaper = () => document.querySelector<HTMLElement>('.paper');

it.each([true, false])('[TRF-18] [TIME-20] is printed with the consult once it is loaded: %s', async (loads) => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  mockEndpoint('post', '/export', () => new HttpResponse(null, { status: 204 }));
  const { reads } = serveTransfer(full);
  let respond: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  reads.mockImplementation(() => response);
  showConsult(consultWith(full));
  await userEvent.click(await screen.findByRole('button', { name: 'Print Consult Request' }));
  await waitFor(() => expect(onPaper()).toHaveTextContent('Its printed timeline'));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(printed).not.toHaveBeenCalled();
  respond(loads ? HttpResponse.json([full]) : refusal(404));
  await waitFor(() => expect(printed).toHaveBeenCalledOnce());
  const paper = onPaper();
  expect(paper?.querySelectorAll('button')).toHaveLength(0);
  if (loads) expect(factsIn(paper!)).toContainEqual(['Completed', 'Priya Stone, 10:10am Mar 5, 2024 EST']);
  else expect(paper).toHaveTextContent('Failed to load transfer');
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(onPaper()).toBeNull());
});

describe("in the timeline's entry about the request", () => {
  const show = (transfer: TransferRead) =>
    renderFeature(
      <ConsultProvider value={consultWith(transfer)}>
        <TransferOfEntry />
      </ConsultProvider>,
    );

  it('[TIME-18] [TIME-20] shows the facility that was asked first, even if another has been asked since', async () => {
    const declined = makeDeclined(1, makeFacility(33, 'Other'), {
      facilityLocation: { id: 34, name: 'Harbor General' },
      otherPreferredFacility: 'Mercy West',
    });
    serveTransfer(makeTransferRead({ preferredTransportationMode: 'Ground', declinedOffers: [declined] }));
    const { container } = show(makeTransferRead());
    await screen.findByText('Mercy West');
    expect(factsIn(container)).toEqual([
      ['Preferred Facility', 'Other'],
      ['Facility Location', 'Harbor General'],
      ['Other Preferred Facility', 'Mercy West'],
      ['Preferred Transportation Mode', 'Air'],
      ['Stroke Level', 'Level 1'],
      ['Referring Physician', 'Dr. Ada Reyes'],
      ['Referring Location Number', '(555) 010-0140'],
      ['Requested', 'Kim Fox, 1:30pm Mar 5, 2024'],
    ]);
  });

  it('[TIME-18] [TIME-19] shows who took each step and when, and the notice about transport by ground', async () => {
    serveTransfer({ ...full, declinedOffers: [] });
    const { container } = show(full);
    await screen.findByText('Acknowledged');
    expect(factsIn(container).slice(-3)).toEqual([
      ['Requested', 'Kim Fox, 1:30pm Mar 5, 2024'],
      ['Acknowledged', 'Dana Lee, 2:02pm Mar 5, 2024'],
      ['Completed', 'Priya Stone, 3:10pm Mar 5, 2024'],
    ]);
    expect(container).toHaveTextContent('The patient travels by ground ambulance.');
  });

  it('says that the transfer could not be loaded', async () => {
    serveTransfer(full).reads.mockImplementation(() => refusal(404));
    show(full);
    expect(await screen.findByText('Failed to load transfer')).toBeInTheDocument();
  });
});
