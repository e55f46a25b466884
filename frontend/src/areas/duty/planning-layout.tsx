import { Link, Outlet } from '@tanstack/react-router';

import { mayEnter } from '@/session/guards';
import { useMe } from '@/session/me';
import { routes } from '@/shared/lib/routes';
import { PageLinks } from '@/shared/ui/page-links';

import { PLANNING } from './access';
import classes from './planning-layout.module.css';

const pages = [
  { to: routes.callSchedules, label: 'Call Schedules' },
  { to: routes.whoWouldBePaged, label: 'Who Would Be Paged' },
  { to: routes.fairness, label: 'Fairness' },
  { to: routes.copyMonth, label: 'Copy a Month' },
  { to: routes.holidays, label: 'Holidays' },
  { to: routes.calendars, label: 'Calendars' },
] as const;

/** One of the planners' pages, below links to all of them; others may open one of the pages, which is then alone. */
export function PlanningLayout() {
  const isPlanner = mayEnter(useMe(), [PLANNING]);
  return (
    <>
      {isPlanner && (
        <PageLinks label="Planning" className={classes.nav}>
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
}
