import { completionDialog, strokeNoteFacts, strokeNoteForm } from '../../base/usual-parts';
import { defineServiceLine } from '../../define';
import { notes, sign } from './queries';

export default defineServiceLine({
  slug: 'acute-stroke',
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
