import { delay, http, HttpResponse } from 'msw';

import type { CensusPatientRead, LocationRead, ServiceLineRead } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

import { makeLine } from './make-line';
import { makeMe, permissions } from './me';
import { ada, serveOnCallNow } from './on-call-now';
import { server } from './server';
import { serveList } from './worklist';

type UnitFeatures = LocationRead['FeaturesByLocations'];

/** A location unit; a test overrides only what it is about. */
export function makeUnit(
  about: Partial<LocationRead> & { id: number },
  features: Partial<UnitFeatures> = {},
): LocationRead {
  const { facilityName = 'North Campus', unit = 'ICU' } = about;
  return {
    displayName: `${facilityName} ${unit}`,
    facilityName,
    unit,
    timeZone: 'America/New_York',
    OrganizationLocation: { organization: { name: 'Lakeside Health' } },
    organizationsId: 1,
    phoneNumberAtLocation: '(555) 010-0140',
    faxNumber: null,
    hospitalName: null,
    VidyoRooms: [],
    TransferProtocols: [],
    locationType: { name: 'Ward' },
    orgFacilityLocType: `${facilityName} ${unit}`,
    orgFacilityLocTypeSearch: `${facilityName} ${unit}`,
    emrIntegrated: true,
    emrCode: unit,
    active: true,
    FeaturesByLocations: {
      collectPatientSex: false,
      collectPatientEnumber: false,
      collectHospitalName: false,
      collectFaxNumber: false,
      configurablePatientNumber: null,
      ...features,
    },
    patientRules: [],
    ...about,
  };
}

/** An additional patient number that a unit collects. */
export const visitNumber: NonNullable<UnitFeatures['configurablePatientNumber']> = {
  collect: true,
  optional: true,
  label: 'Visit Number',
  labelKey: 'VISIT_LABEL',
  feedbackKey: 'VISIT_FEEDBACK',
  regexString: 'V[0-9]{4}',
  mask: { min: 1, max: 5, token: '*' },
  inputmode: 'numeric',
};

const requiredMessage = 'This field is required.';

/** The rules that the server sends for a unit that collects these fields. */
export function requiredFields(...fields: string[]): LocationRead['patientRules'] {
  return fields.map((field) => ({ field, kind: 'required', message: requiredMessage }));
}

export function makeCensusPatient(about: Partial<CensusPatientRead> = {}): CensusPatientRead {
  return {
    emrId: 'enc-1',
    displayName: 'Franklin, Rosalind',
    firstName: 'Rosalind',
    lastName: 'Franklin',
    dob: '1950-07-25',
    sex: 'female',
    unit: 'ICU',
    safarLocId: 11,
    identifiers: [{ system: 'https://wardline.example/identifiers/patient', value: '40021' }],
    ...about,
  };
}

export const psychLine = makeLine({ id: 3, slug: 'tele-psych', name: 'Tele-Psych' });
export const strokeLine = makeLine({ id: 2, slug: 'tele-stroke', name: 'Tele-Stroke' });

/** A bedside user who may request these service lines. */
export function makeRequester(lines = [psychLine, strokeLine], about: Partial<Me> = {}): Me {
  return makeMe({
    rbacPermissions: permissions('List Consult', 'Request Consult', 'View Consult'),
    requestableServiceLines: lines,
    ...about,
  });
}

export interface WizardNetwork {
  units?: readonly LocationRead[];
  favoriteIds?: readonly number[];
  census?: readonly CensusPatientRead[];
  lines?: readonly ServiceLineRead[];
}

/** The server side of the wizard: its responses, and the requests it received. */
export function wizardNetwork(network: WizardNetwork = {}) {
  const { units = [makeUnit({ id: 11 })], favoriteIds = [], census = [makeCensusPatient()] } = network;
  const { lines = [psychLine, strokeLine] } = network;
  const created: { key: string | null; body: unknown }[] = [];
  const censusRequests: { start: number; length: number; filter: string; ids: number[] }[] = [];
  const lineRequests: number[] = [];
  serveList([]);
  serveOnCallNow(Object.fromEntries(lines.map(({ id }) => [id, [ada]])));
  server.use(
    // The new consult's page is irrelevant to the wizard's tests.
    http.get('*/api/consults/:id', () => delay('infinite')),
    http.get('*/api/consults/:id/*', () => delay('infinite')),
    http.get('*/api/locations/me', () => HttpResponse.json(units)),
    http.get('*/api/locations/me/favorites', () =>
      HttpResponse.json(favoriteIds.map((locationId) => ({ locationId }))),
    ),
    http.get('*/api/service-lines/location/:id', ({ params }) => {
      lineRequests.push(Number(params.id));
      return HttpResponse.json(lines);
    }),
    http.post('*/api/locations/census', async ({ request }) => {
      const body = (await request.json()) as (typeof censusRequests)[number];
      censusRequests.push(body);
      const matching = census.filter(({ displayName }) =>
        displayName.toLowerCase().includes(body.filter.toLowerCase()),
      );
      const end = body.start + body.length;
      return HttpResponse.json({ census: matching.slice(body.start, end), hasMore: end < matching.length });
    }),
    http.post('*/api/consults', async ({ request }) => {
      created.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      return HttpResponse.json({ id: '7d1f0a52-0000-4000-8000-000000000001' }, { status: 201 });
    }),
  );
  return { created, censusRequests, lineRequests };
}
