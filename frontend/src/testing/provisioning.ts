import { http, HttpResponse } from 'msw';

import type { GroupRead, ProvisioningRead } from '@/api/generated/types.gen';

import { server } from './server';

export const doctors: GroupRead = {
  id: 3,
  organizationId: 1,
  organizationName: 'Lakeshore Health',
  displayName: 'Stroke Doctors',
  externalId: 'g-7',
  members: 12,
  roleIds: [2],
  rolesBy: null,
  version: 'v1',
};

/** Lakeshore's provider works; a test overrides only what it is about. */
export function makeProvisioning(about: Partial<ProvisioningRead> = {}): ProvisioningRead {
  return {
    address: 'https://wardline.example/api/scim/v2',
    isConfigured: true,
    fileProblem: null,
    clients: [
      {
        name: 'entra',
        organizationId: 1,
        organizationName: 'Lakeshore Health',
        people: 240,
        secrets: [{ ending: '9f3a', usedAt: '2026-03-04T15:00:00Z' }],
      },
    ],
    groups: [doctors],
    roles: [
      { id: 1, name: 'Administrator', mayBeGiven: false },
      { id: 2, name: 'Virtual Provider', mayBeGiven: true },
      { id: 4, name: 'Reporting', mayBeGiven: true },
    ],
    stops: [],
    problems: [],
    ...about,
  };
}

/** A server that provisions so, and records changes; `respond` answers the next one instead. */
export function serveProvisioning(provisioning: ProvisioningRead) {
  const served = { provisioning, sent: [] as unknown[], respond: null as (() => Response) | null };
  const change = async (request: Request) => {
    const text = await request.text();
    const { pathname: path } = new URL(request.url);
    const body: unknown = text === '' ? null : JSON.parse(text);
    served.sent.push({ path, version: request.headers.get('If-Match'), body });
    return served.respond?.() ?? HttpResponse.json(served.provisioning);
  };
  server.use(
    http.get('*/api/provisioning', () => HttpResponse.json(served.provisioning)),
    http.put('*/api/provisioning/groups/:id/roles', ({ request }) => change(request)),
    http.post('*/api/provisioning/organizations/:id/allow-deactivations', ({ request }) => change(request)),
  );
  return served;
}
