import type { CheckInRequest, PreferenceRequest, ServiceLineSummary } from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

/** The on-call settings in a form; undefined values are not chosen yet. */
export interface DutySettings {
  readonly roleId: number | undefined;
  readonly serviceLineId: number | undefined;
  readonly phoneNumber: string;
  /** True for all notifications, false for escalations only. */
  readonly primary: boolean;
}

/** The last settings; a single active service line is preselected. */
export function restoredSettings(me: Me): DutySettings {
  const { onCallServiceLine, onCallPhoneNumber, onCallNotificationType } = me.preferences;
  const [only, ...others] = me.activeServiceLines;
  const remembered = me.activeServiceLines.find(({ id }) => id === onCallServiceLine);
  const line = others.length === 0 ? only : remembered;
  return {
    roleId: me.defaultCheckinRoleId ?? undefined,
    serviceLineId: line?.id,
    phoneNumber: onCallPhoneNumber ?? '',
    primary: !choosesNotifications(line) || onCallNotificationType,
  };
}

/** Only lines with a primary check-in distinguish escalations; the others send every notification. */
export function choosesNotifications(line: ServiceLineSummary | undefined): boolean {
  return line?.FeaturesByServiceLines.primaryCheckinOn ?? false;
}

/** The body of a check-in; null while a value is missing. */
export function checkInOf({ roleId, serviceLineId, phoneNumber, primary }: DutySettings): CheckInRequest | null {
  if (roleId === undefined || serviceLineId === undefined || phoneNumber === '') return null;
  return { roleId, serviceLineId, phoneNumber, primary };
}

/** The body for saving the settings without checking in. */
export function preferenceOf({ serviceLineId, phoneNumber, primary }: CheckInRequest): PreferenceRequest {
  return {
    preferences: {
      onCallServiceLine: serviceLineId,
      onCallPhoneNumber: phoneNumber,
      onCallNotificationType: primary,
    },
    smsInfo: { serviceLineId, phoneNumber, primary },
  };
}
