import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-covid',
  urgency: 9,
  summary: 'Care of patients with COVID-19',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
});
