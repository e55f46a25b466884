import { Title } from '@mantine/core';

import { DeliveryProblems } from '@/features/delivery-problems/delivery-problems';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function DeliveryProblemsPage() {
  usePageTitle('Undelivered Notes');
  return (
    <div className={classes.list}>
      <Title order={1}>Undelivered Notes</Title>
      <DeliveryProblems />
    </div>
  );
}
