import { http, HttpResponse } from 'msw';

import type { FacilityDetails, PlaceChoices, PlacesPage, UnitDetails } from '@/api/generated/types.gen';

import { makeDraft } from './lines';
import { server } from './server';

const lakeshore = { id: 1, name: 'Lakeshore Health' };

const placeChoices: PlaceChoices = {
  serviceLines: [
    { id: 5, name: 'Tele-Neuro' },
    { id: 6, name: 'Tele-Stroke' },
  ],
  facilityTypes: ['Community Hospital'],
  locationTypes: ['Inpatient'],
  states: [{ code: 'OH', name: 'Ohio' }],
  mayAddOrganizations: true,
  backupNumber: '(555) 010-0199',
  supportPhone: '(555) 010-0100',
  hasHospitalRecord: true,
};

export function makeUnit(about: Partial<UnitDetails> = {}): UnitDetails {
  return {
    id: 10,
    code: 'general-ed',
    version: 'v1',
    managedBy: null,
    organization: lakeshore,
    facility: { id: 3, name: 'Lakeshore General' },
    unit: 'ED',
    displayName: 'General - ED',
    locationType: { name: 'Emergency' },
    timeZone: 'America/New_York',
    phoneNumberAtLocation: null,
    faxNumber: null,
    hospitalName: null,
    emrIntegrated: true,
    emrCode: 'ED',
    active: true,
    FeaturesByLocations: {
      collectPatientSex: true,
      collectPatientEnumber: false,
      collectHospitalName: false,
      collectFaxNumber: false,
      configurablePatientNumber: null,
    },
    serviceLineIds: [5, 6],
    VidyoRooms: [{ name: 'Cart 1', phoneNumber: null }],
    TransferProtocols: [
      { transferFor: 'LVO', serviceLineId: 6, transferTo: 'Summit Medical', transferDistanceMiles: 12.5 },
    ],
    preferredVideo: null,
    needsApproval: false,
    draft: null,
    draftSettings: null,
    ...about,
  };
}

/** A server with a facility that has three units, of which one comes with it. */
export function serveFacility() {
  const served = { isDown: false, asked: [] as string[] };
  const unit = (id: number) => ({ id, unit: `Ward ${id}`, displayName: `General - Ward ${id}`, active: true });
  const facility: FacilityDetails = {
    id: 3,
    code: 'general',
    version: 'v1',
    managedBy: null,
    organization: lakeshore,
    name: 'Lakeshore General',
    facilityType: 'Community Hospital',
    info: null,
    state: null,
    fieldFlags: { requiresAcceptingAttending: false, requiresOtherFacility: false },
    unitCount: 3,
    units: [unit(1)],
    nextUnits: 1,
  };
  server.use(
    http.get('*/api/places/choices', () => HttpResponse.json(placeChoices)),
    http.get('*/api/places/facilities/:id', () => HttpResponse.json(facility)),
    http.get('*/api/places/facilities/:id/versions', () => HttpResponse.json({ versions: [] })),
    http.get('*/api/places/facilities/:id/units', ({ request }) => {
      served.asked.push(new URL(request.url).search);
      if (served.isDown) return new HttpResponse(null, { status: 418 });
      return HttpResponse.json({ units: [unit(2), unit(3)], next: null });
    }),
  );
  return served;
}

interface SentChange {
  readonly version: string | null;
  readonly body: unknown;
}

/** A server with this unit, which records changes; `respond` answers the next one instead. */
export function serveUnit(unit: UnitDetails) {
  const served = { unit, sent: [] as SentChange[], respond: null as (() => Response) | null };
  server.use(
    http.get('*/api/places/choices', () => HttpResponse.json(placeChoices)),
    http.get('*/api/places/units/:id', () => HttpResponse.json(served.unit)),
    http.get('*/api/places/units/:id/versions', () => HttpResponse.json({ versions: [] })),
    http.put('*/api/places/units/:id', async ({ request }) => {
      const body: unknown = await request.json();
      served.sent.push({ version: request.headers.get('If-Match'), body });
      const { respond } = served;
      served.respond = null;
      if (respond !== null) return respond();
      served.unit = { ...served.unit, ...(typeof body === 'object' ? body : {}), version: `${served.unit.version}+` };
      return HttpResponse.json(served.unit);
    }),
    http.put('*/api/places/units/:id/draft', async ({ request }) => {
      const body: unknown = await request.json();
      served.sent.push({ version: request.headers.get('If-Match'), body });
      const draft = makeDraft({ kind: 'unit', code: 'general-ed', version: `d${served.sent.length}`, differences: [] });
      const { needsApproval: _, draft: _draft, draftSettings, ...live } = served.unit;
      const settings = { ...(draftSettings ?? live), ...(typeof body === 'object' ? body : {}) };
      served.unit = { ...served.unit, draft, draftSettings: settings };
      return HttpResponse.json(served.unit);
    }),
  );
  return served;
}

/** A server with a page of places, which records what it is asked for. */
export function servePlaces(page: Partial<PlacesPage> = {}) {
  const asked: string[] = [];
  const facility = { organizationId: 1, facilityType: 'Community Hospital' };
  server.use(
    http.get('*/api/places', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({
        organizations: [
          { ...lakeshore, facilityCount: 2 },
          { id: 2, name: 'Cove Health', facilityCount: 0 },
        ],
        facilities: [
          {
            ...facility,
            id: 3,
            name: 'Lakeshore General',
            unitCount: 30,
            foundCount: 28,
            units: [
              { id: 10, unit: 'ED', displayName: 'General - ED', active: true },
              { id: 11, unit: 'ICU', displayName: 'General - ICU', active: false },
            ],
          },
        ],
        next: null,
        ...page,
      } satisfies PlacesPage);
    }),
  );
  return asked;
}
