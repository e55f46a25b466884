import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { connectQueries } from '@/api/live';
import { pasteInto } from '@/testing/paste-into';
import { dana } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { server } from '@/testing/server';
import { onPhone, refusal, showConsult } from '@/testing/show-consult';
import {
  box,
  CLOSED_AT,
  completeAs,
  dialog,
  gone,
  note,
  mockSignOff,
  press,
  psych,
  refused,
  signedOffLines,
  signer,
  toComplete,
  toSign,
} from '@/testing/sign-offs';

beforeEach(() => {
  server.use(http.get('*/api/me', () => HttpResponse.json(signer)));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const others = signedOffLines.filter(({ path }) => path !== 'neuro');

describe.each(others)('$path', ({ path, consult }) => {
  it('[DONE-27] [DONE-31] [DONE-32] [INFO-04] completes the consult and signs it off in one dialog', async () => {
    const { order, completions, signatures } = mockSignOff(path, consult);
    await completeAs(consult, 'Phone Only with Provider');
    await pasteInto(box('Comment'), 'Observe.');
    await press('Complete and Sign Off');
    await gone();
    expect(order).toEqual(['complete', 'sign']);
    const { qaComment, completeType } = { qaComment: 'Observe.', completeType: 'phone only with provider' };
    expect(completions[0]?.body).toEqual({ completeType, qaComment, cancel: false });
    expect(signatures[0]?.body).toEqual({ typeofCall: completeType, comment: qaComment });
  });

  it('[DONE-27] [DONE-31] only signs a completed consult, with its existing type', async () => {
    const { order, signatures } = mockSignOff(path, consult);
    showConsult(toSign(consult, { completeType: 'phone only with provider' }), { me: signer });
    await press('Add Sign-off');
    await dialog();
    const offered = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(offered).toEqual(['Phone Only with Provider']);
    await press('Sign Off');
    await gone();
    expect(order).toEqual(['sign']);
    expect(signatures[0]?.body).toEqual({ typeofCall: 'phone only with provider' });
  });
});

describe.each(others)('the dialog of $path', ({ path, consult }) => {
  const types = {
    psych: ['Video', 'Phone Only with Patient', 'Phone Only with Provider', 'Cancelled'],
    toxicology: ['Video', 'Phone Only with Provider', 'Phone with Provider Plus Written Note', 'Cancelled'],
  };

  it('[DONE-24] [DONE-25] [DONE-26] [DONE-28] [DONE-29] offers the types of the line, and requires a reason of at most 255 characters if cancelled', async () => {
    const { order, signatures } = mockSignOff(path, consult);
    await completeAs(consult, 'Cancelled');
    const offered = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(offered).toEqual(path === 'psych' ? types.psych : types.toxicology);
    const send = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Consult' });
    await userEvent.click(send);
    expect(await screen.findAllByText('This field is required.', { exact: false })).toHaveLength(2);
    for (const field of [box(/Cancellation Reason/), box('Comment')]) {
      await userEvent.click(field);
      await userEvent.paste('x'.repeat(256));
    }
    await userEvent.click(send);
    expect(await screen.findAllByText('Must be at most 255 characters long.', { exact: false })).toHaveLength(4);
    expect(order).toEqual([]);
    for (const name of ['Video', 'Cancelled']) await userEvent.click(screen.getByRole('radio', { name }));
    expect(box(/Cancellation Reason/)).toHaveValue('');
    await pasteInto(box(/Cancellation Reason/), 'x'.repeat(255));
    await userEvent.type(box('Comment'), '{Backspace}');
    await userEvent.click(send);
    await gone();
    expect(order).toEqual(['complete', 'sign']);
    expect(signatures[0]?.body).toMatchObject({ typeofCall: 'cancelled', cancellationReason: 'x'.repeat(255) });
  });
});

describe.each(signedOffLines)('on $path', ({ path, consult }) => {
  const fill = async () => {
    if (path !== 'neuro') return;
    await userEvent.type(box(/Video Call Length/), '9');
    await pasteInto(box(/Documentation Reference/), 'EMR 4711');
  };

  it('[DONE-23] [BPERM-12] [BPERM-27] Add Sign-off is shown only if the server allows it for a completed consult', async () => {
    for (const [about, there] of [
      [toSign(consult), true],
      [toSign(consult, { allowedActions: [] }), false],
      [toComplete(consult), false],
    ] as const) {
      const { unmount } = showConsult(about, { me: signer });
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryAllByRole('button', { name: 'Add Sign-off' })).toHaveLength(there ? 1 : 0);
      unmount();
    }
  });

  it('[BERR-21] [BAPI-32] [DONE-21] [DONE-27] [DONE-31] a failed signature can be retried with what was typed, and nothing is completed twice', async () => {
    const answers = [refused(), HttpResponse.json(note)];
    const { order, signatures } = mockSignOff(path, consult, () => answers.shift() ?? refused());
    const { answer } = await completeAs(consult, 'Video');
    await fill();
    await pasteInto(box('Comment'), 'Observe.');
    answer.consult = toSign(consult);
    await press('Complete and Sign Off');
    await screen.findAllByText('Not like this.', { exact: false });
    const send = await screen.findByRole('button', { name: 'Sign Off' });
    expect(box('Comment')).toHaveValue('Observe.');
    expect(screen.queryByText(/completed this consult/)).not.toBeInTheDocument();
    expect(send).toBeEnabled();
    await userEvent.click(send);
    await gone();
    expect(order).toEqual(['complete', 'sign', 'sign']);
    expect(signatures[0]?.key).not.toBeNull();
    expect(signatures[1]?.key).toBe(signatures[0]?.key);
    const about = expect.objectContaining({ call: 'sign off', status: 400 }) as object;
    expect(console.warn).toHaveBeenCalledWith('A call about a consult failed.', about);
  });

  it('[BERR-21] [DONE-23] if the dialog was closed after that, Add Sign-off restores what was typed', async () => {
    mockSignOff(path, consult, refused);
    const { answer } = await completeAs(consult, 'Video');
    await fill();
    await pasteInto(box('Comment'), 'Observe.');
    answer.consult = toSign(consult);
    await press('Complete and Sign Off');
    await screen.findAllByText('Not like this.', { exact: false });
    await userEvent.click(within(screen.getByRole('dialog')).getByText('Close'));
    await gone();
    await press('Add Sign-off');
    await dialog();
    await waitFor(() => expect(box('Comment')).toHaveValue('Observe.'));
  });

  it('[BERR-21] [DET-48] says who signed first, in Eastern time, and sends nothing more', async () => {
    const first = refusal(409, { code: 'already_signed_off', signatory: dana, signedOffAt: CLOSED_AT });
    const { order } = mockSignOff(path, consult, () => first);
    const { answer, queryClient } = showConsult(toSign(consult), { me: makeMe() });
    const disconnect = connectQueries(queryClient);
    await press('Add Sign-off');
    await dialog();
    await fill();
    answer.consult = { ...toSign(consult, { allowedActions: [] }), signOffNote: note };
    await press('Sign Off');
    expect(
      await screen.findByText('Dana Lee signed off at 9:02am Mar 5, 2024 EST.', { selector: '[role="alert"] *' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Sign Off' })).toBeDisabled();
    expect(order).toEqual(['sign']);
    disconnect();
  });

  it('[BERR-21] a consult that someone else has completed is not signed off with input for a different completion', async () => {
    const { order } = mockSignOff(path, consult);
    const { answer, queryClient } = await completeAs(consult, 'Cancelled');
    await pasteInto(box(/Cancellation Reason/), 'Transferred');
    answer.consult = toSign(consult, { completedByUser: { ...dana, id: 99, firstName: 'Kim', lastName: 'Fox' } });
    await queryClient.invalidateQueries();
    expect(await screen.findByText('Kim Fox completed at 2:02pm.')).toBeInTheDocument();
    expect(box(/Cancellation Reason/)).toHaveValue('Transferred');
    const send = within(screen.getByRole('dialog')).getByRole('button', { name: /Cancel Consult|Sign Off/ });
    expect(send).toBeDisabled();
    expect(order).toEqual([]);
  });
});

it('[DONE-23] [DET-15] [BPERM-27] on a phone Add Sign-off is in the Actions menu', async () => {
  onPhone();
  mockSignOff('psych', psych);
  showConsult(toSign(psych), { me: signer });
  await press('Actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Add Sign-off' }));
  await dialog();
  await press('Sign Off');
  await gone();
});

it('[BPERM-27] a user who may complete but not sign only completes', async () => {
  const { order } = mockSignOff('psych', psych);
  showConsult({ ...psych, allowedActions: ['complete'] }, { me: signer });
  await press('Complete');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Video' }));
  await dialog();
  await press('Complete Consult');
  await gone();
  expect(order).toEqual(['complete']);
});
