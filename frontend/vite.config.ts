import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { precompressed, preloadedFont, withoutEventStreams } from './scripts/start-plugins.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = { '@': here('./src') };
const TARGET = 'es2023';

/** The server behind `npm run dev`; the built application always calls its own origin. */
const server = process.env.WARDLINE_PUBLIC_URL ?? 'http://127.0.0.1:8000';

const ENTRIES = /\.html|\/src\/(main\.tsx|session\/silent-renew\.ts)$/;

/** What is loaded later as one file, in the order in which it is needed. Pages that few users open have files of their own. */
const USED_TOGETHER = {
  consult:
    /\/src\/(app\/(pages|shell)|areas\/clinical|features\/(?!admin-|video\/janus|call-schedules|coverage|delivery-problems|shifts|sign-off|who-would-be-paged)\w|shared\/ui|api\/generated\/zod)/,
  note: /\/src\/(features\/sign-off|service-lines)\//,
  shifts: /\/src\/(areas\/duty\/my-shifts|features\/shifts)/,
  admin: /\/src\/(areas\/admin|features\/(admin-|delivery-problems))/,
  planning: /\/src\/(areas\/duty|features\/(call-schedules|who-would-be-paged))\/(?!coverage)/,
};

export default defineConfig({
  plugins: [
    react(),
    preloadedFont(),
    withoutEventStreams(),
    precompressed(),
    serviceWorker(here('./src/service-worker/service-worker.ts'), { alias, target: TARGET }),
  ],
  resolve: { alias },
  build: {
    target: TARGET,
    // The content security policy does not allow data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: here('./index.html'),
        'silent-renew': here('./silent-renew.html'),
      },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          // One file for what is used together, instead of a hundred; each also has what its modules import, unless an earlier one does.
          // The entries stay separate, because a tab recognizes its build by their names.
          groups: [
            { name: 'initial', tags: ['$initial'], test: (id: string) => !ENTRIES.test(id), priority: 9 },
            ...Object.entries(USED_TOGETHER).map(([name, test], place) => ({ name, test, priority: 8 - place })),
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/config.json': server,
      '/socket.io': { target: server, ws: true, rewriteWsOrigin: true },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubEnvs: true,
    // A test may share a slow machine with a build.
    testTimeout: 30_000,
    // As with the browser tests: a test that passes on the second try is reported as flaky.
    retry: process.env.CI === undefined ? 0 : 1,
    alias: {
      // The browser build of Socket.IO uses the global WebSocket, which msw can intercept.
      'socket.io-client': here('./node_modules/socket.io-client/dist/socket.io.esm.min.js'),
      'janus-gateway': here('./src/testing/fake-janus.ts'),
    },
    // Two more than the smallest machine has cores, because tests spend a quarter of their time waiting.
    maxWorkers: 4,
    // More room for new objects: collecting them as garbage took a seventh of the time.
    execArgv: ['--max-semi-space-size=64'],
    // Sharing modules between files halves the time; files that replace a module (*.apart.test.tsx) run isolated.
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/**/*.apart.test.tsx'],
        },
      },
      { extends: true, test: { name: 'apart', include: ['src/**/*.apart.test.tsx'] } },
    ],
  },
});
