import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where `npm run dev` finds the server; the built application always talks to its own origin. */
const server = process.env.WARDLINE_PUBLIC_URL ?? 'http://127.0.0.1:8000';

const ENTRIES = /\.html|\/src\/(main\.tsx|session\/silent-renew\.ts)$/;

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    target: 'es2023',
    // Data addresses are not part of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('./index.html'), 'silent-renew': here('./silent-renew.html') },
      output: {
        codeSplitting: {
          // What every page needs is one file beside the entries, which a tab knows its build by; left to themselves it would be sixty.
          groups: [{ name: 'initial', tags: ['$initial'], test: (id: string) => !ENTRIES.test(id) }],
        },
      },
    },
    manifest: 'manifest.json',
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
    // Ward computers are slow, and so is a machine that builds at the same time.
    testTimeout: 30_000,
    // As with the browser tests: what passes the second time is named, and is to be mended like what fails.
    retry: process.env.CI === undefined ? 0 : 1,
    // The socket's browser build, so that tests meet it where msw can answer: at the browser's own WebSocket.
    alias: { 'socket.io-client': here('./node_modules/socket.io-client/dist/socket.io.esm.min.js') },
    // One more than the smallest machine has cores: a quarter of a file's time is waiting, for a call, a pause, a dialog that fades.
    maxWorkers: 3,
    // Modules are loaded once for many files, which takes half the time; who takes a module away has them alone.
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
