import { ActionIcon } from '@mantine/core';
import IconPinned from '@tabler/icons-react/icons/IconPinned';
import IconPinnedFilled from '@tabler/icons-react/icons/IconPinnedFilled';
import { useStore } from 'zustand';

import { fullName } from '@/shared/lib/full-name';

import overlay from './call-overlay.module.css';
import classes from './in-call.module.css';
import { MediaView } from './media-view';
import type { OtherAttendee } from './media-link';
import { OtherTile } from './other-tile';
import { arrange, spotlight, type Tile } from './spotlight';

/** The pictures of the others, all of one size or one of them large, and what one of them shares. */
export function OthersGrid({ others }: { others: readonly OtherAttendee[] }) {
  const { tiles, large, shared } = arrange(others, useStore(spotlight));
  if (tiles.length === 0) return null;
  return (
    <div className={classes.grid} data-tiles={tiles.length} data-spotlight={large !== null}>
      {tiles.map((tile) => (
        <div key={tile.id} className={classes.tile} data-large={tile.id === large}>
          {tile.isShared ? <SharedTile other={tile.other} /> : <OtherTile other={tile.other} />}
          {tiles.length > 1 && <PinButton tile={tile} isLarge={tile.id === large} shared={shared} />}
        </div>
      ))}
    </div>
  );
}

interface PinButtonProps {
  tile: Tile;
  isLarge: boolean;
  shared: string | null;
}

function PinButton({ tile: { id, other, isShared }, isLarge, shared }: PinButtonProps) {
  const name = fullName(other.attendee.user);
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
  const name = fullName(attendee.user);
  return (
    <figure className={`${overlay.other} ${classes.screen}`} data-seen>
      <MediaView stream={shared} label={`Shared by ${name}`} />
      <figcaption className={overlay.name}>
        <span role="status">{name} is sharing</span>
      </figcaption>
    </figure>
  );
}
