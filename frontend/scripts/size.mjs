/**
 * Prints what a browser downloads for a usable worklist, compressed as the server sends it, and fails above the limit.
 * The page names all its files; responses of the API are not counted.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';

const LIMIT_KILOBYTES = 261;

const dist = new URL('../dist/', import.meta.url);
const page = readFileSync(new URL('index.html', dist), 'utf8');
const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+|early\.js)"/g)].map(([, file]) => file);

const sent = (file) => {
  const compressed = new URL(`${file}.br`, dist);
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size / 1024;
};
const files = ['index.html', ...named];
const total = files.reduce((sum, file) => sum + sent(file), 0);

const kilobytes = (value) => `${value.toFixed(1)} KB`;
for (const file of files) console.log(`${kilobytes(sent(file)).padStart(10)}  ${file}`);
console.log(`to a usable worklist ${kilobytes(total)} of ${LIMIT_KILOBYTES} KB`);
if (total > LIMIT_KILOBYTES) {
  console.error('The worklist needs too much: lazy-load what it does not need at first.');
  process.exit(1);
}
