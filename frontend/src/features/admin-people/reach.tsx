import { choices } from '@/api/contract/choices/contacts.gen';
import type { ContactState, PersonRead } from '@/api/generated/types.gen';
import { formatTimestamp } from '@/shared/lib/dates';
import { Answers, Group } from '@/versions/group';
import classes from '@/versions/versions.module.css';

import { NOTHING } from './words';

const UNREACHABLE = `${NOTHING}. On call, they are paged only while Wardline is open on a screen of theirs.`;

/** How the person can be reached, and when they were last active. They decide about the first themselves. */
export function Reach({ person: { contacts, lastSeenAt, invitation } }: { person: PersonRead }) {
  return (
    <Group title="Contacts and activity">
      <Answers
        answers={[
          { label: 'Contacts', answer: contacts.length === 0 ? UNREACHABLE : contacts.map(contactInWords).join(', ') },
          { label: 'First sign-in', answer: firstSignIn(invitation) },
          { label: 'Last activity', answer: lastSeenAt === null ? 'Never' : formatTimestamp(lastSeenAt) },
        ]}
      />
      <p className={classes.fine}>People add and verify their contacts themselves, in their profile.</p>
    </Group>
  );
}

function contactInWords({ kind, verified, disabled }: ContactState): string {
  const label = choices.ContactKind.find(({ value }) => value === kind)?.label ?? kind;
  if (disabled) return `${label} (disabled)`;
  return verified ? `${label} (verified)` : `${label} (not verified)`;
}

function firstSignIn({ state, firstSignedInAt }: PersonRead['invitation']): string {
  if (state !== 'active') return 'Never';
  return firstSignedInAt === null ? 'Not recorded' : formatTimestamp(firstSignedInAt);
}
