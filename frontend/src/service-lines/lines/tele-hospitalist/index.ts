import { defineServiceLine } from '../../define';

export default defineServiceLine({
  slug: 'tele-hospitalist',
  requestForm: async () => (await import('./request-form')).RequestForm,
});
