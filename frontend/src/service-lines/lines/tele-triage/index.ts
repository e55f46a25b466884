import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-triage',
  urgency: 6,
  summary: 'Where the patient should go, and how soon',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
});
