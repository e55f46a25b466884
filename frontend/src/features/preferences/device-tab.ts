import type { DeviceKind } from '@/shared/media/devices';

export interface DeviceTabProps {
  /** Called when another device was chosen for calls, or the same one should be retried. */
  onChosen: (kind: DeviceKind) => void;
}
