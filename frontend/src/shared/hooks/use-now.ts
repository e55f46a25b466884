import { useSyncExternalStore } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { onClockSet, serverNow } from '@/shared/lib/server-clock';

/** One timer for all components that read the clock at the same interval; it stops while there are none. */
class Ticker {
  private now = serverNow();
  private timer: number | undefined;
  private stopFollowing: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  private readonly pace: number;

  constructor(pace: number) {
    this.pace = pace;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  };

  readonly read = () => this.now;

  private readonly tick = () => {
    this.now = serverNow();
    for (const listener of this.listeners) listener();
  };

  private readonly catchUp = () => {
    if (!document.hidden) this.tick();
  };

  private start() {
    this.now = serverNow();
    this.timer = window.setInterval(this.tick, this.pace);
    document.addEventListener('visibilitychange', this.catchUp);
    this.stopFollowing = onClockSet(this.catchUp);
  }

  private stop() {
    window.clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.catchUp);
    this.stopFollowing();
  }
}

const tickers = new Map<number, Ticker>();

function tickerFor(pace: number): Ticker {
  const ticker = tickers.get(pace) ?? new Ticker(pace);
  tickers.set(pace, ticker);
  return ticker;
}

/** The server's time in milliseconds since 1970, brought up to date every `pace` milliseconds when the tab is seen again, and when the clock was set. */
export function useNow(pace: number = constants.TICK_MS): number {
  const ticker = tickerFor(pace);
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
