import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import IconArrowRight from '@tabler/icons-react/icons/IconArrowRight';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import IconZoomIn from '@tabler/icons-react/icons/IconZoomIn';
import IconZoomOut from '@tabler/icons-react/icons/IconZoomOut';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';

import { attendeeName } from './attendee-name';

import { tellOther } from './in-call';
import { inCall } from './in-call-view';
import classes from './in-call.module.css';
import type { OtherAttendee } from './media-link';
import type { Axis, Move } from './peer-media';

const buttons = [
  { axis: 'pan', label: 'Left', icon: IconArrowLeft, key: 'ArrowLeft', move: { pan: -1 } },
  { axis: 'tilt', label: 'Up', icon: IconArrowUp, key: 'ArrowUp', move: { tilt: 1 } },
  { axis: 'tilt', label: 'Down', icon: IconArrowDown, key: 'ArrowDown', move: { tilt: -1 } },
  { axis: 'pan', label: 'Right', icon: IconArrowRight, key: 'ArrowRight', move: { pan: 1 } },
  { axis: 'zoom', label: 'Zoom out', icon: IconZoomOut, key: '-', move: { zoom: -1 } },
  { axis: 'zoom', label: 'Zoom in', icon: IconZoomIn, key: '+', move: { zoom: 1 } },
] as const satisfies readonly { axis: Axis; move: Move; label: string; key: string; icon: unknown }[];

/** Aims the cameras of those who allow it. */
export function CameraPads({ others }: { others: readonly OtherAttendee[] }) {
  const ownId = useStore(inCall, ({ own }) => own?.attendeeId);
  return others
    .filter(({ status, media }) => status === 'connected' && media.control.allowed.some((id) => id === ownId))
    .map((other) => <CameraPad key={other.attendee.attendeeId} other={other} />);
}

function CameraPad({ other: { attendee, media } }: { other: OtherAttendee }) {
  const offered = buttons.filter(({ axis }) => media.control.axes.includes(axis));
  const move = (step: Move) => tellOther(attendee.attendeeId, { move: step });
  const pressKey = (event: KeyboardEvent) => {
    const button = offered.find(({ key }) => key === event.key);
    if (button === undefined) return;
    event.preventDefault();
    move(button.move);
  };
  const name = attendeeName(attendee);
  if (offered.length === 0) return <p className={classes.hint}>The camera of {name} is off.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys are for its buttons
    <div className={classes.pad} role="group" aria-label={`Camera of ${name}`} onKeyDown={pressKey}>
      <span className={classes.hint}>{name}</span>
      {offered.map(({ label, icon: ButtonIcon, move: step }) => (
        <ActionIcon key={label} variant="default" size="lg" aria-label={label} onClick={() => move(step)}>
          <ButtonIcon size="1.125rem" stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
