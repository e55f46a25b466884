/** Where a tab in unattended patient mode stores what it needs, which a sign-out spares. */
export const UNATTENDED_PREFIX = 'wardline.standalone.';

const VALUES = ['token', 'consultId', 'externalMeetingId'] as const;

/** The call in which a device stays, with the token that is good for nothing else. */
export type Unattended = Readonly<Record<(typeof VALUES)[number], string>>;

/** Whether this tab has all values of the mode. It is on only while nobody is signed in, too. */
export function hasUnattendedValues(): boolean {
  return VALUES.every((name) => UNATTENDED_PREFIX + name in sessionStorage);
}
