import type { DeliveryProblem } from '@/api/generated/types.gen';

/** A version of a signed note that was not delivered to one of its destinations. */
export const makeDeliveryProblem = (about: Partial<DeliveryProblem>): DeliveryProblem => ({
  consultId: '0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a11',
  version: 1,
  docType: 'Note',
  serviceLineId: 1,
  location: 'Lakeshore General - Emergency Department',
  author: { id: 5, username: 'neuro', firstName: 'Amara', lastName: 'Feldspar' },
  createdAt: '2024-03-05T14:02:00Z',
  pdfStatus: null,
  undelivered: null,
  canConfirmPatient: false,
  ...about,
});
