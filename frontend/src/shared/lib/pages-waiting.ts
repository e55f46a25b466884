import { pluralize } from './pluralize';

/** How many pages wait for the user, in the words of every announcement and notification. */
export function pagesWaiting(count: number): string {
  return `${pluralize(count, 'page')} ${count === 1 ? 'is' : 'are'} waiting for you`;
}
