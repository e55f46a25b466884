import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-covid',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
});
