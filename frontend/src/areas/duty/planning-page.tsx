import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

/** A page beside the planner's calendar. */
export function PlanningPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className={classes.list}>
      <Title order={1}>{title}</Title>
      {children}
    </div>
  );
}
