import { completionDialog, infoRow, signOffDialog, signOffFacts } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'tele-psych',
  urgency: 7,
  summary: 'Psychiatric evaluation, capacity, or safety',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow,
  completionDialog,
  signOff: {
    dialog: signOffDialog,
    facts: signOffFacts,
    sign,
    notes,
  },
});
