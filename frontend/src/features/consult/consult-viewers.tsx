import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { useMe } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { UserAvatar } from '@/shared/ui/user-avatar';
import { Icon, type IconName } from '@/shared/ui/icon';

import classes from './consult-viewers.module.css';

/** Who else is viewing the consult or is in its video call. The line is rendered even when empty, so that nothing moves when someone joins. */
export function ConsultViewers() {
  const consult = useConsult();
  const me = useMe();
  const calling = consult.meetingAttendees.filter(({ id }) => id !== me.id);
  const listed = new Set([me.id, ...calling.map(({ id }) => id)]);
  return (
    <div className={classes.line}>
      <People label="In the video call:" icon="video" people={calling} />
      <People label="Also viewing:" icon="eye" people={consult.consultView.filter(({ id }) => !listed.has(id))} />
    </div>
  );
}

type Person = Consult['consultView'][number] & { unattended?: boolean };

/** Somebody who has left only a device in the call may not be reached there. */
function nameOf(person: Person): string {
  return person.unattended === true ? `${fullName(person)} (unattended device)` : fullName(person);
}

interface PeopleProps {
  label: string;
  /** Replaces the label on a phone when both lists are shown. */
  icon: IconName;
  people: readonly Person[];
}

function People({ label, icon, people }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <p className={classes.viewers} title={people.map(nameOf).join(', ')}>
      <Icon className={classes.icon} name={icon} size="sm" />
      <span className={classes.label}>{label}</span>
      {people.map((person) => (
        <span key={person.id} className={classes.person}>
          <UserAvatar person={person} />
          <span className={classes.name}>{nameOf(person)}</span>
        </span>
      ))}
    </p>
  );
}
