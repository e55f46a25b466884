import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { AccessCheck } from '@/features/admin-access-check/access-check';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/access');

export function AccessCheckPage() {
  usePageTitle('Access Check');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.list}>
      <Title order={1}>Access Check</Title>
      <AccessCheck search={search} onAsk={(asked) => void navigate({ search: asked, replace: true })} />
    </div>
  );
}
