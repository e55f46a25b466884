import { ActionIcon } from '@mantine/core';
import { Link, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';

import { ConsultDetail } from '@/features/consult/consult-detail';
import { Timeline } from '@/features/timeline/timeline';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Icon } from '@/shared/ui/icon';

/** One consult beside its timeline; on a phone each is a place of its own, with the back gesture between them. */
export function ConsultPage() {
  const { id = '' } = useParams({ strict: false });
  const { view = 'consult' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  usePageTitle('Consult');

  const show = (wanted: typeof view | 'consult') => {
    if (wanted === 'timeline') void navigate({ to: '.', search: (search) => ({ ...search, view: 'timeline' }) });
    else if (history.canGoBack()) history.back();
    else void navigate({ to: '.', search: ({ view: _, ...search }) => search, replace: true });
  };
  return (
    <ConsultDetail
      key={id}
      consultId={id}
      view={view}
      onView={show}
      back={<BackToList />}
      timeline={(consult) => <Timeline consultId={consult.id} allowedActions={consult.allowedActions} />}
    />
  );
}

function BackToList() {
  const { pathname } = useLocation();
  const list = pathname.startsWith('/transfer') ? '/transfer' : '/consult';
  return (
    <ActionIcon
      renderRoot={(props) => <Link to={list} {...props} />}
      aria-label={list === '/transfer' ? 'Back to transfers' : 'Back to consults'}
    >
      <Icon name="back" />
    </ActionIcon>
  );
}
