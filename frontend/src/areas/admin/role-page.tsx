import { getRouteApi } from '@tanstack/react-router';

import { NewRole } from '@/features/admin-roles/new-role';
import { Role } from '@/features/admin-roles/role';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/roles/$id');

/** One role, or the form for a new one. */
export function RolePage() {
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const open = (added: number) => void navigate({ to: routes.role, params: { id: String(added) } });
  return (
    <div className={classes.list}>{id === 'new' ? <NewRole onAdded={open} /> : <Role key={id} id={Number(id)} />}</div>
  );
}
