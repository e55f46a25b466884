import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';

import type { FacilityRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';
import type { Me } from '@/session/me';

import { makeStrokeConsult } from './make-consult';
import { makeFacility, makeTransferRead } from './make-transfer';
import { makeMe } from './me';
import { pasteInto } from './paste-into';
import { server } from './server';
import { mockEndpoint, refusal, showConsult } from './show-consult';

export const mercy = makeFacility(31, 'Mercy');
export const university = makeFacility(32, 'University Hospital', { requiresAcceptingAttending: true });
export const other = makeFacility(33, 'Other', { requiresOtherFacility: true });

/** A user with three facilities, each a different case of what it asks for. */
export const transferRequester = makeMe({
  preferredFacilities: [mercy, university, other],
  facilityLocations: [
    { id: 32, name: 'University Hospital' },
    { id: 31, name: 'Mercy' },
    { id: 40, name: 'Mercy Annex' },
    { id: 33, name: 'Other' },
  ],
  stringDictionary: { TRANSFER_REQUEST_1: 'Ground crews need the imaging disc.' },
});

/** A consult whose transfer may be requested. */
export const transferable = makeStrokeConsult({ allowedActions: ['requestTransfer'] });

interface TransferDialogOptions {
  me?: Me;
  consult?: Consult;
  /** The response to GET /facilities; null for a failure. */
  facilities?: readonly FacilityRead[] | null;
  respond?: () => Response | Promise<Response>;
}

/** Serves `GET /facilities`; null for a failure. */
export function serveFacilities(facilities: readonly FacilityRead[] | null) {
  server.use(http.get('*/api/facilities', () => (facilities === null ? refusal(400) : HttpResponse.json(facilities))));
}

/** Renders the consult and opens its dialog; the test decides the server's response to the request. */
export async function showTransferDialog(options: TransferDialogOptions = {}) {
  const { me = transferRequester, consult = transferable, facilities = me.preferredFacilities } = options;
  const { respond = () => HttpResponse.json(makeTransferRead(), { status: 201 }) } = options;
  serveFacilities(facilities);
  const sent = mockEndpoint('post', '/transfer', respond);
  const view = showConsult(consult, { me });
  await press('Transfer');
  return { ...view, sent, dialog: within(await findTransferDialog()) };
}

export const findTransferDialog = () => screen.findByRole('dialog', { name: 'Transfer request' });

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

// By label, because computing the names of all roles in the dialog takes longer than a click.
export const choose = (name: string | RegExp) =>
  userEvent.click(screen.getByLabelText(name, { selector: 'input[type=radio]' }));

/** Replaces what a text field holds. */
export async function fill(name: RegExp, text: string) {
  const field = screen.getByLabelText(name, { selector: 'input:not([type]), textarea' });
  if ((field as HTMLInputElement).value !== '') await userEvent.clear(field);
  if (text !== '') await pasteInto(field, text);
}

/** The answers that every transfer needs. */
export async function fillTransfer(facility = /^Mercy/) {
  await fill(/^Referring Physician/, 'Dr. Ada Reyes');
  await choose(facility);
  await choose('Air');
  await choose('Level 1');
}

export const sendTransfer = () => press('Request Transfer');

/** The labels of all fields, in order. */
export function fieldsIn(dialog: Element): string[] {
  return [...dialog.querySelectorAll('legend, label[for]')].map(({ textContent }) => textContent.replace(/ \*.*$/, ''));
}

/** The options of a radio group, in order. */
export function optionsOf(group: RegExp): string[] {
  const radios = within(screen.getByRole('group', { name: group })).getAllByRole('radio');
  return radios.map((radio) => radio.closest('label')?.textContent ?? '');
}

/** The buttons of the consult's actions, in order. */
export async function actionButtons(): Promise<(string | null)[]> {
  await screen.findByRole('heading', { level: 1 });
  const group = screen.queryByRole('group', { name: 'Actions' });
  if (group === null) return [];
  return within(group)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
}
