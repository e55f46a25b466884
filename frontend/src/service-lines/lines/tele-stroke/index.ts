import { strokeNoteFacts, strokeNoteForm } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'tele-stroke',
  urgency: 1,
  summary: 'Stroke symptoms now: thrombolysis or thrombectomy may be an option',
  summaryById: { 10: 'Stroke symptoms now: connects you with the regional stroke team' },
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog: async () => (await import('./completion-dialog')).CompletionDialog,
  note: {
    form: strokeNoteForm,
    facts: strokeNoteFacts,
    sign,
    notes,
  },
});
