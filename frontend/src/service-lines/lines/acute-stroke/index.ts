import { completionDialog, strokeNoteFacts, strokeNoteForm } from '../../base/common-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'acute-stroke',
  urgency: 2,
  summary: 'New stroke or follow-up (short form)',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog,
  note: {
    form: strokeNoteForm,
    facts: strokeNoteFacts,
    sign,
    notes,
  },
});
