import type { UnitFieldName } from './unit-values';

interface UnitGroup {
  readonly title: string;
  readonly fields: readonly UnitFieldName[];
}

/** The groups of a unit's page with their fields, in their order. */
export const GROUPS = {
  identity: {
    title: 'Name and phones',
    fields: ['unit', 'displayName', 'locationType', 'timeZone', 'phoneNumberAtLocation', 'faxNumber', 'hospitalName'],
  },
  lines: { title: 'Service lines', fields: ['serviceLineIds'] },
  record: { title: 'Hospital record', fields: ['emrIntegrated', 'emrCode'] },
  requests: { title: 'What requests ask for', fields: ['FeaturesByLocations'] },
  video: { title: 'Video', fields: ['preferredVideo', 'VidyoRooms'] },
  protocols: { title: 'Transfer protocols', fields: ['TransferProtocols'] },
} as const satisfies Readonly<Record<string, UnitGroup>>;
