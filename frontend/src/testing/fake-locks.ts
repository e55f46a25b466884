import { onTestFinished, vi } from 'vitest';

/** The part of the Web Locks API that tabs use, which jsdom lacks; until the test ends. */
export function fakeLocks() {
  const held = new Map<string, object>();
  let waiting: (() => void)[] = [];
  const untilFree = (name: string) =>
    new Promise<void>((resolve) => {
      const attempt = () => (held.has(name) ? waiting.push(attempt) : resolve());
      attempt();
    });
  const release = (name: string) => {
    held.delete(name);
    const attempts = waiting;
    waiting = [];
    for (const attempt of attempts) attempt();
  };
  async function request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
    const callback = rest.at(-1) as (lock: object | null) => unknown;
    const { ifAvailable = false } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    while (held.has(name)) {
      if (ifAvailable) return callback(null);
      await untilFree(name);
    }
    const lock = { name };
    held.set(name, lock);
    try {
      return await callback(lock);
    } finally {
      if (held.get(name) === lock) release(name);
    }
  }
  const locks = { request: vi.fn(request) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  /** `close` is as if the tab that holds the lock were closed. */
  return { request: locks.request, close: release };
}
