import { ActionIcon } from '@mantine/core';
import IconPinned from '@tabler/icons-react/icons/IconPinned';
import IconPinnedFilled from '@tabler/icons-react/icons/IconPinnedFilled';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';

import { attendeeName } from './attendee-name';

import overlay from './call-overlay.module.css';
import classes from './in-call.module.css';
import { MediaView } from './media-view';
import type { OtherAttendee } from './media-link';
import { OtherTile } from './other-tile';
import { GAP, layOut, type Size } from './picture-layout';
import { arrange, spotlight, type Tile } from './spotlight';

/** The pictures of the others, all of one size or one of them large, and what one of them shares. */
export function OthersGrid({ others }: { others: readonly OtherAttendee[] }) {
  const { tiles, large, shared } = arrange(others, useStore(spotlight));
  if (tiles.length === 0) return null;
  return (
    <Pictures count={tiles.length} hasLarge={large !== null}>
      {tiles.map((tile) => (
        <div key={tile.id} className={classes.tile} data-large={tile.id === large}>
          {tile.isShared ? <SharedTile other={tile.other} /> : <OtherTile other={tile.other} />}
          {tiles.length > 1 && <PinButton tile={tile} isLarge={tile.id === large} shared={shared} />}
        </div>
      ))}
    </Pictures>
  );
}

interface PicturesProps {
  count: number;
  hasLarge: boolean;
  children: ReactNode;
}

/** What surrounds the pictures; those of one size are as large as there is room for. */
function Pictures({ count, hasLarge, children }: PicturesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { stage, own } = useSizes(frame);
  const { columns, free } = layOut(count, stage, own);
  const room = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    ...(free === 'end' && { paddingInlineEnd: own.width + 2 * GAP }),
    ...(free === 'bottom' && { paddingBlockEnd: own.height + 2 * GAP }),
  };
  return (
    <div
      ref={frame}
      className={classes.grid}
      data-tiles={count}
      data-spotlight={hasLarge}
      style={hasLarge ? undefined : room}
    >
      {children}
    </div>
  );
}

const NONE = { width: 0, height: 0 };

/** The size of the stage around the pictures, and of the user's own picture on it. */
function useSizes(frame: RefObject<HTMLElement | null>): { readonly stage: Size; readonly own: Size } {
  const [sizes, setSizes] = useState({ stage: NONE, own: NONE });
  useLayoutEffect(() => {
    const stage = frame.current?.parentElement ?? null;
    if (stage === null) return undefined;
    const ownPicture = stage.querySelector<HTMLElement>('[data-own-frame]');
    const measure = () => setSizes({ stage: sizeOf(stage), own: ownPicture === null ? NONE : sizeOf(ownPicture) });
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    if (ownPicture !== null) observer.observe(ownPicture);
    return () => observer.disconnect();
  }, [frame]);
  return sizes;
}

function sizeOf({ offsetWidth, offsetHeight }: HTMLElement): Size {
  return { width: offsetWidth, height: offsetHeight };
}

interface PinButtonProps {
  tile: Tile;
  isLarge: boolean;
  shared: string | null;
}

function PinButton({ tile: { id, other, isShared }, isLarge, shared }: PinButtonProps) {
  const name = attendeeName(other.attendee);
  const PinIcon = isLarge ? IconPinnedFilled : IconPinned;
  return (
    <ActionIcon
      className={classes.pin}
      variant="default"
      aria-label={isShared ? `Spotlight what ${name} shares` : `Spotlight ${name}`}
      aria-pressed={isLarge}
      // Pressing the large one again makes all equal, or what is shared large.
      onClick={() => spotlight.setState(isLarge ? null : { id, shared }, true)}
    >
      <PinIcon size="1.125rem" stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** A screen or an image of another attendee. Fitted, never cropped: its edges may matter. */
function SharedTile({ other: { attendee, shared } }: { other: OtherAttendee }) {
  const name = attendeeName(attendee);
  return (
    <figure className={`${overlay.other} ${classes.screen}`} data-seen>
      <MediaView stream={shared} label={`Shared by ${name}`} />
      <figcaption className={overlay.name}>
        <span role="status">{name} is sharing</span>
      </figcaption>
    </figure>
  );
}
