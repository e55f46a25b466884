import type {
  EncounterLocation,
  PatientRead,
  Person,
  TelePsychConsult,
  TeleStrokeConsult,
  TimelineEntryRead,
} from '@/api/generated/types.gen';

export const CONSULT_ID = '0b6c1f8e-4f0e-4f7a-9a52-6f6c2a7d9e10';

export const dana: Person = { id: 7, username: 'psych', firstName: 'Dana', lastName: 'Lee' };
const nora: Person = { id: 1, username: 'nurse', firstName: 'Nora', lastName: 'Quinn' };

const lineFeatures = { displayServiceType: true, primaryCheckinOn: false };

export function makePatient(about: Partial<PatientRead> = {}): PatientRead {
  return {
    id: '7f1d2a60-8f47-4e57-9b1c-3f6f0d5c1a01',
    nameGiven: 'Rosa',
    nameFamily: 'Marsh',
    birthDate: '1950-03-05',
    gender: 'female',
    identifiers: [],
    identifierValue: null,
    isEmr: false,
    emrId: null,
    additionalData: { enumber: null, patientNumber: null },
    name: [{ family: 'Marsh', given: ['Rosa'] }],
    identifier: [],
    ...about,
  };
}

function makeLocation(about: Partial<EncounterLocation> = {}): EncounterLocation {
  return {
    id: 11,
    displayName: 'Harbor General 4 West',
    facilityName: 'Harbor General',
    unit: '4 West',
    timeZone: 'UTC',
    OrganizationLocation: { organization: { name: 'Harbor Health' } },
    organizationsId: 1,
    phoneNumberAtLocation: null,
    faxNumber: null,
    hospitalName: null,
    VidyoRooms: [],
    TransferProtocols: [],
    ...about,
  };
}

/** The requesting location and the service line. */
export function makeEncounter(
  line: { id: number; slug: string; name: string },
  location: Partial<EncounterLocation> = {},
): TelePsychConsult['Encounter'] {
  return {
    id: 'f0a4f8d2-93c7-4f7c-8a3b-7b1e5d2c4e02',
    status: 'in-progress',
    locationId: 11,
    serviceLineId: line.id,
    organizationId: 1,
    ServiceLine: { ...line, type: null, FeaturesByServiceLines: lineFeatures, ServiceLineHours: [], openings: [] },
    location: makeLocation(location),
    FeaturesByLocations: {
      collectPatientSex: true,
      collectPatientEnumber: true,
      collectHospitalName: false,
      collectFaxNumber: false,
      configurablePatientNumber: null,
    },
    emrData: null,
    verification: null,
  };
}

export const psych = { id: 3, slug: 'tele-psych', name: 'Tele-Psych' };
export const stroke = { id: 2, slug: 'tele-stroke', name: 'Tele-Stroke' };

const anyConsult = {
  id: CONSULT_ID,
  Patient: makePatient(),
  callbackNumber: '(555) 010-0100',
  reason: null,
  callReason: null,
  priorityId: 3,
  priority: { name: 'routine', completionLimit: 7200, rank: 3 },
  state: 'pending',
  isEmergency: false,
  createdAt: '2024-03-05T13:00:00Z',
  createdByUser: nora,
  user: nora,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedByUser: null,
  completeType: null,
  completedAt: null,
  completedByUser: null,
  cancellationReason: null,
  qaComment: null,
  callLength: null,
  signOffNote: null,
  FeaturesByServiceLines: lineFeatures,
  additionalData: { faxNumber: null, hospitalName: null },
  hasTransfer: false,
  transfer: null,
  paging: null,
  responsible: null,
  commentCount: 0,
  emergencyAccess: null,
  consultView: [],
  meetingAttendees: [],
  meetingGuests: [],
  allowedActions: [],
} satisfies Partial<TelePsychConsult>;

/** A pending consult of a service line, with the line's own record and a test's overrides. */
export function makeLineConsult<const O extends object>(line: { id: number; slug: string; name: string }, own: O) {
  return {
    ...anyConsult,
    Encounter: makeEncounter(line),
    serviceLineId: line.id,
    serviceLineSlug: line.slug,
    ...own,
  };
}

/** A pending psych consult; a test overrides only what it is about. */
export function makePsychConsult(about: Partial<TelePsychConsult> = {}): TelePsychConsult {
  return {
    ...makeLineConsult(psych, {}),
    callReason: 'Complex Case Recommendations • refuses food',
    detailName: 'TelePsychConsultDetail',
    TelePsychConsultDetail: { isComplexCaseRecommendations: true, otherReason: 'refuses food' },
    ...about,
  };
}

export function makeStrokeConsult(about: Partial<TeleStrokeConsult> = {}): TeleStrokeConsult {
  return {
    ...makeLineConsult(stroke, {}),
    detailName: 'TeleStrokeConsultDetail',
    TeleStrokeConsultDetail: {},
    ...about,
  };
}

export function makeEntry(about: Partial<TimelineEntryRead> = {}): TimelineEntryRead {
  return {
    id: 1,
    consultId: CONSULT_ID,
    taskType: 'consult-creation',
    kind: null,
    createdAt: '2024-03-05T13:00:00Z',
    author: { id: nora.id, firstName: nora.firstName, lastName: nora.lastName },
    message: null,
    messageOrDescription: 'Consult Requested',
    alert: null,
    notified: null,
    details: null,
    ...about,
  };
}
