import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { makeMe } from '@/testing/me';
import { fillIn, choose, done, group, errorSummary, showRequestForm } from '@/testing/show-request-form';
import { makeUnit } from '@/testing/wizard-network';

import { RequestForm } from './request-form';

const job = /^Job Description/;
const withCart = makeUnit({
  id: 11,
  VidyoRooms: [
    { name: 'Cart without a phone', phoneNumber: null },
    { name: 'Cart 2', phoneNumber: '(555) 012-1102' },
  ],
});

it('[FTRIAGE-01] [FTRIAGE-03] [FTRIAGE-04] [FTRIAGE-06] [FTRIAGE-07] requires a job description, a chief complaint and a phone number from people who are not on call', async () => {
  const { onSubmit } = showRequestForm('tele-triage', RequestForm);
  expect(
    group(job)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['ED Tech', 'RN/LPN']);
  expect(screen.queryByLabelText(/Reason/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await done();
  expect(await errorSummary()).toEqual([
    'Job Description: This field is required.',
    'Chief Complaint: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await choose(job, 'RN/LPN');
  await fillIn(/^Chief Complaint/, 'c'.repeat(256));
  await fillIn(/^Callback Number/, '555010');
  await done();
  expect(await errorSummary()).toEqual([
    'Chief Complaint: Must be at most 255 characters long.',
    'Callback Number: Enter a valid phone number.',
  ]);
  await userEvent.type(screen.getByLabelText(/^Chief Complaint/), '{Backspace}');
  await fillIn(/^Callback Number/, '0111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    isEmergency: false,
    TeleTriageConsultDetail: { chiefComplaint: 'c'.repeat(255), jobDescription: 'RN/LPN' },
  });
});

it("[FTRIAGE-02] [FTRIAGE-04] [FTRIAGE-05] starts with the phone number of the unit's cart, and does not ask people who are on call for a job description", async () => {
  // On call for any line.
  const me = makeMe({ checkedInLineIds: [3] });
  const earlier = { TeleTriageConsultDetail: { chiefComplaint: '', vitalSigns: '', jobDescription: 'ED Tech' } };
  const { onSubmit } = showRequestForm('tele-triage', RequestForm, { unit: withCart, me, draft: earlier });
  const number = screen.getByLabelText(/^Callback Number/);
  expect(number).toHaveValue('(555) 012-1102');
  expect(screen.queryByRole('group', { name: job })).not.toBeInTheDocument();
  await fillIn(/^Chief Complaint/, 'Chest pressure');
  await fillIn(/^Vital Signs/, 'BP 148/92');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 012-1102',
    isEmergency: false,
    TeleTriageConsultDetail: { chiefComplaint: 'Chest pressure', vitalSigns: 'BP 148/92', jobDescription: null },
  });
});

it("[FTRIAGE-02] [FTRIAGE-05] restores vital signs and a typed phone number from the draft, and starts with the cart's number if there is none", async () => {
  const withoutNumber = {
    TeleTriageConsultDetail: { chiefComplaint: 'Fall', vitalSigns: 'v'.repeat(256), jobDescription: '' },
  };
  const draft = { ...withoutNumber, callbackNumber: '(555) 010-0111' };
  const { unmount } = showRequestForm('tele-triage', RequestForm, { unit: withCart, draft });
  expect(screen.getByLabelText(/^Callback Number/)).toHaveValue('(555) 010-0111');
  unmount();
  showRequestForm('tele-triage', RequestForm, { unit: withCart, draft: withoutNumber });
  expect(screen.getByLabelText(/^Callback Number/)).toHaveValue('(555) 012-1102');
  expect(screen.getByLabelText(/^Chief Complaint/)).toHaveValue('Fall');
  await userEvent.type(screen.getByLabelText(/^Callback Number/), '{Backspace}7');
  expect(screen.getByLabelText(/^Callback Number/)).toHaveValue('(555) 012-1107');
  await done();
  expect(await errorSummary()).toContain('Vital Signs: Must be at most 255 characters long.');
});
