import { Link } from '@tanstack/react-router';

import type { PlaceKind } from '@/api/generated/types.gen';
import { routes } from '@/shared/lib/routes';
import { OneLine } from '@/shared/ui/one-line';

import classes from './places.module.css';

export interface Crumb {
  readonly kind: PlaceKind;
  readonly id: number;
  readonly name: string;
}

/** Where the page of a place is: the places that it belongs to, from the outermost. */
export function Crumbs({ places }: { places: readonly Crumb[] }) {
  return (
    <nav aria-label="Belongs to">
      <ol className={classes.crumbs}>
        <li>
          <Link to={routes.places}>Places</Link>
        </li>
        {places.map(({ kind, id, name }) => (
          <li key={kind}>
            <Link to={routes.place} params={{ kind, id: String(id) }}>
              <OneLine className={classes.crumb}>{name}</OneLine>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
