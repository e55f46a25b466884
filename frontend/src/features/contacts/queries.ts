import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import {
  addContact,
  changeContacts,
  listContacts,
  removeContact,
  sendContactCode,
  testContacts,
  verifyContact,
} from '@/api/generated/sdk/contacts.gen';
import type { AddContact, ContactRead, ContactSettings } from '@/api/generated/types.gen';
import { ApiError } from '@/api/errors';
import { markStale } from '@/api/live';
import { useAttempt } from '@/drafts/attempts';
import { abilityOf, type Me } from '@/session/me';
import { toastDanger } from '@/shared/ui/toasts';

/** Refusals that say what to do. */
const REFUSALS = [404, 409, 429];

/** The user's own contacts. What shows them also shows a failure. */
export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => listContacts({ signal, meta: { quiet: true } }),
  meta: { staleOn: ['contacts'] },
});

/** Users who can be paged have contacts. */
export function canBePaged(me: Me): boolean {
  const ability = abilityOf(me);
  return ability.can('Give', 'Consult') || ability.can('Acknowledge', 'Transfer');
}

/** Whether anything reaches the user outside the application; null until that is known. */
export function useReachable(me: Me, { isAsked = true } = {}): boolean | null {
  const { data } = useQuery({ ...contactsQuery, enabled: isAsked && canBePaged(me) });
  return data === undefined ? null : data.contacts.some(isReachable);
}

export function isReachable({ verifiedAt, disabledAt }: ContactRead): boolean {
  return verifiedAt !== null && disabledAt === null;
}

/** The caller shows the failure. */
export function useAddContact() {
  const attempt = useAttempt({ independent: true });
  return useMutation({
    mutationFn: (body: AddContact) =>
      attempt(body, (idempotencyKey) => addContact({ body, meta: { quiet: [400, ...REFUSALS], idempotencyKey } })),
    onSettled: fetchAgain,
  });
}

export function useSendCode(contactId: number) {
  return useMutation({
    mutationFn: () => sendContactCode({ path: { contact_id: contactId }, meta: { quiet: REFUSALS } }),
    ...settling,
  });
}

export function useVerify(contactId: number) {
  return useMutation({
    mutationFn: (code: string) =>
      verifyContact({ path: { contact_id: contactId }, body: { code }, meta: { quiet: REFUSALS } }),
    ...settling,
  });
}

/** Saves the order, delays and labels of all contacts. Until it is refetched, the list shows what is being saved. */
export function useChangeContacts() {
  return useMutation({
    mutationFn: (contacts: readonly ContactRead[]) =>
      changeContacts({ body: { contacts: contacts.map(settingsOf) }, meta: { quiet: REFUSALS } }),
    onError: showRefusal,
    onSettled: fetchAgain,
  });
}

const settingsOf = ({ id, label, delaySeconds }: ContactRead): ContactSettings => ({ id, label, delaySeconds });

export function useRemoveContact() {
  return useMutation({
    mutationFn: (contactId: number) => removeContact({ path: { contact_id: contactId }, meta: { quiet: REFUSALS } }),
    ...settling,
  });
}

export const testsMutation = mutationOptions({
  mutationFn: () => testContacts({ meta: { quiet: REFUSALS } }),
  onError: showRefusal,
  onSettled: fetchAgain,
});

const settling = { onError: showRefusal, onSettled: fetchAgain };

function fetchAgain() {
  markStale(['contacts'], 0);
}

function showRefusal(failure: unknown) {
  if (failure instanceof ApiError && REFUSALS.includes(failure.status)) toastDanger(failure.message);
}
