import { useEffect } from 'react';

import { useStore } from 'zustand';

import { type Device, type DeviceKind, devices, watchPermissions } from './devices';

/** The current state of the microphone and the camera, without prompting. */
export function useDevices(): Readonly<Record<DeviceKind, Device>> {
  useEffect(watchPermissions, []);
  return useStore(devices);
}

/** True for a device that a call cannot use. */
export function hasProblem({ permission, problem }: Device): boolean {
  return problem !== null || permission === 'denied';
}
