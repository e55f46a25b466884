import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { ScimProblemRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { routes } from '@/shared/lib/routes';

import { Part } from './part';
import classes from './provisioning.module.css';

import lists from '@/shared/ui/list.module.css';

/** What identity providers asked for and did not get, newest first. */
export function Problems({ problems }: { problems: readonly ScimProblemRead[] }) {
  return (
    <Part title="What did not work">
      {problems.length === 0 && <p>Every request so far was carried out in full.</p>}
      <ul className={lists.list}>
        {problems.map(({ id, at, client, did, message, person, groupName }) => (
          <li key={id} className={classes.entry}>
            <p className={classes.fine}>
              {formatTimestamp(at)}, {client}: {attempt(did)}
              {groupName !== null && ` (${groupName})`}
            </p>
            <p>
              {person !== null && (
                <>
                  <Anchor
                    underline="always"
                    renderRoot={(props) => <Link {...props} to={routes.person} params={{ id: String(person.id) }} />}
                  >
                    {fullName(person)}
                  </Anchor>
                  {': '}
                </>
              )}
              {message}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** `changed a person through provisioning` as a heading. */
function attempt(did: string): string {
  return did.replace(' through provisioning', '');
}
