/**
 * Makes small faults in the browser's rules, area by area, until the time is up, and writes results.json for the report. A completed area
 * that has not changed is skipped. For other areas, known results are reused (known-*.json); only faults that are new, changed or were not
 * noticed are tried.
 *
 * usage: node mutation/run.mjs MINUTES     in the frontend folder
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { areas, knownResultsFile } from './areas.ts';

const HERE = 'mutation';
const STRYKER = `${HERE}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const RESULTS = `${HERE}/results.json`;
const EQUAL = `${HERE}/equal.tsv`;
const NOTICED = new Set(['Killed', 'Timeout', 'RuntimeError', 'CompileError']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

const deadline = Date.now() + 60_000 * Number(process.argv[2] ?? 12);

function install() {
  const lock = `${HERE}/package-lock.json`;
  const stamp = `${HERE}/node_modules/.installed-for`;
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
  writeFileSync(stamp, hash);
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** A digest of everything that the results of an area depend on: modules, tests and equivalent faults. */
function digestOf({ files, plain, inBrowser }, equal) {
  const hash = createHash('sha256');
  for (const file of [...files, ...plain, ...inBrowser]) hash.update(readFileSync(file));
  for (const [id, file] of equal) if (files.includes(file)) hash.update(id);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Drops results that may have changed: a new test may notice a fault that was unnoticed, and StrykerJS does not rerun tests for code that
 * is evaluated when a module loads. A run that ended before any test may have had another cause than the fault.
 */
function dropDoubtful(known) {
  const report = read(known);
  if (report === null) return;
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  }
  writeFileSync(known, JSON.stringify(report));
}

/** Runs StrykerJS for an area; returns whether it finished before the deadline. */
async function mutateArea(area, what) {
  const known = knownResultsFile(area);
  const stamp = `${known}.digest`;
  const digest = digestOf(what, []);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) dropDoubtful(known);
  writeFileSync(stamp, digest);
  const stryker = spawn(process.execPath, [STRYKER, 'run', `${HERE}/stryker.config.mjs`], {
    env: { ...process.env, WARDLINE_MUTATION_AREA: area },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => stryker.once('exit', resolve));
  const timer = new AbortController();
  const late = setTimeout(Math.max(deadline - Date.now(), 1), 'late', timer).catch(() => 'in time');
  // Results found so far are saved.
  if ((await Promise.race([ended, late])) === 'late') stryker.kill('SIGINT');
  timer.abort();
  return (await ended) === 0;
}

/** The file of each equivalent fault by its ID. */
function equalFaults() {
  const [, ...lines] = readFileSync(EQUAL, 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => line.split('\t')));
}

/** The source between two positions, which count from 1. */
function sourceBetween(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join(' ').replace(/\s+/g, ' ');
}

const shortened = (text) => (text.length > 120 ? `${text.slice(0, 120)}...` : text);

/** Sorts faults by position, because identical ones are distinguished by their order in the file; reports are in test order. */
function byPosition({ location: { start: a } }, { location: { start: b } }) {
  return a.line - b.line || a.column - b.column;
}

function summary(file, { source, mutants }, equal) {
  const lines = source.split('\n');
  const seen = new Map();
  const result = { noticed: 0, unnoticed: 0, equal: 0, missed: [] };
  for (const mutant of mutants.toSorted(byPosition)) {
    const [before, after] = [sourceBetween(lines, mutant.location), (mutant.replacement ?? '').replace(/\s+/g, ' ')];
    const key = [file, mutant.mutatorName, before, after].join('\0');
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    const id = createHash('sha256').update(`${key}\0${occurrence}`).digest('hex').slice(0, 10);
    if (equal.has(id)) result.equal += 1;
    else if (NOTICED.has(mutant.status)) result.noticed += 1;
    else if (UNNOTICED.has(mutant.status)) {
      result.unnoticed += 1;
      result.missed.push({ id, operator: mutant.mutatorName, before: shortened(before), after: shortened(after) });
    }
  }
  return result;
}

/** The results of each file of an area, as far as known; `before` are the results from the start of this run. */
async function resultsOf(area, what, before, equal) {
  const { files } = what;
  const digest = digestOf(what, equal);
  const old = before.filter(({ file }) => files.includes(file));
  if (old.length === files.length && old.every((result) => result.isWhole && result.digest === digest)) return old;
  const isWhole = Date.now() < deadline && (await mutateArea(area, what));
  const known = read(knownResultsFile(area))?.files ?? {};
  return files.flatMap((file) => {
    if (file in known) return [{ area, file, digest, isWhole, ...summary(file, known[file], equal) }];
    return old.filter((result) => result.file === file).map((result) => ({ ...result, area, isWhole: false }));
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
