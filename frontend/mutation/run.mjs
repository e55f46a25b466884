/**
 * Puts faults into the browser's rules, area by area, until the time is over, and writes results.json for the report.
 * Known results are kept (incremental.json); what changed since, and what was not tried yet, is tried.
 *
 * usage: node mutation/run.mjs MINUTES     in the folder frontend
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { areas } from './areas.mjs';

const HERE = 'mutation';
const STRYKER = `${HERE}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const KNOWN = `${HERE}/incremental.json`;
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

/** Whether the area was gone through before the time was over. */
async function tried(files) {
  const stryker = spawn(process.execPath, [STRYKER, 'run', `${HERE}/stryker.config.mjs`, '--mutate', files.join()], {
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

function equalFaults() {
  if (!existsSync(EQUAL)) return new Set();
  const [, ...lines] = readFileSync(EQUAL, 'utf8').trimEnd().split('\n');
  return new Set(lines.map((line) => line.split('\t')[0]));
}

/** The piece of source between two places, which count from 1. */
function piece(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join(' ').replace(/\s+/g, ' ');
}

const shortened = (text) => (text.length > 120 ? `${text.slice(0, 120)}...` : text);

function summary(file, { source, mutants }, isWhole, equal) {
  const lines = source.split('\n');
  const seen = new Map();
  const found = { file, isWhole, noticed: 0, unnoticed: 0, equal: 0, missed: [] };
  for (const mutant of mutants) {
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

install();
const whole = new Set();
for (const files of Object.values(areas)) {
  if (Date.now() >= ends) break;
  if (await tried(files)) files.forEach((file) => whole.add(file));
}
const known = existsSync(KNOWN) ? JSON.parse(readFileSync(KNOWN, 'utf8')).files : {};
const equal = equalFaults();
const results = Object.values(areas)
  .flat()
  .filter((file) => file in known)
  .map((file) => summary(file, known[file], whole.has(file), equal));
writeFileSync(`${HERE}/results.json`, `${JSON.stringify(results, null, 1)}\n`);
