import { choices } from '@/api/contract/choices/contacts.gen';
import type { ContactState, PersonRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';

import { Group } from './groups';
import classes from './person.module.css';
import { NOTHING } from './words';

/** How the person can be reached, and when they were last active. They decide about the first themselves. */
export function Reach({ person: { contacts, lastSeenAt, invitation } }: { person: PersonRead }) {
  const { state, firstSignedInAt } = invitation;
  return (
    <Group title="Contacts and activity">
      <dl className={classes.answers}>
        <div>
          <dt>Contacts</dt>
          <dd>
            {contacts.length === 0
              ? `${NOTHING}. On call, they are paged only while Wardline is open on a screen of theirs.`
              : contacts.map(contactInWords).join(', ')}
          </dd>
        </div>
        <div>
          <dt>First sign-in</dt>
          <dd>
            {state !== 'active' && 'Never'}
            {state === 'active' && (firstSignedInAt === null ? 'Not recorded' : formatTimestamp(firstSignedInAt))}
          </dd>
        </div>
        <div>
          <dt>Last activity</dt>
          <dd>{lastSeenAt === null ? 'Never' : formatTimestamp(lastSeenAt)}</dd>
        </div>
      </dl>
      <p className={classes.fine}>People add and verify their contacts themselves, in their profile.</p>
    </Group>
  );
}

function contactInWords({ kind, verified, disabled }: ContactState): string {
  const label = choices.ContactKind.find(({ value }) => value === kind)?.label ?? kind;
  if (disabled) return `${label} (disabled)`;
  return verified ? `${label} (verified)` : `${label} (not verified)`;
}
