import { Button, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';

import { PastImports } from '@/features/admin-people-import/past-imports';
import { PeopleImport } from '@/features/admin-people-import/people-import';
import { routes } from '@/shared/lib/routes';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import adminClasses from './admin-page.module.css';
import classes from '@/shared/ui/page.module.css';

export function PeopleImportPage() {
  const navigate = useNavigate();
  usePageTitle('Import People');
  return (
    <div className={classes.list}>
      <div className={adminClasses.head}>
        <Title order={1}>Import People</Title>
        <Button variant="default" renderRoot={(props) => <Link {...props} to={routes.people} />}>
          Back to People
        </Button>
      </div>
      <PeopleImport onLeave={() => void navigate({ to: routes.people })}>
        <PastImports />
      </PeopleImport>
    </div>
  );
}
