import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/icons/IconAdjustmentsHorizontal';
import IconCameraRotate from '@tabler/icons-react/icons/IconCameraRotate';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconPhoto from '@tabler/icons-react/icons/IconPhoto';
import IconScreenShare from '@tabler/icons-react/icons/IconScreenShare';
import IconScreenShareOff from '@tabler/icons-react/icons/IconScreenShareOff';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import IconZoomIn from '@tabler/icons-react/icons/IconZoomIn';
import IconZoomOut from '@tabler/icons-react/icons/IconZoomOut';
import { type ChangeEvent, useRef } from 'react';
import { useStore } from 'zustand';

import { useDeviceList } from '@/shared/media/use-device-list';
import { toastDanger } from '@/shared/ui/toasts';

import { aim, axesOf } from './aim';
import { CameraAsks } from './call-menu-asks';
import classes from './call-overlay.module.css';
import type { CallView } from './call-view';
import { flipCamera, shareInCall, stopSharing } from './in-call';
import { inCall } from './in-call-view';
import own from './in-call.module.css';
import { canShareScreen, openImage, openScreen, type Source } from './screen-share';

const iconProps = { size: '1.125rem', stroke: 1.75, 'aria-hidden': true } as const;

export interface CallMenuProps {
  view: CallView;
  onInvite: () => void;
  onSettings: () => void;
  /** Null for a user who may not leave this device behind. */
  onUnattended: (() => void) | null;
}

async function share(open: () => Promise<Source | null>, failure: string) {
  try {
    await shareInCall(open);
  } catch {
    toastDanger(failure);
  }
}

/** What is needed now and then in a call, and what the toolbar has no room for. */
export function CallMenu({ view, onInvite, onSettings, onUnattended }: CallMenuProps) {
  const files = useRef<HTMLInputElement>(null);
  const shareImage = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file can be chosen again.
    target.value = '';
    if (file !== undefined) void share(() => openImage(file), 'This file is not a picture that can be shown.');
  };
  return (
    <>
      <Menu withinPortal={false} position="top" shadow="md">
        <Menu.Target>
          <Tooltip label="More" withinPortal={false}>
            <ActionIcon className={classes.tool} variant="default" color="gray" aria-label="More">
              <IconDots size="1.25rem" stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUserPlus {...iconProps} />} onClick={onInvite}>
            Invite Guest
          </Menu.Item>
          <SharingItems onImage={() => files.current?.click()} />
          <CameraItems camera={view.tracks.camera} />
          <CameraAsks others={view.others} />
          <Menu.Item
            className={own.narrow}
            leftSection={<IconAdjustmentsHorizontal {...iconProps} />}
            onClick={onSettings}
          >
            Settings
          </Menu.Item>
          {onUnattended !== null && (
            <Menu.Item className={own.narrowest} leftSection={<IconLock {...iconProps} />} onClick={onUnattended}>
              Unattended Patient Mode
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={files}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        aria-label="Image to share"
        onChange={shareImage}
      />
    </>
  );
}

function SharingItems({ onImage }: { onImage: () => void }) {
  const sharing = useStore(inCall, (extras) => extras.sharing);
  return (
    <>
      {sharing !== null && (
        <Menu.Item leftSection={<IconScreenShareOff {...iconProps} />} onClick={stopSharing}>
          Stop Sharing
        </Menu.Item>
      )}
      {canShareScreen() && (
        <Menu.Item
          leftSection={<IconScreenShare {...iconProps} />}
          onClick={() => void share(openScreen, 'Your screen could not be shared.')}
        >
          Share Screen
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPhoto {...iconProps} />} onClick={onImage}>
        Share Image
      </Menu.Item>
    </>
  );
}

/** What the user's own camera can do. */
function CameraItems({ camera }: { camera: MediaStreamTrack | null }) {
  const cameras = useDeviceList('camera');
  if (camera === null) return null;
  const zoom = (step: -1 | 1) => void aim(camera, { zoom: step }).catch(() => undefined);
  return (
    <>
      {cameras.length > 1 && (
        <Menu.Item leftSection={<IconCameraRotate {...iconProps} />} onClick={flipCamera}>
          Flip Camera
        </Menu.Item>
      )}
      {axesOf(camera).includes('zoom') && (
        <>
          <Menu.Item leftSection={<IconZoomIn {...iconProps} />} closeMenuOnClick={false} onClick={() => zoom(1)}>
            Zoom In
          </Menu.Item>
          <Menu.Item leftSection={<IconZoomOut {...iconProps} />} closeMenuOnClick={false} onClick={() => zoom(-1)}>
            Zoom Out
          </Menu.Item>
        </>
      )}
    </>
  );
}
