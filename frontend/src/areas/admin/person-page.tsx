import { getRouteApi } from '@tanstack/react-router';

import { Person } from '@/features/admin-people/person';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/people/$id');

export function PersonPage() {
  const { id } = route.useParams();
  return (
    <div className={classes.list}>
      <Person key={id} id={Number(id)} />
    </div>
  );
}
