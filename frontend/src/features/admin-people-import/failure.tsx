import { Button } from '@mantine/core';

import { Banner } from '@/shared/ui/banner';
import { retryAdvice } from '@/drafts/retry-advice';

export interface FailureProps {
  title: string;
  failure: unknown;
  onRetry: () => void;
}

/** A request failed that changes nothing. */
export function Failure({ title, failure, onRetry }: FailureProps) {
  return (
    <Banner
      tone="danger"
      announce="alert"
      title={title}
      actions={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{retryAdvice(failure, 'Try again')}</p>
    </Banner>
  );
}
