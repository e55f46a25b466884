import { ErrorResponse } from 'oidc-client-ts';
import { expect, it } from 'vitest';

import { signInFailure } from './sign-in-error';

const refused = (description: string) => new ErrorResponse({ error: 'access_denied', error_description: description });

it('[ERR-13] returns to the login page if the user cancels', () => {
  expect(signInFailure(refused('AADB2C90091: The user has cancelled.'))).toEqual({ page: 'login' });
});

const messages = [
  [
    'AADB2C90233: expired',
    'Seems like your invitation has expired. Please reach out to your admin to resend the invite.',
  ],
  [
    'AADSTS50105: not assigned',
    "Seems like we don't have you in our system yet. Please verify your IMS request has been completed, or contact the Help Desk for additional assistance.",
  ],
  [
    'AADB2C90118: forgot',
    'We have run into an error, please try again. If issues persist contact the help desk. AADB2C90118',
  ],
  [
    'Failed: AADSTS50020 of another tenant',
    'We have run into an error, please try again. If issues persist contact the help desk. AADSTS50020',
  ],
  ['<b>The account is locked</b>', '<b>The account is locked</b>'],
] as const;
it.each(messages)('[ERR-09] [ERR-10] [ERR-11] [ERR-14] shows our own message for %s', (description, message) => {
  expect(signInFailure(refused(description))).toEqual({ page: 'error', message });
});

it('[ERR-11] [ERR-15] shows the name of an error that the provider does not describe', () => {
  const error = new ErrorResponse({ error: 'temporarily_unavailable' });
  expect(signInFailure(error)).toEqual({ page: 'error', message: 'temporarily_unavailable' });
});

it('[ERR-11] shows nothing from a response to a sign-in that this browser did not start', () => {
  expect(signInFailure(new Error('No matching state found in storage'))).toEqual({ page: 'login' });
});
