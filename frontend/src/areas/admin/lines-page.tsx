import { Title } from '@mantine/core';

import { LinesList } from '@/features/admin-lines/lines-list';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function LinesPage() {
  usePageTitle('Service Lines');
  return (
    <div className={classes.list}>
      <Title order={1}>Service Lines</Title>
      <LinesList />
    </div>
  );
}
