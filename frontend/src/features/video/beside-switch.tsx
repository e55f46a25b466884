import { SegmentedControl } from '@mantine/core';
import { useStore } from 'zustand';

import { beside, type Beside } from './beside';

const choices = [
  { value: 'note', label: 'Note' },
  { value: 'consult', label: 'Consult' },
] as const satisfies readonly { value: Beside; label: string }[];

/** Chooses what is beside the call, while a note is open. */
export function BesideSwitch() {
  const shown = useStore(beside);
  if (shown === null) return null;
  return (
    <SegmentedControl
      aria-label="Beside the call"
      data={[...choices]}
      value={shown}
      onChange={(value) => beside.setState(value, true)}
    />
  );
}
