import { completionDialog, signOffDialog, signOffFacts } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'tele-toxicology',
  urgency: 4,
  summary: 'Poisoning, overdose, or exposure',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  signOff: {
    dialog: signOffDialog,
    facts: signOffFacts,
    sign,
    notes,
  },
});
