/** What somebody on call is told of: everything, or only what has been escalated. */
export function notificationLabel(primary: boolean): string {
  return primary ? 'All Notifications' : 'Escalation Only';
}
