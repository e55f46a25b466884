import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';

import { useStore } from 'zustand';
import { DeviceProblemBanner } from '@/shared/media/device-problem-banner';
import { type Device, type DeviceKind, type DevicePermission, devices } from '@/shared/media/devices';
import { hasProblem } from '@/shared/media/use-devices';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './call-overlay.module.css';

/** How long the dialog shows that both are allowed before it closes (milliseconds). */
const CLOSE_DELAY_MS = 500;

const badges = {
  pending: { tone: 'neutral', words: 'Pending' },
  prompt: { tone: 'neutral', words: 'Pending' },
  granted: { tone: 'success', words: 'Allowed' },
  denied: { tone: 'danger', words: 'Denied' },
} as const satisfies Record<DevicePermission, unknown>;

/** Draws attention to the browser's own permission prompt, which is easily overlooked. The call continues behind it. */
export function PermissionDialog() {
  const both = useStore(devices);
  const asks = Object.values(both).some(({ permission }) => permission === 'prompt');
  const granted = Object.values(both).every(({ permission }) => permission === 'granted');
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  if (asks && state === 'unasked') setState('open');

  useEffect(() => {
    if (state !== 'open' || !granted) return undefined;
    const timer = window.setTimeout(() => setState('closed'), CLOSE_DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [state, granted]);

  const close = () => setState('closed');
  return (
    <Modal opened={state === 'open'} onClose={close} title="Allow Camera and Microphone">
      <p className={classes.ask}>
        Your browser is asking to use your camera and microphone. Choose Allow so that others in the call can see and
        hear you.
      </p>
      <ul className={classes.permissions}>
        <Permission kind="camera" device={both.camera} />
        <Permission kind="microphone" device={both.microphone} />
      </ul>
      <DialogFooter>
        <Button variant="default" onClick={close} data-autofocus>
          {granted ? 'Close' : 'Continue Without'}
        </Button>
      </DialogFooter>
    </Modal>
  );
}

function Permission({ kind, device }: { kind: DeviceKind; device: Device }) {
  const { tone, words } = badges[device.permission];
  return (
    <li>
      <div className={classes.permission} role="status">
        <span>{kind === 'camera' ? 'Camera' : 'Microphone'}</span>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      {hasProblem(device) && <DeviceProblemBanner kind={kind} device={device} />}
    </li>
  );
}
