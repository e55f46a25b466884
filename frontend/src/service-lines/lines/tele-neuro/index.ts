import { listSignOffNeuro, signSignoffNoteNeuro } from '@/api/generated/sdk.gen';

import { completionDialog } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-neuro',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  editDialog: async () => (await import('./edit-dialog')).EditDialog,
  signOff: {
    dialog: async () => (await import('./sign-off-dialog')).SignOffDialog,
    sign: async (content, call) => {
      const { zTeleNeuroSignOff } = await import('@/api/generated/zod.gen');
      return signSignoffNoteNeuro({ ...call, body: zTeleNeuroSignOff.parse(content) });
    },
    notes: listSignOffNeuro,
  },
});
