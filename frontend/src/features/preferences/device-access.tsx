import { Skeleton } from '@mantine/core';

import { Banner } from '@/shared/ui/banner';

import { type DevicePermission, useDevicePermission } from './use-device-permission';

const words: Record<DevicePermission, (device: string) => string> = {
  granted: (device) => `This browser lets Wardline use your ${device}.`,
  prompt: (device) => `Your ${device} is off until a call needs it. This browser asks you then.`,
  denied: (device) => `This browser keeps Wardline from using your ${device}. Allow it in the browser's settings.`,
  unknown: (device) => `This browser does not tell whether Wardline may use your ${device}. It asks you in a call.`,
};

const tones = { granted: 'success', prompt: 'neutral', denied: 'warning', unknown: 'neutral' } as const;

/** Whether calls will have the device. */
export function DeviceAccess({ device }: { device: 'microphone' | 'camera' }) {
  const permission = useDevicePermission(device);
  if (permission === null) return <Skeleton height={56} />;
  return (
    <Banner tone={tones[permission]} announce="status">
      <p>{words[permission](device)}</p>
    </Banner>
  );
}
