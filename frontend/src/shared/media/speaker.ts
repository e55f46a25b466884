import { chosenDevice } from './devices';

interface Sink {
  setSinkId: (id: string) => Promise<void>;
}

/** Has this be heard on the chosen speaker; not every browser lets a page choose. */
export async function playOnSpeaker(source: HTMLMediaElement | AudioContext): Promise<void> {
  if (!canChoose(source)) return;
  try {
    await source.setSinkId(chosenDevice('speaker') ?? '');
  } catch {
    // The speaker that was chosen is not there now, and the usual one plays.
  }
}

/** Types of the library do not know it of all of them. */
function canChoose<T extends object>(source: T): source is T & Sink {
  return 'setSinkId' in source;
}
