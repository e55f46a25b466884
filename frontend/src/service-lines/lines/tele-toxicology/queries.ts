import { listSignOffToxicology, signSignoffNoteToxicology } from '@/api/generated/sdk/signoff.gen';

import type { SignOffCalls } from '../../define';

export const sign: SignOffCalls['sign'] = async (content, call) => {
  const { zTeleToxicologySignOff } = await import('@/api/generated/zod.gen');
  return signSignoffNoteToxicology({ ...call, body: zTeleToxicologySignOff.parse(content) });
};

export const notes: SignOffCalls['notes'] = (call) => listSignOffToxicology(call);
