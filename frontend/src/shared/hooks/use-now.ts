import { useSyncExternalStore } from 'react';

import { constants } from '@/api/contract/constants.gen';
import { onClockChange, serverNow } from '@/shared/lib/server-clock';

/** One timer for all components that read the clock at the same interval; it stops while there are none. */
class Ticker {
  private now = serverNow();
  private timer: number | undefined;
  private unsubscribe: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  private readonly interval: number;

  constructor(interval: number) {
    this.interval = interval;
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

  private readonly tickIfVisible = () => {
    if (!document.hidden) this.tick();
  };

  private start() {
    this.now = serverNow();
    this.timer = window.setInterval(this.tick, this.interval);
    document.addEventListener('visibilitychange', this.tickIfVisible);
    this.unsubscribe = onClockChange(this.tickIfVisible);
  }

  private stop() {
    window.clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.tickIfVisible);
    this.unsubscribe();
  }
}

const tickers = new Map<number, Ticker>();

function tickerFor(interval: number): Ticker {
  const ticker = tickers.get(interval) ?? new Ticker(interval);
  tickers.set(interval, ticker);
  return ticker;
}

/** The server's time in milliseconds since 1970, updated every `interval` milliseconds, when the tab becomes visible, and when the clock is changed. */
export function useNow(interval: number = constants.TICK_MS): number {
  const ticker = tickerFor(interval);
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
