import { Anchor } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { NewPerson } from '@/features/admin-people/new-person';
import { Person } from '@/features/admin-people/person';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/people/$id');

/** One person, or the form for a new one. */
export function PersonPage() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const open = (added: number) => void navigate({ to: routes.person, params: { id: String(added) } });
  return (
    <div className={classes.list}>
      {id === 'new' ? (
        <NewPerson onAdded={open} />
      ) : (
        <Person
          key={id}
          id={Number(id)}
          link={
            <Anchor underline="always" renderRoot={(props) => <Link {...props} to={routes.viewAs} params={{ id }} />}>
              See Wardline as they do
            </Anchor>
          }
        />
      )}
    </div>
  );
}
