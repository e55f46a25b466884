import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-psych',
  infoRow: async () => (await import('./info-row')).InfoRow,
  completionDialog: async () => (await import('./completion-dialog')).CompletionDialog,
});
