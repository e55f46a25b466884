import { isClockUnsure, onClockSet } from '@/shared/lib/server-clock';

import { getHealth } from './generated/sdk.gen';

/** Asks the server what time it is as soon as this computer's clock was set; the answer's Date header says it, whatever the answer. */
export function measureClockWhenSet(): () => void {
  return onClockSet(() => {
    if (isClockUnsure()) getHealth({ meta: { quiet: true, retries: 0 } }).catch(() => undefined);
  });
}
