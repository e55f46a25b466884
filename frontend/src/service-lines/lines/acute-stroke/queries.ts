import { listSignOffAcuteStroke, signSignoffNoteAcuteStroke } from '@/api/generated/sdk/signoff.gen';

import type { NoteCalls } from '../../define';

export const sign: NoteCalls['sign'] = async (content, editorId, call) => {
  const { zSignStrokeNote } = await import('@/api/generated/zod.gen');
  return signSignoffNoteAcuteStroke({ ...call, body: zSignStrokeNote.parse({ ...content, editorId }) });
};

export const notes: NoteCalls['notes'] = (call) => listSignOffAcuteStroke(call);
