import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';

import type {
  ConsultAction,
  DeclinedOfferRead,
  FacilityFieldFlags,
  FacilityRead,
  Person,
  TransferProtocolRead,
  TransferRead,
} from '@/api/generated/types.gen';

import { CONSULT_ID, dana, makeStrokeConsult } from './make-consult';
import { server } from './server';

export const TRANSFER_ID = 'e1a5c0de-1111-4a6b-8c3d-2f4b6d8e0a21';

export const kim: Person = { id: 9, username: 'stroke', firstName: 'Kim', lastName: 'Fox' };

/** A facility that asks for nothing more, unless its flags say so. */
export function makeFacility(id: number, facilityName: string, flags: Partial<FacilityFieldFlags> = {}): FacilityRead {
  return {
    id,
    facilityName,
    facilityInfo: null,
    facilityType: { id: 1, name: 'Comprehensive' },
    fieldFlags: { requiresAcceptingAttending: false, requiresOtherFacility: false, ...flags },
  };
}

/** A facility of a location's protocol for stroke consults. */
export function makeProtocol(
  transferFor: TransferProtocolRead['transferFor'],
  transferTo: string,
  transferDistanceMiles: number,
): TransferProtocolRead {
  return { transferFor, serviceLineId: 2, transferTo, transferDistanceMiles };
}

/** A transfer that was just requested by Kim; a test overrides only what it is about. */
export function makeTransferRead(about: Partial<TransferRead> = {}): TransferRead {
  return {
    id: TRANSFER_ID,
    consultId: CONSULT_ID,
    author: kim,
    createdAt: '2024-03-05T13:30:00Z',
    state: 'requested',
    assignee: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    closedAt: null,
    closedBy: null,
    closedReason: null,
    referringPhysician: 'Dr. Ada Reyes',
    referringLocationNumber: '(555) 010-0140',
    preferredFacility: makeFacility(31, 'Mercy'),
    facilityLocation: { id: 31, name: 'Mercy' },
    acceptingAttendingPhysician: null,
    otherPreferredFacility: null,
    preferredTransportationMode: 'Air',
    strokeLevel: 'Level 1',
    acceptingLocation: null,
    consultingPhysician: null,
    consultingContact: null,
    isConsultingPhysicianAccepting: null,
    declinedOffers: [],
    ...about,
  };
}

/** A facility that declined, noted by Kim. */
export function makeDeclined(
  number: number,
  { id, facilityName }: Pick<FacilityRead, 'id' | 'facilityName'>,
  about: Partial<DeclinedOfferRead> = {},
): DeclinedOfferRead {
  return {
    number,
    facilityId: id,
    facilityName,
    facilityLocation: { id, name: facilityName },
    acceptingAttendingPhysician: null,
    otherPreferredFacility: null,
    preferredTransportationMode: 'Air',
    reason: 'No bed',
    declinedAt: `2024-03-05T14:0${number}:00Z`,
    declinedBy: kim,
    ...about,
  };
}

export const requestedTransfer = makeTransferRead();

export const acknowledgedTransfer = makeTransferRead({
  state: 'acknowledged',
  assignee: dana,
  acknowledgedBy: dana,
  acknowledgedAt: '2024-03-05T14:02:00Z',
});

export const completedTransfer: TransferRead = {
  ...acknowledgedTransfer,
  state: 'completed',
  resolvedBy: dana,
  resolvedAt: '2024-03-05T15:10:00Z',
};

/** What a consult says about its transfer. */
export function transferFields({ id, state, acknowledgedAt, closedReason }: TransferRead) {
  return { hasTransfer: true, transfer: { id, state, acknowledgedAt, closedReason } };
}

/** A stroke consult with this transfer, or none. */
export function makeTransferConsult(transfer: TransferRead | null, ...allowedActions: ConsultAction[]) {
  return makeStrokeConsult({ ...(transfer !== null && transferFields(transfer)), allowedActions });
}

/** Serves the consult's transfer; returns the mock that counts the requests. A test may change the response. */
export function serveTransfer(first: TransferRead) {
  const answer = { transfer: first };
  const reads = vi.fn((): Response | Promise<Response> => HttpResponse.json([answer.transfer]));
  server.use(http.get(`*/api/consults/${CONSULT_ID}/transfers`, () => reads()));
  return { answer, reads };
}
