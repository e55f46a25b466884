import type { Consult } from '@/service-lines/define';
import { useMe } from '@/session/me';
import { Face } from '@/shared/ui/face';

import classes from './consult-viewers.module.css';
import { fullName } from './words';

/** Who else has the consult on the screen or is in its video call. Its line is there while nobody has, so that nothing moves under a hand when somebody comes. */
export function ConsultViewers({ consult }: { consult: Consult }) {
  const me = useMe();
  const calling = consult.meetingAttendees.filter(({ id }) => id !== me.id);
  const told = new Set([me.id, ...calling.map(({ id }) => id)]);
  return (
    <div className={classes.line}>
      <People label="In the video call:" people={calling} />
      <People label="Also viewing:" people={consult.consultView.filter(({ id }) => !told.has(id))} />
    </div>
  );
}

type Person = Consult['consultView'][number];

function People({ label, people }: { label: string; people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <p className={classes.viewers} title={people.map(fullName).join(', ')}>
      <span className={classes.label}>{label}</span>
      {people.map((person) => (
        <span key={person.id} className={classes.person}>
          <Face person={person} />
          {fullName(person)}
        </span>
      ))}
    </p>
  );
}
