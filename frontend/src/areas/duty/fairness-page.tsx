import { Title } from '@mantine/core';

import { Fairness } from '@/features/call-schedules-tools/fairness';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function FairnessPage() {
  usePageTitle('Fairness');
  return (
    <div className={classes.list}>
      <Title order={1}>Fairness</Title>
      <Fairness />
    </div>
  );
}
