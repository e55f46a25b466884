import { NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { type AnyDeviceKind, chooseDevice, chosenDevice } from './devices';
import { useDeviceList } from './use-device-list';

export interface DeviceFieldProps {
  kind: AnyDeviceKind;
  label: string;
  onChosen: () => void;
}

/** Selects one of the computer's devices, which this browser remembers for later calls. */
export function DeviceField({ kind, label, onChosen }: DeviceFieldProps) {
  const list = useDeviceList(kind);
  const [chosen, setChosen] = useState(() => chosenDevice(kind) ?? '');
  const known = list.some(({ deviceId }) => deviceId === chosen);
  return (
    <NativeSelect
      label={label}
      value={known ? chosen : ''}
      data={[
        { value: '', label: 'System default' },
        ...list.map(({ deviceId, label: name }) => ({ value: deviceId, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        setChosen(value);
        chooseDevice(kind, value);
        onChosen();
      }}
    />
  );
}
