/**
 * Puts faults into the browser's rules, area by area, until the time is over, and writes results.json for the report. An area that was
 * gone through and has not changed since is left alone; of another one what is known is kept (known-*.json), and what changed, what nobody had
 * noticed and what was not tried yet is tried.
 *
 * usage: node mutation/run.mjs MINUTES     in the folder frontend
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { areas, knownOf } from './areas.ts';

const HERE = 'mutation';
const STRYKER = `${HERE}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const RESULTS = `${HERE}/results.json`;
const EQUAL = `${HERE}/equal.tsv`;
const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError', 'CompileError']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

const ends = Date.now() + 60_000 * Number(process.argv[2] ?? 12);

function install() {
  const lock = `${HERE}/package-lock.json`;
  const stamp = `${HERE}/node_modules/.installed-for`;
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
  writeFileSync(stamp, wanted);
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** Of what the results of an area stand on: the modules, the tests and what is said to be equal. */
function digestOf({ files, plain, inBrowser }, equal) {
  const hash = createHash('sha256');
  for (const file of [...files, ...plain, ...inBrowser]) hash.update(readFileSync(file));
  for (const [id, file] of equal) if (files.includes(file)) hash.update(id);
  return hash.digest('hex').slice(0, 16);
}

/**
 * A test that is new may notice what nobody did; StrykerJS does not look for those of a fault in what is evaluated as a module loads.
 * What ended a run before any test may have been something else than the fault.
 */
function forgetDoubtful(known) {
  const report = read(known);
  if (report === null) return;
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(known, JSON.stringify(report));
}

/** Whether the area was gone through before the time was over. */
async function tried(area, what) {
  const known = knownOf(area);
  const stamp = `${known}.digest`;
  const digest = digestOf(what, []);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) forgetDoubtful(known);
  writeFileSync(stamp, digest);
  const stryker = spawn(process.execPath, [STRYKER, 'run', `${HERE}/stryker.config.mjs`], {
    env: { ...process.env, WARDLINE_MUTATION_AREA: area },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => stryker.once('exit', resolve));
  const over = new AbortController();
  const late = setTimeout(Math.max(ends - Date.now(), 1), 'late', over).catch(() => 'in time');
  // What was found until then is kept.
  if ((await Promise.race([ended, late])) === 'late') stryker.kill('SIGINT');
  over.abort();
  return (await ended) === 0;
}

/** The file of each by its id. */
function equalFaults() {
  const [, ...lines] = readFileSync(EQUAL, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => line.split('\t')));
}

/** The piece of source between two places, which count from 1. */
function piece(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join(' ').replace(/\s+/g, ' ');
}

const shortened = (text) => (text.length > 120 ? `${text.slice(0, 120)}...` : text);

/** What looks alike is told apart by its turn in the file; a report has it in the order of the tests. */
function byPlace({ location: { start: one } }, { location: { start: other } }) {
  return one.line - other.line || one.column - other.column;
}

function summary(file, { source, mutants }, equal) {
  const lines = source.split('\n');
  const seen = new Map();
  const found = { noticed: 0, unnoticed: 0, equal: 0, missed: [] };
  for (const mutant of mutants.toSorted(byPlace)) {
    const [before, after] = [piece(lines, mutant.location), (mutant.replacement ?? '').replace(/\s+/g, ' ')];
    const key = [file, mutant.mutatorName, before, after].join('\0');
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const id = createHash('sha256').update(`${key}\0${occurrence}`).digest('hex').slice(0, 10);
    if (equal.has(id)) found.equal += 1;
    else if (NOTICED.has(mutant.status)) found.noticed += 1;
    else if (UNNOTICED.has(mutant.status)) {
      found.unnoticed += 1;
      found.missed.push({ id, operator: mutant.mutatorName, before: shortened(before), after: shortened(after) });
    }
  }
  return found;
}

/** What was found in each file of an area, as far as anything was; `before` is what was known at the start of this run. */
async function resultsOf(area, what, before, equal) {
  const { files } = what;
  const digest = digestOf(what, equal);
  const old = before.filter(({ file }) => files.includes(file));
  if (old.length === files.length && old.every((one) => one.isWhole && one.digest === digest)) return old;
  const isWhole = Date.now() < ends && (await tried(area, what));
  const known = read(knownOf(area))?.files ?? {};
  return files.flatMap((file) => {
    if (file in known) return [{ area, file, digest, isWhole, ...summary(file, known[file], equal) }];
    return old.filter((one) => one.file === file).map((one) => ({ ...one, area, isWhole: false }));
  });
}

install();
const before = read(RESULTS) ?? [];
const equal = equalFaults();
const results = [];
for (const [area, what] of Object.entries(areas)) {
  results.push(...(await resultsOf(area, what, before, equal)));
}
writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
