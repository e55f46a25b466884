/**
 * Prints the gzipped size of the JavaScript that a usable worklist needs, and fails above the limit.
 * It follows the build's manifest: the entry, everything it imports statically, and the lazy pages named below.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT_KILOBYTES = 265;
const LAZY_WORKLIST_PAGES = /^src\/areas\/clinical\/(consult-layout|welcome)-page\.tsx$/;

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));

function withImports(key, seen) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) withImports(next, seen);
  return seen;
}

const gzipped = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024;
const sum = (keys) => [...keys].reduce((total, key) => total + gzipped(manifest[key].file), 0);

const entry = withImports('index.html', new Set());
const worklist = new Set(entry);
const lazyPages = Object.keys(manifest).filter((key) => LAZY_WORKLIST_PAGES.test(key));
if (lazyPages.length !== 2) throw new Error('The pages of the worklist have moved: update their names here.');
for (const key of lazyPages) withImports(key, worklist);

const kilobytes = (value) => `${value.toFixed(1)} KB`;
for (const key of worklist) {
  console.log(`${kilobytes(gzipped(manifest[key].file)).padStart(10)}  ${manifest[key].file}`);
}
console.log(
  `entry ${kilobytes(sum(entry))}, to a usable worklist ${kilobytes(sum(worklist))} of ${LIMIT_KILOBYTES} KB`,
);
if (sum(worklist) > LIMIT_KILOBYTES) {
  console.error('The worklist needs too much JavaScript: lazy-load what it does not need at first.');
  process.exit(1);
}
