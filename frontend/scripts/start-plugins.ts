import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** The font of all texts. */
const FONT = /^assets\/latin-[^/]+\.woff2$/;

/** The page names the font, so that the browser fetches it beside the scripts instead of after the styles. */
export function preloadedFont(): Plugin {
  return {
    name: 'preloaded-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, path }) => {
        if (path !== '/index.html') return [];
        const names = Object.keys(bundle).filter((name) => FONT.test(name));
        if (names.length !== 1) throw new Error(`${FONT} should be one file, but is ${names.join(', ') || 'none'}.`);
        const attrs = { rel: 'preload', as: 'font', crossorigin: true, href: `/${names[0]}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** Leaves the generated client's reader of event streams out: the server has none, its live events come by a socket. */
export function withoutEventStreams(): Plugin {
  const reader = /\/generated\/core\/serverSentEvents\.gen\.ts$/;
  return {
    name: 'without-event-streams',
    apply: 'build',
    load: { filter: { id: reader }, handler: () => 'export const createSseClient = undefined;' },
  };
}

/** Writes each file also compressed, since the server sends every file many times. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      const folder = join(dir, 'assets');
      for (const name of readdirSync(folder).filter((file) => COMPRESSIBLE.test(file))) {
        const content = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}
