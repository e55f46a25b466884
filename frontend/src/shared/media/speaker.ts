import { chosenDevice } from './devices';

interface Sink {
  setSinkId: (id: string) => Promise<void>;
}

/** Plays this on the chosen speaker, if the browser supports choosing one. */
export async function playOnSpeaker(source: HTMLMediaElement | AudioContext): Promise<void> {
  if (!canChoose(source)) return;
  try {
    await source.setSinkId(chosenDevice('speaker') ?? '');
  } catch {
    // The chosen speaker is disconnected, so the default one plays.
  }
}

/** The DOM types do not declare it for all of these. */
function canChoose<T extends object>(source: T): source is T & Sink {
  return 'setSinkId' in source;
}
