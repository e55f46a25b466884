import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { routes } from '@/shared/lib/routes';

/** What else planners do about call schedules. */
export function PlanningLinks() {
  return (
    <Group component="nav" aria-label="Planning tools" gap="xs">
      <Button component={Link} to={routes.whoWouldBePaged} variant="default">
        Who Would Be Paged
      </Button>
      <Button component={Link} to={routes.fairness} variant="default">
        Fairness
      </Button>
      <Button component={Link} to={routes.copyMonth} variant="default">
        Copy a Month
      </Button>
      <Button component={Link} to={routes.holidays} variant="default">
        Holidays
      </Button>
      <Button component={Link} to={routes.importedCalendars} variant="default">
        Imported Calendars
      </Button>
    </Group>
  );
}
