import type { Page } from '@playwright/test';

interface Recorded {
  AudioContext: typeof AudioContext;
  tones: OscillatorNode[];
}

/** Records the tones that the page starts, also after it is loaded again; call it before the page creates its audio context, with its first sound. */
export async function recordTones(page: Page) {
  const record = () => {
    const tones: OscillatorNode[] = [];
    class RecordedContext extends AudioContext {
      override createOscillator() {
        const oscillator = super.createOscillator();
        tones.push(oscillator);
        return oscillator;
      }
    }
    Object.assign(window, { AudioContext: RecordedContext, tones });
  };
  await page.addInitScript(record);
  await page.evaluate(record);
}

/** The pitches that were played since the last call, in hertz; includes a tone that the tab is still asking the others about. */
export async function takeTones(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await navigator.locks.query();
    return (window as unknown as Recorded).tones.splice(0).map(({ frequency }) => frequency.value);
  });
}
