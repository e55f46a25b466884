import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';

import { isClockUnsure, observeServerDate, readClocks, serverNow } from '@/shared/lib/server-clock';
import { testConfig } from '@/testing/config';
import { server } from '@/testing/server';

import { configureClient } from './client';
import { measureClockWhenSet } from './measure-clock';
import { setRuntimeConfig } from './runtime-config';

const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([-HOUR, HOUR])(
  'requests the server’s time once when the computer’s clock is changed by %i ms',
  async (step) => {
    setRuntimeConfig(testConfig);
    configureClient({ onSignedOut: () => undefined, onForbidden: () => undefined });
    const truth = Date.now();
    const header = new Date(truth).toUTCString();
    const asked = vi.fn();
    server.use(
      http.get('*/api/health', () => {
        asked();
        return HttpResponse.json({}, { status: 503, headers: { Date: header } });
      }),
    );
    onTestFinished(measureClockWhenSet());
    observeServerDate(header, readClocks(), readClocks());
    vi.useFakeTimers({ toFake: ['Date'], now: truth + step });
    serverNow();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(isClockUnsure()).toBe(false));
    await vi.waitFor(() => expect(Math.abs(serverNow() - truth)).toBeLessThan(2_000));
    serverNow();
    expect(asked).toHaveBeenCalledOnce();
  },
);
