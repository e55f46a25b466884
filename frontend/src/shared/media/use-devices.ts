import { useEffect } from 'react';

import { useStore } from 'zustand';

import { type Device, type DeviceKind, devices, watchPermissions } from './devices';

/** The microphone and the camera as they are now, without asking for them. */
export function useDevices(): Readonly<Record<DeviceKind, Device>> {
  useEffect(watchPermissions, []);
  return useStore(devices);
}

/** True for one that a call has to do without. */
export function hasTrouble({ permission, trouble }: Device): boolean {
  return trouble !== null || permission === 'denied';
}
