import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { DeliveryProblems } from '@/features/delivery-problems/delivery-problems';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

export function DeliveryProblemsPage() {
  usePageTitle('Undelivered Notes');
  return (
    <div className={classes.list}>
      <Title order={1}>Undelivered Notes</Title>
      <Anchor component={Link} to={routes.connections}>
        All connections
      </Anchor>
      <DeliveryProblems />
    </div>
  );
}
