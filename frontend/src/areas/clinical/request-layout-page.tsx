import { Outlet } from '@tanstack/react-router';

import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from './request-layout-page.module.css';

/** The frame of the wizard's steps: one column. */
export function RequestLayoutPage() {
  usePageTitle('Request Consult');
  return (
    <div className={classes.column}>
      <Outlet />
    </div>
  );
}
