import { isClockUncertain, onClockChange } from '@/shared/lib/server-clock';

import { getHealth } from './generated/sdk/operations.gen';

/** Requests the server's time when this computer's clock was changed; any response carries it in its Date header. */
export function syncClockOnChange(): () => void {
  return onClockChange(() => {
    if (isClockUncertain()) getHealth({ meta: { quiet: true, retries: 0 } }).catch(() => undefined);
  });
}
