import { Link, Outlet, useLocation } from '@tanstack/react-router';

import { mayEnter } from '@/session/guards';
import { useCan, useMe } from '@/session/me';
import { routes } from '@/shared/lib/routes';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { PageLinks } from '@/shared/ui/page-links';

import { PLANNING } from './access';
import classes from './planning-layout.module.css';

/** In the file of the administrators' pages, which other planners do not need. */
const adminLayout = lazyComponent(async () => (await import('@/features/admin-layout/admin-layout')).AdminLayout, {
  preload: false,
});

const pages = [
  { to: routes.callSchedules, label: 'Call Schedules' },
  { to: routes.whoWouldBePaged, label: 'Who Would Be Paged' },
  { to: routes.fairness, label: 'Fairness' },
  { to: routes.copyMonth, label: 'Copy a Month' },
  { to: routes.holidays, label: 'Holidays' },
  { to: routes.calendars, label: 'Calendars' },
] as const;

/**
 * One of the planners' pages, below links to all of them; administrators have the links to their other pages beside it.
 * Others may open one of the pages, which is then alone.
 */
export function PlanningLayout() {
  const isPlanner = mayEnter(useMe(), [PLANNING]);
  const isAdministrator = useCan('Manage', 'Admin');
  const path = useLocation({ select: ({ pathname }) => pathname });
  const page = (
    <>
      {isPlanner && (
        <PageLinks label="Planning" path={path} className={classes.nav}>
          {pages.map(({ to, label }) => (
            <Link key={to} to={to} className={classes.link} activeOptions={{ exact: true, includeSearch: false }}>
              {label}
            </Link>
          ))}
        </PageLinks>
      )}
      <div className={classes.page}>
        <Outlet />
      </div>
    </>
  );
  if (!isPlanner || !isAdministrator) return page;
  return <Lazy component={adminLayout}>{(AdminLayout) => <AdminLayout>{page}</AdminLayout>}</Lazy>;
}
