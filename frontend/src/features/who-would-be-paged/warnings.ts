import type { ForecastPerson, PageForecast } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';

import { reachesNobody, shownSteps } from './steps';
import { targetsOf, whenOf } from './words';

/** Whether one of the steps pages somebody who could take the request on, which coordinators cannot. */
export function isAnyonePaged({ steps }: PageForecast): boolean {
  const people = steps.flatMap((step) => step.people);
  return people.some(({ target, notPaged }) => target !== 'coordinators' && notPaged === null);
}

/** What somebody should see to, the worst first. */
export function warningsOf(forecast: PageForecast, lineName: string): readonly string[] {
  const { steps, isNow, isOpen } = forecast;
  const people = steps.flatMap((step) => step.people);
  return [
    ...(isOpen ? [] : [`${lineName} is closed ${isNow ? 'now' : 'then'}, so nobody can request it.`]),
    ...(isAnyonePaged(forecast) ? [] : ['Nobody is paged who could take the request on.']),
    ...shownSteps(steps)
      .filter(reachesNobody)
      .map(({ after, targets }) => `${whenOf(after)}, nobody is paged: ${targetsOf(targets)}.`),
    ...everyone(people).flatMap(warningsAbout),
  ];
}

/** Each person once, with everything that the steps say about them. */
function everyone(people: readonly ForecastPerson[]): readonly (readonly [ForecastPerson, ...ForecastPerson[]])[] {
  const found = new Map<number, [ForecastPerson, ...ForecastPerson[]]>();
  for (const person of people) {
    const known = found.get(person.userId);
    if (known === undefined) found.set(person.userId, [person]);
    else known.push(person);
  }
  return [...found.values()];
}

function warningsAbout(pages: readonly [ForecastPerson, ...ForecastPerson[]]): readonly string[] {
  const name = fullName(pages[0]);
  const paged = pages.filter(({ notPaged }) => notPaged === null);
  const warnings: string[] = [];
  if (pages.some(({ hasAsked }) => hasAsked))
    warnings.push(`${name} has asked for cover, and nobody has taken the shift.`);
  if (paged.length > 0 && paged.every(({ channels }) => channels.length === 0))
    warnings.push(
      paged.some(({ callsUnverified }) => callsUnverified)
        ? `${name} is paged only on an open screen, and at a number that is not verified.`
        : `${name} is paged only on an open screen.`,
    );
  if (paged.length < pages.length)
    warnings.push(`${name} may view the consult only while on call, so being planned is not enough.`);
  return warnings;
}
