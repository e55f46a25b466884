import { Title } from '@mantine/core';

import { Shipped } from '@/features/admin-system/shipped';
import { SystemBoard } from '@/features/admin-system/system-board';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function SystemPage() {
  usePageTitle('System');
  return (
    <div className={classes.list}>
      <Title order={1}>System</Title>
      <SystemBoard>
        <Shipped />
      </SystemBoard>
    </div>
  );
}
