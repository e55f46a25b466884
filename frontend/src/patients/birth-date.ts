import { messages } from '@/api/contract/messages.gen';
import { formatBirthDate } from '@/shared/lib/dates';
import { serverNow } from '@/shared/lib/server-clock';
import { splitMoment } from '@/shared/lib/typed-time';

/** The error for a birth date (`yyyy-MM-dd`) before `earliest` or after today in the location's zone; null if it is valid. */
export function troubleOfBirthDate(birthDate: string, zone: string, earliest: string): string | null {
  const [month = '', day = '', year = ''] = splitMoment(serverNow(), zone).day.split('/');
  if (birthDate > `${year}-${month}-${day}`) return messages.NOT_IN_FUTURE;
  return birthDate < earliest ? messages.NOT_BEFORE.replace('{min}', formatBirthDate(earliest)) : null;
}
