import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { setRuntimeConfig } from '@/api/runtime-config';
import * as toasts from '@/shared/ui/toasts';
import { testConfig } from '@/testing/config';
import { makeLineLeft, makeOpenConsult, makeUnsignedNote } from '@/testing/open-work';
import { server } from '@/testing/server';

import { checkOutToLeave, isNothing } from './queries';

it.each([
  ['the server fails', () => HttpResponse.json({}, { status: 500 })],
  ['the server refuses', () => HttpResponse.json({}, { status: 403 })],
  ['the network is lost', () => HttpResponse.error()],
])(
  '[BERR-19] [CALL-18] a failed check-out neither blocks the logout nor shows an error if %s',
  async (_why, answer) => {
    const checkOut = vi.fn(answer);
    server.use(http.post('*/api/checkout', checkOut));
    const toast = vi.spyOn(toasts, 'toastDanger');
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const onForbidden = vi.fn();
    setRuntimeConfig(testConfig);
    configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden });
    await expect(checkOutToLeave()).resolves.toBeUndefined();
    expect(checkOut).toHaveBeenCalledOnce();
    expect(limit.mock.calls).toEqual([[5_000]]);
    expect([toast.mock.calls, onForbidden.mock.calls]).toEqual([[], []]);
  },
);

it.each([
  [true, 'nothing', {}],
  [false, 'an open consult', { consults: [makeOpenConsult()] }],
  [false, 'a note that is not signed', { unsignedNotes: [makeUnsignedNote()] }],
  [false, 'a line with nobody else', { lastOnCall: [makeLineLeft()] }],
])('[CALL-02] goes off call without a question: %s, if the user leaves behind %s', (expected, _what, work) => {
  expect(isNothing({ consults: [], unsignedNotes: [], lastOnCall: [], ...work })).toBe(expected);
});
