import { randomInt } from 'node:crypto';

import type { APIRequestContext } from '@playwright/test';

import cases from '../src/api/contract/cases.gen.json' with { type: 'json' };
import type {
  CreateConsultResponse,
  ListMyLocationsResponse,
  ListServiceLinesOfLocationResponse,
} from '../src/api/generated/types.gen';
import { headersOf } from './session';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A consult that a journey begins with. */
export interface Asked {
  readonly path: string;
  /** The patient, as sentences name them. */
  readonly patient: string;
}

/**
 * Has somebody ask for a consult on a line without its form, which takes a tenth of the time: about a patient typed by
 * hand, whom no other test knows, with the first right answers of the line's case file.
 */
export async function ask(request: APIRequestContext, username: string, line: string): Promise<Asked> {
  const headers = await headersOf(request, username);
  const get = async (path: string) => (await request.get(path, { headers })).json() as Promise<unknown>;
  const places = (await get('/api/locations/me?activeOnly=true')) as ListMyLocationsResponse;
  const place = places.find(({ displayName }) => displayName === 'Lakeshore General - Emergency Department');
  const offered = (await get(`/api/service-lines/location/${place?.id}`)) as ListServiceLinesOfLocationResponse;
  const serviceLine = offered.find(({ name }) => name === line);
  const right = cases[serviceLine?.slug as keyof typeof cases].find(
    ({ form, errors }) => form === 'request' && Object.keys(errors).length === 0,
  );
  const family = `Rowan${Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
  const answer = await request.post('/api/consults', {
    headers,
    data: {
      Patient: { nameGiven: 'Ida', nameFamily: family, birthDate: '1951-07-09', gender: 'female', additionalData: {} },
      Encounter: { locationId: place?.id },
      additionalData: {},
      serviceLineId: serviceLine?.id,
      state: 'new',
      ...right?.data,
    },
  });
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
  const { id } = (await answer.json()) as CreateConsultResponse;
  return { path: `/consult/${id}`, patient: `Ida ${family}` };
}
