import { Title } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { WhoWouldBePaged } from '@/features/who-would-be-paged/who-would-be-paged';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';

import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/call-schedules/who-would-be-paged');

export function WhoWouldBePagedPage() {
  usePageTitle('Who Would Be Paged');
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <div className={classes.list}>
      <Title order={1}>Who Would Be Paged</Title>
      <WhoWouldBePaged
        search={search}
        onAsk={(asked) => void navigate({ to: routes.whoWouldBePaged, search: asked, replace: true })}
      />
    </div>
  );
}
