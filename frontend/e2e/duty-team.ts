import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Somebody whom only these tests know, so that what they are told comes to no screen of another test. */
export interface Person {
  readonly username: string;
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  /** The account of the demonstration with the same rights, which the person has on the team's line only. */
  readonly like: string;
}

/** The team's line, on which no other test of `make test` goes on call or requests consults. */
export const LINE = { name: 'Tele-ICU', code: 'tele-icu' };

export const planner = {
  username: 'duty-planner',
  first: 'Iris',
  last: 'Birchwood',
  phone: '(555) 022-0291',
  like: 'coordinator',
};
export const nadia = { username: 'duty-nadia', first: 'Nadia', last: 'Beryl', phone: '(555) 022-0292', like: 'tox' };
export const tomas = { username: 'duty-tomas', first: 'Tomas', last: 'Peridot', phone: '(555) 022-0293', like: 'tox' };

const team: readonly Person[] = [planner, nadia, tomas];

export function nameOf({ first, last }: Person): string {
  return `${first} ${last}`;
}

const run = promisify(execFile);

/** Changes the data of the server that this run has started, as no call of it can. */
async function change(...args: readonly string[]) {
  const folder = process.env.WARDLINE_E2E_FOLDER ?? '';
  await run('../.venv/bin/python', ['../backend/scripts/e2e_people.py', folder, ...args]);
}

/** From now on, they can sign in. */
export async function joinTeam() {
  await change('join', LINE.code, JSON.stringify(team));
}

/** Nobody of the team is on call anymore, or can sign in. */
export async function leaveTeam() {
  await change('leave', ...team.map(({ username }) => username));
}

/** Lets the next shift of each person have begun so many minutes ago, until they are planned anew. */
export async function beginShifts(...shifts: readonly (readonly [Person, number])[]) {
  await change('begin', ...shifts.map(([{ username }, minutes]) => `${username}=${minutes}`));
}
