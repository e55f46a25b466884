import { constants } from '@/api/contract/constants.gen';
import { ApiError } from '@/api/errors';

export interface Words {
  readonly title: string;
  readonly text: string;
}

const MINUTES = constants.GUEST_LINK_MINUTES;

export const INVALID: Words = {
  title: 'This link is not valid',
  text: 'Please check that it is complete, or ask whoever invited you for a new one.',
};

export const ENDED: Words = {
  title: 'The call has ended for you',
  text: 'If you are still needed, whoever invited you can send you a new link. You can close this page.',
};

export const REFUSED: Words = {
  title: 'You were not let in',
  text: 'The people in the call cannot let you in. You can close this page.',
};

export const FULL: Words = {
  title: 'The call is full',
  text: 'Someone has to leave before you can join.',
};

export const NOT_NOW: Words = {
  title: 'The call cannot be joined now',
  text: 'Its media server does not respond. Please try again in a moment, or call whoever invited you.',
};

export const LEFT: Words = { title: 'You have left the call', text: 'You can come back until the call ends.' };

export const DISCONNECTED: Words = {
  title: 'You are not in the call anymore',
  text: 'It may have been opened again in this browser, or the connection was lost.',
};

const refusals: Readonly<Record<string, Words>> = {
  guest_unknown: INVALID,
  validation: INVALID,
  guest_link_expired: {
    title: 'This link has expired',
    text: `A link can be opened for ${MINUTES} minutes. Please ask whoever invited you for a new one.`,
  },
  guest_link_used: {
    title: 'This link is used on another device',
    text: 'It works only on the device that opened it first. Please go on there, or ask whoever invited you for a new one.',
  },
  guest_invitation_over: ENDED,
};

/** What to tell a guest whose link the server refuses to open; null for a failure that may pass. */
export function wordsOfRefusal(failure: unknown): Words | null {
  return failure instanceof ApiError ? (refusals[failure.code] ?? null) : null;
}
