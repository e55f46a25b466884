import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

import { useCan } from '@/session/me';
import { routes } from '@/shared/lib/routes';
import { PageLinks } from '@/shared/ui/page-links';

import classes from './admin-layout.module.css';

const sections = [
  {
    title: 'People and Places',
    pages: [
      { to: routes.people, label: 'People' },
      { to: routes.places, label: 'Places' },
      { to: routes.lines, label: 'Service Lines' },
      { to: routes.callSchedules, label: 'Call Schedules' },
      { to: routes.drafts, label: 'Drafts' },
    ],
  },
  {
    title: 'Access',
    pages: [
      { to: routes.roles, label: 'Roles' },
      { to: routes.accessCheck, label: 'Access Check' },
      { to: routes.provisioning, label: 'Provisioning' },
    ],
  },
  {
    title: 'Oversight',
    pages: [
      { to: routes.audit, label: 'Audit Trail' },
      { to: routes.emergencyAccesses, label: 'Emergency Access' },
      { to: routes.connections, label: 'Connections' },
      { to: routes.system, label: 'System' },
      { to: routes.retention, label: 'Retention' },
    ],
  },
] as const;

/** One of the administrators' pages, beside links to all of them; on narrow windows the links are a row above it. */
export function AdminLayout({ children }: { children?: ReactNode }) {
  const managesRetention = useCan('Manage', 'Retention');
  const plans = useCan('Edit', 'CallSchedule');
  const area = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // What scrolls is around all pages, and would stay where the page before was read.
  useLayoutEffect(() => {
    const main = area.current?.closest('main');
    if (main !== null && main !== undefined) main.scrollTop = 0;
  }, [path]);
  const isShown = ({ to }: { to: string }) =>
    (managesRetention || to !== routes.retention) && (plans || to !== routes.callSchedules);
  return (
    <div ref={area} className={classes.area}>
      <PageLinks label="Administration" path={path} className={classes.nav}>
        {sections.map(({ title, pages }) => (
          <Section key={title} title={title} pages={pages.filter(isShown)} />
        ))}
      </PageLinks>
      <div className={classes.page}>{children ?? <Outlet />}</div>
    </div>
  );
}

interface SectionProps {
  title: string;
  pages: readonly (typeof sections)[number]['pages'][number][];
}

function Section({ title, pages }: SectionProps) {
  const id = useId();
  return (
    <div className={classes.section} role="group" aria-labelledby={id}>
      <span id={id} className={classes.title}>
        {title}
      </span>
      {pages.map(({ to, label }) => (
        <Link key={to} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
          {label}
        </Link>
      ))}
    </div>
  );
}
