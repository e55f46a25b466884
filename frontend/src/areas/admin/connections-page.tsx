import { Title } from '@mantine/core';

import { Connections } from '@/features/admin-connections/connections';
import { UndeliveredSummary } from '@/features/delivery-problems/undelivered-summary';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function ConnectionsPage() {
  usePageTitle('Connections');
  return (
    <div className={classes.list}>
      <Title order={1}>Connections</Title>
      <UndeliveredSummary />
      <Connections />
    </div>
  );
}
