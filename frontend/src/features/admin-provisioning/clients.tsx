import type { ScimClientRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';

import { Address } from './address';
import { Part } from './part';
import classes from './provisioning.module.css';

import lists from '@/shared/ui/list.module.css';

/** Who calls, for which organization, and with which secrets. */
export function Clients({ clients, address }: { clients: readonly ScimClientRead[]; address: string }) {
  return (
    <Part title="Identity providers">
      {clients.length === 0 && <p>None has a secret, so none can change anything.</p>}
      <ul className={lists.list}>
        {clients.map(({ name, organizationName, people, secrets }) => (
          <li key={name} className={classes.entry}>
            <p className={lists.name}>
              {name} for {organizationName}
            </p>
            <p className={classes.fine}>Keeps {people === 1 ? '1 person' : `${String(people)} people`} up to date.</p>
            <ul className={lists.bullets}>
              {secrets.map(({ ending, usedAt }) => (
                <li key={ending}>
                  Secret whose digest ends in <code>{ending}</code>,{' '}
                  {usedAt === null ? 'never used' : `last used ${formatTimestamp(usedAt)}`}
                </li>
              ))}
            </ul>
            {secrets.length > 1 && (
              <p className={classes.fine}>
                {pluralize(secrets.length, 'secret')} are valid. When the provider uses the new one, take the old one
                out of the file.
              </p>
            )}
          </li>
        ))}
      </ul>
      <Address address={address} />
    </Part>
  );
}
