import { Title } from '@mantine/core';

import { GoOnCall } from '@/features/on-call/go-on-call';
import { MyShifts } from '@/features/shifts/my-shifts';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function MyShiftsPage() {
  usePageTitle('My Shifts');
  return (
    <div className={classes.list}>
      <Title order={1}>My Shifts</Title>
      <MyShifts
        goOnCall={({ serviceLineId, serviceLineName, primary }) => (
          <GoOnCall line={{ id: serviceLineId, name: serviceLineName }} primary={primary} />
        )}
      />
    </div>
  );
}
