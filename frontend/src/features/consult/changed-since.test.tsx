import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { pasteInto } from '@/testing/paste-into';
import { makePsychConsult } from '@/testing/make-consult';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';
import { box, completeAs, dialog, gone, note, mockSignOff, press, psych, toSign } from '@/testing/sign-offs';

const failures = [
  { what: 'no response', fail: () => HttpResponse.error(), why: 'The server did not respond.' },
  { what: 'a server error', fail: () => refusal(503, { message: 'Too busy.' }), why: 'Too busy.' },
];

const CHANGED = 'Your earlier version may have been saved.';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  speedUpTimers();
});

/** The sped-up timers make this ten times shorter. */
const WAIT = { timeout: 50_000 };
const said = async (title: string) =>
  (await within(screen.getByRole('dialog')).findByText(title, {}, WAIT)).parentElement;

it.each(failures)('[BERR-21] warns before it sends a changed completion after $what', async ({ fail, why }) => {
  const answers = [fail];
  const requests = mockEndpoint('post', '/complete', () => {
    const [failing] = answers;
    return failing === undefined ? HttpResponse.json(makePsychConsult({ state: 'completed' })) : failing();
  });
  showConsult(makePsychConsult({ allowedActions: ['complete'] }));
  await press('Complete');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Video', hidden: true }));
  await dialog();
  await pasteInto(box('Comment'), 'Observe.');
  await press('Complete Consult');
  expect(await said('This may not have been saved.')).toHaveTextContent(
    `${why} It is safe to press Complete Consult again.`,
  );
  const tries = requests.length;
  answers.pop();
  await pasteInto(box('Comment'), ' Call again.');
  await press('Complete Consult');
  expect(await said(CHANGED)).toHaveTextContent('press Complete Consult again to send this one as well.');
  expect(requests).toHaveLength(tries);
  await press('Complete Consult');
  await gone();
  expect(requests).toHaveLength(tries + 1);
  expect(requests.at(-1)?.body).toMatchObject({ qaComment: 'Observe. Call again.' });
  expect(requests.at(-1)?.key).not.toBe(requests[0]?.key);
});

it.each(failures)('[BERR-21] warns before it signs changed content after $what', async ({ fail }) => {
  const answers = [fail];
  const { completions, signatures } = mockSignOff('psych', psych, () => {
    const [failing] = answers;
    return failing === undefined ? HttpResponse.json(note) : failing();
  });
  const { answer } = await completeAs(psych, 'Video');
  await pasteInto(box('Comment'), 'Observe.');
  answer.consult = toSign(psych);
  await press('Complete and Sign Off');
  await screen.findByText('The consult is completed. It is not signed off yet.', {}, WAIT);
  const tries = signatures.length;
  answers.pop();
  await pasteInto(box('Comment'), ' Call again.');
  await press('Sign Off');
  expect(await said(CHANGED)).toBeInTheDocument();
  expect(signatures).toHaveLength(tries);
  await press('Sign Off');
  await gone();
  expect(signatures).toHaveLength(tries + 1);
  expect(signatures.at(-1)?.key).not.toBe(signatures[0]?.key);
  expect(completions).toHaveLength(1);
});
