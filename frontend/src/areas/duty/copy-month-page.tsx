import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { CopyMonth } from '@/features/call-schedules-tools/copy-month';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/call-schedules/copy');

export function CopyMonthPage() {
  usePageTitle('Copy a Month');
  const { schedule } = route.useSearch();
  return (
    <div className={classes.list}>
      <Title order={1}>Copy a Month</Title>
      <CopyMonth scheduleId={schedule} />
    </div>
  );
}
