import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const feedbackDialog = lazyComponent(async () => (await import('./feedback-dialog')).FeedbackDialog);

/** The feedback survey, usable from anywhere; its code is loaded when it opens. */
export function FeedbackSurvey({ onClose }: { onClose: () => void }) {
  return (
    <Lazy component={feedbackDialog} onFailure={onClose}>
      {(FeedbackDialog) => <FeedbackDialog onClose={onClose} />}
    </Lazy>
  );
}
