import { Button } from '@mantine/core';

import { Banner } from '@/shared/ui/banner';

interface ServerTroubleProps {
  /** Offers to try again. */
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says that something could not be loaded; what was loaded before stays usable below it. */
export function ServerTrouble({ onRetry, retrying = false }: ServerTroubleProps) {
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
