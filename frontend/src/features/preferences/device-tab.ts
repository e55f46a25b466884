import type { DeviceKind } from '@/shared/media/devices';

export interface DeviceTabProps {
  /** Another device was chosen for calls, or the same one is to be tried again. */
  onChosen: (kind: DeviceKind) => void;
}
