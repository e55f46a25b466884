import { Skeleton } from '@mantine/core';

import { DeviceProblemBanner } from '@/shared/media/device-problem-banner';
import type { DeviceKind, DevicePermission } from '@/shared/media/devices';
import { hasProblem, useDevices } from '@/shared/media/use-devices';
import { Banner } from '@/shared/ui/banner';

const texts: Record<Exclude<DevicePermission, 'pending' | 'denied'>, (kind: DeviceKind) => string> = {
  granted: (kind) => `Your browser allows Wardline to use your ${kind}.`,
  prompt: (kind) => `Pending: your browser will ask for access to your ${kind} when a call needs it.`,
};

/** Whether calls can use the device, and if not, why. */
export function DeviceAccess({ kind }: { kind: DeviceKind }) {
  const device = useDevices()[kind];
  if (hasProblem(device)) return <DeviceProblemBanner kind={kind} device={device} />;
  if (device.permission === 'pending' || device.permission === 'denied') return <Skeleton height="3.5rem" />;
  return (
    <Banner tone={device.permission === 'granted' ? 'success' : 'neutral'} announce="status">
      <p>{texts[device.permission](kind)}</p>
    </Banner>
  );
}
