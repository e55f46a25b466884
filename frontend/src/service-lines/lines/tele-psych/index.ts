import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-psych',
  requestForm: async () => (await import('./request-form')).RequestForm,
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog: async () => (await import('./completion-dialog')).CompletionDialog,
});
