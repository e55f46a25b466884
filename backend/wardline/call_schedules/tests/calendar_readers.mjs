// What two independent readers of calendars understand: takes a list of calendars as JSON on standard input and prints,
// for each reader and calendar, its events as [id, begin, end, title], with times in UTC.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const require = createRequire(new URL('../../../../frontend/package.json', import.meta.url));
const nodeIcal = require('node-ical');
const { default: ICAL } = await import(require.resolve('ical.js'));

const readers = {
  'node-ical': (calendar) =>
    Object.values(nodeIcal.sync.parseICS(calendar))
      .filter(({ type }) => type === 'VEVENT')
      .map(({ uid, start, end, summary }) => [uid, start.toISOString(), end.toISOString(), summary]),
  'ical.js': (calendar) =>
    new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent').map((component) => {
      const { uid, startDate, endDate, summary } = new ICAL.Event(component);
      return [uid, startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString(), summary];
    }),
};

const calendars = JSON.parse(await text(process.stdin));
const read = Object.entries(readers).map(([name, reader]) => [name, calendars.map((calendar) => reader(calendar))]);
process.stdout.write(JSON.stringify(Object.fromEntries(read)));
