import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'tele-neuro',
  urgency: 5,
  summary: 'Seizures, headache, and other non-stroke neurology',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  editDialog: async () => (await import('./edit-dialog')).EditDialog,
  signOff: {
    dialog: async () => (await import('./sign-off-dialog')).SignOffDialog,
    facts: async () => (await import('./sign-off-facts')).SignOffFacts,
    completion: ({ videoCallLength }) => ({ callLength: videoCallLength }),
    sign,
    notes,
  },
});
