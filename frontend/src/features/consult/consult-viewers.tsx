import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { splitName } from '@/shared/lib/split-name';
import { UserAvatar } from '@/shared/ui/user-avatar';
import { Icon, type IconName } from '@/shared/ui/icon';

import classes from './consult-viewers.module.css';

/** What servers of an older build leave out while they are being replaced. */
const NOT_YET = { meetingGuests: [] };

/** Who else is viewing the consult or is in its video call. The line is rendered even when empty, so that nothing moves when someone joins. */
export function ConsultViewers() {
  const consult = { ...NOT_YET, ...useConsult() };
  const me = useMe();
  const calling = consult.meetingAttendees.filter(({ id }) => id !== me.id);
  const listed = new Set([me.id, ...calling.map(({ id }) => id)]);
  return (
    <div className={classes.line}>
      <People
        label="In the video call:"
        icon="video"
        people={[...calling.map(listedUser), ...consult.meetingGuests.map(listedGuest)]}
      />
      <People
        label="Also viewing:"
        icon="eye"
        people={consult.consultView.filter(({ id }) => !listed.has(id)).map(listedUser)}
      />
    </div>
  );
}

interface Listed {
  readonly id: number | string;
  readonly name: string;
  /** Whose initials are shown. */
  readonly person: { readonly firstName: string; readonly lastName: string };
}

/** Somebody who has left only a device in the call may not be reached there. */
function listedUser(person: Consult['consultView'][number] & { unattended?: boolean }): Listed {
  const name = fullName(person);
  return { id: person.id, name: person.unattended === true ? `${name} (unattended device)` : name, person };
}

function listedGuest({ id, name }: Consult['meetingGuests'][number]): Listed {
  return { id, name: `${name} (guest)`, person: splitName(name) };
}

interface PeopleProps {
  label: string;
  /** Replaces the label on a phone when both lists are shown. */
  icon: IconName;
  people: readonly Listed[];
}

function People({ label, icon, people }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <p className={classes.viewers} title={people.map(({ name }) => name).join(', ')}>
      <Icon className={classes.icon} name={icon} size="sm" />
      <span className={classes.label}>{label}</span>
      {people.map(({ id, name, person }) => (
        <span key={id} className={classes.person}>
          <UserAvatar person={person} />
          <span className={classes.name}>{name}</span>
        </span>
      ))}
    </p>
  );
}
