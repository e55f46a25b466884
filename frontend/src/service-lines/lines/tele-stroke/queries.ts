import { listSignOffNotes, signSignoffNote } from '@/api/generated/sdk/signoff.gen';

import type { NoteCalls } from '../../define';

export const sign: NoteCalls['sign'] = (content, editorId, call) =>
  signSignoffNote({ ...call, body: { docType: 'Note', content: { ...content }, editorId } });

export const notes: NoteCalls['notes'] = (call) => listSignOffNotes(call);
