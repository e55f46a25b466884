import { completionDialog, infoRow } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-hospitalist',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow,
  completionDialog,
});
