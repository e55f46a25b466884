import { isFields } from '@/api/rules';
import type { DeviceKind } from '@/shared/media/devices';

/** How a camera can be aimed. */
export const axes = ['pan', 'tilt', 'zoom'] as const;
export type Axis = (typeof axes)[number];

/** The state that one window tells the others over its connections to them, whole, with each change. */
export interface PeerMedia {
  readonly microphone: boolean;
  readonly camera: boolean;
  /**
   * Its turn in sharing something: of all turns, the highest one is seen. 0 while it shares nothing; null for a window of an older
   * build, which does not show what others share.
   */
  readonly screen: number | null;
  readonly control: ControlState;
  /** What it cannot use and would send otherwise; absent if that is nothing. */
  readonly lacks?: readonly DeviceKind[];
  /** Set when it has hung up. */
  readonly bye?: true;
}

/** What others may do with a window's camera. */
export interface ControlState {
  /** How the camera can be aimed; empty for most. */
  readonly axes: readonly Axis[];
  /** The attendees who may aim it, those who were refused, and those who could not be heard because someone else's question is open. */
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
  readonly busy: readonly string[];
}

/** One step in a direction, for each axis that moves. */
export type Move = Readonly<Partial<Record<Axis, -1 | 1>>>;

/** What one window asks of one other. */
export type CallMessage = { readonly ask: 'control' | 'camera' } | { readonly move: Move };

export const NO_CONTROL: ControlState = { axes: [], allowed: [], refused: [], busy: [] };
export const NO_MEDIA: PeerMedia = { microphone: false, camera: false, screen: 0, control: NO_CONTROL };

/** Longer texts are nothing that a window sends. */
const MAX_LENGTH = 4_000;
const MAX_ID_LENGTH = 64;
/** No meeting has more attendees. */
const MAX_IDS = 12;
const MAX_TURN = 2 ** 31 - 1;

/** A message always carries the sender's state, too: a window of an older build takes everything for one. */
export function writeMessage(media: PeerMedia, message?: CallMessage): string {
  return JSON.stringify({ ...media, ...message });
}

/** What another window has sent, which may be older, newer or hostile; null if it is nothing that can be understood. */
export function readMessage(data: unknown): { media: PeerMedia; message: CallMessage | null } | null {
  if (typeof data !== 'string' || data.length > MAX_LENGTH) return null;
  try {
    const found: unknown = JSON.parse(data);
    if (!isFields(found)) return null;
    const { microphone, camera, screen, control, bye } = found;
    const lacks = lackedIn(found.lacks);
    const media: PeerMedia = {
      microphone: microphone === true,
      camera: camera === true,
      screen: isTurn(screen) ? screen : null,
      control: controlOf(control),
      ...(lacks.length > 0 && { lacks }),
      ...(bye === true && { bye: true }),
    };
    return { media, message: messageOf(found) };
  } catch {
    return null;
  }
}

/** The turn after this one. */
export function nextTurn(turn: number): number {
  return Math.min(turn + 1, MAX_TURN);
}

function isTurn(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TURN;
}

function lackedIn(found: unknown): DeviceKind[] {
  return (['microphone', 'camera'] as const).filter((kind) => Array.isArray(found) && found.includes(kind));
}

function controlOf(found: unknown): ControlState {
  if (!isFields(found)) return NO_CONTROL;
  return {
    axes: axes.filter((axis) => Array.isArray(found.axes) && found.axes.includes(axis)),
    allowed: idsOf(found.allowed),
    refused: idsOf(found.refused),
    busy: idsOf(found.busy),
  };
}

function idsOf(found: unknown): string[] {
  if (!Array.isArray(found)) return [];
  const ids: unknown[] = found.slice(0, MAX_IDS);
  return ids.filter((id) => typeof id === 'string').filter(({ length }) => length <= MAX_ID_LENGTH);
}

function messageOf({ ask, move }: Readonly<Record<string, unknown>>): CallMessage | null {
  if (ask === 'control' || ask === 'camera') return { ask };
  if (!isFields(move)) return null;
  const steps = axes.flatMap((axis) => (move[axis] === 1 || move[axis] === -1 ? [[axis, move[axis]] as const] : []));
  return steps.length === 0 ? null : { move: Object.fromEntries(steps) };
}
