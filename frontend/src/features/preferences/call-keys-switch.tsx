import { Switch } from '@mantine/core';
import { useState } from 'react';

import { useMe } from '@/session/me';
import { areCallKeysOn, switchCallKeys } from '@/shared/lib/call-keys';

/** Whether keys turn the microphone and the camera of a call off and on, stored in this browser. */
export function CallKeysSwitch() {
  const { id } = useMe();
  const [on, setOn] = useState(() => areCallKeysOn(id));
  return (
    <Switch
      label="Use keyboard shortcuts in video calls"
      description="Ctrl+Alt+M mutes you and Ctrl+Alt+V turns your camera off, and both on again."
      checked={on}
      onChange={({ currentTarget: { checked } }) => {
        switchCallKeys(id, checked);
        setOn(checked);
      }}
    />
  );
}
