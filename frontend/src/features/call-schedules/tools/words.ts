/** The month that is so many after that of a day, as yyyy-MM. */
export function monthAfter(day: string, months: number): string {
  const moment = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  return moment.toISOString().slice(0, 7);
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month yyyy-MM as `July 2026`. */
export function monthInWords(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}
