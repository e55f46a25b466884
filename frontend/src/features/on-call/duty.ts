import type {
  CheckInRead,
  CheckInRequest,
  PreferenceRequest,
  RoleRead,
  ServiceLineSummary,
} from '@/api/generated/types.gen';
import type { Me } from '@/session/me';

/** The on-call settings in a form; undefined values are not chosen yet. */
export interface DutySettings {
  readonly roleId: number | undefined;
  readonly serviceLineId: number | undefined;
  readonly phoneNumber: string;
  /** True for all notifications, false for escalations only. */
  readonly primary: boolean;
}

/** The last settings; the only one of the lines is preselected. */
export function restoredSettings(me: Me, lines = me.activeServiceLines): DutySettings {
  const { onCallServiceLine, onCallPhoneNumber, onCallNotificationType } = me.preferences;
  const [only, ...others] = lines;
  const remembered = lines.find(({ id }) => id === onCallServiceLine);
  const line = others.length === 0 ? only : remembered;
  return {
    roleId: me.defaultCheckinRoleId ?? undefined,
    serviceLineId: line?.id,
    phoneNumber: onCallPhoneNumber ?? '',
    primary: !choosesNotifications(line) || onCallNotificationType,
  };
}

/** The same in a form, which suggests the phone number of the profile until the user has gone on call with one. */
export function suggestedSettings(me: Me, lines = me.activeServiceLines): DutySettings {
  const settings = restoredSettings(me, lines);
  return { ...settings, phoneNumber: settings.phoneNumber || (me.phoneNumber ?? '') };
}

/** The settings of a check-in. */
export function settingsOf({ roleId, serviceLineId, phoneNumber, primary }: CheckInRead): DutySettings {
  return { roleId, serviceLineId, phoneNumber, primary };
}

/** The lines for which the user may go on call and is not. */
export function freeLines({ activeServiceLines, checkedInLineIds }: Me): ServiceLineSummary[] {
  return activeServiceLines.filter(({ id }) => !checkedInLineIds.includes(id));
}

/** Virtual or Bedside for a provider's role; the role's full name if the user has several with that label. */
export function roleLabel(roles: readonly RoleRead[], roleId: number): string | undefined {
  const role = roles.find(({ id }) => id === roleId);
  const isAmbiguous = roles.some(({ id, label }) => id !== roleId && label === role?.label);
  return isAmbiguous ? role?.name : role?.label;
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

/** Whether changing the check-in into this takes a new one, because the line or the role is another. */
export function needsNewCheckIn(duty: CheckInRead, { roleId, serviceLineId }: DutySettings): boolean {
  return roleId !== duty.roleId || serviceLineId !== duty.serviceLineId;
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
