/** What was told to this user; the navigation shows it to users who may Give Consult. */
export function NotificationBell() {
  return null;
}
