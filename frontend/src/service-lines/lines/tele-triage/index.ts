import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-triage',
  urgency: 6,
  summary: 'Patient disposition and urgency',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
});
