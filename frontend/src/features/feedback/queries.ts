import { mutationOptions } from '@tanstack/react-query';

import { giveFeedback } from '@/api/generated/sdk/feedback.gen';
import type { GiveFeedback } from '@/api/generated/types.gen';

export const giveFeedbackMutation = mutationOptions({
  mutationFn: (body: GiveFeedback) => giveFeedback({ body }),
});
