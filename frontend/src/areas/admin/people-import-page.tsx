import { Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { PeopleImport } from '@/features/admin-people-import/people-import';
import { routes } from '@/shared/lib/routes';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function PeopleImportPage() {
  const navigate = useNavigate();
  usePageTitle('Import People');
  return (
    <div className={classes.list}>
      <Title order={1}>Import People</Title>
      <PeopleImport onLeave={() => void navigate({ to: routes.people })} />
    </div>
  );
}
