import { expect, it } from 'vitest';

import { makeMe } from '@/testing/me';
import { makeLine } from '@/testing/worklist';

import { preferenceOf, restoredSettings, suggestedSettings } from './duty';

it.each([true, false])('[CALL-13] saves settings for the next check-in and the current one: %s', (primary) => {
  const phoneNumber = '(555) 010-0142';
  expect(preferenceOf({ roleId: 21, serviceLineId: 2, phoneNumber, primary })).toEqual({
    preferences: { onCallServiceLine: 2, onCallPhoneNumber: phoneNumber, onCallNotificationType: primary },
    smsInfo: { serviceLineId: 2, phoneNumber, primary },
  });
});

const psych = makeLine(3, 'Tele-Psych');
const stroke = makeLine(2, 'Tele-Stroke', true);
const icu = makeLine(7, 'Tele-ICU', true);

it.each([
  ['the last line', [psych, stroke, icu], 7, { serviceLineId: 7, primary: false }],
  ['all notifications on a line without escalations', [psych, stroke, icu], 3, { serviceLineId: 3, primary: true }],
  ['the only line, whatever the last one was', [stroke], 7, { serviceLineId: 2, primary: false }],
  ['no line if the last one no longer exists', [psych, stroke], 7, { serviceLineId: undefined, primary: true }],
])('[CALL-09] [CALL-04] [CALL-06] [CALL-10] restores %s', (_what, activeServiceLines, onCallServiceLine, restored) => {
  const preferences = { onCallServiceLine, onCallPhoneNumber: '(555) 010-0142', onCallNotificationType: false };
  const me = makeMe({ activeServiceLines, defaultCheckinRoleId: 21, preferences });
  expect(restoredSettings(me)).toEqual({ roleId: 21, phoneNumber: '(555) 010-0142', ...restored });
});

it.each([
  ['the only line', [icu], null],
  ['a line to be chosen', [psych, icu], null],
  ['another line than the last one', [icu], 2],
])(
  '[CALL-08] suggests all notifications until the user chooses otherwise, for %s',
  (_what, lines, onCallServiceLine) => {
    const preferences = { onCallServiceLine, onCallPhoneNumber: null, onCallNotificationType: true };
    expect(suggestedSettings(makeMe({ activeServiceLines: lines, preferences })).primary).toBe(true);
  },
);

it('[CALL-10] restores the default role, also while the user is on call in another one', () => {
  const me = makeMe({
    activeServiceLines: [psych, icu],
    checkinRole: { id: 20, name: 'Bedside Provider' },
    checkedInLineIds: [3],
    defaultCheckinRoleId: 21,
  });
  expect(suggestedSettings(me, [icu]).roleId).toBe(21);
  expect(restoredSettings(me).roleId).toBe(21);
});
