import { Menu } from '@mantine/core';
import IconVideo from '@tabler/icons-react/icons/IconVideo';
import { useStore } from 'zustand';

import { attendeeName } from './attendee-name';
import { toastInfo } from '@/shared/ui/toasts';

import { tellOther } from './in-call';
import { inCall } from './in-call-view';
import type { OtherAttendee } from './media-link';

const iconProps = { size: '1.125rem', stroke: 1.75, 'aria-hidden': true } as const;

/** What whoever gives consults can ask of the cameras of the others. */
export function CameraAsks({ others }: { others: readonly OtherAttendee[] }) {
  const own = useStore(inCall, (extras) => extras.own);
  if (own?.givesConsults !== true) return null;
  return others
    .filter(({ status }) => status === 'connected')
    .map((other) => <CameraAsk key={other.attendee.attendeeId} other={other} ownId={own.attendeeId} />);
}

function CameraAsk({ other: { attendee, media }, ownId }: { other: OtherAttendee; ownId: string }) {
  const { axes, allowed, refused } = media.control;
  const name = attendeeName(attendee);
  const whose = attendee.unattended ? `the unattended device of ${name}` : name;
  const ask = (what: 'control' | 'camera') => {
    tellOther(attendee.attendeeId, { ask: what });
    if (!attendee.unattended) toastInfo(`Your request was sent to ${name}.`);
  };
  if (!media.camera) {
    // A window of an older build would not understand it.
    if (media.screen === null) return null;
    return (
      <Menu.Item leftSection={<IconVideo {...iconProps} />} onClick={() => ask('camera')}>
        {attendee.unattended ? `Turn On the Camera of ${whose}` : `Ask ${name} to Turn the Camera On`}
      </Menu.Item>
    );
  }
  if (axes.length === 0 || allowed.includes(ownId)) return null;
  return (
    <Menu.Item leftSection={<IconVideo {...iconProps} />} onClick={() => ask('control')}>
      {attendee.unattended ? `Move the Camera of ${whose}` : `Ask ${name} to Move Their Camera`}
      {refused.includes(ownId) && ' Again'}
    </Menu.Item>
  );
}
