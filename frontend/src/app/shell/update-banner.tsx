import { Button } from '@mantine/core';

import { useStore } from 'zustand';
import { reloadReason } from '@/shared/lib/build';
import { Banner } from '@/shared/ui/banner';

const titles = {
  updated: 'Wardline was updated',
  incomplete: 'A part of Wardline could not be loaded',
} as const;

/** Shown while a reload would lose unsaved input; the browser prompts again if Reload is pressed too soon. */
export function UpdateBanner() {
  const reason = useStore(reloadReason);
  if (reason === null) return null;
  return (
    <Banner
      announce="status"
      icon="refresh"
      title={titles[reason]}
      actions={
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      Reload when you are ready.
    </Banner>
  );
}
