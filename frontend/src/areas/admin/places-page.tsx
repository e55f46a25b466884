import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { PlacesList } from '@/features/admin-places/places-list';
import { placeChoicesQuery } from '@/features/admin-places/queries';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import adminClasses from './admin-page.module.css';
import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/places');

export function PlacesPage() {
  const { text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const choices = useQuery(placeChoicesQuery);
  usePageTitle('Places');
  return (
    <div className={classes.list}>
      <div className={adminClasses.head}>
        <Title order={1}>Places</Title>
        {choices.data?.mayAddOrganizations === true && (
          <Button
            renderRoot={(props) => <Link {...props} to={routes.place} params={{ kind: 'organizations', id: 'new' }} />}
            leftSection={<Icon name="plus" size="sm" />}
          >
            Add Organization
          </Button>
        )}
      </div>
      <PlacesList text={text} onText={(next) => void navigate({ search: { text: next }, replace: true })} />
    </div>
  );
}
