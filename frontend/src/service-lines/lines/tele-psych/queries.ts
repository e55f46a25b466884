import { listSignOffPsych, signSignoffNotePsych } from '@/api/generated/sdk/signoff.gen';

import type { SignOffCalls } from '../../define';

export const sign: SignOffCalls['sign'] = async (content, call) => {
  const { zTelePsychSignOff } = await import('@/api/generated/zod.gen');
  return signSignoffNotePsych({ ...call, body: zTelePsychSignOff.parse(content) });
};

export const notes: SignOffCalls['notes'] = (call) => listSignOffPsych(call);
