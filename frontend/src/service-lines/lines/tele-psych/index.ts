import { listSignOffPsych, signSignoffNotePsych } from '@/api/generated/sdk.gen';

import { completionDialog, infoRow, signOffDialog } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-psych',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow,
  completionDialog,
  signOff: {
    dialog: signOffDialog,
    sign: async (content, call) => {
      const { zTelePsychSignOff } = await import('@/api/generated/zod.gen');
      return signSignoffNotePsych({ ...call, body: zTelePsychSignOff.parse(content) });
    },
    notes: listSignOffPsych,
  },
});
