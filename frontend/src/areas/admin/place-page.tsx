import { getRouteApi } from '@tanstack/react-router';

import type { PlaceKind } from '@/api/generated/types.gen';
import { Facility } from '@/features/admin-places/facility';
import { NewPlace } from '@/features/admin-places/new-place';
import { Organization } from '@/features/admin-places/organization';
import { Unit } from '@/features/admin-places/unit';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/places/$kind/$id');

const pages = { organizations: Organization, facilities: Facility, units: Unit };

/** One place, or the form for a new one, which belongs to the place whose id is in the address. */
export function PlacePage() {
  const { kind: named, id } = route.useParams();
  const { in: within } = route.useSearch();
  const navigate = route.useNavigate();
  const kind = isKind(named) ? named : null;
  const Place = pages[kind ?? 'units'];
  if (kind !== null && id === 'new')
    return (
      <div className={classes.list}>
        <NewPlace
          kind={kind}
          within={Number(within)}
          onAdded={(added) => void navigate({ to: routes.place, params: { kind, id: String(added) } })}
        />
      </div>
    );
  return (
    <div className={classes.list}>
      <Place key={`${named}/${id}`} id={kind === null ? Number.NaN : Number(id)} />
    </div>
  );
}

function isKind(named: string): named is PlaceKind {
  return named in pages;
}
