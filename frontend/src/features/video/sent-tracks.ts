import type { DeviceKind } from '@/shared/media/devices';

/** What a window sends: its devices, and what it shares. */
export type TrackKind = DeviceKind | 'screen';
export type SentTracks = Readonly<Record<TrackKind, MediaStreamTrack | null>>;
