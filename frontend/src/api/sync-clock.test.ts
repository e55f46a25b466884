import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';

import { isClockUncertain, observeServerDate, readClocks, serverNow } from '@/shared/lib/server-clock';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { configureClient } from './client';
import { syncClockOnChange } from './sync-clock';
import { setRuntimeConfig } from './runtime-config';

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([-HOUR, HOUR])(
  'requests the server’s time once when the computer’s clock is changed by %i ms',
  async (step) => {
    setRuntimeConfig(testConfig);
    configureClient({ onSignedOut: () => undefined, onStepUp: () => undefined, onForbidden: () => undefined });
    const actualTime = Date.now();
    const header = new Date(actualTime).toUTCString();
    const requested = vi.fn();
    server.use(
      http.get('*/api/health', () => {
        requested();
        return HttpResponse.json({}, { status: 503, headers: { Date: header } });
      }),
    );
    onTestFinished(syncClockOnChange());
    observeServerDate(header, readClocks(), readClocks());
    vi.useFakeTimers({ toFake: ['Date'], now: actualTime + step });
    serverNow();
    await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(isClockUncertain()).toBe(false));
    await vi.waitFor(() => expect(Math.abs(serverNow() - actualTime)).toBeLessThan(2_000));
    serverNow();
    expect(requested).toHaveBeenCalledOnce();
  },
);
