import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { useAttempt } from './attempts';
import { ApiError, ChangedSinceError, mayHaveSucceeded, NoResponseError } from '@/api/errors';

const failures = [
  { what: 'a network failure', failure: new NoResponseError('network'), uncertain: true },
  { what: 'a timeout', failure: new NoResponseError('timeout'), uncertain: true },
  { what: 'a server error', failure: new ApiError(500, null), uncertain: true },
  { what: 'an unavailable server', failure: new ApiError(503, { code: 'unavailable' }), uncertain: true },
  { what: 'an unreadable response', failure: new SyntaxError('Unexpected end of input'), uncertain: true },
  { what: 'an invalid field', failure: new ApiError(400, null), uncertain: false },
  { what: 'a conflict', failure: new ApiError(409, null), uncertain: false },
  { what: 'too many calls', failure: new ApiError(429, null), uncertain: false },
  { what: 'the highest status of a refusal', failure: new ApiError(499, null), uncertain: false },
  { what: 'a call that was not made', failure: new ChangedSinceError(), uncertain: false },
];

it.each(failures)(
  '[ERR-08] [WIZ-39] reports whether a request may have succeeded after $what',
  ({ failure, uncertain }) => {
    expect(mayHaveSucceeded(failure)).toBe(uncertain);
  },
);

/** What the server received, under which key. */
function attempts(options?: Parameters<typeof useAttempt>[0]) {
  const { result } = renderHook(() => useAttempt(options));
  const received: { content: string; key: string }[] = [];
  const send = async (content: string, failure?: Error) =>
    result.current(content, async (key) => {
      received.push({ content, key });
      return failure === undefined ? Promise.resolve('done') : Promise.reject(failure);
    });
  return { received, send };
}

it.each(failures)(
  '[API-03] [ERR-08] warns once before different content is sent after $what',
  async ({ failure, uncertain }) => {
    const { received, send } = attempts();
    await expect(send('Calmer', failure)).rejects.toBe(failure);
    if (uncertain) await expect(send('Asleep')).rejects.toEqual(new ChangedSinceError());
    expect(received.map(({ content }) => content)).toEqual(['Calmer']);
    await expect(send('Asleep')).resolves.toBe('done');
    expect(received.map(({ content }) => content)).toEqual(['Calmer', 'Asleep']);
    expect(received[0]?.key).not.toBe(received[1]?.key);
    await expect(send('Awake')).resolves.toBe('done');
  },
);

it('[API-03] [ERR-08] [BAPI-32] resends the same content with the same key and without a warning, even after different content was tried', async () => {
  const { received, send } = attempts();
  const lost = new NoResponseError('network');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  await expect(send('Asleep')).rejects.toEqual(new ChangedSinceError());
  await expect(send('Calmer')).resolves.toBe('done');
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
});

it('[ERR-08] warns again for each different content, including content sent earlier', async () => {
  const { received, send } = attempts();
  const lost = new NoResponseError('timeout');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  for (const content of ['Asleep', 'Awake']) await expect(send(content)).rejects.toEqual(new ChangedSinceError());
  await expect(send('Awake', lost)).rejects.toBe(lost);
  await expect(send('Calmer')).rejects.toEqual(new ChangedSinceError());
  expect(received.map(({ content }) => content)).toEqual(['Calmer', 'Awake']);
});

it('[API-03] [BAPI-32] keeps the key of an action until it succeeds, and takes the same content as a new action then', async () => {
  const { received, send } = attempts();
  const refused = new ApiError(409, null);
  await expect(send('fax', refused)).rejects.toBe(refused);
  for (const content of ['fax', 'fax', 'other']) await expect(send(content)).resolves.toBe('done');
  const [first, retry, second, other] = received.map(({ key }) => key);
  expect(retry).toBe(first);
  expect(new Set([first, second, other]).size).toBe(3);
});

it('[API-03] [BAPI-32] repeats an action that can succeed only once with its key, even after it has succeeded', async () => {
  const { received, send } = attempts({ final: true });
  for (const content of ['sign', 'sign', 'other']) await expect(send(content)).resolves.toBe('done');
  const [first, again, other] = received.map(({ key }) => key);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('[API-03] sends other content without a warning if each content is a separate action', async () => {
  const { received, send } = attempts({ independent: true });
  const lost = new NoResponseError('network');
  await expect(send('first note', lost)).rejects.toBe(lost);
  await expect(send('second note')).resolves.toBe('done');
  expect(received[0]?.key).not.toBe(received[1]?.key);
});
