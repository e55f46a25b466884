/** How long the tab that has taken its turn keeps the others of its browser from theirs (milliseconds). */
const TURN_MS = 10_000;

/** The turns that this tab has, and how each is prolonged. */
const turns = new Map<string, () => void>();

/**
 * Does what all tabs of this browser are about to do, unless another one has done it within the last ten seconds. No tab is in charge: when the
 * one that did it last is closed, or learns of nothing anymore, the next one to try takes over. Pages that are not secure have no
 * locks, and each of their tabs does it.
 */
export function inOneTab(name: string, act: () => void) {
  if (!('locks' in navigator)) {
    act();
    return;
  }
  const prolong = turns.get(name);
  if (prolong === undefined) {
    void takeTurn(name, act).catch(act);
    return;
  }
  prolong();
  act();
}

async function takeTurn(name: string, act: () => void) {
  const wasMine = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    const over = untilOver(name);
    act();
    await over;
    return true;
  });
  // Until now the lock was taken, although the turn was over.
  if (wasMine) turns.delete(name);
}

function untilOver(name: string): Promise<void> {
  return new Promise((resolve) => {
    let timer = window.setTimeout(resolve, TURN_MS);
    turns.set(name, () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(resolve, TURN_MS);
    });
  });
}

/** Does what only one tab of this browser may do at a time; the others wait. */
export async function oneTabAtATime(name: string, act: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, act);
  else await act();
}
