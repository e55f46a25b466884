import { useEffect, useState } from 'react';

/** What the browser says about a device; `unknown` where it says nothing. */
export type DevicePermission = PermissionState | 'unknown';

/** Follows whether this page may use the device, without asking for it; null until the browser has answered. */
export function useDevicePermission(device: 'microphone' | 'camera'): DevicePermission | null {
  const [permission, setPermission] = useState<DevicePermission | null>(null);
  useEffect(() => {
    let stop: () => void = () => undefined;
    let gone = false;
    const follow = async () => {
      const status = await navigator.permissions.query({ name: device });
      if (gone) return;
      const tell = () => setPermission(status.state);
      status.addEventListener('change', tell);
      stop = () => status.removeEventListener('change', tell);
      tell();
    };
    // Browsers without this interface, or without a word about devices.
    follow().catch(() => {
      if (!gone) setPermission('unknown');
    });
    return () => {
      gone = true;
      stop();
    };
  }, [device]);
  return permission;
}
