import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { answer, done, said, showRequestForm } from '@/testing/show-request-form';

import { RequestForm } from './request-form';

it('[FHOSP-01] [INFO-44] needs a reason and a number, the number last', async () => {
  const { onSubmit } = showRequestForm('tele-hospitalist', RequestForm);
  await done();
  expect(await said()).toEqual(['Call Reason: This field is required.', 'Callback Number: This field is required.']);
  await answer(/^Call Reason/, 'Fever at night');
  await answer(/^Callback Number/, '5550100111');
  await done();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.lastCall?.[0]).toEqual({
    callbackNumber: '(555) 010-0111',
    reason: 'Fever at night',
    isEmergency: false,
  });
});
