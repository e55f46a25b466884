import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { HtmlTagDescriptor, Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** What the worklist needs beside the entry and what that imports: its own script and styles, and the font of all texts. */
const NEEDED = {
  modulepreload: /^assets\/worklist-[^/]+\.js$/,
  style: /^assets\/worklist-[^/]+\.css$/,
  font: /^assets\/inter-latin-wght-normal-[^/]+\.woff2$/,
};

/** The page names the files that the worklist needs, so that the browser fetches them beside the entry instead of after it. */
export function preloadedWorklist(): Plugin {
  return {
    name: 'preloaded-worklist',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, path }) => {
        if (path !== '/index.html') return [];
        return Object.entries(NEEDED).map(([kind, pattern]): HtmlTagDescriptor => {
          const names = Object.keys(bundle).filter((name) => pattern.test(name));
          if (names.length !== 1)
            throw new Error(`${pattern} should be one file, but is ${names.join(', ') || 'none'}.`);
          const attributes = kind === 'modulepreload' ? { rel: kind } : { rel: 'preload', as: kind };
          return { tag: 'link', attrs: { ...attributes, crossorigin: true, href: `/${names[0]}` }, injectTo: 'head' };
        });
      },
    },
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
