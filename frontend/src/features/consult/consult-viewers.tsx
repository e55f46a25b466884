import type { Consult } from '@/service-lines/define';
import { useMe } from '@/session/me';
import { Face } from '@/shared/ui/face';

import classes from './consult-viewers.module.css';
import { fullName } from './words';

/** Who else has the consult on the screen. Its line is there while nobody has, so that nothing moves under a hand when somebody comes. */
export function ConsultViewers({ consult }: { consult: Consult }) {
  const me = useMe();
  const others = consult.consultView.filter(({ id }) => id !== me.id);
  return (
    <div className={classes.line}>
      {others.length > 0 && (
        <p className={classes.viewers} title={others.map(fullName).join(', ')}>
          <span className={classes.label}>Also viewing:</span>
          {others.map((person) => (
            <span key={person.id} className={classes.person}>
              <Face person={person} />
              {fullName(person)}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
