import { listSignOffToxicology, signSignoffNoteToxicology } from '@/api/generated/sdk.gen';

import { completionDialog, signOffDialog } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-toxicology',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  signOff: {
    dialog: signOffDialog,
    sign: async (content, call) => {
      const { zTeleToxicologySignOff } = await import('@/api/generated/zod.gen');
      return signSignoffNoteToxicology({ ...call, body: zTeleToxicologySignOff.parse(content) });
    },
    notes: listSignOffToxicology,
  },
});
