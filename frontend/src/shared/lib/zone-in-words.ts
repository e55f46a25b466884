/** An IANA time zone as people read it. */
export function zoneInWords(zone: string): string {
  return zone.replaceAll('_', ' ');
}
