import { Anchor } from '@mantine/core';

import { routes } from '@/shared/lib/routes';
import { Banner } from '@/shared/ui/banner';

import type { Device, DeviceKind } from './devices';

const reasons = {
  denied: "Your browser is blocking it. Allow it in your browser's settings.",
  unusable: 'Another program may be using it. Close that program, then try again.',
  missing: 'No device was found. Check that it is plugged in.',
} as const;

/** Explains why a call cannot use the device, with a link to help. */
export function DeviceProblemBanner({ kind, device: { permission, problem } }: { kind: DeviceKind; device: Device }) {
  return (
    <Banner tone="warning" announce="status" title={`Oops, we can’t use your ${kind}`}>
      <p>
        {reasons[permission === 'denied' ? 'denied' : (problem ?? 'denied')]}{' '}
        <Anchor href={routes.Help} target="_blank" rel="noopener" underline="always">
          Help
        </Anchor>
      </p>
    </Banner>
  );
}
