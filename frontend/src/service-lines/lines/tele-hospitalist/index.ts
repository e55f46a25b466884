import { completionDialog, infoRow } from '../../base/common-parts';
import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-hospitalist',
  urgency: 8,
  summary: 'Admission and inpatient medical care',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow,
  completionDialog,
});
