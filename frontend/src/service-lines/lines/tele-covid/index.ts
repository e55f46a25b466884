import { completionDialog } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-covid',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
});
