import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { answer, choose, done, said, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

it('[FCOVID-01] [FCOVID-02] [FCOVID-03] needs an answer to each question, which may be Unknown, and has no emergency', async () => {
  const { onSubmit } = showRequestForm('tele-covid', RequestForm);
  expect(screen.queryByRole('button', { name: 'Emergency' })).not.toBeInTheDocument();
  await done();
  expect(await said()).toEqual([
    'Acute change in respiratory status? This field is required.',
    'Acute change in blood pressure? This field is required.',
    'Another acute unstable condition? This field is required.',
    'Call Reason: This field is required.',
    'Callback Number: This field is required.',
  ]);
  await choose(/respiratory/, 'Unknown');
  await choose(/pressure/, 'Yes');
  await choose(/Another/, 'No');
  await answer(/^Call Reason/, 'Oxygen demand rises');
  await answer(/^Callback Number/, '5550100111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'Oxygen demand rises',
    isEmergency: false,
    TeleCOVIDConsultDetail: {
      isChangeInRespiratoryStatus: null,
      isChangeInBloodPressure: true,
      isAnotherUnstableCondition: false,
    },
  });
});
