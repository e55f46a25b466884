import { useState } from 'react';
import { useStore } from 'zustand';
import { useIsCheckedIn, useMe } from '@/session/me';
import { areCallKeysOn } from '@/shared/lib/call-keys';
import { capitalize } from '@/shared/lib/capitalize';
import { type DeviceKind, devices } from '@/shared/media/devices';
import { hasProblem } from '@/shared/media/use-devices';

import { CallMenu } from './call-menu';
import { endCall, turnDevice } from './call';
import type { CallView } from './call-view';
import classes from './call-overlay.module.css';
import { expanded } from './expanded';
import own from './in-call.module.css';
import { GuestsOfCall } from './guests/guests-of-call';
import { ToolButton } from './tool-button';
import { UnattendedButton } from './unattended/unattended-button';

/** The tabs of the preferences that a call can open. */
export type SettingsTab = 'Audio' | 'Video';

export interface CallToolbarProps {
  view: CallView;
  expanded: boolean;
  onSettings: (tab: SettingsTab) => void;
}

const deviceButtons = {
  microphone: { on: 'Mute', off: 'Unmute', icon: 'microphone', iconOff: 'microphone-off', key: 'M' },
  camera: { on: 'Turn Camera Off', off: 'Turn Camera On', icon: 'video', iconOff: 'video-off', key: 'V' },
} as const;

export function CallToolbar({ view, expanded: isExpanded, onSettings }: CallToolbarProps) {
  const ended = view.state === 'ended';
  const checkedIn = useIsCheckedIn();
  const [asking, setAsking] = useState(false);
  const [inviting, setInviting] = useState(false);
  return (
    <div className={`${classes.toolbar} ${own.tools}`} role="group" aria-label="Call">
      {!ended && (
        <>
          <DeviceButtons view={view} onSettings={onSettings} />
          {!checkedIn && (
            <div className={own.unlessNarrowest}>
              <UnattendedButton view={view} asking={asking} onAsking={setAsking} />
            </div>
          )}
          <CallMenu
            view={view}
            onInvite={() => setInviting(true)}
            onSettings={() => onSettings('Audio')}
            onUnattended={checkedIn ? null : () => setAsking(true)}
          />
          {inviting && <GuestsOfCall view={view} onClose={() => setInviting(false)} />}
          <div className={own.unlessNarrow}>
            <ToolButton label="Settings" icon="settings" onPress={() => onSettings('Audio')} />
          </div>
        </>
      )}
      <ToolButton
        label={isExpanded ? 'Collapse' : 'Expand'}
        icon={isExpanded ? 'collapse' : 'expand'}
        onPress={() => expanded.setState(!isExpanded, true)}
      />
      <ToolButton label="End Call" icon="hang-up" danger onPress={endCall} />
    </div>
  );
}

/** What is always needed: the devices, and the end of the call. */
export function MediaButtons({ view, onSettings }: Pick<CallToolbarProps, 'view' | 'onSettings'>) {
  return (
    <>
      {view.state !== 'ended' && <DeviceButtons view={view} onSettings={onSettings} />}
      <ToolButton label="End Call" icon="hang-up" danger onPress={endCall} />
    </>
  );
}

function DeviceButtons({ view, onSettings }: Pick<CallToolbarProps, 'view' | 'onSettings'>) {
  const { id } = useMe();
  const hasKeys = areCallKeysOn(id);
  return (
    <>
      <DeviceButton
        kind="microphone"
        has={view.tracks.microphone !== null}
        on={view.on.microphone}
        hasKey={hasKeys}
        onProblem={() => onSettings('Audio')}
      />
      <DeviceButton
        kind="camera"
        has={view.tracks.camera !== null}
        on={view.on.camera}
        hasKey={hasKeys}
        onProblem={() => onSettings('Video')}
      />
    </>
  );
}

interface DeviceButtonProps {
  kind: DeviceKind;
  /** Whether the call has a track of this kind, even if switching to another device failed. */
  has: boolean;
  on: boolean;
  /** Whether a key does the same. */
  hasKey?: boolean;
  /** Pressed while the device cannot be used. */
  onProblem: () => void;
}

/** Turns the device on and off, unless it cannot be used. */
export function DeviceButton({ kind, has, on, hasKey = false, onProblem }: DeviceButtonProps) {
  const device = useStore(devices)[kind];
  const { on: mute, off: unmute, icon, iconOff, key } = deviceButtons[kind];
  if (!has && hasProblem(device))
    return <ToolButton label={`${capitalize(kind)} Problem`} icon={iconOff} problem onPress={onProblem} />;
  return (
    <ToolButton
      label={on ? mute : unmute}
      icon={on ? icon : iconOff}
      off={!on}
      shortcut={hasKey ? key : undefined}
      onPress={() => turnDevice(kind, !on)}
    />
  );
}
