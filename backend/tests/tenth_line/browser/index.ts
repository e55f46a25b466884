import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'tele-dermatology',
  urgency: 10,
  summary: 'Rash, wound, or another skin problem',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  signOff: {
    dialog: async () => (await import('./sign-off')).SignOffDialog,
    facts: async () => (await import('./sign-off')).SignOffFacts,
    sign,
    notes,
  },
});
