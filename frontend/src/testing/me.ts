import type { Me } from '@/session/me';

/** A signed-in user; a test overrides only what it is about. */
export function makeMe(about: Partial<Me> = {}): Me {
  return {
    id: 1,
    username: 'nurse',
    firstName: 'Nora',
    lastName: 'Quinn',
    phoneNumber: '(555) 010-0101',
    medipacId: null,
    roles: [],
    defaultCheckinRoleId: null,
    isVirtual: false,
    serviceLines: [],
    activeServiceLines: [],
    requestableServiceLines: [],
    organizations: [],
    locationIds: [],
    preferredFacilities: [],
    facilityLocations: [],
    stringDictionary: {},
    rbacPermissions: [],
    checkinRole: null,
    checkinServiceLine: null,
    checkedInLineIds: [],
    escalationOnlyLineIds: [],
    preferences: { onCallNotificationType: true, onCallServiceLine: null, onCallPhoneNumber: null },
    ...about,
  };
}

/** Permission pairs as `Action Subject`. */
export function permissions(...pairs: `${string} ${string}`[]): Me['rbacPermissions'] {
  return pairs.map((pair) => {
    const [action = '', subject = ''] = pair.split(' ');
    return { action, subject };
  });
}
