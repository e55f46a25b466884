import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect } from 'vitest';

import type { SignOffNoteRead } from '@/api/generated/types.gen';
import type { Consult } from '@/consults/consult';

import { CONSULT_ID, dana, makeLineConsult } from './make-consult';
import { makeMe } from './me';
import { mockEndpoint, refusal, showConsult } from './show-consult';

/** The provider who completes and signs. */
export const signer = makeMe({
  id: dana.id,
  username: dana.username,
  firstName: dana.firstName,
  lastName: dana.lastName,
});
export const CLOSED_AT = '2024-03-05T14:02:00Z';

export const neuro = makeLineConsult(
  { id: 1, slug: 'tele-neuro', name: 'Tele-Neuro' },
  {
    detailName: 'TeleNeuroConsultDetail' as const,
    TeleNeuroConsultDetail: { neuroPatientId: 'N-1', physicianName: 'Dr. Okafor', physicianNumber: null },
  },
);
export const psych = makeLineConsult(
  { id: 3, slug: 'tele-psych', name: 'Tele-Psych' },
  { detailName: 'TelePsychConsultDetail' as const, TelePsychConsultDetail: { isComplexCaseRecommendations: true } },
);
const toxicology = makeLineConsult(
  { id: 4, slug: 'tele-toxicology', name: 'Tele-Toxicology' },
  { detailName: 'TeleToxicologyConsultDetail' as const, TeleToxicologyConsultDetail: { isOther: true } },
);

/** A consult for each line with a short sign-off, by the last segment of its path. */
export const signedOffLines = [
  { path: 'neuro', consult: neuro },
  { path: 'psych', consult: psych },
  { path: 'toxicology', consult: toxicology },
] as const;

export const toComplete = (consult: Consult): Consult => ({
  ...consult,
  allowedActions: ['complete', 'completeAndSignOff'],
});

/** Completed by the signer, and not signed off yet. */
export const toSign = (consult: Consult, about: Partial<Consult> = {}): Consult => {
  const completed = { ...consult, state: 'completed', completeType: 'video', completedByUser: dana } as const;
  return Object.assign({ ...completed, completedAt: CLOSED_AT, allowedActions: ['signOff'] as const }, about);
};

export const note: SignOffNoteRead = {
  consultId: CONSULT_ID,
  status: 'Signed',
  lockedBy: null,
  lockedAt: null,
  lockedUser: null,
  signatory: dana,
  signedOffAt: CLOSED_AT,
  pdfStatus: null,
  faxRequest: null,
  documentVersions: [],
};

/** A signature that the server rejects because of a field. */
export const refused = () => refusal(400, { errors: [{ field: 'comment', message: 'Not like this.' }] });

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const box = (name: RegExp | string) => screen.getByRole('textbox', { name });
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
export const dialog = () => screen.findByRole('dialog', { name: 'Consult Completion Details' });

/** Opens the dialog that completes and signs, with this type of call. */
export async function completeAs(consult: Consult, type: string) {
  const view = showConsult(toComplete(consult), { me: signer });
  await press('Complete');
  await userEvent.click(await screen.findByRole('menuitem', { name: type, hidden: true }));
  await dialog();
  return view;
}

/** Mocks the endpoints that complete, correct and sign, and records the order of the requests. */
export function mockSignOff(path: string, consult: Consult, sign: () => Response = () => HttpResponse.json(note)) {
  const order: string[] = [];
  const recorded = (name: string, respond: () => Response) => () => {
    order.push(name);
    return respond();
  };
  const completed = recorded('complete', () => HttpResponse.json(toSign(consult)));
  const changed = recorded('change', () => HttpResponse.json(toSign(consult, { completeType: 'phone' })));
  return {
    order,
    completions: mockEndpoint('post', '/complete', completed),
    changes: mockEndpoint('patch', '', changed),
    signatures: mockEndpoint('post', `/sign-signoff-note-${path}`, recorded('sign', sign)),
  };
}
