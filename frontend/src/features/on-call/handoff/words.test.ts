import { expect, it } from 'vitest';

import { makeLineLeft, makeSuccessor } from '@/testing/open-work';

import { aboutLastOnCall, successorLabel } from './words';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();
const now = at(4, 15);
const LAST = 'You are the last one on call for Tele-Stroke.';

it.each([
  [{ openUntil: at(4, 19), waiting: 2 }, `${LAST} It is open until 7:00pm. 2 requests wait.`],
  [{ openUntil: at(5, 0), waiting: 1 }, `${LAST} It is open until 12:00am on Thursday. 1 request waits.`],
  [{ openUntil: null, waiting: 0 }, `${LAST} It is open around the clock.`],
])('says for how long a line is left alone, and with how many requests: %o', (about, sentence) => {
  expect(aboutLastOnCall(makeLineLeft(about), now)).toBe(sentence);
});

it('says since when a colleague has been on call, and who is only for escalations', () => {
  expect(successorLabel(makeSuccessor({ since: at(4, 7) }), now)).toBe('Ada Lovelace, on call since 7:00am');
  const since = at(3, 7);
  expect(successorLabel(makeSuccessor({ since, primary: false }), now)).toBe(
    'Ada Lovelace, on call since 7:00am Mar 3, 2026 (escalation only)',
  );
});
