import { Button } from '@mantine/core';

import { Banner } from '@/shared/ui/banner';

interface ServerErrorProps {
  /** Called when the user presses Try again. */
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says that something failed to load; what was loaded before remains usable below it. */
export function ServerError({ onRetry, retrying = false }: ServerErrorProps) {
  return (
    <Banner
      tone="danger"
      announce="alert"
      title="Sorry, there was a problem communicating with the server"
      actions={
        onRetry !== undefined && (
          <Button variant="default" size="compact-sm" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}
