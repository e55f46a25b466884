import { ActionIcon, Tooltip } from '@mantine/core';

import { useStore } from 'zustand';
import { capitalize } from '@/shared/lib/capitalize';
import { type DeviceKind, devices } from '@/shared/media/devices';
import { hasProblem } from '@/shared/media/use-devices';
import { Icon, type IconName } from '@/shared/ui/icon';

import { endCall, turnDevice } from './call';
import type { CallView } from './call-view';
import classes from './call-overlay.module.css';
import { expanded } from './expanded';

/** The tabs of the preferences that a call can open. */
export type SettingsTab = 'Audio' | 'Video';

export interface CallToolbarProps {
  view: CallView;
  expanded: boolean;
  onSettings: (tab: SettingsTab) => void;
}

const deviceButtons = {
  microphone: { tab: 'Audio', on: 'Mute', off: 'Unmute', icon: 'microphone', iconOff: 'microphone-off' },
  camera: { tab: 'Video', on: 'Turn Camera Off', off: 'Turn Camera On', icon: 'video', iconOff: 'video-off' },
} as const;

export function CallToolbar({ view, expanded: isExpanded, onSettings }: CallToolbarProps) {
  const ended = view.state === 'ended';
  return (
    <div className={classes.toolbar} role="group" aria-label="Call">
      {!ended && (
        <>
          <DeviceButton
            kind="microphone"
            has={view.tracks.microphone !== null}
            on={view.on.microphone}
            onSettings={onSettings}
          />
          <DeviceButton kind="camera" has={view.tracks.camera !== null} on={view.on.camera} onSettings={onSettings} />
          <ToolButton label="Settings" icon="settings" onPress={() => onSettings('Audio')} />
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

interface DeviceButtonProps extends Pick<CallToolbarProps, 'onSettings'> {
  kind: DeviceKind;
  /** Whether the call has a track of this kind, even if switching to another device failed. */
  has: boolean;
  on: boolean;
}

/** Turns the device on and off; if it cannot be used, opens the preferences to choose another one. */
function DeviceButton({ kind, has, on, onSettings }: DeviceButtonProps) {
  const device = useStore(devices)[kind];
  const { tab, on: mute, off: unmute, icon, iconOff } = deviceButtons[kind];
  if (!has && hasProblem(device))
    return <ToolButton label={`${capitalize(kind)} Problem`} icon="alert" problem onPress={() => onSettings(tab)} />;
  return (
    <ToolButton label={on ? mute : unmute} icon={on ? icon : iconOff} off={!on} onPress={() => turnDevice(kind, !on)} />
  );
}

interface ToolButtonProps {
  label: string;
  icon: IconName;
  onPress: () => void;
  danger?: boolean;
  /** Whether its device does not work. */
  problem?: boolean;
  /** Whether its device is turned off. */
  off?: boolean;
}

function ToolButton({ label, icon, onPress, danger = false, problem = false, off = false }: ToolButtonProps) {
  const variant = danger || off ? 'filled' : problem ? 'light' : 'default';
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        className={classes.tool}
        variant={variant}
        color={danger || problem ? 'red' : 'gray'}
        aria-label={label}
        onClick={onPress}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
