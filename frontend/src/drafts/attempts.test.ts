import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { useAttempt } from './attempts';
import { ApiError, ChangedSinceError, mayHaveBeenDone, NoAnswerError } from '@/api/errors';

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

/** What the server received, under which key. */
function attempts(options?: Parameters<typeof useAttempt>[0]) {
  const { result } = renderHook(() => useAttempt(options));
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
    const { got, send } = attempts();
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
  const { got, send } = attempts();
  const lost = new NoAnswerError('network');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  await expect(send('Asleep')).rejects.toEqual(new ChangedSinceError());
  await expect(send('Calmer')).resolves.toBe('done');
  expect(new Set(got.map(({ key }) => key)).size).toBe(1);
});

it('[ERR-08] asks again about each other content, and about what was sent last', async () => {
  const { got, send } = attempts();
  const lost = new NoAnswerError('timeout');
  await expect(send('Calmer', lost)).rejects.toBe(lost);
  for (const content of ['Asleep', 'Awake']) await expect(send(content)).rejects.toEqual(new ChangedSinceError());
  await expect(send('Awake', lost)).rejects.toBe(lost);
  await expect(send('Calmer')).rejects.toEqual(new ChangedSinceError());
  expect(got.map(({ content }) => content)).toEqual(['Calmer', 'Awake']);
});

it('[API-03] [BAPI-32] keeps the key of a repeatable action until it succeeds, and repeats the action with another', async () => {
  const { got, send } = attempts({ repeatable: true });
  const refused = new ApiError(409, null);
  await expect(send('fax', refused)).rejects.toBe(refused);
  for (const content of ['fax', 'fax', 'other']) await expect(send(content)).resolves.toBe('done');
  const [first, retry, second, other] = got.map(({ key }) => key);
  expect(retry).toBe(first);
  expect(new Set([first, second, other]).size).toBe(3);
});

it('[API-03] sends other content without a warning where each content is an action of its own', async () => {
  const { got, send } = attempts({ independent: true });
  const lost = new NoAnswerError('network');
  await expect(send('first note', lost)).rejects.toBe(lost);
  await expect(send('second note')).resolves.toBe('done');
  expect(got[0]?.key).not.toBe(got[1]?.key);
});
