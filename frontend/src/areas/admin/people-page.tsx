import { Button, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { PeopleList } from '@/features/admin-people/people-list';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import adminClasses from './admin-page.module.css';
import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/people');

export function PeoplePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  usePageTitle('People');
  return (
    <div className={classes.list}>
      <div className={adminClasses.head}>
        <Title order={1}>People</Title>
        <div className={adminClasses.actions}>
          <Button variant="default" renderRoot={(props) => <Link {...props} to={routes.peopleImport} />}>
            Import
          </Button>
          <Button
            renderRoot={(props) => <Link {...props} to={routes.person} params={{ id: 'new' }} />}
            leftSection={<Icon name="plus" size="sm" />}
          >
            Add Person
          </Button>
        </div>
      </div>
      <PeopleList
        search={search}
        onChange={(changed) => void navigate({ search: (now) => ({ ...now, ...changed }), replace: true })}
      />
    </div>
  );
}
