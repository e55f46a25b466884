import { listSignOffDermatology, signSignoffNoteDermatology } from '@/api/generated/sdk/signoff.gen';

import type { SignOffCalls } from '../../define';

export const sign: SignOffCalls['sign'] = async (content, call) => {
  const { zTeleDermatologySignOff } = await import('@/api/generated/zod.gen');
  return signSignoffNoteDermatology({ ...call, body: zTeleDermatologySignOff.parse(content) });
};

export const notes: SignOffCalls['notes'] = (call) => listSignOffDermatology(call);
