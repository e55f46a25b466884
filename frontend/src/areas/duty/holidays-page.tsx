import { Title } from '@mantine/core';

import { Holidays } from '@/features/call-schedules-tools/holidays';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function HolidaysPage() {
  usePageTitle('Holidays');
  return (
    <div className={classes.list}>
      <Title order={1}>Holidays</Title>
      <Holidays />
    </div>
  );
}
