import { Link } from '@tanstack/react-router';

import type { UnitRow } from '@/api/generated/types.gen';
import { routes } from '@/shared/lib/routes';
import { OneLine } from '@/shared/ui/one-line';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './places.module.css';

/** Units of a facility, each with its page. */
export function UnitLinks({ units }: { units: readonly UnitRow[] }) {
  return (
    <ul className={classes.units}>
      {units.map(({ id, unit, active }) => (
        <li key={id}>
          <Link to={routes.place} params={{ kind: 'units', id: String(id) }} className={classes.unit}>
            <OneLine>{unit}</OneLine>
            {!active && <StatusBadge tone="warning">Switched off</StatusBadge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
