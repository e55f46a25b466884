import { Title } from '@mantine/core';

import { AdminLayout } from '@/features/admin-layout/admin-layout';
import { Retention } from '@/features/admin-retention/retention';
import { useCan } from '@/session/me';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

/** For those who manage retention; administrators have the links to their other pages beside it. */
export function RetentionPage() {
  usePageTitle('Retention');
  const isAdministrator = useCan('Manage', 'Admin');
  const page = (
    <div className={classes.list}>
      <Title order={1}>Retention</Title>
      <Retention />
    </div>
  );
  return isAdministrator ? <AdminLayout>{page}</AdminLayout> : page;
}
