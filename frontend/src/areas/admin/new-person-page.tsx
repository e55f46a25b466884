import { getRouteApi } from '@tanstack/react-router';

import { NewPerson } from '@/features/admin-people/new-person';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/people/new');

export function NewPersonPage() {
  const navigate = route.useNavigate();
  usePageTitle('Add Person');
  return (
    <div className={classes.list}>
      <NewPerson onAdded={(id) => void navigate({ to: routes.person, params: { id: String(id) } })} />
    </div>
  );
}
