import { isFields } from '@/api/rules';

import { axes, type Axis, type Move } from './peer-media';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly now: number;
}

/** A step moves the camera by this part of what it can do: small enough to aim, large enough not to press forever. */
const STEPS = 20;

/** How this camera can be aimed; empty for most, and for a camera that is off. */
export function axesOf(camera: MediaStreamTrack | null): Axis[] {
  return axes.filter((axis) => camera !== null && rangeOf(camera, axis) !== null);
}

/** Moves the camera one step in each direction of the move, as far as it goes. */
export async function aim(camera: MediaStreamTrack, move: Move): Promise<void> {
  const targets = axes.flatMap((axis) => {
    const [range, step] = [rangeOf(camera, axis), move[axis]];
    return range === null || step === undefined ? [] : [[axis, targetOf(range, step)] as const];
  });
  if (targets.length === 0) return;
  const advanced = [Object.fromEntries(targets)];
  // Some browsers refuse a size and a position at once, and then keep the size by themselves.
  await camera
    .applyConstraints({ ...camera.getConstraints(), advanced })
    .catch(() => camera.applyConstraints({ advanced }));
}

function targetOf({ min, max, step, now }: Range, direction: number): number {
  const size = Math.max(step, (max - min) / STEPS);
  return Math.min(max, Math.max(min, now + direction * size));
}

/** Cameras that can be aimed are not in the standard's types yet. */
function rangeOf(camera: MediaStreamTrack, axis: Axis): Range | null {
  const capabilities: unknown = 'getCapabilities' in camera ? camera.getCapabilities() : null;
  const settings: unknown = camera.getSettings();
  const range = isFields(capabilities) ? capabilities[axis] : null;
  const now = isFields(settings) ? settings[axis] : null;
  if (!isFields(range) || typeof now !== 'number') return null;
  const { min, max, step } = range;
  if (typeof min !== 'number' || typeof max !== 'number' || max <= min) return null;
  return { min, max, step: typeof step === 'number' ? step : 0, now };
}
