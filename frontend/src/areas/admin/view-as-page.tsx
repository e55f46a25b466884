import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';

import { isApiError } from '@/api/errors';
import { personQuery } from '@/features/admin-people/queries';
import { ViewAs } from '@/features/admin-view-as/view-as';
import { admits } from '@/session/guards';
import type { Permitted } from '@/session/me';
import { fullName } from '@/shared/lib/full-name';
import { routes } from '@/shared/lib/routes';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Missing } from '@/versions/missing';
import { isObjectId } from '@/versions/object-id';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/people/$id/view-as');

/** The pages that people may have, by their paths. */
const pages: readonly (readonly [string, string])[] = [
  ['/consult', 'Consults'],
  ['/transfer', 'Transfers'],
  [routes.consultLocation, 'Request Consult'],
  [routes.coverage, 'Coverage'],
  [routes.myShifts, 'My Shifts'],
  [routes.callSchedules, 'Call Schedules'],
  [routes.whoWouldBePaged, 'Who Would Be Paged'],
  [routes.admin, 'Admin'],
];

/** Wardline as one person sees it. */
export function ViewAsPage() {
  const { id } = route.useParams();
  const router = useRouter();
  const isId = isObjectId(Number(id));
  const person = useQuery({ ...personQuery(Number(id)), enabled: isId });
  usePageTitle('View as a Person');
  const pagesOf = (who: Permitted) =>
    pages
      .filter(([path]) => router.getMatchedRoutes(path)[0].every(({ options }) => admits(options.beforeLoad, who)))
      .map(([, label]) => label);
  return (
    <div className={classes.list}>
      {!isId || isApiError(person.error, 404) ? (
        <Missing noun="person" />
      ) : (
        <ViewAs
          key={id}
          personId={Number(id)}
          name={person.data === undefined ? undefined : fullName(person.data)}
          pagesOf={pagesOf}
        />
      )}
    </div>
  );
}
