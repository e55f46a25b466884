/** Where a tab in unattended patient mode stores what it needs, which a sign-out spares. */
export const UNATTENDED_PREFIX = 'wardline.standalone.';

export const UNATTENDED_VALUES = ['token', 'consultId', 'externalMeetingId'] as const;

/** Whether this tab has all values of the mode. It is on only while nobody is signed in, too. */
export function hasUnattendedValues(): boolean {
  return UNATTENDED_VALUES.every((name) => UNATTENDED_PREFIX + name in sessionStorage);
}
