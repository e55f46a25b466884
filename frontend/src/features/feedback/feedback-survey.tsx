import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const feedbackDialog = lazyComponent(async () => (await import('./feedback-dialog')).FeedbackDialog);

/** The feedback survey, from wherever it is asked for; its code comes when it is opened. */
export function FeedbackSurvey({ onClose }: { onClose: () => void }) {
  return (
    <Lazy component={feedbackDialog} onFailure={onClose}>
      {(FeedbackDialog) => <FeedbackDialog onClose={onClose} />}
    </Lazy>
  );
}
