import { getRouteApi } from '@tanstack/react-router';

import { Line } from '@/features/admin-lines/line';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/lines/$id');

/** One service line. */
export function LinePage() {
  const { id } = route.useParams();
  return (
    <div className={classes.list}>
      <Line key={id} id={Number(id)} />
    </div>
  );
}
