import { completionDialog } from '../../base/common-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-icu',
  urgency: 3,
  summary: 'Critically ill patients: instability, ventilation, ICU management',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
});
