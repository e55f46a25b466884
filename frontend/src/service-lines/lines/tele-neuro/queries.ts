import { listSignOffNeuro, signSignoffNoteNeuro } from '@/api/generated/sdk/signoff.gen';

import type { SignOffCalls } from '../../define';

export const sign: SignOffCalls['sign'] = async (content, call) => {
  const { zTeleNeuroSignOff } = await import('@/api/generated/zod.gen');
  return signSignoffNoteNeuro({ ...call, body: zTeleNeuroSignOff.parse(content) });
};

export const notes: SignOffCalls['notes'] = (call) => listSignOffNeuro(call);
