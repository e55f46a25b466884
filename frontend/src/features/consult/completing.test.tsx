import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { AcuteStrokeConsult } from '@/api/generated/types.gen';
import { serviceLineBySlug } from '@/service-lines/registry';
import { pasteInto } from '@/testing/paste-into';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { makeLineConsult, makePsychConsult, makeStrokeConsult } from '@/testing/make-consult';
import { mockEndpoint, refusal, showConsult } from '@/testing/show-consult';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const pick = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }));
const menuItems = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent);

const acuteStroke = { id: 5, slug: 'acute-stroke', name: 'Acute Stroke' };

// Excludes the live region, which has the same text as the toast for screen readers.
const onScreen = { ignore: '.wl-visually-hidden' };

describe('completing', () => {
  const completed = makePsychConsult({ state: 'completed', completeType: 'video' });
  const dialog = () => screen.findByRole('dialog', { name: 'Consult Completion Details' });

  it('[CHOICE-12] [DET-17] [DET-44] [DONE-24] [DONE-32] opens the dialog with the chosen type', async () => {
    const sent = mockEndpoint('post', '/complete', () => HttpResponse.json(completed));
    const { answer } = showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await press('Complete');
    expect(await menuItems()).toEqual(['Video', 'Phone Only with Patient', 'Phone Only with Provider', 'Cancelled']);
    await pick('Phone Only with Patient');
    expect(within(await dialog()).getByRole('radio', { name: 'Phone Only with Patient' })).toBeChecked();
    await pasteInto(screen.getByRole('textbox', { name: 'Comment' }), 'Safe plan agreed.');
    answer.consult = completed;
    await press('Complete Consult');
    expect(await screen.findByText('Consult completed.', onScreen)).toBeInTheDocument();
    expect(await screen.findByText('Completed')).toBeInTheDocument();
    expect(sent.map(({ body }) => body)).toEqual([
      expect.objectContaining({ completeType: 'phone only with patient', qaComment: 'Safe plan agreed.' }),
    ]);
  });

  it('[DET-17] is a plain button for a line with only one completion type, which is preselected', async () => {
    const contract = serviceLineBySlug('tele-psych')!.contract as { completionTypes: readonly unknown[] };
    const all = contract.completionTypes;
    onTestFinished(() => void (contract.completionTypes = all));
    contract.completionTypes = all.slice(1, 2);
    showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await press('Complete');
    expect(within(await dialog()).getByRole('radio', { checked: true })).toHaveAccessibleName(
      'Phone Only with Patient',
    );
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
  });

  const pending = makePsychConsult({ allowedActions: ['complete'] });
  const cancellable = ['tele-psych', 'tele-toxicology'].map((serviceLineSlug) => ({ ...pending, serviceLineSlug }));
  it.each(cancellable)(
    '[CHOICE-12] [DONE-25] [DONE-29] [DONE-34] $serviceLineSlug asks for a cancellation reason, and drops it if the type changes',
    async (consult) => {
      const sent = mockEndpoint('post', '/complete', () => HttpResponse.json(completed));
      showConsult(consult);
      await press('Complete');
      await pick('Cancelled');
      expect(within(await dialog()).getAllByRole('radio')).toHaveLength(4);
      await press('Cancel Consult');
      expect(await screen.findAllByText('This field is required.', { exact: false })).not.toHaveLength(0);
      await pasteInto(screen.getByRole('textbox', { name: /Cancellation Reason/ }), 'Sent home');
      await userEvent.click(screen.getByRole('radio', { name: 'Video' }));
      expect(screen.queryByRole('textbox', { name: /Cancellation Reason/ })).not.toBeInTheDocument();
      await press('Complete Consult');
      await screen.findByText('Consult completed.', onScreen);
      expect(sent.map(({ body }) => body)).toEqual([expect.not.objectContaining({ cancellationReason: 'Sent home' })]);
    },
  );

  it.each(cancellable)(
    '[DONE-25] [DONE-26] [DONE-29] [DONE-30] [BCONST-05] limits the reason and comment of $serviceLineSlug to 255 characters',
    async (consult) => {
      const sent = mockEndpoint('post', '/complete', () => HttpResponse.json(completed));
      showConsult(consult);
      await press('Complete');
      await pick('Cancelled');
      for (const name of [/Cancellation Reason/, 'Comment'])
        await pasteInto(await screen.findByRole('textbox', { name }), 'x'.repeat(256));
      await press('Cancel Consult');
      expect(await screen.findAllByText('Must be at most 255 characters long.', { exact: false })).toHaveLength(4);
      expect(screen.getAllByText('256 of 255 characters', { selector: '[data-figures]' })).toHaveLength(2);
      expect(sent).toHaveLength(0);
    },
  );

  it("[BERR-21] shows the server's field errors, and what was typed is still there", async () => {
    const errors = [{ field: 'qaComment', message: 'Not like this.' }];
    mockEndpoint('post', '/complete', () => refusal(400, { errors }));
    showConsult(makePsychConsult({ allowedActions: ['complete'] }));
    await press('Complete');
    await pick('Video');
    await dialog();
    await pasteInto(screen.getByRole('textbox', { name: 'Comment' }), 'Safe plan agreed.');
    await press('Complete Consult');
    expect(await screen.findAllByText('Not like this.', { exact: false })).not.toHaveLength(0);
    expect(screen.getByText('Resolve form errors to proceed')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Safe plan agreed.');
  });

  const lost = 'This may not have been saved.The server did not respond. It is safe to press Complete Consult again.';
  it.each([
    ['no response', () => HttpResponse.error(), lost],
    ['a refusal', () => refusal(403, { message: 'You are not on call.' }), 'Nothing was saved.You are not on call.'],
  ])(
    '[BERR-21] [BAPI-32] says in the dialog that the last attempt got %s, until the next one',
    async (_, failing, words) => {
      const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      speedUpTimers();
      let fails = true;
      const sent = mockEndpoint('post', '/complete', () => (fails ? failing() : HttpResponse.json(completed)));
      showConsult(makePsychConsult({ allowedActions: ['complete'] }));
      await press('Complete');
      await pick('Video');
      await dialog();
      await pasteInto(screen.getByRole('textbox', { name: 'Comment' }), 'Safe plan agreed.');
      await press('Complete Consult');
      const title = await within(await dialog()).findByText(/^(Nothing was saved|This may not have been saved)/);
      expect(title.parentElement).toHaveTextContent(words);
      expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
      expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Safe plan agreed.');
      expect(JSON.stringify(log.mock.calls)).toContain('"complete"');
      expect(JSON.stringify(log.mock.calls)).not.toMatch(/Safe plan|Marsh/);
      fails = false;
      await press('Complete Consult');
      await screen.findByText('Consult completed.', onScreen);
      expect(sent[0]?.key).not.toBeNull();
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    },
  );
});

describe('completing a stroke consult', () => {
  const open = async (type: string) => {
    const sent = mockEndpoint('post', '/complete', () => HttpResponse.json(makeStrokeConsult({ state: 'completed' })));
    showConsult(makeStrokeConsult({ allowedActions: ['complete'] }));
    await press('Complete');
    await pick(type);
    await screen.findByRole('dialog', { name: 'Consult Completion Details' });
    return sent;
  };
  const minutes = () => screen.getByRole('textbox', { name: /Call Length/ });
  const said = (words: string) => screen.findAllByText(words, { exact: false });

  it('[DONE-01] [DONE-32] [DET-17] [DET-51] offers Audio, Video and Cancelled, requires one of them, and does not sign off', async () => {
    await open('Video');
    const types = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(types).toEqual(['Audio', 'Video', 'Cancelled']);
    expect(screen.getByRole('radio', { name: 'Video' })).toBeChecked();
    expect(screen.getByRole('group', { name: /^Type of Call/ })).toHaveAccessibleName(/required/);
    expect(screen.getByRole('button', { name: 'Complete Consult' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Sign Off/ })).not.toBeInTheDocument();
  });

  it('[DONE-02] [DONE-03] [BCONST-08] [DONE-10] requires a call length of at least one minute', async () => {
    const sent = await open('Audio');
    await press('Complete Consult');
    expect(await said('This field is required.')).not.toHaveLength(0);
    await userEvent.type(minutes(), '0');
    await press('Complete Consult');
    expect(await said('Must be at least one minute')).not.toHaveLength(0);
    await userEvent.clear(minutes());
    await userEvent.type(minutes(), '25');
    await press('Complete Consult');
    await screen.findByText('Consult completed.', onScreen);
    expect(sent.map(({ body }) => body)).toEqual([expect.objectContaining({ completeType: 'audio', callLength: 25 })]);
  });

  const lengths = [
    ['2.5', 'Whole numbers only'],
    ['-3', 'Must be at least one minute'],
    ['25 min', 'Whole numbers only'],
    ['1441', 'Must be at most 1440 minutes'],
    ['2147483648', 'Must be at most 1440 minutes'],
    ['999999999999999', 'Must be at most 1440 minutes'],
  ] as const;
  it.each(lengths)(
    '[DONE-03] [DONE-04] rejects an invalid call length and does not alter it: %s',
    async (typed, message) => {
      const sent = await open('Audio');
      await userEvent.type(minutes(), typed);
      await press('Complete Consult');
      expect(await said(message)).not.toHaveLength(0);
      expect(minutes()).toHaveValue(typed);
      expect(sent).toHaveLength(0);
    },
  );

  it('[DONE-02] [DONE-05] [DONE-34] [BCONST-05] asks for a reason and no call length if cancelled', async () => {
    const sent = await open('Video');
    await userEvent.type(minutes(), '25');
    await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
    expect(screen.queryByRole('textbox', { name: /Call Length/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Audio' }));
    expect(minutes()).toHaveValue('');
    await userEvent.click(screen.getByRole('radio', { name: 'Cancelled' }));
    await press('Cancel Consult');
    expect(await said('This field is required.')).not.toHaveLength(0);
    await pasteInto(screen.getByRole('textbox', { name: /Cancellation Reason/ }), 'x'.repeat(256));
    await press('Cancel Consult');
    expect(await said('Must be at most 255 characters long.')).not.toHaveLength(0);
    expect(await said('256 of 255 characters')).not.toHaveLength(0);
    await userEvent.clear(screen.getByRole('textbox', { name: /Cancellation Reason/ }));
    await pasteInto(screen.getByRole('textbox', { name: /Cancellation Reason/ }), 'Sent home');
    await press('Cancel Consult');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ completeType: 'cancelled', cancellationReason: 'Sent home' });
    expect(sent[0]?.body).not.toHaveProperty('callLength');
  });

  it('[DONE-06] [BCONST-06] accepts a comment of at most 2000 characters', async () => {
    const sent = await open('Audio');
    await userEvent.type(minutes(), '5');
    const comment = screen.getByRole('textbox', { name: 'Comment' });
    await pasteInto(comment, 'x'.repeat(2001));
    await press('Complete Consult');
    expect(await said('Must be at most 2000 characters long.')).not.toHaveLength(0);
    await userEvent.type(comment, '{Backspace}');
    await press('Complete Consult');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ qaComment: 'x'.repeat(2000) });
  });
});

it('[DONE-08] [DONE-09] [DET-17] [DET-51] completes an acute stroke consult by phone, without asking for the call length', async () => {
  const waiting: AcuteStrokeConsult = {
    ...makeLineConsult(acuteStroke, {
      detailName: 'AcuteStrokeConsultDetail' as const,
      AcuteStrokeConsultDetail: { isAcute: true, anticoagulants: { selected: [], other: null } },
    }),
    allowedActions: ['complete'],
  };
  const sent = mockEndpoint('post', '/complete', () => HttpResponse.json({ ...waiting, state: 'completed' }));
  showConsult(waiting);
  await press('Complete');
  expect(await menuItems()).toEqual(['Phone', 'Video', 'Cancelled']);
  await pick('Phone');
  const dialog = within(await screen.findByRole('dialog', { name: 'Consult Completion Details' }));
  expect(dialog.queryByRole('textbox', { name: /Call Length/ })).not.toBeInTheDocument();
  await pasteInto(dialog.getByRole('textbox', { name: 'Comment' }), 'No thrombolysis.');
  await press('Complete Consult');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ completeType: 'phone', qaComment: 'No thrombolysis.', cancel: false });
});
