import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconPhoto from '@tabler/icons-react/icons/IconPhoto';
import IconScreenShare from '@tabler/icons-react/icons/IconScreenShare';
import IconScreenShareOff from '@tabler/icons-react/icons/IconScreenShareOff';
import { type ChangeEvent, useRef } from 'react';
import { useStore } from 'zustand';

import { toastDanger } from '@/shared/ui/toasts';

import classes from './call-overlay.module.css';
import { inCall, shareInCall, stopSharing } from './in-call';
import { canShareScreen, openImage, openScreen, type Source } from './screen-share';

export const iconProps = { size: '1.125rem', stroke: 1.75, 'aria-hidden': true } as const;

async function share(open: () => Promise<Source | null>, failure: string) {
  try {
    await shareInCall(open);
  } catch {
    toastDanger(failure);
  }
}

/** What is needed now and then in a call. */
export function CallMenu() {
  const sharing = useStore(inCall, (extras) => extras.sharing);
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
          <Menu.Item leftSection={<IconPhoto {...iconProps} />} onClick={() => files.current?.click()}>
            Share Image
          </Menu.Item>
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
