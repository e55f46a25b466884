/** How much is sent, by what the network takes and by how many receive it: sound first, then what is shared, then the camera. */

/** Bits a second for speech in full band with its redundancy (Opus, mono; RFC 7587, section 3.1.1 and 3.1.2). */
export const VOICE_BITS = 40_000;
/** Bits a second at which text and pictures stay legible at a few frames a second. */
const SCREEN_BITS = 1_500_000;
/** What is shared leaves the camera at least this part of what the network takes. */
const SHARED_PART = 0.6;

/** The camera's heights, with the bits a second that each needs at 30 frames a second; the lowest is sent over any network. */
const rungs = [
  { height: 180, bits: 150_000 },
  { height: 360, bits: 500_000 },
  { height: 540, bits: 1_000_000 },
  { height: 720, bits: 1_700_000 },
  { height: 1080, bits: 3_200_000 },
] as const;

/** The largest height by the number of others: each of them gets an encoding of their own. */
const LARGEST = [1080, 1080, 720, 720, 540, 540] as const;
/** The same where a server forwards one encoding to all. Each of them still receives and shows so many. */
const LARGEST_FORWARDED = [1080, 1080, 1080, 720, 720, 720] as const;
/** Until the network has been measured. */
const FIRST_HEIGHT = 540;
/** A larger picture needs this much more than its bits, so that the size does not go back and forth. */
const RESERVE = 1.25;

export type Height = (typeof rungs)[number]['height'];

export interface SendPlan {
  readonly camera: { readonly height: Height; readonly bits: number };
  readonly screen: { readonly bits: number };
}

export interface SendSituation {
  /** Bits a second that the network is estimated to take; null if that is not known yet. */
  readonly available: number | null;
  readonly others: number;
  /** Whether a server forwards it, so that it is encoded and sent once. */
  readonly isForwarded: boolean;
  readonly sharing: boolean;
  /** The height that is sent now; null at the start. */
  readonly height: Height | null;
}

/**
 * The limits follow the number of others alone, because the browser keeps to its own estimate of the network, and would stop raising
 * it at a limit. The height follows the estimate, so that few bits make a small picture instead of a blurred one.
 */
export function planSending({ available, others, isForwarded, sharing, height }: SendSituation): SendPlan {
  const largest = largestFor(others, isForwarded);
  const allowed = rungs.filter((rung) => rung.height <= largest);
  const screenBits = Math.min(SCREEN_BITS, ((available ?? Infinity) - VOICE_BITS) * SHARED_PART);
  const budget = (available ?? Infinity) - VOICE_BITS - (sharing ? screenBits : 0);
  // One step up at a time: the estimate of the network follows what is sent.
  const reach = height === null ? FIRST_HEIGHT : (rungs.find((rung) => rung.height > height)?.height ?? height);
  const fits = allowed.filter((rung) => {
    const isUp = height !== null && rung.height > height;
    return rung.height <= reach && (available === null || rung.bits * (isUp ? RESERVE : 1) <= budget);
  });
  return {
    camera: { height: fits.at(-1)?.height ?? rungs[0].height, bits: allowed.at(-1)?.bits ?? rungs[0].bits },
    screen: { bits: SCREEN_BITS },
  };
}

function largestFor(others: number, isForwarded: boolean): Height {
  const heights = isForwarded ? LARGEST_FORWARDED : LARGEST;
  return heights[Math.min(others, heights.length - 1)] ?? rungs[0].height;
}

/** What a new connection begins with. */
export const FIRST_PLAN = planSending({ available: null, others: 1, isForwarded: false, sharing: false, height: null });
