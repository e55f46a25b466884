import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { useKeyedCall, useWishKey } from './action-key';
import { ApiError, ChangedSinceError, mayHaveBeenDone, NoAnswerError } from './errors';

const failures = [
  { what: 'a lost network', failure: new NoAnswerError('network'), perhaps: true },
  { what: 'a time-out', failure: new NoAnswerError('timeout'), perhaps: true },
  { what: 'a defect of the server', failure: new ApiError(500, null), perhaps: true },
  { what: 'a server that gives up', failure: new ApiError(503, { code: 'unavailable' }), perhaps: true },
  { what: 'an answer that cannot be read', failure: new SyntaxError('Unexpected end of input'), perhaps: true },
  { what: 'a refused field', failure: new ApiError(400, null), perhaps: false },
  { what: 'a conflict', failure: new ApiError(409, null), perhaps: false },
  { what: 'too many calls', failure: new ApiError(429, null), perhaps: false },
  { what: 'the last status of a refusal', failure: new ApiError(499, null), perhaps: false },
  { what: 'a call that was not made', failure: new ChangedSinceError(), perhaps: false },
];

it.each(failures)('[ERR-08] [WIZ-39] says whether a call may have been done after $what', ({ failure, perhaps }) => {
  expect(mayHaveBeenDone(failure)).toBe(perhaps);
});

/** What its server got, under which key, and how it answers the next call. */
function keyedCalls() {
  const { result } = renderHook(() => useKeyedCall());
  const got: { content: string; key: string }[] = [];
  const send = async (content: string, failure?: Error) =>
    result.current(content, async (key) => {
      got.push({ content, key });
      return failure === undefined ? Promise.resolve('done') : Promise.reject(failure);
    });
  return { got, send };
}

it.each(failures)(
  '[API-03] [ERR-08] asks once before something else is sent after $what',
  async ({ failure, perhaps }) => {
    const { got, send } = keyedCalls();
    await expect(send('Calmer', failure)).rejects.toBe(failure);
    if (perhaps) await expect(send('Asleep')).rejects.toEqual(new ChangedSinceError());
    expect(got.map(({ content }) => content)).toEqual(['Calmer']);
    await expect(send('Asleep')).resolves.toBe('done');
    expect(got.map(({ content }) => content)).toEqual(['Calmer', 'Asleep']);
    expect(got[0]?.key).not.toBe(got[1]?.key);
    await expect(send('Awake')).resolves.toBe('done');
  },
);

it('[API-03] [ERR-08] [BAPI-32] repeats the same with the same key and without a question, also after something else was typed', async () => {
  const { got, send } = keyedCalls();
  const lost = new NoAnswerError('network');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  await expect(send('Asleep')).rejects.toEqual(new ChangedSinceError());
  await expect(send('Calmer')).resolves.toBe('done');
  expect(new Set(got.map(({ key }) => key)).size).toBe(1);
});

it('[ERR-08] asks again about each other content, and about what was sent last', async () => {
  const { got, send } = keyedCalls();
  const lost = new NoAnswerError('timeout');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  for (const content of ['Asleep', 'Awake']) await expect(send(content)).rejects.toEqual(new ChangedSinceError());
  await expect(send('Awake', lost)).rejects.toBe(lost);
  await expect(send('Calmer')).rejects.toEqual(new ChangedSinceError());
  expect(got.map(({ content }) => content)).toEqual(['Calmer', 'Awake']);
});

it('[API-03] [BAPI-32] keeps the key of a wish until it is granted, and wishes the same again with another', () => {
  const { result } = renderHook(() => useWishKey());
  const first = result.current.keyOf('fax');
  expect(result.current.keyOf('fax')).toBe(first);
  result.current.end();
  const second = result.current.keyOf('fax');
  expect(second).not.toBe(first);
  expect(result.current.keyOf('other')).not.toBe(second);
});
