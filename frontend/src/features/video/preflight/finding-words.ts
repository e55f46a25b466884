import type { NetworkFinding } from './network-check';

export interface FindingWords {
  readonly tone: 'success' | 'warning' | 'danger' | 'neutral';
  readonly label: string;
  readonly text: string;
}

/** What a small picture with sound needs; below that, calls are sound only. */
const SMALL_PICTURE = 300_000;
const LARGE_PICTURE = 1_500_000;
/** People begin to talk over each other (ITU-T G.114). */
const SLOW_MS = 400;

const bits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Says what the check of the network means for a call; null while it is running. */
export function wordsOf(finding: NetworkFinding | 'unanswered' | null): FindingWords {
  if (finding === null) return { tone: 'neutral', label: 'Checking', text: 'This takes a few seconds.' };
  if (finding === 'unanswered')
    return { tone: 'warning', label: 'Unknown', text: 'The server did not answer the check. The call may still work.' };
  const { way, hasRelay, bitRate, roundTrip } = finding;
  if (way === 'none')
    return { tone: 'danger', label: 'Blocked', text: 'This browser cannot make calls here. Use the phone.' };
  if (way === 'direct')
    return hasRelay
      ? { tone: 'warning', label: 'Limited', text: 'The relay for calls cannot be reached, so a call may not connect.' }
      : { tone: 'success', label: 'Ready', text: 'This browser can make calls.' };
  return wordsOfRelay(bitRate ?? 0, roundTrip);
}

function wordsOfRelay(bitRate: number, roundTrip: number | null): FindingWords {
  const measured = `${bits.format(bitRate / 1_000_000)} Mbit/s${roundTrip === null ? '' : `, ${roundTrip} ms`}`;
  if (bitRate < SMALL_PICTURE)
    return { tone: 'warning', label: 'Poor', text: `Enough for sound, hardly for a picture (${measured}).` };
  if (bitRate < LARGE_PICTURE || (roundTrip ?? 0) > SLOW_MS)
    return { tone: 'warning', label: 'Fair', text: `The picture may be small or late (${measured}).` };
  return { tone: 'success', label: 'Good', text: `Enough for a large picture (${measured}).` };
}
